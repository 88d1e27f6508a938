// A pose that places every bone.
#include "edit/rest_in_pose.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "editor/refactorings.hpp"

namespace rigy::tools {
namespace {

// Translations for the entries that have none: without one, a bone moves to the origin.
TextEdits place_entries(const ActionContext& context, NodeId entries,
                        const std::vector<const Bone*>& bones) {
  TextEdits all;
  const Tree& tree = context.tree();
  for (const Bone* bone : bones) {
    const NodeId entry = written_value(tree, entries, bone->id.value);
    const bool is_mapping = entry != no_index && tree[entry].kind == NodeKind::Mapping;
    if (!is_mapping || written_value(tree, entry, "translation") != no_index) continue;
    const auto edits = insert_pair(context.authored(), entry, "translation", {rest_text(*bone)});
    if (edits) all.insert(all.end(), edits->begin(), edits->end());
  }
  return all;
}

// The field with all bones, for a pose without it.
NewValue all_entries(const std::vector<const Bone*>& bones) {
  NewValue value;
  for (const NewPair& pair : rest_entries(bones)) {
    value.block.push_back(fmt::format("{}: {}", text_value(pair.key).flow, pair.value));
  }
  value.flow = fmt::format("{{{}}}", fmt::join(value.block, ", "));
  return value;
}

}  // namespace

std::optional<EditorAction> rest_in_pose(const ActionContext& context) {
  const NodeId pose = context.around(pose_object);
  if (pose == no_index || context.asset == nullptr) return std::nullopt;
  const Tree& tree = context.tree();
  const std::vector<const Bone*> bones = bound_bones(context.asset->document);
  const NodeId entries = written_value(tree, pose, "bones");
  std::optional<TextEdits> edits;
  if (entries == no_index) {
    if (!bones.empty()) edits = insert_pair(context.authored(), pose, "bones", all_entries(bones));
  } else if (tree[entries].kind == NodeKind::Mapping) {
    edits = insert_pairs(context.authored(), entries,
                         rest_entries(omitted_bones(tree, entries, bones)));
    const TextEdits placed = place_entries(context, entries, bones);
    if (edits) edits->insert(edits->begin(), placed.begin(), placed.end());
  }
  if (!edits || edits->empty()) return std::nullopt;
  return EditorAction{ActionKind::Rewrite, "Give every bone its rest in this pose",
                      std::move(*edits)};
}

}  // namespace rigy::tools
