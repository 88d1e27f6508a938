// Scalars: plain, quoted, literal and folded.
#include <algorithm>
#include <array>
#include <cstring>

#include "common/limits.hpp"
#include "syntax/characters.hpp"
#include "syntax/lexer.hpp"

namespace rigy::language {

void Lexer::append(const char* begin, std::size_t size) {
  if (text_size_ + size > texts_.size())
    texts_.resize(std::max(2 * texts_.size(), text_size_ + size + 4096));
  std::memcpy(texts_.data() + text_size_, begin, size);
  text_size_ += size;
}

void Lexer::append(std::size_t count, char c) {
  for (; count > 0; --count) append(&c, 1);
}

void Lexer::append_point(char32_t point) {
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  const auto next = [&](int shift) { return byte(0x80 | ((point >> shift) & 0x3f)); };
  std::array<char, 4> bytes{byte(point)};
  std::size_t size = 1;
  if (point >= 0x10000) {
    bytes = {byte(0xf0 | (point >> 18)), next(12), next(6), next(0)};
    size = 4;
  } else if (point >= 0x800) {
    bytes = {byte(0xe0 | (point >> 12)), next(6), next(0)};
    size = 3;
  } else if (point >= 0x80) {
    bytes = {byte(0xc0 | (point >> 6)), next(0)};
    size = 2;
  }
  append(bytes.data(), size);
}

// Plain scalars.

// Moves to the end of what this line has of a plain scalar; returns the end of its text.
const char* Lexer::skip_plain_line() {
  const CharClass ends = depth_ > 0 ? EndsFlowPlain : EndsPlain;
  const char* text_end = at_;
  for (;;) {
    while (!is(*at_, ends)) ++at_;
    const char c = *at_;
    if (is_blank(c)) {
      text_end = at_;
      while (is_blank(*at_)) ++at_;
      const bool is_over = *at_ == '#' || is_break_or_end(at_) ||
                           (*at_ == ':' && is_blank_or_end(at_ + 1)) ||
                           (depth_ > 0 && is_flow_indicator(*at_));
      if (is_over) return text_end;
      continue;
    }
    if (c == ':') {
      if (is_blank_or_end(at_ + 1)) return at_;
      if (depth_ > 0 && (is_flow_indicator(at_[1]) || at_[1] == '?')) {
        note(Fault::ColonWithoutSpace, position(), at_);
        return at_;
      }
    } else if (is_break_or_end(at_) || (depth_ > 0 && is_flow_indicator(c))) {
      return at_;
    } else if (continues_character(c)) {
      ++line_start_;
    }
    ++at_;
  }
}

// Moves over line breaks and the blanks of the next lines; returns the number of breaks.
std::size_t Lexer::skip_to_plain_line() {
  std::size_t breaks = 0;
  for (;;) {
    if (at_break()) {
      skip_break();
      ++breaks;
    } else if (*at_ == '\t' && column_of(at_) <= blocks_.back().column) {
      if (depth_ == 0) return breaks;
      note(Fault::Tab, position(), at_);
      ++at_;
    } else if (is_blank(*at_)) {
      ++at_;
    } else {
      return breaks;
    }
  }
}

// Whether the text of a plain scalar goes on here, on another line than it began.
bool Lexer::continues_plain() const {
  if (at_end() || *at_ == '#' || *at_ == '\t' || at_document_marker()) return false;
  if (*at_ == ':' && is_blank_or_end(at_ + 1)) return false;
  if (depth_ > 0) {
    const bool is_outside = column_of(at_) <= brackets_.back().indentation;
    if (trusts_layout_ && (is_outside || colon_after_key(at_) != nullptr)) return false;
    const bool is_wrong_colon = *at_ == ':' && (is_flow_indicator(at_[1]) || at_[1] == '?');
    return !is_flow_indicator(*at_) && !is_wrong_colon;
  }
  const bool is_fence = at_ == line_start_ && fence_ != '\0' && *at_ == fence_;
  return column_of(at_) > blocks_.back().column && !is_fence;
}

void Lexer::end_plain_line(SyntaxToken& token, const char* text_end) {
  token.end = {line_, static_cast<std::uint32_t>(column_of(text_end)) + 1};
  token.size = static_cast<std::uint32_t>(text_end - begin_) - token.begin;
  token.text_size = static_cast<std::uint32_t>(text_size_) - token.text_begin;
  last_line_ = line_;
}

void Lexer::fetch_plain(bool damaged) {
  save_key();
  key_allowed_ = false;
  const std::size_t index = tokens_.size();
  SyntaxToken& token = begin_token(TokenKind::Scalar);
  token.text_begin = static_cast<std::uint32_t>(text_size_);
  token.damaged = damaged;
  const char* const begin = at_;
  // The first character may be one that ends others.
  skip_character();
  const char* text_end = skip_plain_line();
  append(begin, static_cast<std::size_t>(text_end - begin));
  end_plain_line(token, text_end);
  while (at_break()) {
    const Place line_end = place();
    const std::size_t breaks = skip_to_plain_line();
    key_allowed_ = true;
    if (!continues_plain()) return;
    const Place line = place();
    text_end = skip_plain_line();
    if (depth_ == 0 && *at_ == ':') {
      cut_plain(index, line_end, line);
      return;
    }
    append(breaks > 1 ? breaks - 1 : 1, breaks > 1 ? '\n' : ' ');
    append(line.at, static_cast<std::size_t>(text_end - line.at));
    end_plain_line(token, text_end);
    key_allowed_ = false;
  }
}

// A later line of the text has a key, which cannot be: the text ends before it. If it could have
// been a key itself, its colon is missing; else the later line is indented too far.
void Lexer::cut_plain(std::size_t index, const Place& line_end, const Place& line) {
  SimpleKey& key = keys_[0];
  const bool may_be_key = key.possible && key.token == dropped_ + index;
  const auto column = static_cast<std::int32_t>(line.at - line.line_start);
  const bool is_known = column == wrong_column_ && right_column_ == blocks_.back().column;
  const bool is_noted = may_be_key ? key.required : is_known;
  if (!is_noted) note(Fault::UnexpectedColon, position(), at_);
  return_to(line);
  const bool is_item = looks_like_item(at_);
  std::size_t chosen = blocks_.size() - 1;
  if (may_be_key && !key.required && is_item && column == key.column) {
    // A list in which the text has no place.
    tokens_.pop_back();
    key.possible = false;
    last_kind_ = TokenKind::Value;
  } else if (may_be_key) {
    make_key_without_colon(key);
    chosen = blocks_.size() - 1;
  } else {
    while (is_item && chosen > 0 && !blocks_[chosen].is_list) --chosen;
  }
  const bool fits = chosen > 0 && blocks_[chosen].is_list == is_item;
  const bool is_in_block = fits && last_kind_ != TokenKind::Value;
  const bool is_in_item = is_in_block && (blocks_[chosen - 1].is_list || is_in_flat_list(chosen));
  if (is_in_block && !(is_in_item && move_block(chosen))) {
    expect_lines_at(column, blocks_[block_for_opened(chosen)].column);
  }
  return_to(line_end);
  if (last_kind_ == TokenKind::Value) return;  // the line is the value of the key
  if (!fits) {
    tokens_[index].damaged = true;
    drop_lines_below(blocks_.back().column);
  }
}

// Quoted scalars.

void Lexer::fetch_quoted(char quote) {
  save_key();
  key_allowed_ = false;
  SyntaxToken& token = begin_token(TokenKind::Scalar);
  token.style = quote == '"' ? ScalarStyle::DoubleQuoted : ScalarStyle::SingleQuoted;
  token.text_begin = static_cast<std::uint32_t>(text_size_);
  ++at_;
  read_quoted(token, quote);
  token.text_size = static_cast<std::uint32_t>(text_size_) - token.text_begin;
  end_token(token);
}

void Lexer::read_quoted(SyntaxToken& token, char quote) {
  QuotedEnd end = read_quoted_line(token, quote);
  const Place line_end = place();
  const std::size_t first_size = text_size_;
  while (end == QuotedEnd::Break || end == QuotedEnd::EscapedBreak) {
    fold_quoted_lines(end == QuotedEnd::EscapedBreak);
    end = at_document_marker() ? QuotedEnd::None : read_quoted_line(token, quote);
  }
  if (end == QuotedEnd::Quote) ++at_;
  const bool is_closed_well = line_ == token.start.line
                                  ? !is_text_after_quote() || !may_cut_to_key(token)
                                  : is_quote_closed_well();
  if (end == QuotedEnd::Quote && is_closed_well) return;
  text_size_ = first_size;
  note(Fault::OpenQuote, token);
  if (may_cut_to_key(token)) {
    cut_to_key(token);
    return;
  }
  cut_quoted(token, quote, line_end);
  // Where such a text was meant to end is not known; with other quotes or brackets, also what it
  // is.
  const std::string_view text(texts_.data() + token.text_begin, text_size_ - token.text_begin);
  if (text.size() > max_text || text.find_first_of("\"'[]{}") != text.npos) token.damaged = true;
}

// Reads up to the quote or the end of the line; without the blanks at the end of the line.
Lexer::QuotedEnd Lexer::read_quoted_line(SyntaxToken& token, char quote) {
  const CharClass ends = quote == '"' ? EndsDouble : EndsSingle;
  const char* begin = at_;
  const auto take = [&] { append(begin, static_cast<std::size_t>(at_ - begin)); };
  for (;;) {
    while (!is(*at_, ends)) ++at_;
    const char c = *at_;
    if (c == quote && quote == '\'' && at_[1] == quote) {
      ++at_;
      take();
      begin = ++at_;
    } else if (c == quote) {
      take();
      return QuotedEnd::Quote;
    } else if (is_break_or_end(at_)) {
      const char* const line_end = at_;
      while (at_ > begin && is_blank(at_[-1])) --at_;
      take();
      at_ = line_end;
      return at_end() ? QuotedEnd::None : QuotedEnd::Break;
    } else if (c == '\\' && quote == '"') {
      take();
      if (at_[1] == '\n' || at_[1] == '\r') {
        ++at_;
        return QuotedEnd::EscapedBreak;
      }
      read_escape(token);
      begin = at_;
    } else {
      if (continues_character(c)) ++line_start_;
      ++at_;
    }
  }
}

// Line breaks inside quotes: one is a space, or nothing if it is escaped; each further one counts.
void Lexer::fold_quoted_lines(bool escaped) {
  std::size_t breaks = 0;
  for (; at_break() || is_blank(*at_);) {
    if (is_blank(*at_)) {
      ++at_;
      continue;
    }
    skip_break();
    ++breaks;
    if (at_document_marker()) break;
  }
  if (breaks > 1) {
    append(breaks - 1, '\n');
  } else if (!escaped) {
    append(1, ' ');
  }
}

void Lexer::read_escape(SyntaxToken& token) {
  constexpr std::string_view names = "0abt\tnvfre \"/\\N_LP";
  constexpr std::array<char32_t, names.size()> meanings = {
      0, 7, 8, 9, 9, 0xa, 0xb, 0xc, 0xd, 0x1b, ' ', '"', '/', '\\', 0x85, 0xa0, 0x2028, 0x2029};
  const char name = at_[1];
  if (name == 'x' || name == 'u' || name == 'U') {
    at_ += 2;
    read_code(token, name == 'x' ? 2 : name == 'u' ? 4 : 8);
    return;
  }
  const std::size_t known = at_ + 1 == end_ ? std::string_view::npos : names.find(name);
  if (known == std::string_view::npos) {
    note(Fault::UnknownEscape, position(), at_);
    token.damaged = true;
    ++at_;
    return;
  }
  append_point(meanings[known]);
  at_ += 2;
}

// The digits of an escape. JSON writes characters beyond U+FFFF as two of them.
void Lexer::read_code(SyntaxToken& token, int digits) {
  char32_t point = 0;
  for (int i = 0; i < digits; ++i) {
    const int digit = hex_value(at_[i]);
    if (digit < 0) {
      note(Fault::FewDigits, position(), at_);
      token.damaged = true;
      return;
    }
    point = point << 4 | static_cast<char32_t>(digit);
  }
  const char* const code = at_;
  const Position where = position();
  at_ += digits;
  if (digits == 4 && point >= 0xd800 && point <= 0xdbff) {
    const char32_t low = low_surrogate_after(at_);
    if (low != 0) {
      at_ += 6;
      append_point(0x10000 + (point - 0xd800) * 0x400 + (low - 0xdc00));
      return;
    }
  }
  if ((point >= 0xd800 && point <= 0xdfff) || point > 0x10ffff) {
    note(Fault::NoCharacter, where, code);
    token.damaged = true;
    return;
  }
  append_point(point);
}

// 0 if there is none.
char32_t Lexer::low_surrogate_after(const char* at) const {
  if (at[0] != '\\' || at[1] != 'u') return 0;
  char32_t point = 0;
  for (int i = 2; i < 6; ++i) {
    const int digit = hex_value(at[i]);
    if (digit < 0) return 0;
    point = point << 4 | static_cast<char32_t>(digit);
  }
  return point >= 0xdc00 && point <= 0xdfff ? point : 0;
}

// After a text of several lines nothing but the end of the line, or of the item, can follow: what
// does was meant to be in quotes of its own, and an earlier quote is missing.
bool Lexer::is_quote_closed_well() const {
  const char* at = at_;
  while (is_blank(*at)) ++at;
  if (is_break_or_end(at) || *at == '#' || *at == ':') return true;
  return depth_ > 0 && (*at == ',' || *at == ']' || *at == '}');
}

// Whether the quote that was found begins or ends another text.
bool Lexer::is_text_after_quote() const { return !is_blank_or_end(at_) && *at_ != ':'; }

// Of "\"id: body": what is a key if only the quote in front of it is too many.
std::string_view Lexer::key_after_quote(const SyntaxToken& token) const {
  const char* const begin = begin_ + token.begin + 1;
  const char* end = begin;
  while (is(*end, Name)) ++end;
  const bool is_key = *end == ':' && is_blank_or_end(end + 1);
  return {begin, is_key ? static_cast<std::size_t>(end - begin) : 0};
}

bool Lexer::may_cut_to_key(const SyntaxToken& token) const {
  const SimpleKey& key = keys_.back();
  const bool may_be_key = key.possible && key.token + 1 == dropped_ + tokens_.size();
  const bool is_in_list = depth_ > 0 && brackets_.back().end == TokenKind::ListEnd;
  return may_be_key && !is_in_list && !key_after_quote(token).empty();
}

void Lexer::cut_to_key(SyntaxToken& token) {
  const std::string_view key = key_after_quote(token);
  const std::int32_t shift = shift_;
  const char* const line_start = begin_ + token.begin - (token.start.column - 1);
  return_to({key.data() + key.size(), line_start, token.start.line});
  shift_ = shift;
  text_size_ = token.text_begin;
  append(key.data(), key.size());
}

// The text ends with its first line; between brackets, with its first item.
void Lexer::cut_quoted(SyntaxToken& token, char quote, const Place& line_end) {
  if (depth_ == 0) {
    return_to(line_end);
    return;
  }
  return_to(
      {begin_ + token.begin, begin_ + token.begin - (token.start.column - 1), token.start.line});
  ++at_;
  for (int depth = 0; !is_break_or_end(at_) && *at_ != quote; skip_character()) {
    const bool closes = *at_ == ']' || *at_ == '}';
    if (depth == 0 && (closes || *at_ == ',')) break;
    depth += *at_ == '[' || *at_ == '{' ? 1 : closes ? -1 : 0;
  }
  if (*at_ == quote) ++at_;
  text_size_ = token.text_begin;
  append(begin_ + token.begin + 1, static_cast<std::size_t>(at_ - begin_) - token.begin - 1);
}

// Literal and folded scalars.

void Lexer::read_block_header(SyntaxToken& token, int& chomping, std::int32_t& indent) {
  std::int32_t increment = 0;
  for (int i = 0; i < 2; ++i) {
    if ((*at_ == '+' || *at_ == '-') && chomping == 0) {
      chomping = *at_ == '+' ? 1 : -1;
      ++at_;
    } else if (*at_ >= '1' && *at_ <= '9' && increment == 0) {
      increment = *at_ - '0';
      ++at_;
    }
  }
  while (is_blank(*at_)) ++at_;
  if (*at_ == '#') skip_line();
  if (!is_break_or_end(at_)) {
    note(Fault::BlockScalar, position(), at_);
    token.damaged = true;
    skip_line();
  }
  if (increment > 0) indent = std::max(blocks_.back().column, 0) + increment;
}

// Moves over empty lines, after which the token may end, and the indentation of the next one;
// returns the number of line breaks. The indentation is that of the first line with text.
std::size_t Lexer::skip_block_breaks(SyntaxToken& token, std::int32_t& indent) {
  std::size_t breaks = 0;
  std::int32_t deepest = 0;
  end_token(token);
  for (;;) {
    while ((indent == 0 || column_of(at_) < indent) && *at_ == ' ') ++at_;
    deepest = std::max(deepest, column_of(at_));
    if (*at_ == '\t' && (indent == 0 || column_of(at_) < indent)) {
      note(Fault::Tab, position(), at_);
      token.damaged = true;
      skip_line();
    }
    if (!at_break()) break;
    skip_break();
    ++breaks;
    end_token(token);
  }
  if (indent == 0) indent = std::max({deepest, blocks_.back().column + 1, 1});
  return breaks;
}

void Lexer::fetch_block_scalar(bool literal) {
  remove_key();
  key_allowed_ = true;
  SyntaxToken& token = begin_token(TokenKind::Scalar);
  token.style = literal ? ScalarStyle::Literal : ScalarStyle::Folded;
  token.text_begin = static_cast<std::uint32_t>(text_size_);
  ++at_;
  int chomping = 0;
  std::int32_t indent = 0;
  read_block_header(token, chomping, indent);
  if (at_break()) skip_break();
  std::size_t breaks = skip_block_breaks(token, indent);
  bool has_break = false;     // before the line, after the text so far
  bool was_indented = false;  // the line before begins with a blank
  while (column_of(at_) == indent && !at_end()) {
    const bool is_indented = is_blank(*at_);
    if (has_break) {
      const bool is_folded = !literal && !was_indented && !is_indented;
      if (!is_folded) {
        append(1, '\n');
      } else if (breaks == 0) {
        append(1, ' ');
      }
    }
    append(breaks, '\n');
    was_indented = is_indented;
    take_block_line();
    has_break = at_break();
    if (has_break) skip_break();
    breaks = skip_block_breaks(token, indent);
  }
  if (chomping >= 0 && has_break) append(1, '\n');
  if (chomping > 0) append(breaks, '\n');
  token.text_size = static_cast<std::uint32_t>(text_size_) - token.text_begin;
  last_line_ = line_ - 1;
}

void Lexer::take_block_line() {
  const char* const begin = at_;
  skip_line();
  append(begin, static_cast<std::size_t>(at_ - begin));
}

}  // namespace rigy::language
