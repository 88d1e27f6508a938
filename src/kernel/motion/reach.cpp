#include "motion/reach.hpp"

#include <algorithm>
#include <cstddef>

#include "math/turns.hpp"
#include "motion/chain.hpp"

namespace rigy::kernel {
namespace {

// From the head of a bone of the chain to the joint after it, as the bone's rotation carries it.
Vec3 bone_line(const MotionSkeleton& skeleton, const std::vector<std::uint32_t>& chain,
               std::size_t place, const LocalMotions& locals) {
  if (place + 1 < chain.size()) {
    const std::uint32_t next = chain[place + 1];
    return skeleton.offset_of(next) + locals[next].move;
  }
  const RestBone& last = skeleton.bones[chain[place]];
  return last.tail - last.head;
}

std::vector<Vec3> joints_of(const MotionSkeleton& skeleton, const std::vector<std::uint32_t>& chain,
                            const WorldMotions& worlds) {
  std::vector<Vec3> joints;
  for (const std::uint32_t bone : chain) joints.push_back(worlds[bone].head);
  joints.push_back(tail_of(skeleton, chain.back(), worlds));
  return joints;
}

// Where the chain's second joint is at rest, seen from the line between its ends.
Vec3 rest_bend(const MotionSkeleton& skeleton, const std::vector<std::uint32_t>& chain) {
  constexpr double no_bend = 1e-6;
  const Vec3 start = skeleton.bones[chain.front()].head;
  const Vec3 line = skeleton.bones[chain.back()].tail - start;
  if (chain.size() < 2 || line == Vec3{}) return {};
  const Vec3 middle = skeleton.bones[chain[1]].head - start;
  const Vec3 direction = direction_of(line);
  const Vec3 aside = middle - dot(middle, direction) * direction;
  return length(aside) > no_bend * length(line) ? aside : Vec3{};
}

// Turns each bone the shortest way toward its new joint, from the top down.
void turn_chain(const MotionSkeleton& skeleton, const std::vector<std::uint32_t>& chain,
                const std::vector<Vec3>& joints, LocalMotions& locals, WorldMotions& worlds) {
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const std::uint32_t bone = chain[i];
    worlds[bone] = world_motion(skeleton, bone, locals[bone], worlds);
    const Vec3 now = rotate(worlds[bone].rotation, bone_line(skeleton, chain, i, locals));
    const Vec3 then = joints[i + 1] - worlds[bone].head;
    if (now == Vec3{} || then == Vec3{}) continue;
    const Quaternion turn = shortest_turn(direction_of(now), direction_of(then));
    worlds[bone].rotation = unit_quaternion(turn * worlds[bone].rotation);
    locals[bone].turn = turn_to(skeleton, bone, worlds[bone].rotation, worlds);
  }
}

// What is kept level is turned back; everything else below the chain follows.
void follow_chain(const MotionSkeleton& skeleton, const Reach& reach, const WorldMotions& before,
                  LocalMotions& locals, WorldMotions& worlds) {
  std::vector<bool> is_level(skeleton.bones.size());
  for (const std::uint32_t bone : reach.level) is_level[bone] = true;
  for (const std::uint32_t bone : skeleton.order) {
    if (is_level[bone]) {
      locals[bone].turn = turn_to(skeleton, bone, before[bone].rotation, worlds);
    }
    worlds[bone] = world_motion(skeleton, bone, locals[bone], worlds);
  }
}

}  // namespace

std::vector<std::uint32_t> chain_of(const MotionSkeleton& skeleton, const Reach& reach) {
  std::vector<std::uint32_t> chain;
  for (std::uint32_t bone = reach.bone; bone != no_index && chain.size() < reach.count;
       bone = skeleton.bones[bone].parent) {
    chain.push_back(bone);
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

bool has_chain(const MotionSkeleton& skeleton, const Reach& reach) {
  const std::vector<std::uint32_t> chain = chain_of(skeleton, reach);
  return reach.count > 0 && chain.size() == reach.count &&
         std::none_of(chain.begin(), chain.end(), [&reach](std::uint32_t bone) {
           return std::find(reach.level.begin(), reach.level.end(), bone) != reach.level.end();
         });
}

Vec3 pole_of(const MotionSkeleton& skeleton, const Reach& reach) {
  const Vec3 bend = rest_bend(skeleton, chain_of(skeleton, reach));
  const Vec3 pole = reach.pole.value_or(bend == Vec3{} ? Vec3{0, 0, -1} : bend);
  return direction_of(pole);
}

Vec3 target_of(const MotionSkeleton& skeleton, const Reach& reach, const WorldMotions& worlds) {
  if (reach.in == no_index) return reach.to;
  const WorldMotion& frame = worlds[reach.in];
  return frame.head + rotate(frame.rotation * skeleton.bones[reach.in].axes, reach.to);
}

double solve_reach(const MotionSkeleton& skeleton, const Reach& reach, LocalMotions& locals,
                   WorldMotions& worlds) {
  const WorldMotions before = worlds;
  const std::vector<std::uint32_t> chain = chain_of(skeleton, reach);
  const Vec3 target = target_of(skeleton, reach, worlds);
  const Vec3 poles[] = {reach.pole.value_or(Vec3{}), rest_bend(skeleton, chain), Vec3{0, 0, -1},
                        Vec3{0, 1, 0}};
  std::vector<Vec3> joints = joints_of(skeleton, chain, worlds);
  place_joints(joints, {target, poles});
  turn_chain(skeleton, chain, joints, locals, worlds);
  follow_chain(skeleton, reach, before, locals, worlds);
  return length(target - tail_of(skeleton, reach.bone, worlds));
}

SolvedPose solve_pose(const MotionSkeleton& skeleton, const PosePlan& plan) {
  SolvedPose pose{plan.locals, world_motions(skeleton, plan.locals), {}};
  for (const Reach& reach : plan.reaches) {
    pose.missing.push_back(solve_reach(skeleton, reach, pose.locals, pose.worlds));
  }
  return pose;
}

PosePlan mirrored(const PosePlan& plan, const std::vector<std::uint32_t>& counterparts) {
  PosePlan result{LocalMotions(plan.locals.size()), plan.reaches};
  for (std::size_t i = 0; i < plan.locals.size(); ++i) {
    result.locals[counterparts[i]] = {reflected(plan.locals[i].turn),
                                      reflected(plan.locals[i].move)};
  }
  for (Reach& reach : result.reaches) {
    reach.bone = counterparts[reach.bone];
    reach.to = reflected(reach.to);
    if (reach.in != no_index) reach.in = counterparts[reach.in];
    if (reach.pole) reach.pole = reflected(*reach.pole);
    for (std::uint32_t& bone : reach.level) bone = counterparts[bone];
  }
  return result;
}

}  // namespace rigy::kernel
