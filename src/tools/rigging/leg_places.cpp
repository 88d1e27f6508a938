#include "rigging/leg_places.hpp"

#include <cstddef>
#include <optional>

namespace rigy::tools {
namespace {

// Shares of the body, as those of bones.
constexpr double sole_height = 0.03;   // feet end below it, and nothing else
constexpr double ankle_height = 0.15;  // what is below it are feet and ankles
constexpr double least_gap = 0.02;     // between the middle and a leg
constexpr double least_width = 0.04;   // of a leg

// The bones of a left leg, the foot first.
using LeftLeg = std::vector<std::size_t>;

std::optional<std::size_t> parent_in_leg(const std::vector<RigBone>& bones, std::size_t bone) {
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (bones[i].id == bones[bone].parent && bones[i].id.starts_with("L_")) return i;
  }
  return std::nullopt;
}

std::vector<LeftLeg> left_legs(const std::vector<RigBone>& bones) {
  std::vector<LeftLeg> legs;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (!bones[i].id.starts_with("L_") || bones[i].tail.y > sole_height) continue;
    LeftLeg& leg = legs.emplace_back();
    for (std::optional<std::size_t> bone = i; bone; bone = parent_in_leg(bones, *bone)) {
      leg.push_back(*bone);
    }
  }
  return legs;
}

// The points of the left side near the ground, as shares of the body.
std::vector<Vec3> low_points(const EvaluatedScene& scene, const Bounds& bounds) {
  const Vec3 middle = 0.5 * (bounds.min + bounds.max);
  const Vec3 half = 0.5 * (bounds.max - bounds.min);
  std::vector<Vec3> points;
  if (!(half.x > 0 && half.y > 0 && half.z > 0)) return points;
  for (const ShownPrimitive& primitive : scene.primitives) {
    for (const Vec3& position : primitive.positions) {
      const Vec3 share{(position.x - middle.x) / half.x, (position.y - bounds.min.y) / (2 * half.y),
                       (position.z - middle.z) / half.z};
      if (share.y < ankle_height && share.x < 0) points.push_back(share);
    }
  }
  return points;
}

// Whether a point belongs to a leg at that place along the body: before or behind its middle.
bool is_beside(const Vec3& point, double along) { return (point.z < 0) == (along < 0); }

void move_leg(const LeftLeg& leg, const Vec3& way, std::vector<RigBone>& bones) {
  for (const std::size_t bone : leg) {
    bones[bone].head = bones[bone].head + way;
    bones[bone].tail = bones[bone].tail + way;
  }
}

void fit_leg(const LeftLeg& leg, bool is_one_of_several, std::vector<Vec3> points,
             std::vector<RigBone>& bones) {
  const RigBone& foot = bones[leg.front()];
  if (is_one_of_several) {
    std::erase_if(points, [&](const Vec3& point) { return !is_beside(point, foot.head.z); });
  }
  if (points.empty()) return;
  const Bounds found = bounds_of(points);
  if (found.max.x > -least_gap || found.max.x - found.min.x < least_width) return;
  const Vec3 place = 0.5 * (found.min + found.max);
  const double along = place.z - 0.5 * (foot.head.z + foot.tail.z);
  move_leg(leg, {place.x - foot.head.x, 0, is_one_of_several ? along : 0}, bones);
}

}  // namespace

void fit_legs(const EvaluatedScene& scene, const Bounds& bounds, std::vector<RigBone>& bones) {
  const std::vector<LeftLeg> legs = left_legs(bones);
  if (legs.empty()) return;
  const std::vector<Vec3> points = low_points(scene, bounds);
  for (const LeftLeg& leg : legs) fit_leg(leg, legs.size() > 1, points, bones);
}

}  // namespace rigy::tools
