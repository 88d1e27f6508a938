// What a gait needs to know about an asset: legs, soles and lengths.
#include <algorithm>
#include <cmath>
#include <set>

#include "gaits/gait.hpp"
#include "math/bounds.hpp"

namespace rigy::tools {
namespace {

constexpr double foot_height = 0.3;   // of the hip's: bones that begin below are of the foot
constexpr double sole_height = 0.35;  // of the hip's: vertices below may touch the ground
constexpr double low_sole = 0.05;     // of the same: these are its length
constexpr double sole_weight = 0.5;   // of a vertex, by the bones of the leg
constexpr double bent = 0.02;         // of the length: a joint this far aside bends that way

double straight_length(const MotionSkeleton& skeleton, const BoneChain& bones) {
  double whole = length(skeleton.bones[bones.back()].tail - skeleton.bones[bones.back()].head);
  for (std::size_t i = 1; i < bones.size(); ++i) whole += length(skeleton.offset_of(bones[i]));
  return whole;
}

// Knees bend to the front, hocks to the back, and joints that are bent at rest as they are.
Vec3 pole_of(const SkeletonShape& shape, const Leg& leg) {
  const Vec3 way = leg.ankle - leg.hip;
  const Vec3 joint = shape.head(leg.bones[1]) - leg.hip;
  const Vec3 offset = joint - (dot(joint, way) / dot(way, way)) * way;
  if (std::abs(offset.z) > bent * leg.whole) return {0, 0, offset.z > 0 ? 1.0 : -1.0};
  return {0, 0, shape.is_named(leg.bones[1], {"hock"}) ? 1.0 : -1.0};
}

bool lies(const SkeletonShape& shape, std::uint32_t bone) {
  const Vec3 way = shape.tail(bone) - shape.head(bone);
  return std::abs(way.y) < 0.5 * length(way);
}

Leg make_leg(const SkeletonShape& shape, const MotionSkeleton& skeleton, const BoneChain& chain) {
  Leg leg;
  leg.hip = shape.head(chain.front());
  const double ground = shape.tail(chain.back()).y;
  std::size_t count = chain.size();
  const auto is_low = [&](std::uint32_t bone) {
    return shape.head(bone).y - ground < foot_height * (leg.hip.y - ground);
  };
  while (count > 2 && is_low(chain[count - 1])) --count;
  // A leg of one bone has a foot if that lies on the ground; otherwise the second bone is the shin.
  if (count == 2 && is_low(chain[1]) && lies(shape, chain[1])) count = 1;
  const auto end = chain.begin() + static_cast<std::ptrdiff_t>(count);
  leg.bones.assign(chain.begin(), end);
  leg.foot.assign(end, chain.end());
  leg.ankle = shape.tail(leg.bones.back());
  leg.whole = straight_length(skeleton, leg.bones);
  leg.ground = ground;
  leg.toes = shape.tail(chain.back()).z;
  leg.heel = leg.ankle.z;
  if (leg.bones.size() > 1) leg.pole = pole_of(shape, leg);
  return leg;
}

// The bones of the leg, and what hangs on them.
std::set<std::uint32_t> bones_below(const MotionSkeleton& skeleton, std::uint32_t top) {
  std::set<std::uint32_t> below{top};
  for (const std::uint32_t bone : skeleton.order) {
    const std::uint32_t parent = skeleton.bones[bone].parent;
    if (parent != no_index && below.contains(parent)) below.insert(bone);
  }
  return below;
}

void find_sole(const GaitRig& rig, Leg& leg) {
  const std::set<std::uint32_t> bones = bones_below(rig.motion.skeleton, leg.bones.front());
  const double most = leg.ground + sole_height * (leg.hip.y - leg.ground);
  for (const BoundVertex& vertex : rig.surface) {
    double weight = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      if (bones.contains(vertex.influences.joints[i])) weight += vertex.influences.weights[i];
    }
    if (weight >= sole_weight && vertex.at.y <= most) leg.sole.push_back(vertex);
  }
  if (leg.sole.empty()) return;
  leg.ground = leg.sole.front().at.y;
  for (const BoundVertex& vertex : leg.sole) leg.ground = std::min(leg.ground, vertex.at.y);
  const double low = leg.ground + low_sole * (leg.hip.y - leg.ground);
  for (const BoundVertex& vertex : leg.sole) {
    if (vertex.at.y > low) continue;
    leg.toes = std::min(leg.toes, vertex.at.z);
    leg.heel = std::max(leg.heel, vertex.at.z);
  }
}

std::vector<BoundVertex> surface_of(const EvaluatedScene& scene, const Armature& armature) {
  std::vector<BoundVertex> surface;
  for (const ShownPrimitive& primitive : scene.primitives) {
    const std::uint32_t bound_to = scene.mesh_of(primitive).armature;
    if (bound_to == no_index || primitive.influences == nullptr) continue;
    if (scene.armatures[bound_to].armature != &armature) continue;
    for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
      surface.push_back({primitive.positions[i], (*primitive.influences)[i]});
    }
  }
  return surface;
}

// Whether each limb on the left has its counterpart on the right.
bool can_mirror(const GaitRig& rig) {
  const auto trade = [&](const LimbPair& pair) {
    for (std::size_t i = 0; i < pair.left.size(); ++i) {
      if (rig.motion.counterparts[pair.left[i]] != pair.right[i]) return false;
    }
    return true;
  };
  const auto pair_trades = [&](const std::optional<LimbPair>& pair) {
    return !pair || trade(*pair);
  };
  return std::all_of(rig.body.legs.begin(), rig.body.legs.end(), trade) &&
         std::all_of(rig.body.fins.begin(), rig.body.fins.end(), trade) &&
         pair_trades(rig.body.arms) && pair_trades(rig.body.wings);
}

// A millimeter for what is as large as a person, less for what is smaller.
double per_meter_for(double size) {
  double parts = 1000;
  while (size * parts < 400 && parts < 1e9) parts *= 10;
  return parts;
}

}  // namespace

GaitRig make_gait_rig(const Assembly& assembly, const Armature& armature,
                      const EvaluatedScene& scene) {
  const Asset& asset = *assembly.root();
  GaitRig rig;
  rig.armature = &armature;
  rig.body = find_body(assembly, asset, armature);
  rig.motion = rig_of(asset, armature);
  rig.surface = surface_of(scene, armature);
  rig.mirrors = asset.document.mirror_x.has_value() && can_mirror(rig);
  std::vector<Vec3> ends;
  for (const RestBone& bone : rig.motion.skeleton.bones) {
    ends.push_back(bone.head);
    ends.push_back(bone.tail);
  }
  if (ends.empty()) return rig;
  const Bounds bounds = bounds_of(ends);
  rig.size = length(bounds.max - bounds.min);
  rig.per_meter = per_meter_for(rig.size);
  const SkeletonShape shape(armature);
  for (std::size_t i = 0; i < rig.body.legs.size(); ++i) {
    for (const bool is_left : {true, false}) {
      const LimbPair& pair = rig.body.legs[i];
      Leg leg = make_leg(shape, rig.motion.skeleton, is_left ? pair.left : pair.right);
      leg.is_left = is_left;
      leg.is_front = rig.body.legs.size() > 1 && i == 0;
      find_sole(rig, leg);
      rig.leg_length = rig.legs.empty() ? leg.whole : std::min(rig.leg_length, leg.whole);
      rig.legs.push_back(std::move(leg));
    }
  }
  return rig;
}

}  // namespace rigy::tools
