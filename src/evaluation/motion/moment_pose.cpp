#include "motion/moment_pose.hpp"

#include <utility>

namespace rigy::evaluation {

PoseBone absolute_entry(const Bone& bone, const WorldMotion& world) {
  PoseBone entry;
  entry.bone = bone.id;
  entry.node = bone.origin.node;
  entry.rotation = {world.rotation.w, world.rotation.x, world.rotation.y, world.rotation.z};
  entry.rotation_node = bone.origin.node;
  entry.translation = {world.head, bone.origin.node};
  return entry;
}

LocalMotions motions_at(const MotionPlan& motion, const Moment& moment) {
  if (moment.pose != no_index) {
    return solve_pose(motion.rig.skeleton, motion.poses[moment.pose]).locals;
  }
  return motions_at(motion.rig.skeleton, motion.clips[moment.clip], moment.seconds);
}

Pose absolute_pose(const MotionPlan& motion, const LocalMotions& locals) {
  const WorldMotions worlds = world_motions(motion.rig.skeleton, locals);
  const Armature* moved = motion.file->armature();
  Pose pose;
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    pose.bones.push_back(absolute_entry(moved->bones[i], worlds[i]));
  }
  for (const Armature& armature : motion.file->asset()->document.armatures) {
    if (&armature == moved) continue;
    for (const Bone& bone : armature.bones) {
      pose.bones.push_back(absolute_entry(bone, {{}, bone.head.value}));
    }
  }
  return pose;
}

const MotionPlan& MotionPlans::of(const MotionFile& motion) {
  const auto [known, is_new] = plans_.try_emplace(&motion);
  if (is_new) known->second = plan_motion(motion);
  return known->second;
}

Pose pose_at(const Assembly& assembly, const Moment& moment, MotionPlans& plans) {
  const MotionPlan& motion = plans.of(*assembly.motions[moment.motion]);
  return absolute_pose(motion, motions_at(motion, moment));
}

}  // namespace rigy::evaluation
