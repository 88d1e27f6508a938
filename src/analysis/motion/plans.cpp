#include "motion/plans.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "document/names.hpp"
#include "hashing/text_hash.hpp"
#include "math/turns.hpp"
#include "symmetry/symmetry.hpp"

namespace rigy::analysis {
namespace {

std::vector<std::uint32_t> counterparts_of(const Asset& asset, const Armature& armature) {
  const Names names = names_of(armature.bones);
  std::vector<std::uint32_t> counterparts;
  for (std::uint32_t i = 0; i < armature.bones.size(); ++i) {
    const std::string_view id = armature.bones[i].id.value;
    const std::uint32_t other =
        asset.document.mirror_x ? names.find(swap_prefix(*asset.document.mirror_x, id)) : no_index;
    counterparts.push_back(other == no_index ? i : other);
  }
  return counterparts;
}

std::uint32_t chain_length(const MotionSkeleton& skeleton, const MotionReach& reach) {
  if (reach.bones.given()) return static_cast<std::uint32_t>(reach.bones.value);
  return skeleton.bones[reach.bone.index].parent == no_index ? 1 : 2;
}

Reach reach_of(const MotionSkeleton& skeleton, const MotionReach& written) {
  Reach reach;
  reach.bone = written.bone.index;
  reach.count = chain_length(skeleton, written);
  reach.to = written.to.value;
  reach.in = written.in.index;
  if (written.pole.given()) reach.pole = written.pole.value;
  for (const Reference& bone : written.level) reach.level.push_back(bone.index);
  return reach;
}

bool reaches_with(const std::vector<Reach>& reaches, std::uint32_t bone) {
  return std::any_of(reaches.begin(), reaches.end(),
                     [bone](const Reach& reach) { return reach.bone == bone; });
}

// Those of the same bone are replaced, in their place; if there were several, in that of the first.
std::vector<Reach> replaced(const std::vector<Reach>& reaches, const std::vector<Reach>& written) {
  std::vector<Reach> result;
  for (const Reach& reach : reaches) {
    if (!reaches_with(written, reach.bone)) {
      result.push_back(reach);
    } else if (!reaches_with(result, reach.bone)) {
      std::copy_if(written.begin(), written.end(), std::back_inserter(result),
                   [&reach](const Reach& one) { return one.bone == reach.bone; });
    }
  }
  std::copy_if(written.begin(), written.end(), std::back_inserter(result),
               [&reaches](const Reach& one) { return !reaches_with(reaches, one.bone); });
  return result;
}

// What is written replaces what the pose begins as, bone by bone.
void apply(const MotionPose& pose, const MotionRig& rig, PosePlan& plan) {
  for (const MotionTurn& turn : pose.turns) {
    const std::uint32_t bone = turn.bone.index;
    plan.locals[bone].turn =
        turn.in_bone_axes ? in_asset_axes(rig.skeleton.bones[bone], turn.rotation) : turn.rotation;
  }
  for (const MotionMove& move : pose.moves) plan.locals[move.bone.index].move = move.offset;
  std::vector<Reach> written;
  for (const MotionReach& reach : pose.reaches) written.push_back(reach_of(rig.skeleton, reach));
  plan.reaches = plan.reaches.empty() ? std::move(written) : replaced(plan.reaches, written);
  if (pose.mirror) plan = mirrored(plan, rig.counterparts);
}

}  // namespace

MotionSkeleton skeleton_of(const Armature& armature) {
  std::vector<RestBone> bones;
  for (const Bone& bone : armature.bones) {
    const Vec3 direction = direction_of(bone.tail.value - bone.head.value);
    bones.push_back({bone.head.value, bone.tail.value,
                     bone.is_root() ? no_index : bone.parent.index,
                     bone_axes(direction, bone.roll)});
  }
  return kernel::skeleton_of(std::move(bones));
}

MotionRig rig_of(const Asset& asset, const Armature& armature) {
  return {skeleton_of(armature), counterparts_of(asset, armature)};
}

LocalMotions local_motions(const Armature& armature, const MotionSkeleton& skeleton,
                           const Pose& pose) {
  TextMap<std::string_view, const PoseBone*> entries;
  for (const PoseBone& entry : pose.bones) entries.emplace(entry.bone.value, &entry);
  LocalMotions locals(skeleton.bones.size());
  WorldMotions worlds(skeleton.bones.size());
  for (const std::uint32_t bone : skeleton.order) {
    const auto entry = entries.find(armature.bones[bone].id.value);
    if (entry != entries.end()) {
      const auto [w, x, y, z] = entry->second->rotation;
      locals[bone].turn = turn_to(skeleton, bone, unit_quaternion({w, x, y, z}), worlds);
      const WorldMotion unmoved = world_motion(skeleton, bone, locals[bone], worlds);
      const std::uint32_t parent = skeleton.bones[bone].parent;
      const Quaternion back = parent == no_index ? Quaternion{} : worlds[parent].rotation;
      locals[bone].move = rotate(conjugate(back), entry->second->translation.value - unmoved.head);
    }
    worlds[bone] = world_motion(skeleton, bone, locals[bone], worlds);
  }
  return locals;
}

std::vector<std::uint32_t> pose_order(const MotionDocument& document) {
  const std::vector<MotionPose>& poses = document.poses;
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> chain;
  std::vector<bool> known(poses.size());
  for (std::uint32_t i = 0; i < poses.size(); ++i) {
    for (std::uint32_t p = i; p != no_index && !known[p]; p = poses[p].from.index) {
      known[p] = true;
      chain.push_back(p);
    }
    order.insert(order.end(), chain.rbegin(), chain.rend());
    chain.clear();
  }
  return order;
}

std::vector<PosePlan> pose_plans(const MotionFile& motion, const MotionRig& rig) {
  const std::vector<MotionPose>& poses = motion.document.poses;
  std::vector<PosePlan> plans(poses.size());
  // Poses of the asset may place many more bones than move.
  std::unordered_map<std::uint32_t, LocalMotions> of_asset;
  for (const std::uint32_t p : pose_order(motion.document)) {
    const MotionPose& pose = poses[p];
    PosePlan& plan = plans[p];
    if (pose.from.given()) {
      plan = plans[pose.from.index];
    } else if (pose.from_asset.given()) {
      const auto [known, is_new] = of_asset.try_emplace(pose.from_asset.index);
      if (is_new) {
        known->second = local_motions(*motion.armature(), rig.skeleton,
                                      motion.asset()->document.poses[pose.from_asset.index]);
      }
      plan.locals = known->second;
    } else {
      plan.locals.resize(rig.skeleton.bones.size());
    }
    apply(pose, rig, plan);
  }
  return plans;
}

PosePlan plan_of_key(const MotionKey& key, const std::vector<PosePlan>& plans,
                     const MotionRig& rig) {
  const PosePlan& plan = plans[key.pose.index];
  return key.mirror ? mirrored(plan, rig.counterparts) : plan;
}

}  // namespace rigy::analysis
