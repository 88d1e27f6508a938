#include "canonical/plan.hpp"

#include <numeric>
#include <utility>

#include "analyze/writable.hpp"
#include "canonical/container.hpp"
#include "canonical/size.hpp"
#include "common/limits.hpp"
#include "scene/bound.hpp"
#include "scene/count.hpp"

namespace rigy::outputs {
namespace {

BoneTree tree_of(const Armature& armature) {
  BoneTree tree;
  const std::size_t count = armature.bones.size();
  tree.first_child.assign(count + 1, 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Bone& bone = armature.bones[i];
    if (bone.is_root()) {
      tree.roots.push_back(i);
    } else {
      ++tree.first_child[bone.parent.index + 1];
    }
  }
  std::partial_sum(tree.first_child.begin(), tree.first_child.end(), tree.first_child.begin());
  tree.children.resize(count - tree.roots.size());
  std::vector<std::uint32_t> next = tree.first_child;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Bone& bone = armature.bones[i];
    if (!bone.is_root()) tree.children[next[bone.parent.index]++] = i;
  }
  return tree;
}

bool is_bound(const SceneNode& node) { return node.armature != no_index; }

// Whether it has a node of its own in the file.
bool is_written(const SceneNode& node) {
  return node.kind == SceneNodeKind::Group || node.stored != no_index;
}

// A tree of more nodes is worth the time of knowing, before it is built, that it is not too large.
constexpr std::uint64_t small_tree = 65'536;

bool fits_in_file(const SceneSize& size, Diagnostics& diagnostics) {
  return fits_output(least_json_size(size), binary_size(size), diagnostics);
}

}  // namespace

bool fits_output(std::uint64_t text, std::uint64_t binary, Diagnostics& diagnostics) {
  if (text <= max_output_size && glb_size(text, binary) <= max_output_size) return true;
  report_too_large(diagnostics, "4 GiB - 1 byte");
  return false;
}

std::optional<PlannedScene> plan_scene(const AnalyzedAssembly& analyzed,
                                       const SceneOptions& options, Diagnostics& diagnostics) {
  const SceneCount count = count_scene(analyzed.assembly, analyzed.placements);
  if (!fits_node_limit(count.nodes, diagnostics)) return std::nullopt;
  if (!fits_output(least_bones_size(count.bones), 0, diagnostics)) return std::nullopt;
  if (count.nodes > small_tree &&
      !fits_in_file(least_scene_size(analyzed.assembly, analyzed.placements, options),
                    diagnostics)) {
    return std::nullopt;
  }
  SceneOptions limited = options;
  limited.anchors = options.anchors && count.anchors <= max_output_nodes;
  PlannedScene planned;
  planned.scene = build_scene(analyzed.assembly, analyzed.placements, limited);
  planned.materials = name_materials(planned.scene);
  planned.size = measure_scene(planned.scene, planned.materials);
  planned.anchors = count.anchors;
  if (!fits_in_file(planned.size, diagnostics)) return std::nullopt;
  return planned;
}

NodeNumbers::NodeNumbers(const Scene& scene) : scene_(scene) {
  std::uint32_t next = 0;
  numbers_.reserve(scene.nodes.size());
  for (const SceneNode& node : scene.nodes) {
    numbers_.push_back(next);
    if (is_written(node)) ++next;
    if (!is_bound(node)) continue;
    const Armature& armature = scene.armature_of(node);
    const auto [tree, is_new] = trees_.try_emplace(&armature);
    if (is_new) tree->second = tree_of(armature);
    if (tree->second.roots.size() > 1) ++next;
    next += static_cast<std::uint32_t>(armature.bones.size());
  }
}

BoneNumbers NodeNumbers::bones_of(std::uint32_t mesh) const {
  const SceneNode& node = scene_.nodes[mesh];
  const BoneTree& tree = trees_.at(&scene_.armature_of(node));
  BoneNumbers bones{&tree, numbers_[mesh] + (is_written(node) ? 1 : 0), 0};
  if (bones.has_common_root()) {
    bones.skeleton = bones.first++;
  } else {
    bones.skeleton = bones.first + tree.roots.front();
  }
  return bones;
}

std::vector<std::uint32_t> NodeNumbers::children_of(std::uint32_t group) const {
  std::vector<std::uint32_t> children;
  visit_children(scene_, group, [&](std::uint32_t child) {
    const SceneNode& node = scene_.nodes[child];
    if (is_written(node)) children.push_back(of(child));
    if (is_bound(node)) children.push_back(bones_of(child).skeleton);
  });
  return children;
}

}  // namespace rigy::outputs
