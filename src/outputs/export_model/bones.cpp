#include "export_model/bones.hpp"

#include <string_view>

#include "export_model/motion.hpp"
#include "hashing/text_hash.hpp"

namespace rigy::outputs {
namespace {

ExportBone bone_at_rest(const Bone& bone, const Affine* baked, double scale) {
  const auto place = [&](const Vec3& point) {
    return scale * (baked != nullptr ? (*baked)(point) : point);
  };
  ExportBone result;
  result.id = bone.id.value;
  result.head = place(bone.head.value);
  result.tail = place(bone.tail.value);
  result.roll = bone.roll;
  if (!bone.is_root()) result.parent = bone.parent.index;
  const Vec3 along = result.tail - result.head;
  const Vec3 direction = direction_of(along);
  result.length = dot(along, direction);
  result.rest = {result.head, bone_axes(direction, bone.roll)};
  result.inverse_bind = inverse_of(result.rest);
  return result;
}

// The motion of a bone relative to its parent; motion_of(i) is that of bone i in armature space.
template <class InArmatureSpace>
RigidMotion local_motion(const ExportSkeleton& skeleton, std::size_t bone,
                         const InArmatureSpace& motion_of) {
  const std::uint32_t parent = skeleton.bones[bone].parent;
  if (parent == no_index) return motion_of(bone);
  return relative_to(motion_of(parent), motion_of(bone));
}

}  // namespace

ExportSkeleton skeleton_of(const Armature& armature, const Affine* baked, double scale) {
  ExportSkeleton skeleton;
  skeleton.id = armature.id.value;
  skeleton.bones.reserve(armature.bones.size());
  for (const Bone& bone : armature.bones) {
    skeleton.bones.push_back(bone_at_rest(bone, baked, scale));
  }
  for (std::uint32_t i = 0; i < skeleton.bones.size(); ++i) {
    ExportBone& bone = skeleton.bones[i];
    bone.local = local_motion(skeleton, i, [&](std::size_t b) { return skeleton.bones[b].rest; });
    (bone.parent == no_index ? skeleton.roots : skeleton.bones[bone.parent].children).push_back(i);
  }
  return skeleton;
}

std::vector<RigidMotion> posed_bones(const ExportSkeleton& skeleton, const Pose& pose,
                                     double scale) {
  TextMap<std::string_view, const PoseBone*> entries;
  for (const PoseBone& entry : pose.bones) entries.emplace(entry.bone.value, &entry);
  std::vector<RigidMotion> world;
  world.reserve(skeleton.bones.size());
  for (const ExportBone& bone : skeleton.bones) {
    RigidMotion& motion = world.emplace_back(RigidMotion{{}, bone.rest.rotation});
    const auto entry = entries.find(bone.id);
    if (entry == entries.end()) continue;
    const auto [w, x, y, z] = entry->second->rotation;
    motion.translation = scale * entry->second->translation.value;
    motion.rotation = unit_quaternion(Quaternion{w, x, y, z}) * bone.rest.rotation;
  }
  std::vector<RigidMotion> local;
  local.reserve(world.size());
  for (std::size_t i = 0; i < world.size(); ++i) {
    RigidMotion motion = local_motion(skeleton, i, [&](std::size_t b) { return world[b]; });
    if (dot(motion.rotation, skeleton.bones[i].local.rotation) < 0) {
      motion.rotation = -motion.rotation;
    }
    local.push_back(motion);
  }
  return local;
}

}  // namespace rigy::outputs
