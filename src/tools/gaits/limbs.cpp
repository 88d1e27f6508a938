#include "gaits/limbs.hpp"

#include <algorithm>
#include <cmath>

#include "math/rotation.hpp"
#include "math/trig.hpp"
#include "math/turns.hpp"

namespace rigy::tools {
namespace {

constexpr double hanging = 0.64;  // the cosine to straight down, at least
constexpr double held = 20;       // degrees; elbows bent less at rest are straight
constexpr double lag = 0.11;      // of a round, from one bone of a tail to the next

Quaternion about_x(double degrees) {
  return quaternion_from_euler({radians_per_degree * degrees, 0, 0});
}

Vec3 direction_in(const GaitRig& rig, std::uint32_t bone) {
  const RestBone& rest = rig.motion.skeleton.bones[bone];
  return direction_of(rest.tail - rest.head);
}

// The turn that lets an arm hang which is held out at rest.
Quaternion hang(const Vec3& direction) {
  if (-direction.y >= hanging) return {};
  return shortest_turn(direction, direction_of({direction.x < 0 ? -0.14 : 0.14, -1, 0}));
}

// How far an elbow is bent at rest, if that is what the pose wants: arms that hold something.
double bent_at_rest(const Vec3& upper, const Vec3& fore) {
  const double cosine = std::clamp(dot(upper, fore), -1.0, 1.0);
  const double degrees = degrees_per_radian * base::atan2(std::sqrt(1 - cosine * cosine), cosine);
  return degrees < held ? 0 : degrees;
}

}  // namespace

BoneChain arm_bones(const GaitRig& rig, const BoneChain& arm) {
  const SkeletonShape shape(*rig.armature);
  const bool has_shoulder =
      arm.size() >= 4 || (arm.size() >= 2 && shape.is_named(arm[1], {"upper"}));
  return {arm.begin() + (has_shoulder ? 1 : 0), arm.end()};
}

void swing_arm(const GaitRig& rig, const BoneChain& arm, double swing, double bend,
               GaitPose& pose) {
  const BoneChain bones = arm_bones(rig, arm);
  const Quaternion down = hang(direction_in(rig, bones.front()));
  const double range = rig.range.arms;
  pose.turn(bones[0], about_x(range * swing) * down);
  if (bones.size() < 2) return;
  const double at_rest = bent_at_rest(direction_in(rig, bones[0]), direction_in(rig, bones[1]));
  const double more = std::max(range * bend - at_rest, 0.0);
  // The axis of the elbow as the upper arm carries it along.
  pose.turn(bones[1], conjugate(down) * about_x(more) * down);
}

void hang_arms(const GaitRig& rig, double swing, double bend, GaitPose& pose) {
  if (!rig.body.arms) return;
  swing_arm(rig, rig.body.arms->left, swing, bend, pose);
  swing_arm(rig, rig.body.arms->right, swing, bend, pose);
}

void point_arm(const GaitRig& rig, const BoneChain& arm, const Vec3& upper, const Vec3& fore,
               GaitPose& pose) {
  const BoneChain bones = arm_bones(rig, arm);
  const Quaternion first = shortest_turn(direction_in(rig, bones[0]), direction_of(upper));
  pose.turn(bones[0], first);
  if (bones.size() < 2) return;
  const Vec3 carried = rotate(first, direction_in(rig, bones[1]));
  const Quaternion second = shortest_turn(carried, direction_of(fore));
  pose.turn(bones[1], conjugate(first) * second * first);
}

void wag(const GaitRig& rig, double phase, double degrees, double lift, GaitPose& pose) {
  const BoneChain& tail = rig.body.tail;
  const double count = static_cast<double>(std::max<std::size_t>(tail.size(), 1));
  double later = 0;
  for (const std::uint32_t bone : tail) {
    pose.turn(bone, Vec3{lift / count, degrees / count * wave(phase - later), 0});
    later += lag;
  }
}

}  // namespace rigy::tools
