// The poses of a motion as plain numbers, with everything resolved that they begin as.
#pragma once

#include <vector>

#include "analysis_floor.hpp"
#include "load/assembly.hpp"
#include "motion/reach.hpp"

namespace rigy::analysis {

// What moves.
struct MotionRig {
  MotionSkeleton skeleton;
  // For each bone the one that takes its place in a mirrored pose; itself if there is none.
  std::vector<std::uint32_t> counterparts;
};

// Of an armature without mistakes.
[[nodiscard]] MotionRig rig_of(const Asset& asset, const Armature& armature);

// The skeleton of an armature alone.
[[nodiscard]] MotionSkeleton skeleton_of(const Armature& armature);

// The poses of a motion, each after the one it begins as.
[[nodiscard]] std::vector<std::uint32_t> pose_order(const MotionDocument& document);

// The poses of a motion that was checked so far that references are known and poses do not begin as
// themselves, in the order of the document.
[[nodiscard]] std::vector<PosePlan> pose_plans(const MotionFile& motion, const MotionRig& rig);

// The pose of a key.
[[nodiscard]] PosePlan plan_of_key(const MotionKey& key, const std::vector<PosePlan>& plans,
                                   const MotionRig& rig);

// How a pose of the asset moves the bones relative to their parents; those it does not place are at
// rest.
[[nodiscard]] LocalMotions local_motions(const Armature& armature, const MotionSkeleton& skeleton,
                                         const Pose& pose);

}  // namespace rigy::analysis
