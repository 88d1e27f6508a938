// Clips of motions: which pose a skeleton has at which time.
#pragma once

#include <string_view>
#include <vector>

#include "evaluation_floor.hpp"
#include "load/assembly.hpp"
#include "motion/plans.hpp"

namespace rigy::evaluation {

// A key, with its pose before and after its reaches are solved.
struct ClipKey {
  double seconds = 0;
  Ease ease = Ease::Spline;  // until the next key
  PosePlan plan;
  LocalMotions solved;
};

// A clip ready to be evaluated. One that loops has a key at 0, and one at its length, which leads
// back to the first. Any other holds its first key before it, and its last key after it.
struct ClipPlan {
  std::string_view id;
  double length = 0;
  double rate = 30;
  bool loop = false;
  Vec3 travel;
  std::vector<ClipKey> keys;
};

// Everything of a motion that moves, from a document without errors.
struct MotionPlan {
  const MotionFile* file = nullptr;
  MotionRig rig;
  std::vector<PosePlan> poses;  // in the order of the document
  std::vector<ClipPlan> clips;  // the same
};

[[nodiscard]] MotionPlan plan_motion(const MotionFile& motion);

// How the bones move at a time from 0 to the length.
[[nodiscard]] LocalMotions motions_at(const MotionSkeleton& skeleton, const ClipPlan& clip,
                                      double seconds);

// The same before its reaches are solved: those that both keys around the time share, at a key all
// of it.
[[nodiscard]] PosePlan plan_at(const MotionSkeleton& skeleton, const ClipPlan& clip,
                               double seconds);

// The times of samples: at the rate, at every key, at the beginning and the end.
struct SampleTime {
  double seconds = 0;
  bool is_key = false;
};
[[nodiscard]] std::vector<SampleTime> sample_times(const ClipPlan& clip);

}  // namespace rigy::evaluation
