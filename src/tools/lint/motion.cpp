// L20, L22, L23, L24: the clips of motions.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "lint/context.hpp"
#include "math/rotation.hpp"
#include "math/turns.hpp"
#include "motion/moment_pose.hpp"

namespace rigy::tools {
namespace {

constexpr double contact_height = 0.01;
constexpr double contact_rise = 0.09;  // in a second
constexpr double drawn_up = 0.05;
constexpr double least_slide = 0.01;
constexpr double slide_share = 0.1;
constexpr double low_share = 0.1;
constexpr double seam_angle = 1;  // degrees
constexpr double seam_shift = 0.001;
constexpr double full_stretch = 0.999;
constexpr double half_turn = 180;

LintItem item_of(const MotionFile& file, const MotionClip& clip) {
  return {&file, clip.node, &clip, no_index};
}

bool is_looked_at(const LintContext& rest, const MotionClip& clip) {
  return rest.clip.empty() || rest.clip == clip.id.value;
}

// Calls use(motion, clip as written, clip as planned) for every clip.
template <class Use>
void each_clip(const LintContext& rest, const Use& use) {
  for (const auto& file : rest.scene.tree.assembly->motions) {
    const MotionPlan& motion = rest.motions->of(*file);
    for (std::size_t i = 0; i < motion.clips.size(); ++i) {
      if (!is_looked_at(rest, file->document.clips[i])) continue;
      use(motion, file->document.clips[i], motion.clips[i]);
    }
  }
}

std::string_view bone_id(const MotionPlan& motion, std::size_t bone) {
  return motion.file->armature()->bones[bone].id.value;
}

// Where the tails of the bones are at each sample, and how the bones are turned.
struct TailPaths {
  std::vector<double> times;
  std::vector<std::vector<Vec3>> tails;  // at each time, of each bone
  std::vector<WorldMotions> worlds;
};

TailPaths tail_paths(const MotionPlan& motion, const ClipPlan& clip) {
  const MotionSkeleton& skeleton = motion.rig.skeleton;
  TailPaths paths;
  for (const SampleTime& time : sample_times(clip)) {
    const WorldMotions worlds = world_motions(skeleton, motions_at(skeleton, clip, time.seconds));
    paths.times.push_back(time.seconds);
    std::vector<Vec3>& tails = paths.tails.emplace_back();
    for (std::uint32_t bone = 0; bone < skeleton.bones.size(); ++bone) {
      tails.push_back(tail_of(skeleton, bone, worlds));
    }
    paths.worlds.push_back(worlds);
  }
  return paths;
}

// Whether the chain that ends with the bone leads down, as legs do and the tails of snakes do not.
bool leads_down(const MotionSkeleton& skeleton, std::uint32_t bone) {
  std::uint32_t top = bone;
  for (int i = 0; i < 2 && skeleton.bones[top].parent != no_index; ++i) {
    top = skeleton.bones[top].parent;
  }
  const Vec3 way = skeleton.bones[top].head - skeleton.bones[bone].tail;
  return way.y > 0.5 * length(way);
}

// A bone that stands on the ground, or on a sole below its tail.
struct Foot {
  std::uint32_t bone = 0;
  double at_rest = 0;  // the height of its tail
  double sole = 0;     // how far the ground is below that
};

// The lowest point of everything that is shown at rest; infinite if nothing is.
double ground_of(const LintContext& rest) {
  double ground = std::numeric_limits<double>::infinity();
  for (const std::uint32_t i : rest.items) ground = std::min(ground, rest.solid(i).bounds.min.y);
  return ground;
}

// Bones that stand on the ground: their tails are among the lowest of the armature at rest.
std::vector<Foot> feet_of(const MotionSkeleton& skeleton, double ground) {
  double lowest = skeleton.bones[0].tail.y;
  double highest = lowest;
  for (const RestBone& bone : skeleton.bones) {
    lowest = std::min({lowest, bone.head.y, bone.tail.y});
    highest = std::max({highest, bone.head.y, bone.tail.y});
  }
  std::vector<bool> has_child(skeleton.bones.size());
  for (const RestBone& bone : skeleton.bones) {
    if (bone.parent != no_index) has_child[bone.parent] = true;
  }
  const double low = low_share * (highest - lowest);
  std::vector<Foot> feet;
  for (std::uint32_t i = 0; i < skeleton.bones.size(); ++i) {
    const double height = skeleton.bones[i].tail.y;
    if (height > lowest + low || has_child[i] || !leads_down(skeleton, i)) continue;
    feet.push_back({i, height, std::clamp(height - ground, 0.0, low)});
  }
  return feet;
}

// How far a tail moves against the ground while it stands on it, and the ground under the body.
struct Slide {
  double against = 0;
  double ground = 0;
};

// How far the foot moved since the sample before, where it touches the ground: a sole rolls, so
// that the tail above it moves while what touches the ground stands still.
Vec3 contact_way(const TailPaths& paths, const Foot& foot, std::size_t sample) {
  const auto turn_at = [&](std::size_t i) { return paths.worlds[i][foot.bone].rotation; };
  const Vec3 below{0, -foot.sole, 0};
  const Vec3 turned = rotate(turn_at(sample), rotate(conjugate(turn_at(sample - 1)), below));
  return paths.tails[sample][foot.bone] - paths.tails[sample - 1][foot.bone] + (turned - below);
}

// A foot that stays higher than it stands at rest is drawn up, as that of a bird in flight.
Slide longest_slide(const TailPaths& paths, const Foot& foot, const Vec3& speed) {
  const std::uint32_t bone = foot.bone;
  double lowest = paths.tails[0][bone].y;
  for (const auto& tails : paths.tails) lowest = std::min(lowest, tails[bone].y);
  if (lowest > foot.at_rest + drawn_up) return {};
  // While it comes down or lifts off it does not stand.
  const auto stands = [&](std::size_t i) {
    const double before = paths.tails[i - 1][bone].y;
    const double now = paths.tails[i][bone].y;
    const double seconds = paths.times[i] - paths.times[i - 1];
    return std::max(before, now) <= lowest + contact_height &&
           std::abs(now - before) <= contact_rise * seconds;
  };
  Slide longest;
  Slide current;
  Vec3 way;
  for (std::size_t i = 1; i < paths.times.size(); ++i) {
    if (!stands(i)) {
      current = {};
      way = {};
      continue;
    }
    const double seconds = paths.times[i] - paths.times[i - 1];
    way = way + contact_way(paths, foot, i) + seconds * speed;
    current = {length({way.x, 0, way.z}), current.ground + seconds * length(speed)};
    if (current.against > longest.against) longest = current;
  }
  return longest;
}

double angle_of(const Quaternion& a, const Quaternion& b) {
  return degrees_per_radian * angle_between(a, b);
}

// The straight length of a chain, between the heads of its bones and to the last tail.
double chain_length(const MotionSkeleton& skeleton, const std::vector<std::uint32_t>& chain,
                    const LocalMotions& locals) {
  const RestBone& last = skeleton.bones[chain.back()];
  double whole = length(last.tail - last.head);
  for (std::size_t i = 1; i < chain.size(); ++i) {
    whole += length(skeleton.offset_of(chain[i]) + locals[chain[i]].move);
  }
  return whole;
}

// A chain that has to become longer, by its share of its straight length.
struct StretchedChain {
  double share = 0;
  double seconds = 0;
  std::uint32_t bone = no_index;  // where the chain ends
};

void look_for_stretch(const MotionSkeleton& skeleton, const PosePlan& plan, double seconds,
                      StretchedChain& most) {
  if (plan.reaches.empty()) return;
  const SolvedPose pose = solve_pose(skeleton, plan);
  for (const Reach& reach : plan.reaches) {
    const std::vector<std::uint32_t> chain = chain_of(skeleton, reach);
    if (chain.size() < 2) continue;
    const double whole = chain_length(skeleton, chain, pose.locals);
    const Vec3 target = target_of(skeleton, reach, pose.worlds);
    const double share = length(target - pose.worlds[chain.front()].head) / whole;
    if (share > most.share) most = {share, seconds, reach.bone};
  }
}

// The angles that are written for each bone in a pose, or in one that it begins as; 0 if none are.
using WrittenAngles = std::vector<Vec3>;

std::vector<WrittenAngles> written_angles(const MotionFile& file) {
  const std::vector<MotionPose>& poses = file.document.poses;
  std::vector<WrittenAngles> angles(poses.size());
  for (const std::uint32_t p : pose_order(file.document)) {
    const std::uint32_t from = poses[p].from.index;
    angles[p] = from == no_index ? WrittenAngles(file.armature()->bones.size()) : angles[from];
    for (const MotionTurn& turn : poses[p].turns) angles[p][turn.bone.index] = turn.degrees;
  }
  return angles;
}

// The first bone that turns more than half around from one key to the next.
void look_for_spin(const LintContext& rest, const MotionFile& file, const MotionClip& clip,
                   std::size_t key, const std::vector<WrittenAngles>& angles) {
  const MotionKey& from = clip.keys[key - 1];
  const MotionKey& to = clip.keys[key];
  // Mirrored bones have the angles of others, but none turns farther.
  if (from.mirror != to.mirror) return;
  const WrittenAngles& first = angles[from.pose.index];
  const WrittenAngles& second = angles[to.pose.index];
  for (std::size_t bone = 0; bone < first.size(); ++bone) {
    const Vec3 change = second[bone] - first[bone];
    const double spin = std::max({std::abs(change.x), std::abs(change.y), std::abs(change.z)});
    if (spin <= half_turn) continue;
    report(rest, Code::LongSpin, item_of(file, clip), nullptr,
           fmt::format("in clip '{}' the angles of '{}' change by {:.4g}° from {:.3g} s to {:.3g} "
                       "s, so it turns the other way",
                       clip.id.value, file.armature()->bones[bone].id.value, spin, from.at.value,
                       to.at.value),
           "add a key in between");
    return;
  }
}

}  // namespace

void lint_sliding(const LintContext& rest) {
  const double ground = ground_of(rest);
  each_clip(rest, [&](const MotionPlan& motion, const MotionClip& written, const ClipPlan& clip) {
    if (clip.travel == Vec3{}) return;
    const Vec3 speed = clip.travel / clip.length;
    const TailPaths paths = tail_paths(motion, clip);
    for (const Foot& foot : feet_of(motion.rig.skeleton, ground)) {
      const Slide slide = longest_slide(paths, foot, speed);
      if (slide.against <= std::max(least_slide, slide_share * slide.ground)) continue;
      report(rest, Code::SlidingFoot, item_of(*motion.file, written), nullptr,
             fmt::format("in clip '{}' the tail of '{}' slides {} over the ground",
                         written.id.value, bone_id(motion, foot.bone), meters(slide.against)),
             "let it reach points that move back as fast as the clip travels, or change travel");
      return;
    }
  });
}

void lint_seams(const LintContext& rest) {
  each_clip(rest, [&](const MotionPlan& motion, const MotionClip& written, const ClipPlan& clip) {
    if (!clip.loop) return;
    const LocalMotions& first = clip.keys.front().solved;
    const LocalMotions& last = clip.keys.back().solved;
    for (std::size_t bone = 0; bone < first.size(); ++bone) {
      const double angle = angle_of(first[bone].turn, last[bone].turn);
      const double shift = length(first[bone].move - last[bone].move);
      if (angle <= seam_angle && shift <= seam_shift) continue;
      report(rest, Code::JumpingSeam, item_of(*motion.file, written), nullptr,
             fmt::format("clip '{}' loops, but '{}' is turned by {:.3g}° and moved by {} from its "
                         "end to its beginning",
                         written.id.value, bone_id(motion, bone), angle, meters(shift)),
             "leave out the last key, or give it the pose of the first");
      return;
    }
  });
}

void lint_stretches(const LintContext& rest) {
  each_clip(rest, [&](const MotionPlan& motion, const MotionClip& written, const ClipPlan& clip) {
    const MotionSkeleton& skeleton = motion.rig.skeleton;
    StretchedChain most;
    for (const SampleTime& time : sample_times(clip)) {
      look_for_stretch(skeleton, plan_at(skeleton, clip, time.seconds), time.seconds, most);
    }
    if (most.share <= full_stretch) return;
    report(
        rest, Code::FullStretch, item_of(*motion.file, written), nullptr,
        fmt::format("in clip '{}' at {:.3g} s the chain of '{}' is stretched to {:.1f} %",
                    written.id.value, most.seconds, bone_id(motion, most.bone), 100 * most.share),
        "move the target nearer, or lower the hips with move");
  });
}

void lint_spins(const LintContext& rest) {
  for (const auto& file : rest.scene.tree.assembly->motions) {
    const std::vector<WrittenAngles> angles = written_angles(*file);
    for (const MotionClip& clip : file->document.clips) {
      if (!is_looked_at(rest, clip)) continue;
      for (std::size_t i = 1; i < clip.keys.size(); ++i) {
        look_for_spin(rest, *file, clip, i, angles);
      }
    }
  }
}

}  // namespace rigy::tools
