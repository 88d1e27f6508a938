#include "gaits/steps.hpp"

#include <algorithm>
#include <cmath>

#include "math/rotation.hpp"
#include "math/trig.hpp"
#include "motion/curve.hpp"

namespace rigy::tools {
namespace {

constexpr double stretch = 0.985;  // of a leg that stands: straighter ones snap
constexpr double swing_stretch = 0.96;
constexpr int sole_rounds = 5;

const FootCycle& cycle_of(const StepStyle& style, const Leg& leg) {
  return leg.is_front ? style.front : style.hind;
}

Quaternion pitched(double degrees) {
  return quaternion_from_euler({radians_per_degree * degrees, 0, 0});
}

// A foot turns about its toes when the heel is up, and about the heel when the toes are.
Vec3 shift_by_pitch(const Leg& leg, double pitch) {
  if (leg.foot.empty() || pitch == 0) return {};
  const Vec3 pivot{0, leg.ground - leg.ankle.y, (pitch < 0 ? leg.toes : leg.heel) - leg.ankle.z};
  return pivot - rotate(pitched(pitch), pivot);
}

Vec3 target_of(const Leg& leg, const FootPlace& place) {
  return leg.ankle + place.shift + shift_by_pitch(leg, place.pitch);
}

// The end of a leg without a foot rolls over the ground: it goes back as the bone tilts forward.
double rolled_back(const Leg& leg, const WorldMotions& worlds) {
  if (!leg.foot.empty()) return 0;
  const Vec3 down = rotate(worlds[leg.bones.back()].rotation, {0, -1, 0});
  return std::max(leg.ankle.y - leg.ground, 0.0) * atan2(-down.z, -down.y);
}

// How far a hip has to come down so that the leg is not straighter than it should be.
double missing_drop(const Vec3& hip, const Vec3& target, double longest) {
  const Vec3 way = hip - target;
  const double height_squared = longest * longest - way.x * way.x - way.z * way.z;
  return way.y - std::sqrt(std::max(height_squared, 0.0));
}

// Feet keep their pitch against the ground, whatever the body does.
void turn_feet(const GaitRig& rig, const std::vector<FootPlace>& places, GaitPose& pose) {
  const MotionSkeleton& skeleton = rig.motion.skeleton;
  const WorldMotions worlds = world_motions(skeleton, plan_of(pose, skeleton).locals);
  for (std::size_t i = 0; i < rig.legs.size(); ++i) {
    if (rig.legs[i].foot.empty()) continue;
    const std::uint32_t foot = rig.legs[i].foot.front();
    pose.turn(foot, turn_to(skeleton, foot, pitched(places[i].pitch), worlds));
  }
}

// Lowers the trunk until the legs that stand reach their targets without being straight.
void lower_trunk(const GaitRig& rig, const std::vector<FootPlace>& places,
                 const std::vector<Vec3>& targets, GaitPose& pose) {
  const MotionSkeleton& skeleton = rig.motion.skeleton;
  const WorldMotions worlds = world_motions(skeleton, plan_of(pose, skeleton).locals);
  double drop = 0;
  for (std::size_t i = 0; i < rig.legs.size(); ++i) {
    const Leg& leg = rig.legs[i];
    if (!places[i].stands) continue;
    drop = std::max(drop,
                    missing_drop(worlds[leg.bones.front()].head, targets[i], stretch * leg.whole));
  }
  Vec3& move = pose.moves[rig.body.trunk];
  move = rig.rounded(move - Vec3{0, drop, 0});
}

Vec3 within(const Vec3& hip, const Vec3& target, double longest) {
  const Vec3 way = target - hip;
  const double distance = length(way);
  return distance <= longest ? target : hip + (longest / distance) * way;
}

// Lifts or lowers targets until soles are on the ground, or above it; ends of legs roll there.
void settle_soles(const GaitRig& rig, const std::vector<FootPlace>& places,
                  const std::vector<Vec3>& targets, GaitPose& pose) {
  const MotionSkeleton& skeleton = rig.motion.skeleton;
  for (int round = 0; round < sole_rounds; ++round) {
    const SolvedPose solved = solve_pose(skeleton, plan_of(pose, skeleton));
    for (std::size_t i = 0; i < rig.legs.size(); ++i) {
      const Leg& leg = rig.legs[i];
      Vec3& to = pose.reaches[i].to;
      to.z = targets[i].z + rolled_back(leg, solved.worlds);
      if (leg.sole.empty()) continue;
      const double wanted = leg.ground + (places[i].stands ? 0 : 0.5 * places[i].shift.y);
      const double above = lowest_of(leg.sole, skeleton, solved.worlds) - wanted;
      if (places[i].stands || above < 0) to.y -= above;
    }
  }
  for (Reach& reach : pose.reaches) reach.to = rig.rounded(reach.to);
}

// Where a foot is that swings forward, in strides behind the middle: it leaves the ground and comes
// back to it as fast as the ground moves, so that it does not slide.
double swing_at(const FootCycle& cycle, std::size_t since) {
  const auto stance = static_cast<double>(cycle.stance);
  const double swing = static_cast<double>(moments) - stance;
  const double share = (static_cast<double>(since) - stance) / swing;
  const double slope = swing / stance;
  const double bulge = share * (1 - share) * (1 - 2 * share);
  return 0.5 - smooth_share(share) + slope * bulge;
}

}  // namespace

FootPlace foot_at(const GaitRig& rig, const StepStyle& style, std::size_t leg, std::size_t moment) {
  const FootCycle& cycle = cycle_of(style, rig.legs[leg]);
  const std::size_t lands = style.lands[rig.legs.size() == 2 ? leg + 2 : leg];
  const std::size_t since = (moment + moments - lands) % moments;
  const double stride = rig.range.steps * style.stride * rig.leg_length;
  FootPlace place;
  place.stands = since <= cycle.stance;
  place.pitch = rig.range.steps * cycle.pitch[since];
  place.shift.y = rig.range.steps * cycle.lift[since] * rig.leg_length;
  if (place.stands) {
    const double share = static_cast<double>(since) / static_cast<double>(cycle.stance);
    place.shift.z = (share - 0.5) * stride;
  } else {
    place.shift.z = swing_at(cycle, since) * stride;
  }
  return place;
}

void place_feet(const GaitRig& rig, const std::vector<FootPlace>& places, GaitPose& pose) {
  const MotionSkeleton& skeleton = rig.motion.skeleton;
  turn_feet(rig, places, pose);
  std::vector<Vec3> targets;
  for (std::size_t i = 0; i < rig.legs.size(); ++i) {
    targets.push_back(target_of(rig.legs[i], places[i]));
  }
  lower_trunk(rig, places, targets, pose);
  const WorldMotions worlds = world_motions(skeleton, plan_of(pose, skeleton).locals);
  for (std::size_t i = 0; i < rig.legs.size(); ++i) {
    const Leg& leg = rig.legs[i];
    targets[i] = within(worlds[leg.bones.front()].head, targets[i],
                        (places[i].stands ? 1 : swing_stretch) * leg.whole);
    Reach reach;
    reach.bone = leg.bones.back();
    reach.count = static_cast<std::uint32_t>(leg.bones.size());
    reach.to = targets[i];
    if (leg.bones.size() == 2) reach.pole = leg.pole;
    if (!leg.foot.empty()) reach.level = {leg.foot.front()};
    pose.reaches.push_back(std::move(reach));
  }
  settle_soles(rig, places, targets, pose);
  // A sole may be on the ground only where the leg is longer than that.
  std::vector<Vec3> settled;
  for (const Reach& reach : pose.reaches) settled.push_back(reach.to);
  lower_trunk(rig, places, settled, pose);
  settle_soles(rig, places, targets, pose);
}

void plant_feet(const GaitRig& rig, GaitPose& pose) {
  place_feet(rig, std::vector<FootPlace>(rig.legs.size()), pose);
}

Vec3 travel_of(const GaitRig& rig, const StepStyle& style) {
  const double share = static_cast<double>(moments) / static_cast<double>(style.hind.stance);
  return {0, 0, -rig.rounded(rig.range.steps * style.stride * rig.leg_length * share)};
}

}  // namespace rigy::tools
