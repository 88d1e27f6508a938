// What arms, tails and necks do along with a gait.
#pragma once

#include "gaits/gait.hpp"

namespace rigy::tools {

// Upper arm, forearm and what follows, without a shoulder.
[[nodiscard]] BoneChain arm_bones(const GaitRig& rig, const BoneChain& arm);

// Lets an arm hang and swings it to the front, in degrees, the elbow bent.
void swing_arm(const GaitRig& rig, const BoneChain& arm, double swing, double bend, GaitPose& pose);
// Both arms.
void hang_arms(const GaitRig& rig, double swing, double bend, GaitPose& pose);

// Points the bones of an arm in these directions, the first for the upper arm, the last for the
// rest; for a body that is otherwise at rest there.
void point_arm(const GaitRig& rig, const BoneChain& arm, const Vec3& upper, const Vec3& fore,
               GaitPose& pose);

// Waves a tail from side to side, each bone later than the one before.
void wag(const GaitRig& rig, double phase, double degrees, double lift, GaitPose& pose);

}  // namespace rigy::tools
