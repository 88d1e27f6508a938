#include "export_model/bone_names.hpp"

#include <string>

#include "body/body_map.hpp"
#include "common/unreachable.hpp"

namespace rigy::outputs {
namespace {

std::string name_of(const HumanBone& bone, ExportBones names) {
  switch (names) {
    case ExportBones::Ids:
      return {};
    case ExportBones::Mixamo:
      return "mixamorig:" + std::string(bone.mixamo);
    case ExportBones::Vrm:
    case ExportBones::Unity:
      return std::string(bone.vrm);
    case ExportBones::Godot:
      return std::string(bone.godot);
    case ExportBones::Unreal:
      return std::string(bone.unreal);
  }
  unreachable();
}

// A bone that is called as another one is now gets a number.
void rename(const BodyMap& body, ExportBones names, std::vector<std::string>& bone_names) {
  std::vector<bool> is_mapped(bone_names.size());
  UniqueNames taken;
  for (std::size_t i = 0; i < body.parts.size(); ++i) {
    const std::uint32_t bone = body.bones[i];
    if (bone == no_index || is_mapped[bone]) continue;
    is_mapped[bone] = true;
    bone_names[bone] = taken.take(name_of(body.parts[i], names));
  }
  for (std::size_t i = 0; i < bone_names.size(); ++i) {
    if (!is_mapped[i]) bone_names[i] = taken.take(bone_names[i]);
  }
}

}  // namespace

void name_bones(ModelDraft& draft, const Assembly& assembly, ExportBones names) {
  if (names == ExportBones::Ids) return;
  for (std::size_t i = 0; i < draft.sources.size(); ++i) {
    const ArmatureSource& source = draft.sources[i];
    const BodyMap body = body_of(assembly, *source.asset, *source.armature);
    if (!body.is_empty()) rename(body, names, draft.model.armatures[i].bone_names);
  }
}

}  // namespace rigy::outputs
