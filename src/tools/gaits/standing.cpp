// What bodies do on the spot: idle, jump, sit, wave.
#include <algorithm>
#include <cmath>

#include "gaits/gaits.hpp"
#include "gaits/limbs.hpp"
#include "gaits/steps.hpp"

namespace rigy::tools {
namespace {

constexpr double gravity = 9.81;

// A body that breathes: 1 when it has breathed in, 0 out.
GaitPose breath(const GaitRig& rig, double in, const char* name, const char* note) {
  GaitPose pose{name, note};
  const double out = 1 - in;
  const bool is_upright = rig.legs.size() == 2;
  pose.moves[rig.body.trunk] = {-0.012 * out * rig.leg_length,
                                -(0.012 + 0.012 * out) * rig.leg_length, 0};
  pose.bend(rig.body.spine, {is_upright ? 1.5 * in - out : 0.8 * in, 0, 0});
  pose.bend(rig.body.neck, {is_upright ? 0.5 * out : -3 * out, is_upright ? 2 * out : 4 * out, 0});
  hang_arms(rig, 2 * in, 8 + 2 * out, pose);
  wag(rig, 0.25, 12 * out, 0, pose);
  plant_feet(rig, pose);
  return pose;
}

// --- jump ---

struct JumpMoment {
  const char* name;
  const char* note;
  double height;  // of the trunk, of the leg's length
  double lean;    // of the spine, in degrees to the front
  double arms;    // to the front
  double feet;    // above the ground, of the leg's length
  double pitch;   // of the feet
};

GaitPose jump_pose(const GaitRig& rig, const JumpMoment& moment) {
  GaitPose pose{moment.name, moment.note};
  pose.moves[rig.body.trunk].y = moment.height * rig.leg_length;
  pose.bend(rig.body.spine, {-moment.lean, 0, 0});
  pose.bend(rig.body.neck, {0.6 * moment.lean, 0, 0});
  hang_arms(rig, moment.arms, 20, pose);
  FootPlace place;
  place.shift.y = moment.feet * rig.leg_length;
  place.pitch = moment.pitch;
  place.stands = moment.feet == 0;
  place_feet(rig, std::vector<FootPlace>(rig.legs.size(), place), pose);
  return pose;
}

constexpr JumpMoment jump_moments[] = {
    {"stand", "Standing.", -0.015, 0, 0, 0, 0},
    {"crouch", "Down, to gather strength; the arms swing back.", -0.24, 24, -40, 0, 0},
    {"push", "Stretched, on the toes.", 0.03, -2, 60, 0, -24},
    {"flight", "The highest moment; the legs are drawn up.", 0.36, 6, 95, 0.5, -25},
    {"land", "The feet touch the ground.", -0.05, 8, 40, 0, 0},
    {"absorb", "The legs take the weight.", -0.2, 20, 5, 0, 0},
};

}  // namespace

Gait make_idle(const GaitRig& rig) {
  Gait gait;
  gait.name = "idle";
  gait.note = "Standing and breathing; the weight goes from side to side.";
  gait.ease = Ease::Smooth;
  gait.length = rig.mirrors ? 6 : 3;
  gait.poses = {breath(rig, 1, "inhale", "Breathed in, upright."),
                breath(rig, 0, "exhale", "Breathed out, the weight on the left.")};
  gait.keys = {{0, 0}, {1.5, 1}};
  if (rig.mirrors) {
    gait.keys.push_back({3, 0, true});
    gait.keys.push_back({4.5, 1, true});
  }
  return gait;
}

Gait make_jump(const GaitRig& rig) {
  Gait gait;
  gait.name = "jump";
  gait.note = "A jump on the spot.";
  gait.loop = false;
  for (const JumpMoment& moment : jump_moments) gait.poses.push_back(jump_pose(rig, moment));
  // As long as gravity takes, up and down.
  const double rise = 0.3 * rig.leg_length;
  const double half_flight = rounded_seconds(std::sqrt(2 * rise / gravity));
  const double crouched = 0.36;
  const double push = crouched + 0.16;
  const double land = push + 2 * half_flight;
  gait.keys = {{0, 0},    {crouched, 1},    {push, 2},       {push + half_flight, 3},
               {land, 4}, {land + 0.12, 5}, {land + 0.52, 0}};
  gait.length = std::nearbyint((land + 0.52) * 1000) / 1000;
  keep_above_ground(rig, gait);
  return gait;
}

// The hips come down to the knees and behind them; the feet stay.
Gait make_sit(const GaitRig& rig) {
  const Leg& leg = rig.legs.back();
  const MotionSkeleton& skeleton = rig.motion.skeleton;
  const double thigh = length(skeleton.offset_of(leg.bones[1]));
  GaitPose stand{"stand", "Standing."};
  stand.moves[rig.body.trunk].y = -0.015 * rig.leg_length;
  hang_arms(rig, 0, 8, stand);
  plant_feet(rig, stand);
  GaitPose lean{"lean", "Half way down, the body leans forward to keep its balance."};
  lean.moves[rig.body.trunk] = {0, -0.5 * thigh, 0.55 * thigh};
  lean.bend(rig.body.spine, {-32, 0, 0});
  lean.bend(rig.body.neck, {20, 0, 0});
  hang_arms(rig, 45, 15, lean);
  plant_feet(rig, lean);
  GaitPose sit{"sit", "Sitting, the thighs level."};
  sit.moves[rig.body.trunk] = {0, -0.96 * thigh, 0.92 * thigh};
  sit.bend(rig.body.spine, {-3, 0, 0});
  hang_arms(rig, 24, 50, sit);
  plant_feet(rig, sit);
  Gait gait;
  gait.name = "sit";
  gait.note = "Sitting down, on something as high as the knees.";
  gait.loop = false;
  gait.ease = Ease::Smooth;
  gait.length = 1.4;
  gait.poses = {stand, lean, sit};
  gait.keys = {{0, 0}, {0.6, 1}, {1.4, 2}};
  keep_above_ground(rig, gait);
  return gait;
}

Gait make_wave(const GaitRig& rig) {
  const BoneChain& arm = rig.body.arms->right;
  const auto raised = [&](const char* name, const char* note, double aside) {
    GaitPose pose{name, note};
    pose.bend(rig.body.spine, {0, 0, 1.5});
    pose.bend(rig.body.neck, {0, 0, -4});
    hang_arms(rig, 0, 8, pose);
    point_arm(rig, arm, {0.94, 0.22, -0.12}, {aside, 1, -0.1}, pose);
    return pose;
  };
  GaitPose rest{"rest", "The arms hang."};
  hang_arms(rig, 0, 8, rest);
  Gait gait;
  gait.name = "wave";
  gait.note = "A wave of the right hand.";
  gait.loop = false;
  gait.ease = Ease::Smooth;
  gait.length = 2.4;
  gait.poses = {rest, raised("out", "The hand is up and out.", 0.6),
                raised("in", "The hand is above the elbow.", -0.25)};
  gait.keys = {{0, 0}, {0.5, 1}, {0.8, 2}, {1.1, 1}, {1.4, 2}, {1.7, 1}, {2.4, 0}};
  return gait;
}

}  // namespace rigy::tools
