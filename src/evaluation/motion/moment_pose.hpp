// A moment of a motion as a pose of the asset.
#pragma once

#include <unordered_map>

#include "evaluation_floor.hpp"
#include "motion/clip.hpp"
#include "motion/moments.hpp"

namespace rigy::evaluation {

// A bone that is moved there, as an entry of a pose.
[[nodiscard]] PoseBone absolute_entry(const Bone& bone, const WorldMotion& world);

// How the bones move at the moment.
[[nodiscard]] LocalMotions motions_at(const MotionPlan& motion, const Moment& moment);

// Every bone of the asset's armatures: those that do not move are at rest.
[[nodiscard]] Pose absolute_pose(const MotionPlan& motion, const LocalMotions& locals);

// The plans of motions that are shown at several moments.
class MotionPlans {
 public:
  [[nodiscard]] const MotionPlan& of(const MotionFile& motion);

 private:
  std::unordered_map<const MotionFile*, MotionPlan> plans_;
};

[[nodiscard]] Pose pose_at(const Assembly& assembly, const Moment& moment, MotionPlans& plans);

}  // namespace rigy::evaluation
