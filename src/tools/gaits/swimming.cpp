// Waves that run along a body: swim and slither.
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "gaits/gaits.hpp"
#include "gaits/steps.hpp"
#include "math/rotation.hpp"
#include "math/trig.hpp"

namespace rigy::tools {
namespace {

std::size_t poses_of(const GaitRig& rig) { return rig.mirrors ? moments / 2 : moments; }

double bone_length(const GaitRig& rig, std::uint32_t bone) {
  const RestBone& rest = rig.motion.skeleton.bones[bone];
  return length(rest.tail - rest.head);
}

// --- fish ---

constexpr double tail_bend = 46;    // degrees, all bones of the tail together
constexpr double tail_waves = 0.4;  // how much of a wave the tail has

GaitPose swim_pose(const GaitRig& rig, std::size_t moment) {
  GaitPose pose{fmt::format("wave_{}", moment + 1), ""};
  const double phase = phase_of(moment);
  const auto count = static_cast<double>(rig.body.tail.size());
  // The sum of 0.5 + i / count, for i from 1 to count.
  const double total = count + 0.5;
  double i = 0;
  for (const std::uint32_t bone : rig.body.tail) {
    i += 1;
    const double share = (0.5 + i / count) / total;
    pose.turn(bone, Vec3{0, tail_bend * share * wave(phase - tail_waves * i / count), 0});
  }
  // The front of the body answers, the other way.
  pose.turn(rig.body.trunk, Vec3{0, -3 * wave(phase), 0});
  pose.bend(rig.body.neck, {0, -4 * wave(phase + 0.1), 0});
  for (const LimbPair& fins : rig.body.fins) {
    const double beat = 8 + 8 * wave(2 * phase);
    pose.turn(fins.left.front(), Vec3{0, 0, beat});
    pose.turn(fins.right.front(), Vec3{0, 0, -beat});
  }
  return pose;
}

// --- snakes ---

constexpr double heading = 36;  // degrees, to either side

// The bones from the head to the end of the tail, with where their middles are along the body.
struct SnakeBone {
  std::uint32_t bone = 0;
  double share = 0;
};

std::vector<SnakeBone> snake_of(const GaitRig& rig) {
  BoneChain chain(rig.body.neck.rbegin(), rig.body.neck.rend());
  chain.insert(chain.end(), rig.body.spine.rbegin(), rig.body.spine.rend());
  chain.push_back(rig.body.trunk);
  chain.insert(chain.end(), rig.body.tail.begin(), rig.body.tail.end());
  std::vector<SnakeBone> snake;
  double whole = 0;
  for (const std::uint32_t bone : chain) {
    const double own = bone_length(rig, bone);
    snake.push_back({bone, whole + 0.5 * own});
    whole += own;
  }
  for (SnakeBone& one : snake) one.share /= whole;
  return snake;
}

double snake_length(const GaitRig& rig) {
  double whole = bone_length(rig, rig.body.trunk);
  for (const BoneChain* chain : {&rig.body.neck, &rig.body.spine, &rig.body.tail}) {
    for (const std::uint32_t bone : *chain) whole += bone_length(rig, bone);
  }
  return whole;
}

// How many waves the body has: seven bones show one well.
double waves_of(const GaitRig& rig) {
  const auto bones = static_cast<double>(snake_of(rig).size());
  return std::clamp(bones / 7, 0.75, 1.5);
}

// Every bone heads where the one before it did a moment ago.
GaitPose slither_pose(const GaitRig& rig, std::size_t moment) {
  GaitPose pose{fmt::format("wave_{}", moment + 1), ""};
  const MotionSkeleton& skeleton = rig.motion.skeleton;
  std::vector<double> headings(skeleton.bones.size());
  const std::vector<SnakeBone> snake = snake_of(rig);
  for (const SnakeBone& one : snake) {
    // The head looks ahead more than the body.
    const double size = one.share < 0.05 ? 0.5 * heading : heading;
    headings[one.bone] = size * wave(phase_of(moment) - waves_of(rig) * one.share);
  }
  for (const SnakeBone& one : snake) {
    const std::uint32_t parent =
        one.bone == rig.body.trunk ? no_index : skeleton.bones[one.bone].parent;
    pose.turn(one.bone,
              Vec3{0, headings[one.bone] - (parent == no_index ? 0 : headings[parent]), 0});
  }
  // The middle of the body stays where it is.
  const WorldMotions worlds = world_motions(skeleton, plan_of(pose, skeleton).locals);
  Vec3 shift;
  for (const SnakeBone& one : snake) {
    const RestBone& rest = skeleton.bones[one.bone];
    const Vec3 now = worlds[one.bone].head + tail_of(skeleton, one.bone, worlds);
    shift = shift + (0.5 / static_cast<double>(snake.size())) * (rest.head + rest.tail - now);
  }
  pose.moves[rig.body.trunk] = rig.rounded(Vec3{shift.x, 0, shift.z});
  return pose;
}

Gait make_wave_gait(const GaitRig& rig, double seconds,
                    GaitPose (*pose)(const GaitRig&, std::size_t)) {
  Gait gait;
  gait.length = rounded_seconds(seconds);
  for (std::size_t i = 0; i < poses_of(rig); ++i) gait.poses.push_back(pose(rig, i));
  gait.keys = round_of_keys(rig, gait.length, moments, true);
  return gait;
}

}  // namespace

Gait make_swim(const GaitRig& rig) {
  Gait gait = make_wave_gait(rig, 0.9 * std::sqrt(rig.size), swim_pose);
  gait.name = "swim";
  gait.note = "A wave runs along the tail, larger toward its end; the front of the body answers.";
  gait.travel = {0, 0, -rig.rounded(0.7 * rig.size)};
  return gait;
}

Gait make_slither(const GaitRig& rig) {
  const double whole = snake_length(rig);
  Gait gait = make_wave_gait(rig, 1.5 * std::sqrt(whole), slither_pose);
  gait.name = "slither";
  gait.note =
      "Every bone goes where the one before it went, along a line that stays on the ground.";
  // One wave in a round; the line is longer than the way ahead: the mean of the cosine of headings.
  double ahead = 0;
  for (int i = 0; i < 64; ++i) {
    ahead += base::cos(radians_per_degree * heading * wave(i / 64.0)) / 64;
  }
  gait.travel = {0, 0, -rig.rounded(whole / waves_of(rig) * ahead)};
  return gait;
}

}  // namespace rigy::tools
