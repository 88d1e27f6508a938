// Walks and runs on two legs; walks, trots and gallops on four.
#include <cmath>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "gaits/gaits.hpp"
#include "gaits/limbs.hpp"
#include "gaits/steps.hpp"

namespace rigy::tools {
namespace {

// A moment of a gait, as animators call it.
struct NamedMoment {
  const char* name;
  const char* note;
  double height;  // of the trunk above its rest, of the leg's length; feet may need it lower
};

double wave_cos(double turns) { return wave(turns + 0.25); }

// How many poses differ: after half a round the other side does the same.
std::size_t poses_of(const GaitRig& rig, bool is_symmetric) {
  return is_symmetric && rig.mirrors ? moments / 2 : moments;
}

using BodyMotion = void (*)(const GaitRig& rig, double phase, GaitPose& pose);

struct SteppedGait {
  const char* name;
  const char* note;
  double seconds;  // of a round, for legs of one meter
  StepStyle style;
  std::span<const NamedMoment> named;  // half a round, or all of it
  BodyMotion move_body;
};

GaitPose pose_at(const GaitRig& rig, const SteppedGait& gait, std::size_t moment) {
  const NamedMoment& named = gait.named[moment % gait.named.size()];
  const bool is_other_side = moment >= gait.named.size();
  GaitPose pose{fmt::format("{}{}", named.name, is_other_side ? "_other" : ""),
                is_other_side ? "The same for the other side." : named.note};
  gait.move_body(rig, phase_of(moment), pose);
  pose.moves[rig.body.trunk].y += named.height * rig.leg_length;
  std::vector<FootPlace> places;
  for (std::size_t leg = 0; leg < rig.legs.size(); ++leg) {
    places.push_back(foot_at(rig, gait.style, leg, moment));
  }
  place_feet(rig, places, pose);
  return pose;
}

Gait make_steps(const GaitRig& rig, const SteppedGait& stepped) {
  const bool is_symmetric = stepped.named.size() < moments;
  Gait gait;
  gait.name = stepped.name;
  gait.note = stepped.note;
  // Like a pendulum, long legs take longer.
  gait.length = rounded_seconds(stepped.seconds * std::sqrt(rig.leg_length));
  gait.travel = travel_of(rig, stepped.style);
  for (std::size_t i = 0; i < poses_of(rig, is_symmetric); ++i) {
    gait.poses.push_back(pose_at(rig, stepped, i));
  }
  gait.keys = round_of_keys(rig, gait.length, moments, is_symmetric);
  keep_above_ground(rig, gait);
  return gait;
}

// --- two legs: the left foot lands at 0, the right one after half a round ---

void turn_upper_body(const GaitRig& rig, double phase, double twist, GaitPose& pose) {
  const double across = wave_cos(phase);
  const double over = wave(phase);
  pose.turn(rig.body.trunk, Vec3{0, -0.5 * twist * across, -2.5 * over});
  pose.bend(rig.body.spine, {0, twist * across, 3.5 * over});
  pose.bend(rig.body.neck, {0, -0.5 * twist * across, -1 * over});
  pose.moves[rig.body.trunk].x = -0.025 * rig.leg_length * over;
}

void swing_arms(const GaitRig& rig, double phase, double swing, double bend, double more_bend,
                GaitPose& pose) {
  if (!rig.body.arms) return;
  const double ahead = wave_cos(phase - 0.02);
  swing_arm(rig, rig.body.arms->left, -swing * ahead, bend - more_bend * ahead, pose);
  swing_arm(rig, rig.body.arms->right, swing * ahead, bend + more_bend * ahead, pose);
}

void walk_on_two(const GaitRig& rig, double phase, GaitPose& pose) {
  turn_upper_body(rig, phase, 8, pose);
  swing_arms(rig, phase, 22, 16, 8, pose);
  wag(rig, phase, 14, 0, pose);
}

void run_on_two(const GaitRig& rig, double phase, GaitPose& pose) {
  turn_upper_body(rig, phase, 12, pose);
  // Leaning forward is a negative turn about x; the head keeps looking ahead.
  for (const std::uint32_t bone : rig.body.spine) {
    Vec3 turn = pose.turns[bone];
    turn.x = -10 / static_cast<double>(rig.body.spine.size());
    pose.turn(bone, turn);
  }
  swing_arms(rig, phase, 34, 60, 10, pose);
  wag(rig, phase, 12, 6, pose);
}

constexpr NamedMoment walk_moments[] = {
    {"contact", "The left heel lands, the right foot is about to push off.", -0.03},
    {"down", "The left leg takes the weight: the lowest moment.", -0.055},
    {"passing", "The body passes over the left foot, the right one swings forward.", -0.03},
    {"up", "The body falls forward over the left foot: the highest moment.", -0.02},
};

constexpr NamedMoment run_moments[] = {
    {"contact", "The left foot lands below the body.", -0.08},
    {"down", "The left leg takes the weight: the lowest moment.", -0.11},
    {"push", "The left foot pushes off, the right knee is up.", -0.07},
    {"flight", "Both feet are in the air.", -0.035},
};

const SteppedGait two_legged_walk{
    "walk",
    "A walk: four poses and their mirror images. Feet that stand move back as fast as the body "
    "travels.",
    1.08,
    {0.6, {}, {5, {10, 0, 0, 0, -10, -35, -30, 6}, {0, 0, 0, 0, 0, 0, 0.07, 0.06}}, {0, 0, 0, 4}},
    walk_moments,
    walk_on_two};

const SteppedGait two_legged_run{
    "run",
    "A run: four poses and their mirror images. Between push and contact no foot is on the ground.",
    0.72,
    {0.55,
     {},
     {2, {0, 0, -22, -45, -50, -25, 0, 8}, {0, 0, 0, 0.12, 0.2, 0.18, 0.11, 0.05}},
     {0, 0, 0, 4}},
    run_moments,
    run_on_two};

// --- four legs ---

void walk_on_four(const GaitRig& rig, double phase, GaitPose& pose) {
  const double across = wave_cos(phase);
  pose.turn(rig.body.trunk, Vec3{0, 1.5 * across, 1.2 * wave(phase)});
  pose.bend(rig.body.spine, {0, -3 * across, -1.2 * wave(phase)});
  pose.bend(rig.body.neck, {4 * wave(2 * phase + 0.1), 1.5 * across, 0});
  wag(rig, phase, 16, 0, pose);
}

void trot_on_four(const GaitRig& rig, double phase, GaitPose& pose) {
  const double across = wave_cos(phase);
  pose.turn(rig.body.trunk, Vec3{0, -1 * across, 0});
  pose.bend(rig.body.spine, {0, 2 * across, 0});
  pose.bend(rig.body.neck, {4 + 3 * wave(2 * phase - 0.1), -1 * across, 0});
  wag(rig, phase, 10, 8 + 4 * wave(2 * phase - 0.3), pose);
}

// The hind legs push off with the front up; the front legs land with it down; gathered in the air,
// the back is round.
void gallop_on_four(const GaitRig& rig, double phase, GaitPose& pose) {
  const double pitch = 5 * wave_cos(phase - 0.08);
  pose.turn(rig.body.trunk, Vec3{pitch, 0, 0});
  pose.bend(rig.body.spine, {-9 * wave_cos(phase - 0.9), 0, 0});
  pose.bend(rig.body.neck, {-10 - 0.7 * pitch + 6 * wave_cos(phase - 0.9), 0, 0});
  wag(rig, phase, 4, 16 + 10 * wave_cos(phase - 0.35), pose);
}

constexpr NamedMoment four_walk_moments[] = {
    {"left_hind", "The left hind foot lands.", -0.035},
    {"left_side", "The left front foot swings.", -0.04},
    {"left_front", "The left front foot lands.", -0.035},
    {"right_swings", "The right hind foot swings.", -0.04},
};

constexpr NamedMoment trot_moments[] = {
    {"contact", "The left front foot lands together with the right hind one.", -0.055},
    {"down", "The pair takes the weight: the lowest moment.", -0.075},
    {"passing", "The body passes over it, the other pair swings forward.", -0.05},
    {"push", "The pair pushes off.", -0.03},
};

constexpr NamedMoment gallop_moments[] = {
    {"left_hind", "The left hind foot lands, far under the body.", -0.07},
    {"right_hind", "The right hind foot lands.", -0.085},
    {"stretch", "The left hind foot has pushed off, the front feet reach out.", -0.08},
    {"left_front", "The left front foot lands.", -0.07},
    {"right_front", "The right front foot lands.", -0.085},
    {"over", "The body passes over the front feet.", -0.075},
    {"gather", "The right front foot pushes off; all feet come together.", -0.05},
    {"flight", "All feet are in the air, below the body.", -0.035},
};

const SteppedGait four_legged_walk{
    "walk",
    "A walk: left hind, left front, right hind, right front. Feet that stand move back as fast as "
    "the body "
    "travels.",
    1.35,
    {0.5,
     {5, {5, 0, 0, 0, -6, -28, -45, -8}, {0, 0, 0, 0, 0, 0, 0.1, 0.09}},
     {5, {5, 0, 0, 0, -6, -28, -40, -8}, {0, 0, 0, 0, 0, 0, 0.08, 0.07}},
     {2, 6, 0, 4}},
    four_walk_moments,
    walk_on_four};

const SteppedGait trot{
    "trot",
    "A trot: diagonal feet step together. Feet that stand move back as fast as the body travels.",
    0.8,
    {0.48,
     {3, {5, 0, -4, -26, -50, -60, -30, 0}, {0, 0, 0, 0, 0.11, 0.18, 0.15, 0.06}},
     {3, {5, 0, -4, -26, -45, -45, -20, 0}, {0, 0, 0, 0, 0.08, 0.13, 0.11, 0.05}},
     {0, 4, 4, 0}},
    trot_moments,
    trot_on_four};

const SteppedGait gallop{
    "gallop",
    "A gallop: hind feet, then front feet, then a moment in the air.",
    0.6,
    {0.6,
     {2, {5, 0, -26, -50, -60, -50, -25, 0}, {0, 0, 0, 0.12, 0.22, 0.24, 0.17, 0.07}},
     {2, {5, 0, -26, -45, -50, -40, -20, 0}, {0, 0, 0, 0.1, 0.17, 0.17, 0.12, 0.05}},
     {3, 4, 0, 1}},
    gallop_moments,
    gallop_on_four};

}  // namespace

Gait make_two_legged_walk(const GaitRig& rig) { return make_steps(rig, two_legged_walk); }
Gait make_run(const GaitRig& rig) { return make_steps(rig, two_legged_run); }
Gait make_four_legged_walk(const GaitRig& rig) { return make_steps(rig, four_legged_walk); }
Gait make_trot(const GaitRig& rig) { return make_steps(rig, trot); }
Gait make_gallop(const GaitRig& rig) { return make_steps(rig, gallop); }

}  // namespace rigy::tools
