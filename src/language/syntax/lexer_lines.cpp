// Between tokens: indentation, which begins and ends blocks, and what is a key.
#include <algorithm>

#include "syntax/characters.hpp"
#include "syntax/lexer.hpp"
#include "text/lines.hpp"

namespace rigy::language {
namespace {

constexpr std::int32_t max_key_length = 1024;
constexpr std::int32_t tab_width = 8;

}  // namespace

void Lexer::skip_to_token() {
  for (;;) {
    if (at_ == line_start_ && *at_ == byte_order_mark[0] &&
        std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(byte_order_mark)) {
      skip_character();
    }
    while (*at_ == ' ') ++at_;
    if (*at_ == '\t') {
      skip_tabs();
      continue;
    }
    if (*at_ == '#') skip_line();
    if (!at_break()) return;
    skip_break();
    if (depth_ == 0) key_allowed_ = true;
  }
}

void Lexer::skip_tabs() {
  if (depth_ > 0 || !key_allowed_) {
    ++at_;
    return;
  }
  note(Fault::Tab, position(), at_);
  std::int32_t width = column_of(at_);
  for (; is_blank(*at_); ++at_) {
    width = *at_ == '\t' ? (width / tab_width + 1) * tab_width : width + 1;
  }
  if (last_line_ == line_) return;
  // What the author saw depends on the editor: the line belongs to the innermost block that fits.
  const std::int32_t innermost = blocks_.back().column;
  const bool is_nested = may_nest() && width > innermost;
  const auto block = std::find_if(
      blocks_.rbegin(), blocks_.rend(), [width, is_item = looks_like_item(at_)](const Block& one) {
        return one.column <= width && (one.is_list == is_item || one.column < 0);
      });
  snap_to(is_nested ? width : block->column < 0 ? std::max(innermost, 0) : block->column);
}

bool Lexer::may_nest() const {
  switch (last_kind_) {
    case TokenKind::DocumentStart:
    case TokenKind::DocumentEnd:
    case TokenKind::Directive:
    case TokenKind::Value:
    case TokenKind::Item:
    case TokenKind::Key:
    case TokenKind::Anchor:
    case TokenKind::Tag:
      return true;
    default:
      return false;
  }
}

// "key:" or "key: value" on one line, but not "key: value," as between brackets.
bool Lexer::looks_like_key(const char* at) const {
  const char quote = *at;
  if (quote == '"' || quote == '\'') {
    ++at;
    while (*at != quote && !is_break_or_end(at)) ++at;
    if (*at++ != quote) return false;
  } else {
    if (!is(*at, Name)) return false;
    while (is(*at, Name) || *at == ' ' || *at == '.') ++at;
  }
  if (*at != ':' || !is_blank_or_end(at + 1)) return false;
  const char* last = at;
  for (; !is_break_or_end(at); ++at) {
    if (!is_blank(*at)) last = at;
  }
  return *last != ',';
}

void Lexer::snap_to(std::int32_t column) { shift_ = column - column_of(at_); }

void Lexer::note_wrong_line(const Block& block) {
  const Fault fault = block.column < 0 ? Fault::ContentAfterDocument
                      : block.is_list  ? Fault::NoItem
                                       : Fault::NoKey;
  note(fault, position(), at_, block.start);
}

// Leaves out this line and those after it that are indented further than the column.
void Lexer::drop_lines_below(std::int32_t column) {
  for (;;) {
    skip_line();
    if (at_end()) return;
    skip_break();
    const Place line = place();
    while (is_blank(*at_)) ++at_;
    const bool is_part = at_break() || *at_ == '#' || column_of(at_) > column;
    return_to(line);
    if (!is_part || at_end()) break;
  }
  key_allowed_ = true;
}

// Stands for lines that were left out: an element of the block around them.
void Lexer::drop_element() {
  const Block block = blocks_.back();
  if (block.column < 0) {
    stop();
    return;
  }
  if (block.is_list) {
    make_token(TokenKind::Item, position(), at_);
  } else {
    SyntaxToken& key = make_token(TokenKind::Scalar, position(), at_);
    key.is_key = key.damaged = true;
    make_token(TokenKind::Value, position(), at_);
  }
  make_token(TokenKind::Scalar, position(), at_).damaged = true;
  drop_lines_below(block.column);
  last_kind_ = TokenKind::Scalar;
}

// Checks where the first token of a line stands. False if the line was left out.
bool Lexer::take_indentation() {
  const std::int32_t column = indentation();
  const std::int32_t block = blocks_.back().column;
  if (column == wrong_column_ && shift_ == 0 && right_column_ <= block) {
    snap_to(right_column_);
    return true;
  }
  if (column < std::min(wrong_column_, right_column_)) wrong_column_ = right_column_ = -1;
  if (column < block) {
    take_shallower_line();
    return true;
  }
  const bool is_block_scalar = (*at_ == '|' || *at_ == '>') && may_nest();
  if (column == block && blocks_.back().is_list && !looks_like_item(at_) && !is_block_scalar) {
    note_wrong_line(blocks_.back());
    drop_element();
    return false;
  }
  return column == block || may_nest() || take_deeper_line();
}

// Ends blocks; the column must be that of one that is left.
void Lexer::take_shallower_line() {
  const std::int32_t column = indentation();
  std::size_t outer = blocks_.size() - 1;
  while (blocks_[outer].column > column) --outer;
  if (blocks_[outer].column == column) return;
  note_wrong_line(blocks_[outer]);
  const std::int32_t inner_column = blocks_[outer + 1].column;
  const bool is_inner =
      blocks_[outer].column < 0 || inner_column - column <= column - blocks_[outer].column;
  std::size_t chosen = is_inner ? outer + 1 : outer;
  const bool is_item = looks_like_item(at_);
  while (chosen > 1 && blocks_[chosen].is_list != is_item) --chosen;
  wrong_column_ = column;
  right_column_ = blocks_[chosen].column;
  snap_to(right_column_);
}

// A line that is indented further, where nothing can be nested.
bool Lexer::take_deeper_line() {
  const std::int32_t column = indentation();
  note_wrong_line(blocks_.back());
  const bool is_item = looks_like_item(at_);
  std::size_t chosen = blocks_.size() - 1;
  while (is_item && chosen > 0 && !blocks_[chosen].is_list) --chosen;
  if (chosen == 0 || blocks_[chosen].is_list != is_item) {
    drop_element();
    return false;
  }
  wrong_column_ = column;
  right_column_ = blocks_[chosen].column;
  snap_to(right_column_);
  return true;
}

void Lexer::end_blocks(std::int32_t column) {
  while (blocks_.back().column > column) {
    blocks_.pop_back();
    make_token(TokenKind::BlockEnd, position(), at_);
  }
}

void Lexer::begin_block(SyntaxToken& token, std::int32_t column, bool is_list) {
  if (depth_ > 0 || blocks_.back().column >= column) return;
  blocks_.push_back({column, is_list, token.start});
  token.indent = column;
  if (is_list) {
    token.begins_list = true;
  } else {
    token.begins_mapping = true;
  }
}

// Keys.

// A key is on one line, and not longer than the longest.
void Lexer::drop_stale_keys() {
  if (keys_[0].possible && first_key_ == 0 && depth_ == 0) {
    end_key_of_block();
    return;
  }
  const std::int32_t column = column_of(at_);
  for (; first_key_ < keys_.size(); ++first_key_) {
    SimpleKey& key = keys_[first_key_];
    if (!key.possible) continue;
    if (key.line == line_ && key.column + max_key_length >= column) return;
    if (key.required) make_key_without_colon(key);
    key.possible = false;
  }
}

void Lexer::end_key_of_block() {
  SimpleKey& key = keys_[0];
  if (key.line == line_ && key.column + max_key_length >= column_of(at_)) return;
  if (key.required) {
    make_key_without_colon(key);
  } else if (key.line < line_ && last_kind_ == TokenKind::Scalar && column_of(at_) == key.column &&
             key.token + 1 == dropped_ + tokens_.size() && looks_like_key(at_) &&
             !at_document_marker()) {
    // The next line has a key at the same column: this was meant to be one.
    note_wrong_line(blocks_.back());
    make_key_without_colon(key);
  }
  key.possible = false;
}

void Lexer::save_key() {
  if (!key_allowed_) return;
  remove_key();
  const std::int32_t column = indentation();
  keys_.back() = {dropped_ + tokens_.size(), line_, column_of(at_), true,
                  depth_ == 0 && blocks_.back().column == column};
  first_key_ = std::min(first_key_, keys_.size() - 1);
}

void Lexer::remove_key() {
  SimpleKey& key = keys_.back();
  if (key.possible && key.required) make_key_without_colon(key);
  key.possible = false;
}

void Lexer::make_key(SimpleKey& key) {
  SyntaxToken& token = tokens_[key.token - dropped_];
  token.is_key = true;
  begin_block(token, key.column + shift_, false);
  key.possible = false;
}

void Lexer::make_key_without_colon(SimpleKey& key) {
  SyntaxToken& token = tokens_[key.token - dropped_];
  if (key.required && !token.damaged) note(Fault::MissingColon, token);
  token.is_key = token.lacks_colon = true;
  begin_block(token, key.column, false);
  key.possible = false;
  const std::string_view written(begin_ + token.begin, token.size);
  const bool is_word = token.kind == TokenKind::Scalar && written.find(' ') == written.npos;
  const bool has_block = line_ > token.end.line && indentation() > blocks_.back().column;
  const bool is_last = key.token + 1 == dropped_ + tokens_.size();
  if (is_word && has_block && is_last) {
    make_token(TokenKind::Value, token.end, begin_ + token.begin + token.size);
    last_kind_ = TokenKind::Value;
  }
}

}  // namespace rigy::language
