#include "edit/rest_in_pose.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace rigy::tools {

std::vector<const Bone*> bound_bones(const Document& document) {
  std::vector<const Bone*> bones;
  for (std::size_t i = 0; i < document.armatures.size(); ++i) {
    const bool is_bound = std::any_of(document.bindings.begin(), document.bindings.end(),
                                      [i](const Binding& one) { return one.armature.index == i; });
    if (!is_bound) continue;
    for (const Bone& bone : document.armatures[i].bones) {
      if (!bone.id.given() || !bone.head.given()) continue;
      const bool is_known = std::any_of(bones.begin(), bones.end(), [&bone](const Bone* one) {
        return one->id.value == bone.id.value;
      });
      if (!is_known) bones.push_back(&bone);
    }
  }
  return bones;
}

bool rests_at_origin(const Bone& bone) { return length(bone.head.value) <= 1e-9; }

std::string rest_text(const Bone& bone) {
  // Without minus zeros.
  const auto [x, y, z] = bone.head.value + Vec3{0, 0, 0};
  return fmt::format("[{}, {}, {}]", x, y, z);
}

std::vector<const Bone*> omitted_bones(const Tree& tree, NodeId entries,
                                       const std::vector<const Bone*>& bones) {
  std::vector<const Bone*> omitted;
  for (const Bone* bone : bones) {
    if (written_value(tree, entries, bone->id.value) == no_index) omitted.push_back(bone);
  }
  return omitted;
}

std::vector<NewPair> rest_entries(const std::vector<const Bone*>& bones) {
  std::vector<NewPair> entries;
  for (const Bone* bone : bones) {
    entries.push_back(
        {std::string(bone->id.value), fmt::format("{{translation: {}}}", rest_text(*bone))});
  }
  return entries;
}

}  // namespace rigy::tools
