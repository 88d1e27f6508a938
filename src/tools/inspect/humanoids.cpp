#include "body/body_map.hpp"
#include "inspect/build.hpp"

namespace rigy::tools {
namespace {

InspectedHumanoid humanoid_in(const Assembly& assembly, const Armature& armature) {
  const BodyMap body = body_of(assembly, *assembly.root(), armature);
  InspectedHumanoid found;
  found.armature = armature.id.value;
  found.profile = body.profile == BodyProfile::Humanoid ? "humanoid" : "quadruped";
  found.complete = body.is_complete();
  if (body.is_empty()) return found;
  for (std::size_t i = 0; i < body.parts.size(); ++i) {
    InspectedHumanBone& bone = found.bones.emplace_back();
    bone.name = body.parts[i].vrm;
    bone.required = body.parts[i].required;
    if (body.bones[i] != no_index) bone.bone = armature.bones[body.bones[i]].id.value;
  }
  return found;
}

}  // namespace

std::vector<InspectedHumanoid> humanoids_of(const InspectedScene& inspected) {
  std::vector<InspectedHumanoid> found;
  const Asset* entry = inspected.analyzed.assembly.root();
  if (entry == nullptr) return found;
  for (const Armature& armature : entry->document.armatures) {
    found.push_back(humanoid_in(inspected.analyzed.assembly, armature));
  }
  return found;
}

}  // namespace rigy::tools
