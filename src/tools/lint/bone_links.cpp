#include "lint/bone_links.hpp"

#include <algorithm>

namespace rigy::tools {
namespace {

std::vector<std::vector<std::uint32_t>> neighbors_of(const ShownArmature& armature) {
  std::vector<std::vector<std::uint32_t>> neighbors(armature.bones.size());
  for (std::uint32_t i = 0; i < neighbors.size(); ++i) {
    const Bone& bone = *armature.bones[i].bone;
    if (bone.is_root() || bone.parent.index == no_index) continue;
    neighbors[i].push_back(bone.parent.index);
    neighbors[bone.parent.index].push_back(i);
  }
  return neighbors;
}

// The bones that move some vertex of a primitive, ascending.
std::vector<std::uint32_t> bones_of(const ShownPrimitive& primitive) {
  std::set<std::uint32_t> bones;
  if (primitive.influences == nullptr) return {};
  const JointWeights* last = nullptr;
  for (const JointWeights& influences : *primitive.influences) {
    // Most vertices follow the same bones as the one before.
    const bool is_known =
        last != nullptr && last->joints == influences.joints && last->weights == influences.weights;
    last = &influences;
    if (is_known) continue;
    for (std::size_t i = 0; i < 4; ++i) {
      if (influences.weights[i] >= lint_limits::far_weight) bones.insert(influences.joints[i]);
    }
  }
  return {bones.begin(), bones.end()};
}

bool is_among(std::uint32_t bone, const std::vector<std::uint32_t>& ascending) {
  return std::binary_search(ascending.begin(), ascending.end(), bone);
}

}  // namespace

BoneLinks::BoneLinks(const LintContext& rest) : rest_(rest), bones_(rest.scene.primitives.size()) {
  for (const ShownArmature& armature : rest.scene.armatures) {
    skeletons_.push_back({neighbors_of(armature), {}});
    skeletons_.back().followers.resize(armature.bones.size());
  }
  for (const std::uint32_t part : rest.items) add_part(part);
}

void BoneLinks::add_part(std::uint32_t part) {
  const ShownPrimitive& primitive = rest_.scene.primitives[part];
  const std::uint32_t armature = rest_.scene.mesh_of(primitive).armature;
  if (armature == no_index) return;
  bones_[part] = bones_of(primitive);
  for (const std::uint32_t bone : bones_[part]) {
    std::vector<std::uint32_t>& followers = skeletons_[armature].followers[bone];
    // One of three is not among any two.
    if (followers.size() < 3) followers.push_back(part);
  }
}

// Walks from the bones of one part to those of the other, not past bones that move a third.
bool BoneLinks::are_linked(std::uint32_t a, std::uint32_t b) const {
  const EvaluatedScene& scene = rest_.scene;
  const std::uint32_t armature = scene.mesh_of(scene.primitives[a]).armature;
  if (armature != scene.mesh_of(scene.primitives[b]).armature) return true;
  if (bones_[a].empty() || bones_[b].empty()) return true;
  const Skeleton& skeleton = skeletons_[armature];
  const auto is_third = [&](std::uint32_t part) { return part != a && part != b; };
  std::set<std::uint32_t> seen(bones_[a].begin(), bones_[a].end());
  std::vector<std::uint32_t> waiting = bones_[a];
  while (!waiting.empty() && !rest_.work.is_exceeded()) {
    const std::uint32_t bone = waiting.back();
    waiting.pop_back();
    rest_.work.spend();
    if (is_among(bone, bones_[b])) return true;
    const std::vector<std::uint32_t>& followers = skeleton.followers[bone];
    const bool moves_third = std::any_of(followers.begin(), followers.end(), is_third);
    if (moves_third && !is_among(bone, bones_[a])) continue;
    for (const std::uint32_t next : skeleton.neighbors[bone]) {
      if (seen.insert(next).second) waiting.push_back(next);
    }
  }
  return false;
}

}  // namespace rigy::tools
