#include "syntax/simple_reader.hpp"

#include <array>
#include <cstring>

#include "common/limits.hpp"
#include "syntax/duplicate_keys.hpp"
#include "syntax/scalar.hpp"

namespace rigy::language {
namespace {

enum CharClass : std::uint8_t {
  BeginsPlain = 1,  // and nothing else
  InWord = 2,       // never ends a plain scalar, not even between brackets
};

constexpr auto char_classes = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t c = '!'; c < 0x7f; ++c) table[c] = BeginsPlain | InWord;
  for (std::size_t c = 0x80; c < 0x100; ++c) table[c] = BeginsPlain | InWord;
  for (const char c : std::string_view("#,[]{}:")) table[static_cast<unsigned char>(c)] = 0;
  for (const char c : std::string_view("-?!&*|>'\"%@`")) {
    table[static_cast<unsigned char>(c)] = InWord;
  }
  return table;
}();

bool is(char c, CharClass wanted) {
  return (char_classes[static_cast<unsigned char>(c)] & wanted) != 0;
}

// A carriage return is the first half of a line break.
bool ends_line(char c) { return c == '\n' || c == '\r' || c == '\0'; }
bool is_blank_or_end(char c) { return c == ' ' || ends_line(c); }
bool ends_item(char c) { return c == ',' || c == ']' || c == '}'; }

bool begins_plain(const char* at) {
  return is(*at, BeginsPlain) || (*at == '-' && is(at[1], InWord));
}

char lower(char c) { return static_cast<char>(c | 0x20); }

// Whether a plain text is neither null nor a boolean nor a number. Most begin with a letter, and
// not as "null", "true" and "false" do.
bool is_text(std::string_view text) {
  const char first = lower(text[0]);
  if (first >= 'a' && first <= 'z') {
    if (text.size() != 4 && text.size() != 5) return true;
    const char second = lower(text[1]);
    const bool is_like_word = (first == 'n' && second == 'u') || (first == 't' && second == 'r') ||
                              (first == 'f' && second == 'a');
    if (!is_like_word) return true;
  }
  return scalar_type(text, true) == ScalarType::String;
}

}  // namespace

SimpleReader::SimpleReader(std::string_view text, bool is_ascii, std::size_t nesting,
                           std::size_t max_nodes)
    : text_(text),
      is_ascii_(is_ascii),
      at_(text.data()),
      line_start_(at_),
      end_(at_ + text.size()),
      nesting_(nesting),
      max_nodes_(max_nodes) {
  // A node takes at least two characters of text, on average about eight.
  tree_.nodes.reserve(text.size() / 8 + 16);
  levels_.reserve(nesting);
  // Scalars are as they are written.
  tree_.text.assign(text_.begin(), text_.end());
}

std::optional<Tree> SimpleReader::read() {
  const std::int32_t column = next_column();
  if (column < 0) return std::nullopt;
  if (*at_ == '[' || *at_ == '{') {
    if (!read_flow() || next_column() != ended) return std::nullopt;
  } else {
    const bool is_list = is_item(at_);
    if (!is_list && !is_key(at_)) return std::nullopt;
    if (!open(is_list ? Kind::BlockList : Kind::BlockMapping, at_, column)) return std::nullopt;
    if (!read_blocks(column)) return std::nullopt;
  }
  tree_.expanded = tree_.nodes.size();
  return std::move(tree_);
}

// Nodes.

// Made in its place: a copy of a node would cost as much as reading it.
inline Node& SimpleReader::add(NodeKind kind, const char* at, bool is_key) {
  const auto id = static_cast<NodeId>(tree_.nodes.size());
  Node& node = tree_.nodes.emplace_back();
  node.start = position(at);
  node.kind = kind;
  node.after = id + 1;
  if (levels_.empty()) return node;
  node.parent = levels_.back().node;
  Node& parent = tree_.nodes[node.parent];
  node.index = parent.size;
  if (!is_key) ++parent.size;
  return node;
}

// Columns count characters: the other bytes of this line do not count.
inline void SimpleReader::skip_columns(const char* begin, const char* end) {
  if (is_ascii_) return;
  for (; begin < end; ++begin) {
    if ((static_cast<unsigned char>(*begin) & 0xc0) == 0x80) ++line_start_;
  }
}

inline bool SimpleReader::set_text(Node& node, const char* begin, const char* end) {
  node.text_begin = static_cast<std::uint32_t>(begin - text_.data());
  node.text_size = static_cast<std::uint32_t>(end - begin);
  return node.text_size <= max_text && tree_.nodes.size() <= max_nodes_;
}

inline bool SimpleReader::add_plain(const char* begin, const char* end) {
  Node& node = add(NodeKind::Scalar, begin);
  node.plain = true;
  skip_columns(begin, end);
  node.end = last_end_ = position(end);
  return set_text(node, begin, end);
}

inline bool SimpleReader::add_quoted(const char* begin, const char* end) {
  Node& node = add(NodeKind::Scalar, begin - 1);
  skip_columns(begin, end);
  node.end = last_end_ = position(end + 1);
  return set_text(node, begin, end);
}

inline bool SimpleReader::add_key(const char* begin, const char* end, bool plain) {
  const std::ptrdiff_t quote = plain ? 0 : 1;
  Node& node = add(NodeKind::Scalar, begin - quote, true);
  node.plain = plain;
  skip_columns(begin, end);
  node.end = last_end_ = position(end + quote);
  Level& level = levels_.back();
  const auto size = static_cast<std::size_t>(end - begin);
  // Different bits for most keys that differ: the others are compared at the end of the mapping.
  const auto letter = [begin](std::size_t at) -> std::size_t {
    return static_cast<unsigned char>(begin[at]);
  };
  const std::size_t mixed =
      size == 0 ? 0 : size * 5 + letter(0) * 3 + letter(size - 1) * 7 + letter(size / 2);
  const std::uint64_t bit = std::uint64_t{1} << (mixed & 63);
  level.may_repeat = level.may_repeat || (level.keys & bit) != 0;
  level.keys |= bit;
  if (plain && !is_text({begin, size})) return false;
  return set_text(node, begin, end);
}

bool SimpleReader::open(Kind kind, const char* at, std::int32_t column) {
  if (levels_.size() >= nesting_ || tree_.nodes.size() >= max_nodes_) return false;
  const bool is_mapping = kind == Kind::BlockMapping || kind == Kind::Mapping;
  const auto id = static_cast<NodeId>(tree_.nodes.size());
  add(is_mapping ? NodeKind::Mapping : NodeKind::Sequence, at);
  levels_.push_back({id, column, kind, false, 0});
  return true;
}

inline void SimpleReader::close(Position end) {
  const Level& level = levels_.back();
  Node& node = tree_.nodes[level.node];
  node.after = static_cast<NodeId>(tree_.nodes.size());
  node.end = last_end_ = end;
  if (level.may_repeat) find_duplicate_keys(tree_, level.node);
  levels_.pop_back();
}

// Lines.

// Eight at a time: half of a document may be indentation.
inline void SimpleReader::skip_spaces() {
  constexpr std::uint64_t spaces = 0x2020202020202020u;
  while (end_ - at_ >= 8) {
    std::uint64_t chunk = 0;
    std::memcpy(&chunk, at_, 8);
    if (chunk != spaces) break;
    at_ += 8;
  }
  while (*at_ == ' ') ++at_;
}

// Moves to the next text, over blanks, comments and line breaks; its column.
inline std::int32_t SimpleReader::next_column() {
  for (;;) {
    skip_spaces();
    if (*at_ == '\r') ++at_;
    if (*at_ == '\n') {
      line_start_ = ++at_;
      ++line_;
    } else if (*at_ == '#') {
      while (!ends_line(*at_)) ++at_;
    } else {
      return *at_ == '\0' ? ended : static_cast<std::int32_t>(at_ - line_start_);
    }
  }
}

const char* SimpleReader::end_of_quoted(const char* at) {
  const char quote = *at++;
  while (*at != quote && *at != '\\' && !ends_line(*at)) ++at;
  // Backslashes mean nothing in single quotes, where two quotes stand for one.
  const bool is_end = *at == quote && !(quote == '\'' && at[1] == quote);
  return is_end ? at : nullptr;
}

// Whether "key:" is written there.
bool SimpleReader::is_key(const char* at) {
  const char* end = at;
  if (*at == '"' || *at == '\'') {
    end = end_of_quoted(at);
    if (end == nullptr) return false;
    ++end;
  } else {
    if (!begins_plain(at)) return false;
    while (is(*end, InWord)) ++end;
  }
  if (*end != ':' || !is_blank_or_end(end[1])) return false;
  known_key_ = at;
  known_key_end_ = end;
  return true;
}

// Blocks.

bool SimpleReader::read_blocks(std::int32_t column) {
  while (column >= 0) {
    while (column < levels_.back().column ||
           (levels_.back().kind == Kind::IndentlessList && !is_item(at_))) {
      close(last_end_);
      if (levels_.empty()) return false;
    }
    const Level& level = levels_.back();
    const bool is_mapping = level.kind == Kind::BlockMapping;
    if (column != level.column || (!is_mapping && !is_item(at_))) return false;
    column = is_mapping ? read_pair() : read_item();
  }
  if (column != ended) return false;
  while (!levels_.empty()) close(last_end_);
  return true;
}

bool SimpleReader::read_key() {
  const bool plain = *at_ != '"' && *at_ != '\'';
  const char* const begin = plain ? at_ : at_ + 1;
  const char* end = begin;
  if (at_ == known_key_) {
    at_ = known_key_end_;
    end = plain ? at_ : at_ - 1;
  } else if (plain) {
    if (!begins_plain(at_)) return false;
    while (is(*end, InWord)) ++end;
    at_ = end;
  } else {
    end = end_of_quoted(at_);
    if (end == nullptr) return false;
    at_ = end + 1;
  }
  return *at_ == ':' && add_key(begin, end, plain);
}

std::int32_t SimpleReader::read_pair() {
  const std::int32_t column = levels_.back().column;
  if (!read_key() || !is_blank_or_end(at_[1])) return failed;
  const Position after = position(++at_);
  const char* const colon = at_;
  while (*at_ == ' ') ++at_;
  if (ends_line(*at_) || (*at_ == '#' && at_ > colon)) return read_nested(after, column);
  return read_value(column);
}

// The value of a key that is not on its line.
std::int32_t SimpleReader::read_nested(Position after, std::int32_t column) {
  const std::int32_t next = next_column();
  const bool starts_list = next >= column && is_item(at_);
  if (starts_list) {
    const Kind kind = next == column ? Kind::IndentlessList : Kind::BlockList;
    return open(kind, at_, next) ? next : failed;
  }
  if (next > column) {
    return is_key(at_) && open(Kind::BlockMapping, at_, next) ? next : failed;
  }
  Node& node = add(NodeKind::Scalar, line_start_);
  node.start = node.end = last_end_ = after;
  node.plain = true;
  return tree_.nodes.size() <= max_nodes_ ? next : failed;
}

std::int32_t SimpleReader::read_item() {
  const std::int32_t list = levels_.back().column;
  ++at_;
  while (*at_ == ' ') ++at_;
  const bool is_list = is_item(at_);
  if (!is_list && !is_key(at_)) return ends_line(*at_) || *at_ == '#' ? failed : read_value(list);
  const auto column = static_cast<std::int32_t>(at_ - line_start_);
  return open(is_list ? Kind::BlockList : Kind::BlockMapping, at_, column) ? column : failed;
}

// A value on the line of its key or item, in a block of that column; the column of the next text.
std::int32_t SimpleReader::read_value(std::int32_t column) {
  const bool is_read = *at_ == '[' || *at_ == '{'    ? read_flow()
                       : *at_ == '"' || *at_ == '\'' ? read_quoted()
                                                     : read_plain();
  if (!is_read) return failed;
  const std::uint32_t line = line_;
  const std::int32_t next = next_column();
  // Text that is indented further would be a part of it, or is a mistake.
  return next <= column && line < line_ ? next : next == ended ? ended : failed;
}

bool SimpleReader::read_quoted() {
  const char* const end = end_of_quoted(at_);
  if (end == nullptr) return false;
  const char* const begin = at_ + 1;
  at_ = end + 1;
  return add_quoted(begin, end);
}

bool SimpleReader::read_plain() {
  if (!begins_plain(at_)) return false;
  const char* const begin = at_;
  const char* end = at_;
  for (;;) {
    while (is(*at_, InWord)) ++at_;
    end = at_;
    if (*at_ == ' ') {
      while (*at_ == ' ') ++at_;
      if (*at_ == '#' || ends_line(*at_)) break;
      if (*at_ == ':' && is_blank_or_end(at_[1])) return false;
    } else if (ends_line(*at_)) {
      break;
    } else if (*at_ == ':' && is_blank_or_end(at_[1])) {
      return false;
    } else {
      ++at_;
    }
  }
  return add_plain(begin, end);
}

// Brackets.

inline void SimpleReader::skip_flow_space() {
  while (*at_ == ' ' || *at_ == '\n' || *at_ == '\r') {
    if (*at_++ != '\n') continue;
    line_start_ = at_;
    ++line_;
    skip_spaces();
  }
}

inline bool SimpleReader::open_flow() {
  const Kind kind = *at_ == '[' ? Kind::List : Kind::Mapping;
  if (!open(kind, at_, 0)) return false;
  ++at_;
  return true;
}

bool SimpleReader::read_flow() {
  const std::size_t outside = levels_.size();
  if (!open_flow()) return false;
  for (bool may_begin = true;;) {
    skip_flow_space();
    const bool is_list = levels_.back().kind == Kind::List;
    if (*at_ == (is_list ? ']' : '}')) {
      close(position(++at_));
      if (levels_.size() == outside) return true;
      may_begin = false;
      continue;
    }
    if (!may_begin) {
      if (*at_ != ',') return false;
      ++at_;
      may_begin = true;
      continue;
    }
    if (!is_list && !read_flow_key()) return false;
    if (*at_ == '[' || *at_ == '{') {
      if (!open_flow()) return false;
      continue;
    }
    if (!read_flow_value()) return false;
    may_begin = false;
  }
}

bool SimpleReader::read_flow_key() {
  const bool plain = *at_ != '"' && *at_ != '\'';
  if (!read_key()) return false;
  if (plain && !is_blank_or_end(at_[1])) return false;
  ++at_;
  skip_flow_space();
  return true;
}

bool SimpleReader::read_flow_value() {
  return *at_ == '"' || *at_ == '\'' ? read_quoted() : read_flow_plain();
}

bool SimpleReader::read_flow_plain() {
  // At the start of a line it may be the mark between two documents.
  const bool may_be_mark = at_ == line_start_ && (*at_ == '-' || *at_ == '.');
  if (!begins_plain(at_) || may_be_mark) return false;
  const char* const begin = at_;
  const char* end = at_;
  for (;;) {
    while (is(*at_, InWord)) ++at_;
    end = at_;
    while (*at_ == ' ') ++at_;
    if (ends_item(*at_)) break;
    if (*at_ == '\n' || *at_ == '\r') {
      if (!add_plain(begin, end)) return false;
      // Any other text would be a part of it.
      skip_flow_space();
      return ends_item(*at_);
    }
    if (*at_ == ':' && is(at_[1], InWord) && at_[1] != '?') {
      ++at_;
    } else if (at_ == end || !is(*at_, InWord)) {
      return false;
    }
  }
  return add_plain(begin, end);
}

}  // namespace rigy::language
