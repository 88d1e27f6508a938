// Legs that step: where feet are at each moment of a round, and how the body has to stand so that
// they reach the ground.
#pragma once

#include <array>
#include <cstddef>

#include "gaits/gait.hpp"

namespace rigy::tools {

// A round is divided into eight moments.
inline constexpr std::size_t moments = 8;

// Of a round, between 0 and 1.
inline double phase_of(std::size_t moment) {
  return static_cast<double>(moment) / static_cast<double>(moments);
}

// What a foot does from landing to landing, at each moment.
struct FootCycle {
  std::size_t stance = 5;               // moments from landing to lifting off
  std::array<double, moments> pitch{};  // degrees; positive lifts the toes
  std::array<double, moments> lift{};   // above the ground, of the leg's length
};

struct StepStyle {
  double stride = 0.6;  // how far a standing foot moves back, of the leg's length
  FootCycle front;      // of front legs, if there are four
  FootCycle hind;
  // When they land, in moments: left and right in front, then left and right behind. Two legs have
  // the last two.
  std::array<std::size_t, 4> lands{};
};

// A foot at a moment.
struct FootPlace {
  Vec3 shift;        // from where it stands at rest
  double pitch = 0;  // degrees
  bool stands = true;
};

[[nodiscard]] FootPlace foot_at(const GaitRig& rig, const StepStyle& style, std::size_t leg,
                                std::size_t moment);

// Brings the feet of all legs there: lowers the trunk until those that stand can be reached, adds a
// reach for each leg and keeps soles on the ground. Turns and moves of the body come before.
void place_feet(const GaitRig& rig, const std::vector<FootPlace>& places, GaitPose& pose);

// All feet where they are at rest.
void plant_feet(const GaitRig& rig, GaitPose& pose);

// How far the body gets in a round.
[[nodiscard]] Vec3 travel_of(const GaitRig& rig, const StepStyle& style);

}  // namespace rigy::tools
