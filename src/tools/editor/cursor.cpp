#include "editor/cursor.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace rigy::tools {
namespace {

// No document has it.
constexpr std::string_view mark_text = "rigy_cursor_mark";

constexpr std::string_view no_word = " \t\r\n[]{},:#\"'";

struct Line {
  std::string_view before;  // the word, from the beginning of its line
  std::string_view after;   // it, up to the end of the line
};

ByteRange range_of(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

Line line_of(std::string_view text, ByteRange word) {
  const std::size_t break_before = text.substr(0, word.begin).find_last_of("\r\n");
  const std::size_t begin = break_before == std::string_view::npos ? 0 : break_before + 1;
  const std::size_t end = std::min(text.find_first_of("\r\n", word.end), text.size());
  return {text.substr(begin, word.begin - begin), text.substr(word.end, end - word.end)};
}

bool is_blank_or_dashes(std::string_view before) {
  return before.find_first_not_of(" -") == std::string_view::npos;
}

bool has_colon(std::string_view after) {
  const std::size_t first = after.find_first_not_of(" \"'");
  return first != std::string_view::npos && after[first] == ':';
}

struct Way {
  std::string_view before;
  std::string_view after;
  bool adds_dash = false;
};

std::vector<Way> ways_to_go_on(const Line& line, const WrittenWord& word) {
  std::vector<Way> ways;
  if (word.has_colon || word.is_in_expression) return {{"", ""}};
  if (is_blank_or_dashes(line.before)) {
    ways.push_back({"", ": 0"});
    if (line.before.find('-') == std::string_view::npos) ways.push_back({"- ", "", true});
  }
  ways.push_back({"", ""});
  return ways;
}

NodeId find_mark(const Tree& tree) {
  for (NodeId node = 0; node < tree.nodes.size(); ++node) {
    if (tree[node].kind == NodeKind::Scalar && tree.text_of(node) == mark_text) return node;
  }
  return no_index;
}

bool has_meaning(const MarkedDocument& marked) {
  if (marked.mark == no_index) return false;
  const Meaning& meaning = marked.meaning();
  return marked.is_key() ? meaning.object != nullptr || meaning.type != nullptr
                         : meaning.type != nullptr;
}

}  // namespace

bool MarkedDocument::is_key() const {
  const Tree& tree = document.tree();
  const NodeId parent = tree[mark].parent;
  return parent != no_index && tree[parent].kind == NodeKind::Mapping && !is_value(tree, mark);
}

namespace {

// Names of params and functions, "$width" and "sqrt".
bool is_in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$';
}

ByteRange name_at(std::string_view text, std::size_t offset) {
  std::size_t begin = offset;
  while (begin > 0 && text[begin - 1] != '$' && is_in_name(text[begin - 1])) --begin;
  if (begin > 0 && text[begin - 1] == '$') --begin;
  std::size_t end = offset;
  while (end < text.size() && text[end] != '$' && is_in_name(text[end])) ++end;
  return range_of(begin, end);
}

// Where an expression without quotes ends. Commas may stand between its parentheses, unless there
// is a bracket before it on the line.
std::size_t size_of_plain(std::string_view before, std::string_view expression) {
  const auto count = [before](char c) { return std::count(before.begin(), before.end(), c); };
  const bool is_between_brackets = count('[') + count('{') > count(']') + count('}');
  int open = 0;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    const bool may_end = open <= 0 || is_between_brackets;
    if (may_end && std::string_view(",]}").find(c) != std::string_view::npos) return i;
    if (c == ' ' && expression.substr(i).starts_with(" #")) return i;
  }
  return expression.size();
}

// The expression around the offset, from its '=' on, in quotes or plain; nothing if there is none.
std::optional<ByteRange> expression_at(std::string_view text, std::size_t offset) {
  const std::string_view before = line_of(text, range_of(offset, offset)).before;
  const std::size_t sign = before.rfind('=');
  if (sign == std::string_view::npos || sign == 0) return std::nullopt;
  const char opening = before[sign - 1];
  const bool is_quoted = opening == '"' || opening == '\'';
  if (!is_quoted && opening != ' ' && opening != '[') return std::nullopt;
  const std::size_t begin = offset - (before.size() - sign);
  const std::size_t line_end = std::min(text.find_first_of("\r\n", offset), text.size());
  const std::string_view expression = text.substr(begin, line_end - begin);
  const std::size_t size = is_quoted ? std::min(expression.find(opening), expression.size())
                                     : size_of_plain(before.substr(0, sign), expression);
  if (begin + size < offset) return std::nullopt;
  return range_of(begin, begin + size);
}

ByteRange plain_word_at(std::string_view text, std::size_t offset) {
  std::size_t begin = offset;
  while (begin > 0 && no_word.find(text[begin - 1]) == std::string_view::npos) --begin;
  // A dash before the word begins a list.
  const std::string_view before = line_of(text, range_of(begin, offset)).before;
  if (begin < offset && text[begin] == '-' && is_blank_or_dashes(before)) begin = offset;
  std::size_t end = offset;
  while (end < text.size() && no_word.find(text[end]) == std::string_view::npos) ++end;
  return range_of(begin, end);
}

}  // namespace

WrittenWord word_at(std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  WrittenWord word;
  if (const auto expression = expression_at(text, offset)) {
    word = {.whole = *expression, .replaced = name_at(text, offset), .is_in_expression = true};
  } else {
    const ByteRange plain = plain_word_at(text, offset);
    word = {.whole = plain, .replaced = plain};
  }
  const Line line = line_of(text, word.whole);
  word.begins_line = is_blank_or_dashes(line.before);
  word.is_in_quotes = line.before.ends_with('"') || line.before.ends_with('\'');
  word.has_colon = !word.is_in_expression && has_colon(line.after);
  return word;
}

std::vector<MarkedDocument> mark_word(const OpenDocument& document, const WrittenWord& word) {
  const std::string_view text = document.text();
  std::vector<MarkedDocument> found;
  for (const Way& way : ways_to_go_on(line_of(text, word.whole), word)) {
    std::string changed(text.substr(0, word.whole.begin));
    changed.append(way.before).append(mark_text).append(way.after);
    changed.append(text.substr(word.whole.end));
    MarkedDocument marked{open_document(document.path, std::move(changed)), no_index,
                          way.adds_dash};
    marked.mark = find_mark(marked.document.tree());
    if (has_meaning(marked)) found.push_back(std::move(marked));
  }
  return found;
}

}  // namespace rigy::tools
