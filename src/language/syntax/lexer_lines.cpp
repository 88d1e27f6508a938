// Between tokens: indentation, which begins and ends blocks, and what is a key.
#include <algorithm>
#include <string_view>

#include "syntax/characters.hpp"
#include "syntax/lexer.hpp"
#include "text/lines.hpp"

namespace rigy::language {
namespace {

constexpr std::int32_t max_key_length = 1024;
constexpr std::int32_t tab_width = 8;

// Whether two items begin with the same key: "- id: a" and "- id: b", or with none.
bool are_alike(const char* a, const char* b) {
  const auto skip_blanks = [](const char* at) {
    while (*at == ' ') ++at;
    return at;
  };
  a = skip_blanks(a);
  b = skip_blanks(b);
  if ((*a == '{') != (*b == '{')) return false;
  if (*a == '{') {
    a = skip_blanks(a + 1);
    b = skip_blanks(b + 1);
  }
  while (is(*a, Name) && *a == *b) {
    ++a;
    ++b;
  }
  if (*a == ':' || *b == ':') return *a == *b;
  while (is(*a, Name)) ++a;
  while (is(*b, Name)) ++b;
  return *a != ':' && *b != ':';
}

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
  if (last_line_ < line_) snap_to(column_after_tabs(width));
}

// What the author saw depends on the editor: the line belongs where the next line fits, or else to
// the innermost block that fits.
std::int32_t Lexer::column_after_tabs(std::int32_t width) const {
  const std::int32_t innermost = blocks_.back().column;
  const bool is_item = looks_like_item(at_);
  const LineAhead next = line_ahead();
  std::int32_t like_next = is_item == next.is_item ? next.column : -1;
  if (is_item && !next.is_item) {
    const char* content = at_ + 1;
    while (*content == ' ') ++content;
    // The next line may have another key of the item.
    const auto size = static_cast<std::int32_t>(content - at_);
    if (looks_like_key(content)) like_next = next.column - size;
  }
  if (may_nest()) return like_next > innermost ? like_next : std::max(width, innermost + 1);
  if (is_item && !next.is_item && is_open_column(like_next)) return like_next;
  for (std::size_t i = blocks_.size() - 1; i > 0 && is_item; --i) {
    const char* const last = blocks_[i].last_item;
    if (last != nullptr && are_alike(last, at_ + 1)) return blocks_[i].column;
  }
  const bool opens = opens_block();
  std::int32_t fitting = std::max(innermost, 0);
  for (std::size_t i = 1; i < blocks_.size(); ++i) {
    if (!takes(i, is_item)) continue;
    if (is_item && blocks_[i].column == like_next) return like_next;
    // A list may be at the column of its key.
    const std::int32_t least = blocks_[i].column + (next.is_item ? 0 : 1);
    if (!opens || least <= next.column) fitting = blocks_[i].column;
  }
  return fitting;
}

// Whether the line ends with a key, whose value is on the lines below.
bool Lexer::opens_block() const {
  const char* last = at_;
  for (const char* at = at_; !is_break_or_end(at); ++at) {
    if (*at == '#' && is_blank(at[-1])) break;
    if (!is_blank(*at)) last = at;
  }
  return *last == ':';
}

// The next line that is neither blank nor a comment.
Lexer::LineAhead Lexer::line_ahead() const {
  constexpr int most_lines = 16;
  const char* at = at_;
  for (int lines = 0; lines < most_lines; ++lines) {
    while (!is_break_or_end(at)) ++at;
    if (at == end_) break;
    at += at[0] == '\r' && at[1] == '\n' ? 2 : 1;
    const char* const start = at;
    while (*at == ' ') ++at;
    if (is_blank_or_end(at) || *at == '#') continue;
    return {static_cast<std::int32_t>(at - start), looks_like_item(at), at};
  }
  return {};
}

// Whether a block can have an item, or a key. A list may be at the column of its key.
bool Lexer::takes(std::size_t block, bool is_item) const {
  const Block& one = blocks_[block];
  if (!is_item) return !one.is_list;
  const bool awaits_value = block + 1 == blocks_.size() && last_kind_ == TokenKind::Value;
  return one.is_list || one.has_items || (awaits_value && one.column >= 0);
}

bool Lexer::is_open_column(std::int32_t column) const {
  return std::any_of(blocks_.begin() + 1, blocks_.end(),
                     [column](const Block& one) { return one.column == column; });
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

// Of a key in the form in which nearly all are written; null if there is none.
const char* Lexer::colon_after_key(const char* at) const {
  const char quote = *at;
  if (quote == '"' || quote == '\'') {
    ++at;
    while (*at != quote && !is_break_or_end(at)) ++at;
    if (*at++ != quote) return nullptr;
  } else {
    if (!is(*at, Name)) return nullptr;
    while (is(*at, Name) || *at == ' ' || *at == '.') ++at;
  }
  return *at == ':' && is_blank_or_end(at + 1) ? at : nullptr;
}

// "key:", "key: value", or "key: {a: 1," whose bracket is open at the end of the line; but not
// "key: value," as between brackets.
bool Lexer::looks_like_key(const char* at) const {
  at = colon_after_key(at);
  if (at == nullptr) return false;
  const char* last = at;
  int open = 0;
  for (; !is_break_or_end(at); ++at) {
    if (!is_blank(*at)) last = at;
    if (*at == '[' || *at == '{') ++open;
    if (*at == ']' || *at == '}') --open;
  }
  return *last != ',' || open > 0;
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

// Whether a block between the columns is open, so that what stands at the inner one cannot be the
// value of a key at the outer one.
bool Lexer::is_far_inside(std::int32_t outer, std::int32_t inner) const {
  return std::any_of(blocks_.begin() + 1, blocks_.end(),
                     [=](const Block& one) { return one.column > outer && one.column < inner; });
}

// Words between the lines of a block, which goes on after them. A single word may be a key without
// its colon, of a block that begins on the next line.
bool Lexer::is_stray_line() const {
  constexpr std::string_view marks = "<=>+~/";  // of merge conflicts, for instance
  const bool begins_with_mark = marks.find(*at_) != std::string_view::npos;
  if (!(is(*at_, Name) || begins_with_mark) || looks_like_item(at_)) return false;
  if (*at_ == '>' && may_nest()) return false;
  bool has_words = begins_with_mark;
  for (const char* at = at_; !is_break_or_end(at); ++at) {
    if (*at == ':' && is_blank_or_end(at + 1)) return false;
    if (is_blank(*at) && !is_blank_or_end(at + 1)) has_words = true;
  }
  const std::int32_t column = indentation();
  const std::int32_t next = line_ahead().column;
  if (next <= column || (!has_words && !is_far_inside(column, next))) return false;
  return is_open_column(next) || (may_nest() && next > blocks_.back().column);
}

// Checks where the first token of a line stands. False if the line was left out.
bool Lexer::take_indentation() {
  const std::int32_t column = indentation();
  const std::int32_t block = blocks_.back().column;
  if (column == wrong_column_ && shift_ == 0 && right_column_ <= block) {
    snap_to(right_column_);
    return true;
  }
  if (column <= std::max(wrong_column_, right_column_)) wrong_column_ = right_column_ = -1;
  if (column <= block && is_stray_line()) {
    note(Fault::MissingColon, position(), at_);
    skip_line();
    return false;
  }
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

// Whether a value ends on its line, as far as can be told without reading it. Plain text may go on
// with anything but a key.
Lexer::ValueAhead Lexer::value_ahead(const char* at) const {
  while (is_blank(*at)) ++at;
  if (*at == '*') return ValueAhead::Closed;
  if (is(*at, Name)) return ValueAhead::Plain;
  if (std::string_view("\"'[{").find(*at) == std::string_view::npos) return ValueAhead::Open;
  int open = 0;
  do {
    const char c = *at;
    if (is_break_or_end(at) || c == '\\') return ValueAhead::Open;
    if (c == '"' || c == '\'') {
      for (++at; *at != c; ++at) {
        if (is_break_or_end(at) || *at == '\\') return ValueAhead::Open;
      }
    }
    open += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    ++at;
  } while (open > 0);
  while (*at == ' ') ++at;
  const bool is_last = is_break_or_end(at) || (*at == '#' && at[-1] == ' ');
  return is_last ? ValueAhead::Closed : ValueAhead::Open;
}

// The column of the open block that this line belongs to, if it is complete, and the next line goes
// on with an open block further inside, which cannot be a part of this line; -1: it may stand where
// it stands.
std::int32_t Lexer::column_by_next_line() const {
  const LineAhead next = line_ahead();
  const bool begins_block = may_nest() && next.column > blocks_.back().column;
  if (next.column <= indentation() || !(is_open_column(next.column) || begins_block)) return -1;
  const bool is_item = looks_like_item(at_);
  const char* content = at_;
  if (is_item) {
    for (++content; *content == ' ';) ++content;
  }
  const char* const colon = colon_after_key(content);
  if (colon == nullptr && (!is_item || is(*content, Name))) return -1;
  const ValueAhead value = value_ahead(colon != nullptr ? colon + 1 : content);
  if (value == ValueAhead::Open) return -1;
  if (next.is_item ? value == ValueAhead::Plain : !looks_like_key(next.first)) return -1;
  if (is_item && colon != nullptr && next.column == column_of(content) + shift_) return -1;
  if (is_item == next.is_item) return next.column;
  for (std::size_t i = blocks_.size() - 1; i > 0; --i) {
    const bool is_beside =
        is_item ? blocks_[i].column < next.column : blocks_[i].column > next.column;
    if (is_beside && blocks_[i].is_list == is_item && blocks_[i].column > indentation()) {
      return blocks_[i].column;
    }
  }
  return -1;
}

// Ends blocks; the column must be that of one that is left.
void Lexer::take_shallower_line() {
  const std::int32_t column = indentation();
  std::size_t outer = blocks_.size() - 1;
  while (blocks_[outer].column > column) --outer;
  if (const std::int32_t inner = column_by_next_line(); inner >= 0) {
    note_wrong_line(blocks_.back());
    snap_to(inner);
    return;
  }
  if (blocks_[outer].column == column) return;
  note_wrong_line(blocks_[outer]);
  if (move_block(outer + 1) || move_block(outer)) return;
  const std::int32_t inner_column = blocks_[outer + 1].column;
  const bool is_nearer =
      blocks_[outer].column < 0 || inner_column - column <= column - blocks_[outer].column;
  // What it opens is indented further than the block that it belongs to, or as far where lists are
  // at the columns of their keys.
  const LineAhead next = line_ahead();
  const std::int32_t least = inner_column + (next.is_item && has_flat_lists_ ? 0 : 1);
  const bool is_item = looks_like_item(at_);
  const bool fits_inside_only = takes(outer + 1, is_item) && !takes(outer, is_item);
  const bool is_inner = fits_inside_only || (is_nearer && (!opens_block() || next.column >= least));
  std::size_t chosen = is_inner ? outer + 1 : outer;
  while (chosen > 1 && !takes(chosen, is_item)) --chosen;
  wrong_column_ = column;
  right_column_ = blocks_[chosen].column;
  snap_to(right_column_);
}

// A line that is indented further, where nothing can be nested.
bool Lexer::take_deeper_line() {
  const std::int32_t column = indentation();
  note_wrong_line(blocks_.back());
  if (move_block(blocks_.size() - 1)) return true;
  const bool is_item = looks_like_item(at_);
  std::size_t chosen = blocks_.size() - 1;
  while (is_item && chosen > 0 && !takes(chosen, is_item)) --chosen;
  if (chosen == 0 || !takes(chosen, is_item)) {
    drop_element();
    return false;
  }
  wrong_column_ = column;
  right_column_ = blocks_[chosen].column;
  snap_to(right_column_);
  return true;
}

// The first line of a block may be the wrong one: if the line after this agrees with this one, the
// block moves to their column, and so does a list whose item begins on its line.
bool Lexer::move_block(std::size_t index) {
  if (index == 0 || !blocks_[index].has_one) return false;
  const Block& block = blocks_[index];
  const std::int32_t column = indentation();
  const std::int32_t shift = column - block.column;
  const bool is_item = looks_like_item(at_);
  if (block.is_list != is_item) return false;
  const Block& around = blocks_[index - 1];
  const bool has_list =
      index > 1 && around.is_list && around.has_one && around.start.line == block.start.line;
  const std::size_t first = has_list ? index - 1 : index;
  const std::int32_t moved = blocks_[first].column + shift;
  const LineAhead next = line_ahead();
  const bool agrees = next.is_item == is_item && next.column == column;
  const bool agrees_with_list = has_list && next.is_item && next.column == moved;
  if (!(agrees || agrees_with_list) || moved <= blocks_[first - 1].column) return false;
  for (std::size_t i = first; i <= index; ++i) blocks_[i].column += shift;
  wrong_column_ = right_column_ = -1;
  return true;
}

void Lexer::count_in_block(std::int32_t column, bool is_item) {
  Block& block = blocks_.back();
  if (depth_ > 0 || block.column != column) return;
  if (is_item) block.last_item = at_;
  if (block.is_list == is_item) {
    block.has_one = block.start.line == line_;
    block.has_items = false;
  } else {
    block.has_items = is_item;
    has_flat_lists_ = has_flat_lists_ || is_item;
  }
}

void Lexer::end_blocks(std::int32_t column) {
  while (blocks_.back().column > column) {
    blocks_.pop_back();
    make_token(TokenKind::BlockEnd, position(), at_);
  }
}

void Lexer::begin_block(SyntaxToken& token, std::int32_t column, bool is_list) {
  if (depth_ > 0 || blocks_.back().column >= column) return;
  blocks_.push_back({column, is_list, false, false, token.start, nullptr});
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
  count_in_block(key.column + shift_, false);
  key.possible = false;
}

void Lexer::make_key_without_colon(SimpleKey& key) {
  SyntaxToken& token = tokens_[key.token - dropped_];
  if (key.required && !token.damaged) note(Fault::MissingColon, token);
  token.is_key = token.lacks_colon = true;
  begin_block(token, key.column, false);
  count_in_block(key.column, false);
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
