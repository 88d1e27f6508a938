// M07 to M12 and M14: motions whose references are known.
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "check/check.hpp"
#include "common/limits.hpp"
#include "motion/plans.hpp"

namespace rigy::analysis {
namespace {

// Costs in samples of a bone. A pose is solved and looked for by its name; a clip is, too, and
// shown at some moments however short it is; a key is solved with and without the reaches of the
// next.
constexpr double least_pose_cost = 100;
constexpr double least_clip_cost = 2'000;
constexpr double samples_of_clip = 16;
constexpr double samples_of_key = 2;
// A bone of a chain that is solved in steps.
constexpr double work_of_chain_bone = 32;

// What all reaches of a pose cost, except that they are compared with each other.
struct ReachCost {
  double count = 0;
  double work = 0;
};

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
  [[nodiscard]] std::vector<ReachCost> reach_costs() const;

  const MotionFile& motion_;
  const MotionDocument& document_;
  Reporter at_;
  std::uint64_t chain_bones_ = 0;  // of all reaches so far
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

// M10: enough ancestors, none of them level. Chains that are too long in all are left to
// check_size().
void MotionCheck::check_chain(const MotionReach& reach) {
  const std::vector<Bone>& bones = motion_.armature()->bones;
  const std::int64_t wanted = reach.bones.given() ? reach.bones.value : 2;
  std::int64_t count = 0;
  std::unordered_set<std::uint32_t> chain;
  for (std::uint32_t bone = reach.bone.index; bone != no_index && count < wanted;
       bone = bones[bone].is_root() ? no_index : bones[bone].parent.index) {
    if (++chain_bones_ > max_motion_samples) return;
    ++count;
    if (!reach.level.empty()) chain.insert(bone);
  }
  for (const Reference& level : reach.level) {
    if (!chain.contains(level.index)) continue;
    at_.report(Code::WrongReach, level.node, "'{}' turns to reach, so it cannot stay level",
               level.id)
        .help("name bones below the chain");
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

// What the reaches of a pose cost at most, those it begins with included.
std::vector<ReachCost> MotionCheck::reach_costs() const {
  std::vector<ReachCost> costs(document_.poses.size());
  for (const std::uint32_t p : pose_order(document_)) {
    const MotionPose& pose = document_.poses[p];
    if (pose.from.index != no_index) costs[p] = costs[pose.from.index];
    for (const MotionReach& reach : pose.reaches) {
      const double chain = reach.bones.given() ? static_cast<double>(reach.bones.value) : 2;
      costs[p].count += 1;
      costs[p].work += static_cast<double>(motion_.armature()->bones.size() + reach.level.size()) +
                       (chain > 2 ? work_of_chain_bone * chain : 0);
    }
  }
  return costs;
}

// M14. Numbers may be too large for integers.
void MotionCheck::check_size() {
  const auto bones = static_cast<double>(motion_.armature()->bones.size());
  // Each reach looks for its like among those of another key.
  const auto cost_of_sample = [bones](const ReachCost& reaches) {
    return 1 + bones + reaches.work + reaches.count * reaches.count;
  };
  const auto check = [&](NodeId node, std::string_view what, double cost) {
    if (cost <= static_cast<double>(max_motion_samples)) return;
    at_.report(Code::CostlyMotion, node, "{} with more than {} samples of bones and reaches", what,
               max_motion_samples)
        .help("use a lower rate, a shorter clip or fewer poses");
  };
  const std::vector<ReachCost> reaches = reach_costs();
  double total = 0;
  for (const ReachCost& cost : reaches) total += least_pose_cost + cost_of_sample(cost);
  check(document_.asset.node, "poses", total);
  for (const MotionClip& clip : document_.clips) {
    double most = 0;
    for (const MotionKey& key : clip.keys) {
      most = std::max(most, cost_of_sample(reaches[key.pose.index]));
    }
    const double samples = samples_of_clip + clip.length.value * clip.rate.value +
                           samples_of_key * static_cast<double>(clip.keys.size());
    const double cost = least_clip_cost + samples * most;
    check(clip.node, "a clip", cost);
    total += cost;
  }
  if (!at_.diagnostics.has_errors()) check(document_.asset.node, "poses and clips", total);
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
