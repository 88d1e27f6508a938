// Wings: flap and glide.
#include <algorithm>
#include <cmath>
#include <optional>

#include "gaits/gaits.hpp"
#include "gaits/limbs.hpp"
#include "math/rotation.hpp"
#include "math/turns.hpp"

namespace rigy::tools {
namespace {

constexpr double folded = 0.5;  // the cosine to the side, at most

// The turn that spreads a wing that is folded at rest; nothing if it is not.
std::optional<Quaternion> unfolding(const GaitRig& rig, const BoneChain& wing, double side) {
  const MotionSkeleton& skeleton = rig.motion.skeleton;
  const Vec3 way = skeleton.bones[wing.back()].tail - skeleton.bones[wing.front()].head;
  if (side * way.x >= folded * length(way)) return std::nullopt;
  return shortest_turn(direction_of(way), {side, 0, 0});
}

// Lifts both wings: the inner bone by one angle, the rest by another, swept to the front.
void spread(const GaitRig& rig, double inner, double outer, double sweep, GaitPose& pose) {
  const auto lift = [&](const BoneChain& wing, double side) {
    const Vec3 up{0, side * sweep, side * inner};
    const std::optional<Quaternion> unfold = unfolding(rig, wing, side);
    pose.turn(wing[0], up);  // as it is, without rounding
    if (unfold) pose.turn(wing[0], quaternion_from_euler(radians_per_degree * up) * *unfold);
    for (std::size_t i = 1; i < wing.size(); ++i) {
      pose.turn(wing[i], Vec3{0, 0, side * outer / static_cast<double>(wing.size() - 1)});
    }
  };
  lift(rig.body.wings->left, -1);
  lift(rig.body.wings->right, 1);
}

// Legs trail behind.
void draw_up_legs(const GaitRig& rig, GaitPose& pose) {
  for (const Leg& leg : rig.legs) {
    pose.turn(leg.bones.front(), Vec3{-38, 0, 0});
    if (leg.bones.size() > 1) pose.turn(leg.bones[1], Vec3{-14, 0, 0});
    if (!leg.foot.empty()) pose.turn(leg.foot.front(), Vec3{-42, 0, 0});
  }
}

double wing_length(const GaitRig& rig) {
  const BoneChain& wing = rig.body.wings->left;
  const MotionSkeleton& skeleton = rig.motion.skeleton;
  return length(skeleton.bones[wing.back()].tail - skeleton.bones[wing.front()].head);
}

// High enough above the ground for wings and feet, in all poses alike.
void lift_off(const GaitRig& rig, std::vector<GaitPose>& poses) {
  double lowest = 0;
  for (const GaitPose& pose : poses) {
    const SolvedPose solved = solve_pose(rig.motion.skeleton, plan_of(pose, rig.motion.skeleton));
    lowest = std::min(lowest, lowest_of(rig.surface, rig.motion.skeleton, solved.worlds));
  }
  double lift = lowest < 0 ? 0.05 * wing_length(rig) - lowest : 0;
  if (!rig.legs.empty()) lift = std::max(lift, rig.leg_length);
  for (GaitPose& pose : poses) {
    Vec3& move = pose.moves[rig.body.trunk];
    move = rig.rounded(move + Vec3{0, lift, 0});
  }
}

struct WingMoment {
  const char* name;
  const char* note;
  double inner;
  double outer;
  double sweep;
  double height;  // of the body, of the wing's length
  double pitch;   // of tail and head
};

// The outer wing comes later than the inner one.
constexpr WingMoment flap_moments[] = {
    {"up", "The wings are up.", 42, 12, 0, -0.03, -2},
    {"stroke", "The wings beat down; their ends bend up.", 6, 22, 10, 0, 3},
    {"down", "The wings are down: the body is at its highest.", -30, -4, 6, 0.05, 4},
    {"recover", "The wings come up folded; their ends hang.", 4, -42, -8, 0.02, -3},
};

GaitPose wing_pose(const GaitRig& rig, const WingMoment& moment) {
  GaitPose pose{moment.name, moment.note};
  spread(rig, moment.inner, moment.outer, moment.sweep, pose);
  draw_up_legs(rig, pose);
  pose.moves[rig.body.trunk].y = moment.height * wing_length(rig);
  pose.bend(rig.body.neck, {-moment.pitch, 0, 0});
  pose.bend(rig.body.tail, {moment.pitch, 0, 0});
  return pose;
}

}  // namespace

Gait make_flap(const GaitRig& rig) {
  Gait gait;
  gait.name = "flap";
  gait.note = "Wings that beat. The downstroke lifts the body.";
  gait.length = rounded_seconds(0.85 * std::sqrt(wing_length(rig)));
  for (const WingMoment& moment : flap_moments) gait.poses.push_back(wing_pose(rig, moment));
  lift_off(rig, gait.poses);
  gait.keys = {{0, 0}, {0.22 * gait.length, 1}, {0.48 * gait.length, 2}, {0.74 * gait.length, 3}};
  gait.travel = rig.rounded(Vec3{0, 0, -4 * wing_length(rig)});
  return gait;
}

Gait make_glide(const GaitRig& rig) {
  const auto banked = [&](const char* name, const char* note, double side) {
    GaitPose pose = wing_pose(rig, {name, note, 8 + 2 * std::abs(side), 5, 4, 0, 1});
    pose.turn(rig.body.trunk, Vec3{0, 0, 6 * side});
    pose.bend(rig.body.neck, {0, 0, -4 * side});
    pose.bend(rig.body.tail, {2, 0, -6 * side});
    return pose;
  };
  Gait gait;
  gait.name = "glide";
  gait.note = "Gliding on spread wings, from one side to the other.";
  gait.ease = Ease::Smooth;
  gait.length = 4;
  gait.poses = {banked("left", "Banked to the left.", 1),
                banked("right", "Banked to the right.", -1)};
  lift_off(rig, gait.poses);
  gait.keys = {{0, 0}, {2, 1}};
  gait.travel = rig.rounded(Vec3{0, 0, -24 * wing_length(rig)});
  return gait;
}

}  // namespace rigy::tools
