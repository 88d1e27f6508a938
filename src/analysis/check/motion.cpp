// M07 to M12 and M14: motions whose references are known.
#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "check/check.hpp"
#include "common/limits.hpp"
#include "motion/plans.hpp"

namespace rigy::analysis {
namespace {

class MotionCheck {
 public:
  MotionCheck(const MotionFile& motion, const Reporter& at)
      : motion_(motion), document_(motion.document), at_(at) {}

  void run();

 private:
  void check_cycles();
  void check_pose(const MotionPose& pose);
  void check_reach(const MotionReach& reach);
  void check_chain(const MotionReach& reach);
  void check_mirror(bool mirror, NodeId node);
  void check_fits(const Vec3& point, NodeId node, std::string_view what);
  void check_clip(const MotionClip& clip);
  void check_keys(const MotionClip& clip);
  void check_size();
  void check_targets();
  [[nodiscard]] std::vector<double> reach_counts() const;

  const MotionFile& motion_;
  const MotionDocument& document_;
  Reporter at_;
};

// M07. Every pose begins as at most one other, so each chain is followed once.
void MotionCheck::check_cycles() {
  enum class State : std::uint8_t { New, Open, Done };
  std::vector<State> states(document_.poses.size(), State::New);
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    std::uint32_t p = i;
    for (; p != no_index && states[p] == State::New; p = document_.poses[p].from.index) {
      states[p] = State::Open;
    }
    if (p != no_index && states[p] == State::Open) {
      const MotionPose& pose = document_.poses[p];
      at_.report(Code::CircularPose, pose.from.node, "pose '{}' begins as itself", pose.id.value)
          .help("let one of these poses begin at rest, without 'from'");
    }
    for (p = i; p != no_index && states[p] == State::Open; p = document_.poses[p].from.index) {
      states[p] = State::Done;
    }
  }
}

// M08.
void MotionCheck::check_mirror(bool mirror, NodeId node) {
  if (!mirror || motion_.asset()->document.mirror_x) return;
  at_.report(Code::MirrorWithoutSymmetry, node,
             "the asset has no symmetry, so it is unknown which bones change places")
      .help(
          "write symmetry: {{mirror_x: {{prefix_from: \"L_\", prefix_to: \"R_\"}}}} in '{}', with "
          "the\nprefixes of its bones",
          std::string_view(motion_.asset()->source->name));
}

// M10: enough ancestors, none of them level.
void MotionCheck::check_chain(const MotionReach& reach) {
  const std::vector<Bone>& bones = motion_.armature()->bones;
  const std::int64_t wanted = reach.bones.given() ? reach.bones.value : 2;
  std::int64_t count = 0;
  for (std::uint32_t bone = reach.bone.index; bone != no_index && count < wanted;
       bone = bones[bone].is_root() ? no_index : bones[bone].parent.index) {
    ++count;
    for (const Reference& level : reach.level) {
      if (level.index != bone) continue;
      at_.report(Code::WrongReach, level.node, "'{}' turns to reach, so it cannot stay level",
                 level.id)
          .help("name bones below the chain");
    }
  }
  if (!reach.bones.given() || (wanted > 0 && count == wanted)) return;
  at_.report(Code::WrongReach, reach.bones.node, "'{}' and its ancestors are not {} bones",
             reach.bone.id, wanted)
      .help(wanted > 0 ? fmt::format("write bones: {} or fewer", count) : "write bones: 2");
}

// X13: sums of numbers that fit are finite in binary64.
void MotionCheck::check_fits(const Vec3& point, NodeId node, std::string_view what) {
  if (fits_binary32(point)) return;
  at_.report(Code::HugeCoordinate, node, "{} does not fit in binary32", what)
      .help("coordinates must stay below 3.4e38");
}

void MotionCheck::check_reach(const MotionReach& reach) {
  check_fits(reach.to.value, reach.to.node, "to");
  check_fits(reach.pole.value, reach.pole.node, "pole");
  if (reach.pole.given() && reach.pole.value == Vec3{}) {
    at_.report(Code::WrongReach, reach.pole.node, "pole must not be [0, 0, 0]")
        .help("it is a direction: [0, 0, -1] is the front");
  }
  if (reach.bone.index != no_index) check_chain(reach);
}

void MotionCheck::check_pose(const MotionPose& pose) {
  check_mirror(pose.mirror, pose.mirror_node);
  for (const MotionMove& move : pose.moves) check_fits(move.offset, move.bone.node, "move");
  for (const MotionReach& reach : pose.reaches) check_reach(reach);
}

// M11.
void MotionCheck::check_keys(const MotionClip& clip) {
  const MotionKey* last = nullptr;
  for (const MotionKey& key : clip.keys) {
    check_mirror(key.mirror, key.mirror_node);
    if (!key.at.given()) continue;
    if (key.at.value < 0 || (clip.length.value > 0 && key.at.value > clip.length.value)) {
      at_.report(Code::WrongClip, key.at.node, "a key at {} is not within the clip's length of {}",
                 key.at.value, clip.length.value)
          .help("times are seconds from 0 to the length of the clip");
    } else if (last != nullptr && key.at.value <= last->at.value) {
      at_.report(Code::WrongClip, key.at.node, "a key at {} does not come after the one before it",
                 key.at.value)
          .help("write the keys in the order of time, each at a time of its own")
          .related(at_.range_of(last->at.node), "the one before it");
    }
    last = &key;
  }
}

void MotionCheck::check_clip(const MotionClip& clip) {
  const auto check_positive = [&](const Number& number, std::string_view what) {
    if (!number.given() || number.value > 0) return;
    at_.report(Code::WrongClip, number.node, "{} is {}, but must be greater than 0", what,
               number.value);
  };
  check_positive(clip.length, "length");
  check_positive(clip.rate, "rate");
  check_fits(clip.travel.value, clip.travel.node, "travel");
  if (clip.keys_node != no_index && clip.keys.empty() && !at_.tree[clip.keys_node].damaged) {
    at_.report(Code::WrongClip, clip.keys_node, "clip '{}' has no keys", clip.id.value)
        .help("write keys: [{at: 0, pose: <pose>}]");
  }
  check_keys(clip);
}

// How many reaches each pose has at most, those it begins with included.
std::vector<double> MotionCheck::reach_counts() const {
  std::vector<double> counts(document_.poses.size(), -1);
  std::vector<std::uint32_t> chain;
  for (std::uint32_t i = 0; i < counts.size(); ++i) {
    std::uint32_t p = i;
    for (; p != no_index && counts[p] < 0; p = document_.poses[p].from.index) {
      counts[p] = 0;
      chain.push_back(p);
    }
    double above = p == no_index ? 0 : counts[p];
    for (; !chain.empty(); chain.pop_back()) {
      above += static_cast<double>(document_.poses[chain.back()].reaches.size());
      counts[chain.back()] = above;
    }
  }
  return counts;
}

// M14. Numbers may be too large for integers.
void MotionCheck::check_size() {
  const std::vector<double> reaches = reach_counts();
  const auto bones = static_cast<double>(motion_.armature()->bones.size());
  const auto check = [&](NodeId node, std::string_view what, double count) {
    if (count * bones <= static_cast<double>(max_motion_samples)) return;
    at_.report(Code::CostlyMotion, node, "{} with more than {} samples of bones and reaches", what,
               max_motion_samples)
        .help("use a lower rate, a shorter clip or fewer poses");
  };
  double poses = 0;
  for (const double count : reaches) poses += 1 + count;
  check(document_.asset.node, "poses", poses);
  for (const MotionClip& clip : document_.clips) {
    double most = 0;
    for (const MotionKey& key : clip.keys) most = std::max(most, reaches[key.pose.index]);
    const double samples = clip.length.value * clip.rate.value;
    check(clip.node, "a clip", (samples + static_cast<double>(clip.keys.size())) * (1 + most));
  }
}

// M12: a bone that only points needs no target at its own length.
void MotionCheck::check_targets() {
  constexpr double reached = 1e-6;
  const MotionRig rig = rig_of(*motion_.asset(), *motion_.armature());
  const std::vector<PosePlan> plans = pose_plans(motion_, rig);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const std::vector<MotionReach>& written = document_.poses[i].reaches;
    const SolvedPose pose = solve_pose(rig.skeleton, plans[i]);
    for (std::size_t r = 0; r < pose.missing.size(); ++r) {
      const Reach& reach = plans[i].reaches[r];
      if (reach.count < 2 || pose.missing[r] <= reached) continue;
      const NodeId node =
          written.size() == pose.missing.size() ? written[r].to.node : document_.poses[i].node;
      at_.report(Code::BeyondReach, node, "in pose '{}' the tail of '{}' stays {:.3g} m away",
                 document_.poses[i].id.value, motion_.armature()->bones[reach.bone].id.value,
                 pose.missing[r])
          .help("move the target nearer, or the bones with 'move'");
    }
  }
}

void MotionCheck::run() {
  check_cycles();
  for (const MotionPose& pose : document_.poses) check_pose(pose);
  for (const MotionClip& clip : document_.clips) check_clip(clip);
  if (at_.diagnostics.has_errors()) return;
  check_size();
  if (!at_.diagnostics.has_errors()) check_targets();
}

}  // namespace

void check_motion(const MotionFile& motion, const Reporter& at) {
  if (motion.armature() != nullptr) MotionCheck(motion, at).run();
}

}  // namespace rigy::analysis
