// Single tokens, but for scalars.
#include <algorithm>

#include "common/limits.hpp"
#include "syntax/characters.hpp"
#include "syntax/lexer.hpp"

namespace rigy::language {

SyntaxToken& Lexer::make_token(TokenKind kind, Position at, const char* where) {
  SyntaxToken& token = tokens_.emplace_back();
  token.kind = kind;
  token.start = token.end = at;
  token.begin = static_cast<std::uint32_t>(where - begin_);
  return token;
}

SyntaxToken& Lexer::begin_token(TokenKind kind) {
  SyntaxToken& token = make_token(kind, position(), at_);
  last_kind_ = kind;
  return token;
}

void Lexer::end_token(SyntaxToken& token) {
  token.end = position();
  token.size = static_cast<std::uint32_t>(at_ - begin_) - token.begin;
  last_line_ = line_;
}

SyntaxToken& Lexer::add_token(TokenKind kind, std::size_t size) {
  SyntaxToken& token = begin_token(kind);
  at_ += size;
  end_token(token);
  return token;
}

void Lexer::fetch() {
  if (faults_.size() >= max_syntax_faults) {
    stop();
    return;
  }
  skip_to_token();
  const bool is_first = last_line_ < line_;
  drop_stale_keys();
  if (at_end()) {
    if (depth_ == 0) end_blocks(indentation());
    fetch_end();
    return;
  }
  if (is_first) {
    line_column_ = column_of(at_);
    has_long_brackets_ = has_long_brackets_ || depth_ > 0;
    if (trusts_layout_) end_brackets_by_layout();
  }
  if (depth_ == 0) {
    if (is_first && has_mistakes_ && is_wrong_item()) {
      note(Fault::ItemMark, position(), at_);
      wrong_item_ = at_;
    }
    if (is_first && has_mistakes_ && is_stray_fence()) {
      note(*at_ == '`' ? Fault::Fence : Fault::MissingColon, position(), at_);
      skip_line();
      return;
    }
    if (is_first && !begins_other_text() && !take_indentation()) return;
    end_blocks(indentation());
  }
  const std::size_t index = tokens_.size();
  const bool is_misplaced = is_first && shift_ != 0;
  fetch_token();
  if (is_misplaced && index < tokens_.size()) tokens_[index].misplaced = true;
}

// Whether the line is none of a block.
bool Lexer::begins_other_text() const {
  return at_ == line_start_ && ((*at_ == '%' && blocks_.size() == 1) || *at_ == '`' ||
                                *at_ == fence_ || at_document_marker());
}

void Lexer::fetch_token() {
  if (at_ == wrong_item_) return fetch_wrong_item();
  if (at_ == line_start_) {
    if (*at_ == '%' && blocks_.size() == 1) return fetch_directive();
    if (at_document_marker()) {
      return fetch_document_marker(*at_ == '-' ? TokenKind::DocumentStart : TokenKind::DocumentEnd);
    }
    if (fence_ != '\0' && at_[0] == fence_ && at_[1] == fence_ && at_[2] == fence_) return stop();
  }
  const bool in_flow = depth_ > 0;
  switch (*at_) {
    case '[':
      return fetch_bracket(TokenKind::ListStart);
    case '{':
      return fetch_bracket(TokenKind::MappingStart);
    case ']':
      return fetch_closing_bracket(TokenKind::ListEnd);
    case '}':
      return fetch_closing_bracket(TokenKind::MappingEnd);
    case ',':
      return fetch_comma();
    case '-':
      return is_blank_or_end(at_ + 1) ? fetch_item() : fetch_plain(false);
    case '?':
      return in_flow || is_blank_or_end(at_ + 1) ? fetch_key() : fetch_plain(false);
    case ':':
      return in_flow || is_blank_or_end(at_ + 1) ? fetch_value() : fetch_plain(false);
    case '*':
      return fetch_name(TokenKind::Alias, Fault::AliasWithoutName);
    case '&':
      return fetch_name(TokenKind::Anchor, Fault::AnchorWithoutName);
    case '!':
      return fetch_tag();
    case '|':
    case '>':
      return in_flow ? fetch_wrong_start() : fetch_block_scalar(*at_ == '|');
    case '\'':
    case '"':
      return fetch_quoted(*at_);
    case '%':
    case '@':
    case '`':
      return fetch_wrong_start();
    default:
      return fetch_plain(false);
  }
}

void Lexer::fetch_end() {
  // As if the text ended with a line break.
  if (at_ != line_start_) {
    line_start_ = at_;
    ++line_;
    shift_ = 0;
  }
  if (depth_ == 0) end_blocks(-1);
  keys_.resize(1);
  remove_key();
  first_key_ = depth_ = 0;
  begin_token(TokenKind::End);
  ended_ = true;
}

void Lexer::fetch_document_marker(TokenKind kind) {
  if (depth_ == 0) end_blocks(-1);
  remove_key();
  key_allowed_ = false;
  add_token(kind, 3);
}

void Lexer::fetch_directive() {
  end_blocks(-1);
  remove_key();
  key_allowed_ = false;
  SyntaxToken& token = begin_token(TokenKind::Directive);
  if (!skip_directive()) {
    note(Fault::Directive, token);
    token.damaged = true;
    skip_line();
  }
  end_token(token);
}

void Lexer::fetch_bracket(TokenKind kind) {
  if (has_mistakes_ && is_stray_bracket()) {
    note(kind == TokenKind::ListStart ? Fault::OpenList : Fault::OpenMapping, position(), at_);
    ++at_;
    --shift_;
    return;
  }
  save_key();
  keys_.emplace_back();
  brackets_.resize(depth_++);
  const bool is_list = kind == TokenKind::ListStart;
  brackets_.push_back(
      {is_list ? TokenKind::ListEnd : TokenKind::MappingEnd, position(), line_column_});
  key_allowed_ = true;
  add_token(kind, 1);
}

void Lexer::fetch_closing_bracket(TokenKind kind) {
  if (trusts_layout_ && depth_ > 0 && take_wrong_bracket(kind)) return;
  close_bracket();
  add_token(kind, 1);
}

void Lexer::close_bracket() {
  remove_key();
  if (depth_ > 0) {
    brackets_.resize(--depth_);
    keys_.pop_back();
    first_key_ = std::min(first_key_, keys_.size() - 1);
  }
  key_allowed_ = false;
}

void Lexer::fetch_comma() {
  remove_key();
  key_allowed_ = true;
  add_token(TokenKind::Comma, 1);
}

void Lexer::fetch_item() {
  if (depth_ == 0 && !key_allowed_) {
    note(Fault::UnexpectedItem, position(), at_);
    if (!tokens_.empty()) tokens_.back().damaged = true;
    drop_lines_below(blocks_.back().column);
    return;
  }
  remove_key();
  key_allowed_ = true;
  const std::int32_t column = indentation();
  begin_block(add_token(TokenKind::Item, 1), column, true);
  count_in_block(column, true);
  if (are_only_marks_wrong_) shift_ = 0;
}

// What follows is where it would be after "- ".
void Lexer::fetch_wrong_item() {
  const bool lacks_space = !is_blank_or_end(at_ + 1);
  fetch_item();
  if (lacks_space) ++shift_;
}

void Lexer::fetch_key() {
  if (depth_ == 0 && !key_allowed_) {
    note(Fault::UnexpectedKey, position(), at_);
    if (!tokens_.empty()) tokens_.back().damaged = true;
    drop_lines_below(blocks_.back().column);
    return;
  }
  remove_key();
  key_allowed_ = depth_ == 0;
  const std::int32_t column = indentation();
  begin_block(add_token(TokenKind::Key, 1), column, false);
  count_in_block(column, false);
}

void Lexer::fetch_value() {
  if (keys_.back().possible) {
    make_key(keys_.back());
    key_allowed_ = false;
    add_token(TokenKind::Value, 1);
    return;
  }
  if (depth_ == 0 && !key_allowed_) {
    note(Fault::UnexpectedColon, position(), at_);
    if (!tokens_.empty()) tokens_.back().damaged = true;
    drop_lines_below(blocks_.back().column);
    return;
  }
  key_allowed_ = depth_ == 0;
  const std::int32_t column = indentation();
  begin_block(add_token(TokenKind::Value, 1), column, false);
}

// Of a key on this line, or to the end of the line.
void Lexer::skip_to_colon() {
  while (!is_break_or_end(at_) && !(*at_ == ':' && is_blank_or_end(at_ + 1))) skip_character();
}

void Lexer::fetch_name(TokenKind kind, Fault fault) {
  const bool may_be_key = key_allowed_ && depth_ == 0;
  save_key();
  key_allowed_ = false;
  SyntaxToken& token = begin_token(kind);
  ++at_;
  const char* const name = at_;
  while (is(*at_, Name)) ++at_;
  constexpr std::string_view followers = "?:,]}%@`";
  const bool is_name =
      at_ > name && (is_blank_or_end(at_) || followers.find(*at_) != std::string_view::npos);
  if (!is_name) {
    note(fault, position(), at_);
    // In a block the rest of the line was meant to be the text, or, up to a colon, a key.
    if (may_be_key) {
      skip_to_colon();
    } else if (depth_ == 0) {
      skip_line();
    }
    while (depth_ > 0 && !is_blank_or_end(at_) && !is_flow_indicator(*at_)) skip_character();
    token.kind = last_kind_ = TokenKind::Scalar;
    token.damaged = true;
  }
  end_token(token);
}

void Lexer::fetch_tag() {
  save_key();
  key_allowed_ = false;
  SyntaxToken& token = begin_token(TokenKind::Tag);
  if (!skip_tag()) {
    note(Fault::Tag, token);
    while (!is_blank_or_end(at_) && !(depth_ > 0 && is_flow_indicator(*at_))) skip_character();
    token.damaged = true;
  }
  end_token(token);
}

// "!<uri>", "!handle!suffix" or "!suffix". Only the handles "!" and "!!" are known without
// directives.
bool Lexer::skip_tag() {
  ++at_;
  const auto skip_uri = [this](bool verbatim) {
    const char* const begin = at_;
    while (is(*at_, Uri) || (verbatim && (*at_ == ',' || *at_ == '[' || *at_ == ']'))) {
      if (*at_ == '%' && (hex_value(at_[1]) < 0 || hex_value(at_[2]) < 0)) return false;
      ++at_;
    }
    return at_ > begin;
  };
  if (*at_ == '<') {
    ++at_;
    if (!skip_uri(true) || *at_ != '>') return false;
    ++at_;
  } else {
    const char* const handle = at_;
    while (is(*at_, Name)) ++at_;
    const bool has_handle = *at_ == '!';
    if (has_handle) {
      if (at_ > handle) return false;
      ++at_;
    }
    if (!skip_uri(false) && has_handle) return false;
  }
  return is_blank_or_end(at_) || (depth_ > 0 && *at_ == ',');
}

// "%YAML 1.2" or "%TAG !handle! prefix".
bool Lexer::skip_directive() {
  const std::string_view line(at_, static_cast<std::size_t>(end_ - at_));
  const auto skip_blanks = [this] {
    while (is_blank(*at_)) ++at_;
  };
  if (line.starts_with("%YAML") && is_blank(at_[5])) {
    at_ += 5;
    skip_blanks();
    if (at_[0] != '1' || at_[1] != '.' || (at_[2] != '1' && at_[2] != '2')) return false;
    at_ += 3;
  } else if (line.starts_with("%TAG") && is_blank(at_[4])) {
    at_ += 4;
    skip_blanks();
    if (*at_ != '!') return false;
    while (!is_blank_or_end(at_)) skip_character();
    skip_blanks();
    if (is_break_or_end(at_)) return false;
    while (!is_blank_or_end(at_)) skip_character();
  } else {
    return false;
  }
  skip_blanks();
  if (*at_ == '#') skip_line();
  return is_break_or_end(at_);
}

// A character at which nothing begins: '@', '`' and '%', and between brackets '|' and '>'.
void Lexer::fetch_wrong_start() {
  const bool is_fence = *at_ == '`' && at_[1] == '`' && at_[2] == '`';
  if (!is_fence || depth_ > 0) {
    note(Fault::WrongStart, position(), at_);
    fetch_plain(true);
    return;
  }
  note(Fault::Fence, position(), at_);
  fence_ = '`';
  // The second one, or one after the document, ends it.
  if (last_kind_ == TokenKind::DocumentStart) {
    skip_line();
  } else {
    stop();
  }
}

}  // namespace rigy::language
