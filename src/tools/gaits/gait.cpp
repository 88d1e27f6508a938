#include "gaits/gait.hpp"

#include <algorithm>
#include <cmath>

#include "math/rotation.hpp"
#include "math/trig.hpp"

namespace rigy::tools {
namespace {

constexpr double full_turn = 6.283185307179586;
constexpr double tenths = 10;  // of degrees

double in_tenths(double degrees) { return 0.0 + std::nearbyint(degrees * tenths) / tenths; }

// About x, then y, then z, in degrees.
Vec3 euler_of(const Quaternion& rotation) {
  const auto& m = rotation_matrix(rotation).rows;
  const double flat = std::sqrt(m[2][1] * m[2][1] + m[2][2] * m[2][2]);
  const Vec3 radians{base::atan2(m[2][1], m[2][2]), base::atan2(-m[2][0], flat),
                     base::atan2(m[1][0], m[0][0])};
  return degrees_per_radian * radians;
}

}  // namespace

double GaitRig::rounded(double meters) const {
  return 0.0 + std::nearbyint(meters * per_meter) / per_meter;
}

Vec3 GaitRig::rounded(const Vec3& meters) const {
  return {rounded(meters.x), rounded(meters.y), rounded(meters.z)};
}

void GaitPose::turn(std::uint32_t bone, const Vec3& degrees) {
  if (bone == no_index) return;
  turns[bone] = {in_tenths(degrees.x), in_tenths(degrees.y), in_tenths(degrees.z)};
}

void GaitPose::turn(std::uint32_t bone, const Quaternion& rotation) {
  turn(bone, euler_of(rotation));
}

void GaitPose::bend(const BoneChain& chain, const Vec3& degrees) {
  for (const std::uint32_t bone : chain) {
    turn(bone, degrees / static_cast<double>(chain.size()));
  }
}

PosePlan plan_of(const GaitPose& pose, const MotionSkeleton& skeleton) {
  PosePlan plan;
  plan.locals.resize(skeleton.bones.size());
  for (const auto& [bone, degrees] : pose.turns) {
    plan.locals[bone].turn = quaternion_from_euler(radians_per_degree * degrees);
  }
  for (const auto& [bone, meters] : pose.moves) plan.locals[bone].move = meters;
  plan.reaches = pose.reaches;
  return plan;
}

std::vector<GaitKey> round_of_keys(const GaitRig& rig, double length, std::size_t count,
                                   bool is_symmetric) {
  const std::size_t own = is_symmetric && rig.mirrors ? count / 2 : count;
  std::vector<GaitKey> keys;
  for (std::size_t i = 0; i < count; ++i) {
    const double at = length * static_cast<double>(i) / static_cast<double>(count);
    keys.push_back({at, i % own, i >= own});
  }
  return keys;
}

double wave(double turns) { return base::sin(full_turn * turns); }

double rounded_seconds(double seconds) {
  constexpr double parts = 25;  // of a second: eight keys are then at multiples of 0.005
  return std::max(std::nearbyint(seconds * parts), 5.0) / parts;
}

double lowest_of(const std::vector<BoundVertex>& vertices, const MotionSkeleton& skeleton,
                 const WorldMotions& worlds) {
  double lowest = 0;
  bool is_first = true;
  for (const BoundVertex& vertex : vertices) {
    double height = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const double weight = vertex.influences.weights[i];
      if (weight == 0) continue;
      const std::uint32_t bone = vertex.influences.joints[i];
      const WorldMotion& world = worlds[bone];
      const Vec3 from_head = vertex.at - skeleton.bones[bone].head;
      height += weight * (world.head.y + rotate(world.rotation, from_head).y);
    }
    if (is_first || height < lowest) lowest = height;
    is_first = false;
  }
  return lowest;
}

}  // namespace rigy::tools
