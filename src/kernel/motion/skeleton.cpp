#include "motion/skeleton.hpp"

#include <utility>

#include "math/turns.hpp"

namespace rigy::kernel {
namespace {

// Chains may have thousands of bones, with parents listed after their children.
std::vector<std::uint32_t> order_of(std::span<const RestBone> bones) {
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> chain;
  std::vector<bool> known(bones.size());
  order.reserve(bones.size());
  for (std::uint32_t i = 0; i < bones.size(); ++i) {
    for (std::uint32_t b = i; b != no_index && !known[b]; b = bones[b].parent) {
      known[b] = true;
      chain.push_back(b);
    }
    order.insert(order.end(), chain.rbegin(), chain.rend());
    chain.clear();
  }
  return order;
}

const WorldMotion rest_of_asset{};

const WorldMotion& parent_of(const MotionSkeleton& skeleton, std::uint32_t bone,
                             const WorldMotions& worlds) {
  const std::uint32_t parent = skeleton.bones[bone].parent;
  return parent == no_index ? rest_of_asset : worlds[parent];
}

}  // namespace

Vec3 MotionSkeleton::offset_of(std::uint32_t bone) const {
  const std::uint32_t parent = bones[bone].parent;
  return parent == no_index ? bones[bone].head : bones[bone].head - bones[parent].head;
}

MotionSkeleton skeleton_of(std::vector<RestBone> bones) {
  MotionSkeleton skeleton;
  skeleton.order = order_of(bones);
  skeleton.bones = std::move(bones);
  return skeleton;
}

WorldMotion world_motion(const MotionSkeleton& skeleton, std::uint32_t bone,
                         const LocalMotion& local, const WorldMotions& worlds) {
  const WorldMotion& above = parent_of(skeleton, bone, worlds);
  return {unit_quaternion(above.rotation * local.turn),
          above.head + rotate(above.rotation, skeleton.offset_of(bone) + local.move)};
}

WorldMotions world_motions(const MotionSkeleton& skeleton, const LocalMotions& locals) {
  WorldMotions worlds(skeleton.bones.size());
  for (const std::uint32_t bone : skeleton.order) {
    worlds[bone] = world_motion(skeleton, bone, locals[bone], worlds);
  }
  return worlds;
}

Quaternion turn_to(const MotionSkeleton& skeleton, std::uint32_t bone, const Quaternion& rotation,
                   const WorldMotions& worlds) {
  return unit_quaternion(conjugate(parent_of(skeleton, bone, worlds).rotation) * rotation);
}

Vec3 tail_of(const MotionSkeleton& skeleton, std::uint32_t bone, const WorldMotions& worlds) {
  const RestBone& rest = skeleton.bones[bone];
  return worlds[bone].head + rotate(worlds[bone].rotation, rest.tail - rest.head);
}

Quaternion in_asset_axes(const RestBone& bone, const Quaternion& turn) {
  return unit_quaternion(bone.axes * turn * conjugate(bone.axes));
}

Vec3 reflected(const Vec3& v) { return {0.0 - v.x, v.y, v.z}; }

Quaternion reflected(const Quaternion& turn) {
  return {turn.w, turn.x, 0.0 - turn.y, 0.0 - turn.z};
}

}  // namespace rigy::kernel
