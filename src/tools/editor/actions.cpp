#include "editor/actions.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "edit/edit_nodes.hpp"
#include "editor/refactorings.hpp"

namespace rigy::tools {
namespace {

constexpr Refactoring refactorings[] = {make_param, capsule_along_bone, rest_in_pose,
                                        add_missing_weights};

const Asset* asset_of(const OpenDocument& document, const Analysis* analysis) {
  const bool has_assembly = analysis != nullptr && analysis->assembly != nullptr;
  if (document.root != &document_object || !has_assembly) return nullptr;
  return analysis->assembly->assembly.root();
}

// Whether a line begins inside of a token, such as a text of several lines.
bool is_inside_token(const AuthoredText& authored, std::size_t offset) {
  return std::any_of(authored.pieces.begin(), authored.pieces.end(), [offset](const Piece& piece) {
    const bool is_written = piece.kind == PieceKind::Token || piece.kind == PieceKind::Unread;
    return is_written && piece.begin < offset && offset < piece.begin + piece.size;
  });
}

// The beginning of the line after the one at the offset.
std::size_t next_line(std::string_view text, std::size_t offset) {
  return std::min(text.find('\n', offset), text.size() - 1) + 1;
}

}  // namespace

NodeId ActionContext::around(const Object& object) const {
  for (NodeId at = node; at != no_index; at = tree()[at].parent) {
    const bool is_mapping = tree()[at].kind == NodeKind::Mapping;
    if (is_mapping && document.meanings[at].object == &object) return at;
  }
  return no_index;
}

std::string_view ActionContext::text_in(NodeId mapping, std::string_view field) const {
  const NodeId value = mapping == no_index ? no_index : written_value(tree(), mapping, field);
  if (value == no_index || tree()[value].kind != NodeKind::Scalar) return {};
  return tree().text_of(value);
}

std::vector<EditorAction> refactorings_at(const OpenDocument& document, const Analysis* analysis,
                                          std::size_t offset) {
  std::vector<EditorAction> actions;
  const NodeId node = document.authored.empty() ? no_index : node_at(document.authored, offset);
  if (node == no_index) return actions;
  const ActionContext context{document, analysis, asset_of(document, analysis), node};
  for (const Refactoring refactoring : refactorings) {
    if (std::optional<EditorAction> action = refactoring(context)) {
      actions.push_back(std::move(*action));
    }
  }
  return actions;
}

std::optional<EditorAction> allow_finding(const OpenDocument& document, const Diagnostic& finding) {
  if (!finding.id.starts_with('L') || finding.place.start.line == 0) return std::nullopt;
  const std::string_view text = document.text();
  const std::size_t line = offset_of(document.authored, {finding.place.start.line, 1});
  if (is_inside_token(document.authored, line)) return std::nullopt;
  const std::size_t first = std::min(text.find_first_not_of(' ', line), text.size());
  const std::string comment = fmt::format(
      "{}# rigy-lint: allow {}{}", std::string(first - line, ' '), finding.id, line_break_of(text));
  return EditorAction{
      ActionKind::Allow, fmt::format("Allow {} here", finding.id), {{line, line, comment}}};
}

std::string action_title(const Fix& fix) {
  return fix.safe ? fix.title : fmt::format("{} (unsafe: {})", fix.title, fix.reason);
}

TextEdit lines_between(std::string_view before, std::string_view after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t begin = 0;
  for (std::size_t line = 0; line < shorter;) {
    line = next_line(before, line);
    if (line > shorter || before.substr(begin, line - begin) != after.substr(begin, line - begin)) {
      break;
    }
    begin = line;
  }
  std::size_t same = 0;
  while (same < shorter - begin &&
         before[before.size() - 1 - same] == after[after.size() - 1 - same]) {
    ++same;
  }
  // Back to where a line begins, so that no character is cut in two.
  const std::size_t end = before.size() - same;
  const bool is_line = end == begin || (end > 0 && before[end - 1] == '\n');
  const std::size_t line_end = is_line ? end : next_line(before, end);
  const std::size_t kept = before.size() - line_end;
  return {begin, line_end, std::string(after.substr(begin, after.size() - kept - begin))};
}

}  // namespace rigy::tools
