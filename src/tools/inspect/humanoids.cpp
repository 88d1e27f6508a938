#include "body/humanoid.hpp"
#include "inspect/build.hpp"

namespace rigy::tools {
namespace {

InspectedHumanoid humanoid_in(const Armature& armature) {
  const HumanoidMap map = find_humanoid(armature);
  InspectedHumanoid found;
  found.armature = armature.id.value;
  found.complete = map.is_complete();
  if (map.is_empty()) return found;
  for (std::size_t i = 0; i < human_bone_count; ++i) {
    InspectedHumanBone& bone = found.bones.emplace_back();
    bone.name = human_bones[i].vrm;
    bone.required = human_bones[i].required;
    if (map.bones[i] != no_index) bone.bone = armature.bones[map.bones[i]].id.value;
  }
  return found;
}

}  // namespace

std::vector<InspectedHumanoid> humanoids_of(const InspectedScene& inspected) {
  std::vector<InspectedHumanoid> found;
  const Asset* entry = inspected.analyzed.assembly.root();
  if (entry == nullptr) return found;
  for (const Armature& armature : entry->document.armatures) found.push_back(humanoid_in(armature));
  return found;
}

}  // namespace rigy::tools
