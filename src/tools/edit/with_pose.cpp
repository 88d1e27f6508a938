// A pose put into the text of a document, which otherwise stays as it is written.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "diagnostics/diagnostics.hpp"
#include "expand/yaml_text.hpp"
#include "rigy/posing.hpp"
#include "syntax/parse.hpp"
#include "text/lines.hpp"
#include "text/utf8.hpp"
#include "tools_floor.hpp"

namespace rigy {
using namespace tools;
namespace {

constexpr std::size_t usual_indent = 2;

std::string id_text(const MadePose& pose) {
  std::string text;
  append_yaml_text(text, pose.id);
  return text;
}

std::string flow_entry(const MadePose& pose) {
  return fmt::format("{{id: {}, bones: {{{}}}}}", id_text(pose), fmt::join(pose.bones, ", "));
}

// Where a position lies in the text.
std::size_t offset_of(std::string_view text, const Position& position) {
  LineIndex lines(text);
  const std::string_view line = lines.line(position.line);
  if (line.data() == nullptr) return text.size();
  std::size_t at = static_cast<std::size_t>(line.data() - text.data());
  for (std::uint32_t column = 1; column < position.column && at < text.size(); ++at) {
    // The bytes after the first of a code point continue it.
    const bool is_last =
        at + 1 == text.size() || (static_cast<unsigned char>(text[at + 1]) & 0xc0) != 0x80;
    if (is_last) ++column;
  }
  return at;
}

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

// The lines of an entry, broken as the rest of the text is, each break before its line.
std::string lines_after(std::string_view text, std::string_view entry) {
  std::string out;
  while (!entry.empty()) {
    const std::size_t end = std::min(entry.find('\n'), entry.size());
    out.append(break_of(text)).append(entry.substr(0, end));
    entry.remove_prefix(std::min(end + 1, entry.size()));
  }
  return out;
}

std::string with_insertion(std::string_view text, std::size_t begin, std::size_t end,
                           std::string_view insertion) {
  return std::string(text.substr(0, begin)).append(insertion).append(text.substr(end));
}

std::string with_new_list(std::string_view text, const Tree& tree, const MadePose& pose) {
  const std::size_t indent = tree[0].start.column - 1;
  const std::size_t at = text.find_last_not_of(" \t\r\n") + 1;
  const std::string list = fmt::format("\n{}poses:\n{}", std::string(indent, ' '),
                                       pose_entry(pose, indent + usual_indent));
  std::string out = with_insertion(text, at, at, lines_after(text, list));
  if (at == text.size()) out += break_of(text);
  return out;
}

std::string in_flow_list(std::string_view text, std::size_t begin, std::size_t end, bool is_empty,
                         const MadePose& pose) {
  const std::size_t last = text.find_last_not_of(" \t\r\n", end - 2);
  const bool needs_comma = !is_empty && last > begin && text[last] != ',';
  return with_insertion(text, end - 1, end - 1, (needs_comma ? ", " : "") + flow_entry(pose));
}

}  // namespace

std::string pose_entry(const MadePose& pose, std::size_t indent) {
  const std::string margin(indent, ' ');
  std::string text = fmt::format("{}- id: {}\n{}  bones:\n", margin, id_text(pose), margin);
  for (const std::string& bone : pose.bones) text += fmt::format("{}    {}\n", margin, bone);
  return text;
}

std::optional<std::string> with_pose(std::string_view text, const MadePose& pose) {
  Source source;
  source.text = text;
  Diagnostics diagnostics;
  const std::optional<Tree> tree = parse_yaml(source, 0, diagnostics);
  if (!tree || tree->nodes[0].kind != NodeKind::Mapping || !is_valid_utf8(text)) return {};
  if (text[offset_of(text, tree->nodes[0].start)] == '{') return {};
  const NodeId poses = find_value(*tree, 0, "poses");
  if (poses == no_index) return with_new_list(text, *tree, pose);
  const Node& list = (*tree)[poses];
  const std::size_t begin = offset_of(text, list.start);
  const std::size_t end = offset_of(text, list.end);
  if (list.kind == NodeKind::Scalar) {
    const std::size_t indent = tree->nodes[0].start.column - 1 + usual_indent;
    std::string entry = lines_after(text, pose_entry(pose, indent));
    return with_insertion(text, begin, end, entry);
  }
  if (list.kind != NodeKind::Sequence) return {};
  if (text[begin] == '[') return in_flow_list(text, begin, end, list.size == 0, pose);
  // A comment may follow on the last line.
  const std::size_t at =
      std::min(text.find_first_of("\r\n", end_of_content(text, end)), text.size());
  return with_insertion(text, at, at, lines_after(text, pose_entry(pose, list.start.column - 1)));
}

}  // namespace rigy
