// Feet between keys: legs are straight lines there, and soles turn.
#include <algorithm>
#include <utility>

#include "gaits/gait.hpp"
#include "motion/clip.hpp"

namespace rigy::tools {
namespace {

constexpr double allowed = 0.0025;  // below the ground, of what is as large as a person
constexpr double usual_size = 0.1;  // less for what is smaller than this
constexpr int rounds = 4;
constexpr int samples_between = 3;

ClipPlan clip_of(const GaitRig& rig, const Gait& gait) {
  ClipPlan clip;
  clip.length = gait.length;
  clip.loop = gait.loop;
  const auto add_key = [&](const GaitKey& key, double at) {
    PosePlan plan = plan_of(gait.poses[key.pose], rig.motion.skeleton);
    if (key.mirror) plan = mirrored(plan, rig.motion.counterparts);
    LocalMotions solved = solve_pose(rig.motion.skeleton, plan).locals;
    clip.keys.push_back({at, gait.ease, std::move(plan), std::move(solved)});
  };
  for (const GaitKey& key : gait.keys) add_key(key, key.at);
  if (gait.loop) add_key(gait.keys.front(), gait.length);
  return clip;
}

// The leg whose target a mirrored pose has at this place.
std::size_t leg_in_pose(std::size_t leg, bool is_mirrored) { return is_mirrored ? leg ^ 1U : leg; }

// How much deeper than allowed each leg gets after a key.
std::vector<double> depths_after(const GaitRig& rig, const ClipPlan& clip, std::size_t key,
                                 double tolerance) {
  const MotionSkeleton& skeleton = rig.motion.skeleton;
  std::vector<double> depths(rig.legs.size());
  for (int i = 1; i <= samples_between; ++i) {
    const double from = clip.keys[key].seconds;
    const double share = static_cast<double>(i) / (samples_between + 1);
    const double at = from + share * (clip.keys[key + 1].seconds - from);
    const WorldMotions worlds = world_motions(skeleton, motions_at(skeleton, clip, at));
    for (std::size_t leg = 0; leg < rig.legs.size(); ++leg) {
      if (rig.legs[leg].sole.empty()) continue;
      const double lowest = lowest_of(rig.legs[leg].sole, skeleton, worlds);
      depths[leg] = std::max(depths[leg], rig.legs[leg].ground - tolerance - lowest);
    }
  }
  return depths;
}

}  // namespace

void keep_above_ground(const GaitRig& rig, Gait& gait) {
  const double tolerance = allowed * std::min(1.0, rig.size / usual_size);
  for (int round = 0; round < rounds; ++round) {
    const ClipPlan clip = clip_of(rig, gait);
    std::vector<std::vector<double>> rises(gait.poses.size(), std::vector<double>(rig.legs.size()));
    for (std::size_t key = 0; key + 1 < clip.keys.size(); ++key) {
      const std::vector<double> depths = depths_after(rig, clip, key, tolerance);
      for (const std::size_t end : {key, key + 1}) {
        const GaitKey& at = gait.keys[end % gait.keys.size()];
        for (std::size_t leg = 0; leg < rig.legs.size(); ++leg) {
          double& rise = rises[at.pose][leg_in_pose(leg, at.mirror)];
          rise = std::max(rise, depths[leg]);
        }
      }
    }
    for (std::size_t pose = 0; pose < gait.poses.size(); ++pose) {
      for (std::size_t leg = 0; leg < rig.legs.size(); ++leg) {
        double& height = gait.poses[pose].reaches[leg].to.y;
        height = rig.rounded(height + rises[pose][leg]);
      }
    }
  }
}

}  // namespace rigy::tools
