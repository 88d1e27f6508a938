// The clips of motions: keys, and what their bones do.
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "inspect/build.hpp"
#include "math/bounds.hpp"
#include "math/rotation.hpp"
#include "math/turns.hpp"
#include "motion/clip.hpp"

namespace rigy::tools {
namespace {

constexpr double least_degrees = 1e-6;
constexpr double least_distance = 1e-9;

std::vector<InspectedKey> keys_of(const MotionClip& clip) {
  std::vector<InspectedKey> keys;
  for (const MotionKey& key : clip.keys) {
    keys.push_back({key.at.value, std::string(key.pose.id), key.mirror,
                    word_for(key.ease.value_or(clip.ease))});
  }
  return keys;
}

// What the bones do from one sample to the next.
class BoneWays {
 public:
  explicit BoneWays(const MotionPlan& motion)
      : motion_(motion), bones_(motion.rig.skeleton.bones.size()) {}

  void add(const LocalMotions& locals, double seconds);
  [[nodiscard]] std::vector<InspectedMotionBone> moving() const;

 private:
  struct Way {
    double degrees = 0;
    double speed = 0;
    Bounds bounds;
    Vec3 tail;
  };

  const MotionPlan& motion_;
  std::vector<Way> bones_;
  double last_ = -1;  // seconds of the last sample
};

void BoneWays::add(const LocalMotions& locals, double seconds) {
  const MotionSkeleton& skeleton = motion_.rig.skeleton;
  const WorldMotions worlds = world_motions(skeleton, locals);
  for (std::uint32_t i = 0; i < bones_.size(); ++i) {
    Way& way = bones_[i];
    const Vec3 tail = tail_of(skeleton, i, worlds);
    way.degrees = std::max(way.degrees, degrees_per_radian * angle_between(locals[i].turn, {}));
    if (last_ < 0) {
      way.bounds = {tail, tail};
    } else {
      way.speed = std::max(way.speed, length(tail - way.tail) / (seconds - last_));
      extend(way.bounds, {tail, tail});
    }
    way.tail = tail;
  }
  last_ = seconds;
}

std::vector<InspectedMotionBone> BoneWays::moving() const {
  std::vector<InspectedMotionBone> moving;
  for (std::size_t i = 0; i < bones_.size(); ++i) {
    const Way& way = bones_[i];
    const double distance = length(way.bounds.max - way.bounds.min);
    if (way.degrees <= least_degrees && distance <= least_distance) continue;
    moving.push_back({std::string(motion_.file->armature()->bones[i].id.value), way.degrees,
                      distance, way.speed});
  }
  return moving;
}

InspectedClip inspect_clip(const MotionPlan& motion, const MotionClip& written,
                           const ClipPlan& clip) {
  InspectedClip result;
  result.id = clip.id;
  result.length = clip.length;
  result.rate = clip.rate;
  result.loop = clip.loop;
  result.travel = numbers_of(clip.travel);
  result.keys = keys_of(written);
  BoneWays ways(motion);
  for (const SampleTime& time : sample_times(clip)) {
    ways.add(motions_at(motion.rig.skeleton, clip, time.seconds), time.seconds);
    ++result.sample_count;
  }
  result.bones = ways.moving();
  return result;
}

}  // namespace

void add_motions(const InspectedScene& inspected, Inspection& inspection) {
  for (const auto& file : inspected.analyzed.assembly.motions) {
    const MotionPlan motion = plan_motion(*file);
    InspectedMotion inspected;
    inspected.file = file->source->name;
    inspected.armature = file->armature()->id.value;
    for (const MotionPose& pose : file->document.poses) inspected.poses.emplace_back(pose.id.value);
    for (std::size_t i = 0; i < motion.clips.size(); ++i) {
      inspected.clips.push_back(inspect_clip(motion, file->document.clips[i], motion.clips[i]));
    }
    inspection.motions.push_back(std::move(inspected));
  }
}

}  // namespace rigy::tools
