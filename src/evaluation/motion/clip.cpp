#include "motion/clip.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "motion/curve.hpp"

namespace rigy::evaluation {
namespace {

// Times nearer to each other than this are the same.
constexpr double same_time = 1e-9;

ClipKey key_of(const MotionKey& key, Ease ease, const MotionPlan& motion) {
  ClipKey result;
  result.seconds = key.at.value;
  result.ease = key.ease.value_or(ease);
  result.plan = plan_of_key(key, motion.poses, motion.rig);
  result.solved = solve_pose(motion.rig.skeleton, result.plan).locals;
  return result;
}

// A clip that loops begins at 0, and ends as it begins.
void complete_keys(const MotionClip& clip, std::vector<ClipKey>& keys) {
  if (!clip.loop) return;
  if (keys.front().seconds > 0) {
    ClipKey first = keys.front();
    first.seconds = 0;
    first.ease = Ease::Step;
    keys.insert(keys.begin(), std::move(first));
  }
  if (keys.back().seconds < clip.length.value) {
    ClipKey last = keys.front();
    last.seconds = clip.length.value;
    keys.push_back(std::move(last));
  }
}

ClipPlan plan_clip(const MotionClip& clip, const MotionPlan& motion) {
  ClipPlan plan;
  plan.id = clip.id.value;
  plan.length = clip.length.value;
  plan.rate = clip.rate.value;
  plan.loop = clip.loop;
  plan.travel = clip.travel.value;
  for (const MotionKey& key : clip.keys) plan.keys.push_back(key_of(key, clip.ease, motion));
  complete_keys(clip, plan.keys);
  return plan;
}

// The last key that is not later; there must be one.
std::size_t key_before(const ClipPlan& clip, double seconds) {
  const auto later =
      std::upper_bound(clip.keys.begin(), clip.keys.end(), seconds,
                       [](double wanted, const ClipKey& key) { return wanted < key.seconds; });
  return static_cast<std::size_t>(later - clip.keys.begin()) - 1;
}

bool is_same_chain(const Reach& a, const Reach& b) {
  return a.bone == b.bone && a.count == b.count && a.in == b.in;
}

// The reach among others that goes on from one of a key: the n-th of a chain from the n-th.
const Reach* continuation(const std::vector<Reach>& reaches, std::size_t number,
                          const std::vector<Reach>& others) {
  const auto is_same = [&wanted = reaches[number]](const Reach& reach) {
    return is_same_chain(reach, wanted);
  };
  const auto own = reaches.begin() + static_cast<std::ptrdiff_t>(number);
  auto before = std::count_if(reaches.begin(), own, is_same);
  for (const Reach& other : others) {
    if (is_same(other) && before-- == 0) return &other;
  }
  return nullptr;
}

// The reaches that two keys share, between their targets: on a straight line, at constant speed.
std::vector<Reach> shared_reaches(const MotionSkeleton& skeleton, const ClipKey& from,
                                  const ClipKey& to, double share) {
  std::vector<Reach> shared;
  for (std::size_t i = 0; i < from.plan.reaches.size(); ++i) {
    const Reach& reach = from.plan.reaches[i];
    const Reach* other = continuation(from.plan.reaches, i, to.plan.reaches);
    if (other == nullptr) continue;
    Reach between = reach;
    between.to = (1 - share) * reach.to + share * other->to;
    if (reach.pole != other->pole) {
      between.pole = (1 - share) * pole_of(skeleton, reach) + share * pole_of(skeleton, *other);
    }
    shared.push_back(std::move(between));
  }
  return shared;
}

// A key's motions with all reaches solved except those that are solved again.
LocalMotions base_of(const MotionSkeleton& skeleton, const ClipKey& key,
                     const std::vector<Reach>& again) {
  const std::vector<Reach>& reaches = key.plan.reaches;
  PosePlan plan{key.plan.locals, {}};
  for (std::size_t i = 0; i < reaches.size(); ++i) {
    if (continuation(reaches, i, again) == nullptr) plan.reaches.push_back(reaches[i]);
  }
  if (plan.reaches.size() == reaches.size()) return key.solved;
  return solve_pose(skeleton, plan).locals;
}

// A key as a neighbor of others in time, perhaps in the round before or after.
struct Neighbor {
  const ClipKey* key = nullptr;
  double seconds = 0;
};

// Nothing before the first or after the last key, unless the clip loops.
Neighbor neighbor_before(const ClipPlan& clip, std::size_t key) {
  if (key > 0) return {&clip.keys[key - 1], clip.keys[key - 1].seconds};
  if (!clip.loop) return {};
  const ClipKey& found = clip.keys[clip.keys.size() - 2];
  return {&found, found.seconds - clip.length};
}
Neighbor neighbor_after(const ClipPlan& clip, std::size_t key) {
  if (key + 1 < clip.keys.size()) return {&clip.keys[key + 1], clip.keys[key + 1].seconds};
  if (!clip.loop) return {};
  return {&clip.keys[1], clip.keys[1].seconds + clip.length};
}

LocalMotions splined(const MotionSkeleton& skeleton, const ClipPlan& clip, std::size_t first,
                     double share, const std::vector<Reach>& again) {
  const Neighbor places[] = {neighbor_before(clip, first),
                             {&clip.keys[first], clip.keys[first].seconds},
                             {&clip.keys[first + 1], clip.keys[first + 1].seconds},
                             neighbor_after(clip, first + 1)};
  LocalMotions motions[4];
  CurveTimes times;
  for (std::size_t i = 0; i < 4; ++i) {
    times.known[i] = places[i].key != nullptr;
    times.seconds[i] = places[i].seconds;
    if (times.known[i]) motions[i] = base_of(skeleton, *places[i].key, again);
  }
  LocalMotions result(skeleton.bones.size());
  for (std::size_t bone = 0; bone < result.size(); ++bone) {
    CurveMotions around;
    for (std::size_t i = 0; i < 4; ++i) {
      if (times.known[i]) around[i] = motions[i][bone];
    }
    result[bone] = spline_between(around, times, share);
  }
  return result;
}

LocalMotions blended(const MotionSkeleton& skeleton, const ClipKey& from, const ClipKey& to,
                     double share, const std::vector<Reach>& again) {
  const LocalMotions start = base_of(skeleton, from, again);
  const LocalMotions end = base_of(skeleton, to, again);
  LocalMotions result(start.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = between(start[i], end[i], share);
  return result;
}

// Between the key and the next, at a share of the time from one to the other.
PosePlan plan_after(const MotionSkeleton& skeleton, const ClipPlan& clip, std::size_t first,
                    double share) {
  const ClipKey& from = clip.keys[first];
  const ClipKey& to = clip.keys[first + 1];
  const std::vector<Reach> again = shared_reaches(skeleton, from, to, share);
  const double eased = from.ease == Ease::Smooth ? smooth_share(share) : share;
  PosePlan plan;
  plan.locals = from.ease == Ease::Spline ? splined(skeleton, clip, first, share, again)
                                          : blended(skeleton, from, to, eased, again);
  plan.reaches = again;
  return plan;
}

// A time of a clip: the last key that is not later, or the first one, and the share of the time
// from there to the next; 0 where the key is held.
struct Place {
  std::size_t key = 0;
  double share = 0;
};

Place place_at(const ClipPlan& clip, double seconds) {
  if (seconds <= clip.keys.front().seconds) return {};
  const std::size_t first = key_before(clip, std::min(seconds, clip.length));
  const ClipKey& key = clip.keys[first];
  if (first + 1 == clip.keys.size() || key.ease == Ease::Step) return {first};
  return {first, (seconds - key.seconds) / (clip.keys[first + 1].seconds - key.seconds)};
}

}  // namespace

MotionPlan plan_motion(const MotionFile& motion) {
  MotionPlan plan;
  plan.file = &motion;
  plan.rig = rig_of(*motion.asset(), *motion.armature());
  plan.poses = pose_plans(motion, plan.rig);
  for (const MotionClip& clip : motion.document.clips) {
    plan.clips.push_back(plan_clip(clip, plan));
  }
  return plan;
}

PosePlan plan_at(const MotionSkeleton& skeleton, const ClipPlan& clip, double seconds) {
  const auto [key, share] = place_at(clip, seconds);
  return share == 0 ? clip.keys[key].plan : plan_after(skeleton, clip, key, share);
}

LocalMotions motions_at(const MotionSkeleton& skeleton, const ClipPlan& clip, double seconds) {
  const auto [key, share] = place_at(clip, seconds);
  if (share == 0) return clip.keys[key].solved;
  const PosePlan plan = plan_after(skeleton, clip, key, share);
  return plan.reaches.empty() ? plan.locals : solve_pose(skeleton, plan).locals;
}

std::vector<SampleTime> sample_times(const ClipPlan& clip) {
  std::vector<SampleTime> times;
  for (const ClipKey& key : clip.keys) times.push_back({key.seconds, true});
  times.push_back({clip.length, true});
  const auto count = static_cast<std::uint64_t>(clip.length * clip.rate);
  for (std::uint64_t i = 0; i <= count; ++i) {
    times.push_back({std::min(static_cast<double>(i) / clip.rate, clip.length), false});
  }
  std::stable_sort(times.begin(), times.end(),
                   [](const SampleTime& a, const SampleTime& b) { return a.seconds < b.seconds; });
  // Of times that are the same, keys stay.
  std::vector<SampleTime> kept;
  for (const SampleTime& time : times) {
    const bool repeats = !kept.empty() && time.seconds - kept.back().seconds < same_time;
    if (!repeats) {
      kept.push_back(time);
    } else if (time.is_key && !kept.back().is_key) {
      kept.back() = time;
    }
  }
  return kept;
}

}  // namespace rigy::evaluation
