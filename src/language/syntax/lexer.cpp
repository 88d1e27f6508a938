#include "syntax/lexer.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "common/limits.hpp"
#include "text/lines.hpp"

namespace rigy::language {
namespace {

// Tokens that are read at once: they stay in the processor's cache.
constexpr std::size_t batch = 256;
constexpr std::int32_t max_key_length = 1024;
constexpr std::int32_t tab_width = 8;
constexpr std::size_t max_restarts = 200;

enum CharClass : std::uint8_t {
  EndsPlain = 1,      // may end a plain scalar, or needs a closer look
  EndsFlowPlain = 2,  // the same between brackets
  EndsSingle = 4,     // ends a stretch of a text in single quotes
  EndsDouble = 8,     // or in double quotes
  Name = 16,          // a letter, a digit, '-' or '_'
  Uri = 32,
};

constexpr auto char_classes = [] {
  std::array<std::uint8_t, 256> table{};
  const auto add = [&table](std::string_view characters, int bits) {
    for (const char c : characters) {
      auto& entry = table[static_cast<unsigned char>(c)];
      entry = static_cast<std::uint8_t>(entry | bits);
    }
  };
  using namespace std::string_view_literals;
  add(" \t\n\r:\0"sv, EndsPlain | EndsFlowPlain);
  add(",[]{}", EndsFlowPlain);
  add("\n\r\0'"sv, EndsSingle);
  add("\n\r\0\"\\"sv, EndsDouble);
  for (std::size_t c = 0x80; c < 256; ++c) {
    table[c] = EndsPlain | EndsFlowPlain | EndsSingle | EndsDouble;
  }
  add("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-", Name | Uri);
  add(";/?:@&=+$.%!~*'()", Uri);
  return table;
}();

bool is(char c, CharClass wanted) {
  return (char_classes[static_cast<unsigned char>(c)] & wanted) != 0;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_flow_indicator(char c) { return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'; }
// Whether the byte is not the first of its character.
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

Lexer::Lexer(std::string_view text, std::vector<char>& texts)
    : begin_(text.data()),
      end_(begin_ + text.size()),
      at_(begin_),
      line_start_(begin_),
      texts_(texts),
      text_size_(texts.size()) {
  tokens_.reserve(2 * batch);
}

Lexer::~Lexer() { texts_.resize(text_size_); }

void Lexer::note(Fault fault, const SyntaxToken& at, Position context) {
  note(fault, at.start, begin_ + at.begin, context);
}

void Lexer::note(Fault fault, Position at, const char* where, Position context) {
  const auto offset = static_cast<std::uint32_t>(where - begin_);
  const bool is_known = std::any_of(faults_.begin(), faults_.end(),
                                    [offset](const auto& known) { return known.offset == offset; });
  if (is_known || faults_.size() >= max_syntax_faults) return;
  faults_.push_back({fault, at, offset, context});
}

void Lexer::forget_faults(const SyntaxToken& from) {
  std::erase_if(faults_, [&](const SyntaxFault& one) { return one.offset >= from.begin; });
}

// Tokens.

std::size_t Lexer::count_ready() {
  if (ended_) return tokens_.size();
  while (first_key_ < keys_.size() && !keys_[first_key_].possible) ++first_key_;
  return first_key_ == keys_.size() ? tokens_.size() : keys_[first_key_].token - dropped_;
}

void Lexer::refill() {
  if (next_ > 0) {
    tokens_.erase(tokens_.begin(), tokens_.begin() + static_cast<std::ptrdiff_t>(next_));
    dropped_ += next_;
    next_ = 0;
  }
  // After the end it is found again.
  if (ended_ && tokens_.empty()) add_token(TokenKind::End, 0);
  ready_ = count_ready();
  while (!ended_ && (ready_ == 0 || tokens_.size() < batch)) {
    fetch();
    ready_ = count_ready();
  }
}

void Lexer::start_again(const Place& place, std::span<const Block> blocks) {
  return_to(place);
  // Each time may read the whole text again.
  if (++restarts_ > max_restarts) at_ = line_start_ = end_;
  dropped_ += tokens_.size();
  tokens_.clear();
  next_ = ready_ = 0;
  blocks_.assign(blocks.begin(), blocks.end());
  keys_.assign(1, SimpleKey{});
  first_key_ = depth_ = 0;
  key_allowed_ = true;
  ended_ = false;
  last_kind_ = TokenKind::Scalar;
  last_line_ = 0;
  const auto offset = static_cast<std::uint32_t>(at_ - begin_);
  std::erase_if(faults_, [offset](const SyntaxFault& one) { return one.offset >= offset; });
}

void Lexer::start_at_line(std::uint32_t line, char fence) {
  faults_.clear();
  const Block none;
  start_again(place_of_line(line), {&none, 1});
  last_kind_ = TokenKind::DocumentStart;
  fence_ = fence;
}

void Lexer::resume_after(const SyntaxToken& token, std::span<const Block> blocks,
                         std::size_t depth) {
  const char* const at = begin_ + token.begin + token.size;
  start_again({at, at - (token.end.column - 1), token.end.line}, blocks);
  depth_ = depth;
  keys_.resize(depth + 1);
  key_allowed_ = false;
  last_kind_ = token.kind;
  last_line_ = token.end.line;
}

void Lexer::resume_in_block(const SyntaxToken& token, std::span<const Block> blocks) {
  Place place;
  place.at = place.line_start = begin_ + token.begin;
  place.line = token.start.line;
  start_again(place, blocks);
  if (blocks.back().column < 0) {
    // Without a block, only the line is lost.
    skip_line();
    last_kind_ = TokenKind::DocumentStart;
    return;
  }
  drop_lines_below(blocks.back().column);
}

bool Lexer::resume_in_blocks_around(const SyntaxToken& bracket, const SyntaxToken& token,
                                    std::span<const Block> blocks) {
  const std::int32_t column = blocks.back().column;
  if (column < 0) return false;
  const Place here = place();
  return_to({begin_ + bracket.begin, begin_ + bracket.begin, bracket.start.line});
  const char* const last = begin_ + token.begin;
  for (skip_line(); at_ <= last && !at_end(); skip_line()) {
    skip_break();
    const Place line = place();
    while (*at_ == ' ') ++at_;
    const bool is_outside = column_of(at_) <= column && !at_break() && !at_end();
    if (!is_outside || at_ > last) continue;
    if (!looks_like_key(at_) && !looks_like_item(at_)) continue;
    start_again(line, blocks);
    return true;
  }
  return_to(here);
  return false;
}

void Lexer::stop() {
  at_ = end_;
  fetch_end();
}

// Places.

void Lexer::return_to(const Place& place) {
  at_ = place.at;
  line_start_ = place.line_start;
  line_ = place.line;
  shift_ = 0;
}

Lexer::Place Lexer::place_of_line(std::uint32_t line) const {
  Place place{begin_, begin_, 1};
  for (; place.line < line; ++place.line) {
    while (!is_break_or_end(place.at)) ++place.at;
    if (place.at == end_) break;
    place.at += place.at[0] == '\r' && place.at[1] == '\n' ? 2 : 1;
  }
  place.line_start = place.at;
  return place;
}

bool Lexer::at_document_marker() const {
  if (at_ != line_start_ || end_ - at_ < 3) return false;
  const bool is_marker = (at_[0] == '-' && at_[1] == '-' && at_[2] == '-') ||
                         (at_[0] == '.' && at_[1] == '.' && at_[2] == '.');
  return is_marker && is_blank_or_end(at_ + 3);
}

void Lexer::skip_break() {
  at_ += at_[0] == '\r' && at_[1] == '\n' ? 2 : 1;
  line_start_ = at_;
  ++line_;
  shift_ = 0;
}

void Lexer::skip_line() {
  for (; !is_break_or_end(at_); ++at_) {
    if (continues_character(*at_)) ++line_start_;
  }
}

void Lexer::skip_character() {
  for (++at_; continues_character(*at_); ++at_) ++line_start_;
}

// Between tokens.

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

// Single tokens.

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
  if (depth_ == 0) {
    const bool is_marker = at_ == line_start_ &&
                           (*at_ == '%' || *at_ == '`' || *at_ == fence_ || at_document_marker());
    if (is_first && !is_marker && !take_indentation()) return;
    end_blocks(indentation());
  }
  const std::size_t index = tokens_.size();
  const bool is_misplaced = is_first && shift_ != 0;
  fetch_token();
  if (is_misplaced && index < tokens_.size()) tokens_[index].misplaced = true;
}

void Lexer::fetch_token() {
  if (at_ == line_start_) {
    if (*at_ == '%') return fetch_directive();
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
  save_key();
  keys_.emplace_back();
  ++depth_;
  key_allowed_ = true;
  add_token(kind, 1);
}

void Lexer::fetch_closing_bracket(TokenKind kind) {
  remove_key();
  if (depth_ > 0) {
    --depth_;
    keys_.pop_back();
    first_key_ = std::min(first_key_, keys_.size() - 1);
  }
  key_allowed_ = false;
  add_token(kind, 1);
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

void Lexer::fetch_name(TokenKind kind, Fault fault) {
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
    // In a block the rest of the line was meant to be the text.
    if (depth_ == 0) skip_line();
    while (!is_blank_or_end(at_) && !(depth_ > 0 && is_flow_indicator(*at_))) skip_character();
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

// The texts of scalars.

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
  return_to(line_end);
  if (last_kind_ == TokenKind::Value) return;  // the line is the value of the key
  if (fits) {
    wrong_column_ = column;
    right_column_ = blocks_[chosen].column;
  } else {
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
  if (end == QuotedEnd::Quote && (line_ == token.start.line || is_quote_closed_well())) return;
  text_size_ = first_size;
  note(Fault::OpenQuote, token);
  cut_quoted(token, quote, line_end);
  // Where such a text was meant to end is not known.
  if (text_size_ - token.text_begin > max_text) token.damaged = true;
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
