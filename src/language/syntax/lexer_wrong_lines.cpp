// Where lines belong that are indented wrongly.
#include <algorithm>
#include <string_view>

#include "syntax/characters.hpp"
#include "syntax/lexer.hpp"

namespace rigy::language {

// Whether two items begin with the same key: "- id: a" and "- id: b", or with none.
bool Lexer::are_alike(const char* a, const char* b) {
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

// Checks where the first token of a line stands. False if the line was left out.
bool Lexer::take_indentation() {
  const std::int32_t column = indentation();
  const std::int32_t block = blocks_.back().column;
  if (column == wrong_column_ && shift_ == 0 && right_column_ <= block && fits_right_column()) {
    snap_to(right_column_);
    if (is_only_line_wrong_) wrong_column_ = right_column_ = -1;
    return true;
  }
  if (column <= std::max(wrong_column_, right_column_)) wrong_column_ = right_column_ = -1;
  if (has_mistakes_ && column <= block && is_stray_line()) {
    note(Fault::MissingColon, position(), at_);
    skip_line();
    return false;
  }
  if (has_mistakes_ && column > block && is_stray_mark()) {
    note(*at_ == ']' || *at_ == '}' ? Fault::ExtraBracket : Fault::WrongStart, position(), at_);
    skip_line();
    return false;
  }
  if (column < block) {
    take_shallower_line();
    return true;
  }
  if (column == block && take_line_of_other_block(blocks_.size() - 1)) return true;
  if (column == block && blocks_.back().is_list && !looks_like_item(at_) &&
      !begins_block_scalar()) {
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

// Whether the line is a key, or an item with one.
bool Lexer::has_key(const LineAhead& line) const {
  const char* at = line.first;
  if (line.is_item) {
    for (++at; *at == ' ';) ++at;
  }
  return looks_like_key(at);
}

// The column of the open block that this line belongs to, if it is complete, and the next line goes
// on with an open block further inside, which cannot be a part of this line; -1: it may stand where
// it stands.
std::int32_t Lexer::column_by_next_line() const {
  const LineAhead next = line_ahead();
  const bool begins_block = may_nest() && next.column > blocks_.back().column;
  if (next.is_after_tabs || next.column <= indentation()) return -1;
  if (!is_open_column(next.column) && !begins_block) return -1;
  const bool is_item = looks_like_item(at_);
  const char* content = at_;
  if (is_item) {
    for (++content; *content == ' ';) ++content;
  }
  const char* const colon = colon_after_key(content);
  if (colon == nullptr && (!is_item || is(*content, Name))) return -1;
  const ValueAhead value = value_ahead(colon != nullptr ? colon + 1 : content);
  if (value == ValueAhead::Open) return -1;
  if (value == ValueAhead::Plain && !has_key(next)) return -1;
  if (!next.is_item && !looks_like_key(next.first)) return -1;
  if (is_item && colon != nullptr && next.column == column_of(content) + shift_) return -1;
  const std::int32_t block = blocks_.back().column;
  if (may_nest() && next.column == block && !next.is_item) return block + 1;
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
  if (take_line_by_far_line()) return;
  if (blocks_[outer].column == column) {
    if (is_key_beside_items(outer)) {
      take_key_of_item(outer + 1);
    } else {
      static_cast<void>(take_line_of_other_block(outer));
    }
    return;
  }
  note_wrong_line(blocks_[outer]);
  const bool has_item = outer + 2 < blocks_.size() && move_block(outer + 2);
  if (has_item || move_block(outer + 1) || move_block(outer)) return;
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
  expect_lines_at(column, blocks_[chosen].column);
  snap_to(right_column_);
  ends_are_doubtful_ = !is_item;
}

// Whether a key is at the column of the items of a list, the last of which has keys further inside.
bool Lexer::is_key_beside_items(std::size_t list) const {
  return blocks_[list].is_list && list + 1 < blocks_.size() && !blocks_[list + 1].is_list &&
         !looks_like_item(at_) && looks_like_key(at_);
}

// Either the key or the item stands at the wrong column.
void Lexer::take_key_of_item(std::size_t item) {
  const std::int32_t column = indentation();
  note_wrong_line(blocks_[item]);
  if (move_block(item)) return;
  expect_lines_at(column, blocks_[block_for_opened(item)].column);
  snap_to(right_column_);
}

// The block, from one outward, in which the line can be so that what it opens is further inside.
std::size_t Lexer::block_for_opened(std::size_t from) const {
  const LineAhead next = line_ahead();
  if (!opens_block() || next.column < 0) return from;
  const bool is_item = looks_like_item(at_);
  for (std::size_t i = from; i > 0; --i) {
    const std::int32_t least = blocks_[i].column + (next.is_item && has_flat_lists_ ? 0 : 1);
    if (takes(i, is_item) && least <= next.column) return i;
  }
  return from;
}

// A line at the column of a mapping that is none of its keys, but an item of a list around it, or
// belongs to the block that opens after it. False if it may stand there.
bool Lexer::take_line_of_other_block(std::size_t index) {
  const Block& block = blocks_[index];
  if (block.is_list || block.column < 0 || (!has_mistakes_ && may_nest())) return false;
  const bool is_last = index + 1 == blocks_.size();
  std::int32_t column = is_last && may_nest() ? column_by_next_line() : -1;
  if (column < 0 && looks_like_item(at_) && !takes(index, true)) {
    std::size_t list = index;
    while (list > 0 && !takes(list, true)) --list;
    const char* const last = blocks_[list].last_item;
    if (last != nullptr && are_alike(last, at_ + 1)) column = blocks_[list].column;
  }
  if (column < 0) return false;
  note_wrong_line(block);
  snap_to(column);
  return true;
}

// A line that opens a block and stands too far out: the first line after that block is part of one
// that is still open, but further inside than this line.
bool Lexer::take_line_by_far_line() {
  const bool is_item = looks_like_item(at_);
  const LineAhead next = line_ahead();
  const bool opens = opens_block() || is_item;
  if (!trusts_far_lines_ || !opens || next.is_after_tabs) return false;
  if (next.column <= indentation()) return false;
  const LineAhead far = line_after_block(next);
  if (far.column <= indentation()) return false;
  if (is_item && may_nest() && far.is_item && far.column > blocks_.back().column) {
    note_wrong_line(blocks_.back());
    snap_to(far.column);
    return true;
  }
  if (!is_open_column(far.column)) return false;
  const bool is_in_place = is_like_items_at_its_column();
  for (std::size_t i = blocks_.size() - 1; blocks_[i].column >= far.column; --i) {
    if (blocks_[i].column >= next.column || !takes(i, is_item)) continue;
    if (far.is_item && !is_item && blocks_[i].column == far.column) continue;
    if (is_in_place && !is_like_items_of(blocks_[i])) continue;
    note_wrong_line(blocks_[i]);
    snap_to(blocks_[i].column);
    return true;
  }
  return false;
}

// Whether the line is an item like the last one of the block.
bool Lexer::is_like_items_of(const Block& block) const {
  return looks_like_item(at_) && block.last_item != nullptr && are_alike(block.last_item, at_ + 1);
}

bool Lexer::is_like_items_at_its_column() const {
  const std::int32_t column = indentation();
  return std::any_of(blocks_.begin() + 1, blocks_.end(), [&](const Block& one) {
    return one.column == column && is_like_items_of(one);
  });
}

// The first line after `first` that stands further out than it.
Lexer::LineAhead Lexer::line_after_block(const LineAhead& first) {
  const char* at = first.first;
  for (;;) {
    while (!is_break_or_end(at)) ++at;
    if (at == end_ || scanned_ > max_scanned()) return {-1, false, false, end_};
    at += at[0] == '\r' && at[1] == '\n' ? 2 : 1;
    const char* const start = at;
    while (*at == ' ') ++at;
    scanned_ += static_cast<std::size_t>(at - start) + 1;
    if (is_blank_or_end(at) || *at == '#' || at - start >= first.column) continue;
    return {static_cast<std::int32_t>(at - start), looks_like_item(at), false, at};
  }
}

// Whether the line can be in the block for which lines at its column were meant.
bool Lexer::fits_right_column() const {
  for (std::size_t i = blocks_.size() - 1; i > 0; --i) {
    if (blocks_[i].column == right_column_) return takes(i, looks_like_item(at_));
  }
  return true;
}

// Lines at a column were meant for another one. If only this line was, then lines at its column
// are inside what it opens.
void Lexer::expect_lines_at(std::int32_t wrong, std::int32_t right) {
  wrong_column_ = wrong;
  right_column_ = right;
  wrong_since_ = line_;
  are_only_marks_wrong_ = false;
  is_only_line_wrong_ = wrong > right && opens_block() && line_ahead().column == wrong;
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
  expect_lines_at(column, blocks_[block_for_opened(chosen)].column);
  snap_to(right_column_);
  if (is_only_line_wrong_) wrong_column_ = right_column_ = -1;
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
  const bool agrees = next.is_item == is_item && next.column == column && !opens_block();
  const bool agrees_with_list = has_list && next.is_item && next.column == moved;
  if (!(agrees || agrees_with_list) || moved <= blocks_[first - 1].column) return false;
  for (std::size_t i = first; i <= index; ++i) blocks_[i].column += shift;
  wrong_column_ = right_column_ = -1;
  if (is_in_flat_list(index)) {
    // So do the other items.
    wrong_column_ = around.column + shift;
    right_column_ = around.column;
    wrong_since_ = line_;
    is_only_line_wrong_ = false;
    are_only_marks_wrong_ = true;
  }
  return true;
}

// Whether a mapping begins on the line of an item of a list that is no block of its own.
bool Lexer::is_in_flat_list(std::size_t index) const {
  const Block& around = blocks_[index - 1];
  return around.has_items && around.last_item_line == blocks_[index].start.line;
}

}  // namespace rigy::language
