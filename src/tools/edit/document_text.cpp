#include "edit/document_text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "diagnostics/diagnostics.hpp"
#include "syntax/parse.hpp"
#include "text/lines.hpp"
#include "text/utf8.hpp"

namespace rigy::tools {
namespace {

constexpr std::size_t usual_indent = 2;

// The end of the last line before `end` that is neither empty nor a comment.
std::size_t end_of_content(std::string_view text, std::size_t end) {
  while (end > 0) {
    const std::size_t last = text.find_last_not_of("\r\n", end - 1);
    if (last == std::string_view::npos) return 0;
    const std::size_t start = text.find_last_of("\r\n", last) + 1;
    const std::size_t first = text.find_first_not_of(" \t", start);
    if (first <= last && text[first] != '#') return last + 1;
    end = start;
  }
  return 0;
}

std::string_view break_of(std::string_view text) {
  return text.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
}

// The lines, broken as the rest of the text is, each break before its line.
std::string lines_after(std::string_view text, std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    out.append(break_of(text)).append(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return out;
}

bool is_flow(char first) { return first == '[' || first == '{'; }

}  // namespace

std::string indented(std::string_view lines, std::size_t indent) {
  const std::string margin(indent, ' ');
  std::string out;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    out.append(margin).append(lines.substr(0, end)).append("\n");
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return out;
}

std::optional<DocumentText> DocumentText::read(std::string text) {
  DocumentText document;
  document.text_ = std::move(text);
  Source source;
  source.text = document.text_;
  Diagnostics diagnostics;
  std::optional<Tree> tree = parse_yaml(source, 0, diagnostics);
  if (!tree || diagnostics.has_errors()) return {};
  document.tree_ = std::move(*tree);
  const Node& root = document.tree_[0];
  if (root.kind != NodeKind::Mapping || !is_valid_utf8(document.text_)) return {};
  if (document.text_[document.offset_of(root.start)] == '{') return {};
  return document;
}

NodeId DocumentText::item_with(NodeId mapping, std::string_view list, std::string_view key,
                               std::string_view value) const {
  const NodeId items = find_value(tree_, mapping, list);
  if (items == no_index || tree_[items].kind != NodeKind::Sequence) return no_index;
  for (NodeId item = items + 1; item < tree_[items].after; item = tree_[item].after) {
    const NodeId own = tree_.resolve(item);
    if (tree_[own].kind != NodeKind::Mapping) continue;
    const NodeId found = find_value(tree_, own, key);
    if (found == no_index || tree_[found].kind != NodeKind::Scalar) continue;
    if (tree_.text_of(found) == value) return own;
  }
  return no_index;
}

std::optional<std::string> DocumentText::with_item(NodeId mapping, std::string_view list,
                                                   const ListItem& item) const {
  const NodeId items = find_value(tree_, mapping, list);
  if (items == no_index) return with_new_list(mapping, list, item);
  const Node& node = tree_[items];
  const std::size_t begin = offset_of(node.start);
  if (node.kind == NodeKind::Scalar) {
    const std::size_t indent = tree_[mapping].start.column - 1 + usual_indent;
    return with(begin, offset_of(node.end), lines_after(text_, indented(item.block, indent)));
  }
  if (node.kind != NodeKind::Sequence) return {};
  if (text_[begin] == '[') return in_flow(items, item.flow);
  const std::string lines = indented(item.block, node.start.column - 1);
  const std::size_t at = end_of(items);
  return with(at, at, lines_after(text_, lines));
}

std::optional<std::string> DocumentText::without_item(NodeId item) const {
  const NodeId list = tree_[item].parent;
  if (tree_[list].size == 1) {
    if (!is_value(tree_, list) || text_[offset_of(tree_[tree_[list].parent].start)] == '{') {
      return {};
    }
    return without_lines(list - 1, list);
  }
  if (text_[offset_of(tree_[list].start)] == '[') return without_flow_item(item);
  return without_lines(item, item);
}

std::string DocumentText::with_value(NodeId node, std::string_view flow) const {
  const std::size_t begin = offset_of(tree_[node].start);
  const bool is_block = tree_[node].kind != NodeKind::Scalar && !is_flow(text_[begin]);
  return with(begin, is_block ? end_of(node) : offset_of(tree_[node].end), flow);
}

// Columns count code points.
std::size_t DocumentText::offset_of(const Position& position) const {
  LineIndex lines(text_);
  const std::string_view line = lines.line(position.line);
  if (line.data() == nullptr) return text_.size();
  std::size_t at = static_cast<std::size_t>(line.data() - text_.data());
  for (std::uint32_t column = 1; column < position.column && at < text_.size(); ++at) {
    // The bytes after the first of a code point continue it.
    const bool is_last =
        at + 1 == text_.size() || (static_cast<unsigned char>(text_[at + 1]) & 0xc0) != 0x80;
    if (is_last) ++column;
  }
  return at;
}

// Of a collection in block style: the end of its last line, on which a comment may follow.
std::size_t DocumentText::end_of(NodeId node) const {
  const std::size_t content = end_of_content(text_, offset_of(tree_[node].end));
  return std::min(text_.find_first_of("\r\n", content), text_.size());
}

// The lines from one node to the end of another, if nothing but a dash stands before them.
std::optional<std::string> DocumentText::without_lines(NodeId first, NodeId last) const {
  const std::size_t from = offset_of(tree_[first].start);
  const std::size_t line = text_.find_last_of("\r\n", from) + 1;
  const std::string_view before = std::string_view(text_).substr(line, from - line);
  const bool is_item = first == last;
  if (before.find_first_not_of(is_item ? " -" : " ") != std::string_view::npos) return {};
  if (std::count(before.begin(), before.end(), '-') != (is_item ? 1 : 0)) return {};
  const std::size_t rest = text_.find('\n', end_of(last));
  return with(line, rest == std::string::npos ? text_.size() : rest + 1, "");
}

std::string DocumentText::without_flow_item(NodeId item) const {
  const NodeId list = tree_[item].parent;
  const NodeId next = tree_[item].after;
  const std::size_t begin = offset_of(tree_[item].start);
  if (next < tree_[list].after) return with(begin, offset_of(tree_[next].start), "");
  const std::size_t comma = text_.rfind(',', begin);
  return with(comma, offset_of(tree_[item].end), "");
}

std::string DocumentText::with(std::size_t begin, std::size_t end,
                               std::string_view insertion) const {
  return text_.substr(0, begin).append(insertion).append(text_.substr(end));
}

std::string DocumentText::with_new_list(NodeId mapping, std::string_view list,
                                        const ListItem& item) const {
  const std::size_t begin = offset_of(tree_[mapping].start);
  if (text_[begin] == '{') return in_flow(mapping, fmt::format("{}: [{}]", list, item.flow));
  const bool is_root = mapping == 0;
  const std::size_t indent = tree_[mapping].start.column - 1;
  const std::string lines =
      fmt::format("{}{}{}:\n{}", is_root ? "\n" : "", std::string(indent, ' '), list,
                  indented(item.block, indent + usual_indent));
  const std::size_t at = is_root ? text_.find_last_not_of(" \t\r\n") + 1 : end_of(mapping);
  std::string out = with(at, at, lines_after(text_, lines));
  if (is_root && at == text_.size()) out += break_of(text_);
  return out;
}

// The collection in flow style with one more piece at its end.
std::string DocumentText::in_flow(NodeId node, std::string_view piece) const {
  const std::size_t begin = offset_of(tree_[node].start);
  const std::size_t end = offset_of(tree_[node].end);
  const std::size_t last = text_.find_last_not_of(" \t\r\n", end - 2);
  const bool needs_comma = tree_[node].size > 0 && last > begin && text_[last] != ',';
  return with(end - 1, end - 1, fmt::format("{}{}", needs_comma ? ", " : "", piece));
}

}  // namespace rigy::tools
