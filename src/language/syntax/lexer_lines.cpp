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

// Whether the line ends with a key, or the start of a text, whose value is on the lines below.
bool Lexer::opens_block() const {
  const char* last = at_;
  for (const char* at = at_; !is_break_or_end(at); ++at) {
    if (*at == '#' && is_blank(at[-1])) break;
    if (!is_blank(*at)) last = at;
  }
  if (*last == ':') return true;
  while (last > at_ && std::string_view("+-123456789").find(*last) != std::string_view::npos)
    --last;
  return (*last == '|' || *last == '>') && last > at_ && is_blank(last[-1]);
}

// Whether there is nothing to read from here to the end of the line.
bool Lexer::is_blank_line(const char* at) const {
  while (is_blank(*at)) ++at;
  return is_break_or_end(at) || *at == '#';
}

// The next line that is neither blank nor a comment, nor indented with a tab.
Lexer::LineAhead Lexer::line_ahead() const {
  constexpr int most_lines = 16;
  const char* at = at_;
  bool is_after_tabs = false;
  for (int lines = 0; lines < most_lines; ++lines) {
    while (!is_break_or_end(at)) ++at;
    if (at == end_) break;
    at += at[0] == '\r' && at[1] == '\n' ? 2 : 1;
    if (*at == byte_order_mark[0] &&
        std::string_view(at, static_cast<std::size_t>(end_ - at)).starts_with(byte_order_mark)) {
      at += byte_order_mark.size();
    }
    const char* const start = at;
    while (*at == ' ') ++at;
    if (*at == '\t' && !is_blank_line(at)) is_after_tabs = true;
    if (is_blank_or_end(at) || *at == '#') continue;
    return {static_cast<std::int32_t>(at - start), looks_like_item(at), is_after_tabs, at};
  }
  return {-1, false, is_after_tabs, end_};
}

// Whether a block can have an item, or a key. A list may be at the column of its key.
bool Lexer::takes(std::size_t block, bool is_item) const {
  const Block& one = blocks_[block];
  if (!is_item) return !one.is_list;
  const bool is_value_next = last_kind_ == TokenKind::Value || last_kind_ == TokenKind::Anchor;
  const bool awaits_value = block + 1 == blocks_.size() && is_value_next;
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

void Lexer::count_in_block(std::int32_t column, bool is_item) {
  Block& block = blocks_.back();
  if (depth_ > 0 || block.column != column) return;
  if (is_item) {
    block.last_item = at_;
    block.last_item_line = line_;
  }
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
    make_token(TokenKind::BlockEnd, position(), at_).damaged = ends_are_doubtful_;
  }
  ends_are_doubtful_ = false;
}

void Lexer::begin_block(SyntaxToken& token, std::int32_t column, bool is_list) {
  if (depth_ > 0 || blocks_.back().column >= column) return;
  blocks_.push_back({column, is_list, false, false, token.start, nullptr, 0});
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
