#include "editor/cursor.hpp"

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

std::vector<Way> ways_to_go_on(const Line& line) {
  std::vector<Way> ways;
  if (has_colon(line.after)) return {{"", ""}};
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

ByteRange word_at(std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  std::size_t begin = offset;
  while (begin > 0 && no_word.find(text[begin - 1]) == std::string_view::npos) --begin;
  // A dash before the word begins a list.
  const std::string_view before =
      line_of(text, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(offset)}).before;
  if (begin < offset && text[begin] == '-' && is_blank_or_dashes(before)) begin = offset;
  std::size_t end = offset;
  while (end < text.size() && no_word.find(text[end]) == std::string_view::npos) ++end;
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

std::vector<MarkedDocument> mark_word(const OpenDocument& document, ByteRange word) {
  const std::string_view text = document.text();
  std::vector<MarkedDocument> found;
  for (const Way& way : ways_to_go_on(line_of(text, word))) {
    std::string changed(text.substr(0, word.begin));
    changed.append(way.before).append(mark_text).append(way.after);
    changed.append(text.substr(word.end));
    MarkedDocument marked{open_document(document.path, std::move(changed)), no_index,
                          way.adds_dash};
    marked.mark = find_mark(marked.document.tree());
    if (has_meaning(marked)) found.push_back(std::move(marked));
  }
  return found;
}

}  // namespace rigy::tools
