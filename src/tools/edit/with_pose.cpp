// A pose put into the text of a document, which otherwise stays as it is written.
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "diagnostics/diagnostics.hpp"
#include "edit/find_item.hpp"
#include "expand/yaml_text.hpp"
#include "rigy/edit.hpp"
#include "rigy/posing.hpp"
#include "syntax/parse.hpp"
#include "text/utf8.hpp"
#include "tools_floor.hpp"

namespace rigy {
using namespace tools;
namespace {

std::string id_text(const MadePose& pose) {
  std::string text;
  append_yaml_text(text, pose.id);
  return text;
}

std::string flow_entry(const MadePose& pose) {
  return fmt::format("{{id: {}, bones: {{{}}}}}", id_text(pose), fmt::join(pose.bones, ", "));
}

// Its lines as an element of a list, after the dash.
std::vector<std::string> block_entry(const MadePose& pose) {
  std::vector<std::string> lines{fmt::format("id: {}", id_text(pose)), "bones:"};
  for (const std::string& bone : pose.bones) lines.push_back("  " + bone);
  return lines;
}

// Bone by bone, so that comments in the entry stay.
std::optional<std::string> with_bones(std::string text, const std::string& path,
                                      const MadePose& pose) {
  for (const std::string& bone : pose.bones) {
    const std::size_t value = bone.find(": {") + 2;
    const std::string field = fmt::format("{}.bones.{}", path, bone.substr(0, value - 2));
    const std::optional<TextEdits> edits = set_value(text, field, {bone.substr(value)});
    std::optional<std::string> next = edits ? apply_edits(text, *edits) : std::nullopt;
    if (!next) return {};
    text = std::move(*next);
  }
  return text;
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
  if (!tree || diagnostics.has_errors() || !is_valid_utf8(text)) return {};
  const std::string old = find_item(text, "poses", "id", pose.id);
  if (!old.empty()) return with_bones(std::string(text), old, pose);
  const std::optional<TextEdits> edits =
      insert_item(text, "poses", {flow_entry(pose), block_entry(pose)});
  return edits ? apply_edits(text, *edits) : std::nullopt;
}

}  // namespace rigy
