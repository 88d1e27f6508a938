#include "fbx/samples.hpp"

#include <cmath>

#include "fbx/transform.hpp"
#include "math/rounding.hpp"
#include "math/trig.hpp"

namespace rigy::outputs {
namespace {

constexpr double time_units_per_second = 46'186'158'000;
constexpr double frames_per_second = 30;

double length(const Quaternion& q) { return std::sqrt(dot(q, q)); }

// Along the great arc between two unit quaternions in the same hemisphere.
Quaternion turned(const Quaternion& from, const Quaternion& to, double share) {
  const double angle = 2 * atan2(length(to - from), length(to + from));
  if (angle == 0) return from;
  const double whole = sin(angle);
  const Quaternion q = sin((1 - share) * angle) / whole * from + sin(share * angle) / whole * to;
  return 1 / length(q) * q;
}

RigidMotion between(const RigidMotion& rest, const RigidMotion& posed, double share) {
  if (share == 0) return rest;
  if (share == 1) return posed;
  return {(1 - share) * rest.translation + share * posed.translation,
          turned(rest.rotation, posed.rotation, share)};
}

// Frames between one key and the next.
void append_frames(std::vector<AnimationSample>& samples, const PoseKey& from, const PoseKey& to) {
  const double frames = round_half_even((to.seconds - from.seconds) * frames_per_second);
  for (int frame = 1; frame < frames; ++frame) {
    const double share = frame / frames;
    samples.push_back({fbx_time(from.seconds + share * (to.seconds - from.seconds)),
                       to.posed ? share : 1 - share});
  }
}

}  // namespace

std::int64_t fbx_time(double seconds) {
  return static_cast<std::int64_t>(round_half_even(seconds * time_units_per_second));
}

std::int64_t fbx_end_time(const ExportAnimation& animation) {
  return fbx_time(animation.keys.back().seconds);
}

std::vector<AnimationSample> samples_of(const ExportAnimation& animation) {
  std::vector<AnimationSample> samples;
  const std::vector<PoseKey>& keys = animation.keys;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i > 0 && keys[i - 1].posed != keys[i].posed) append_frames(samples, keys[i - 1], keys[i]);
    samples.push_back({fbx_time(keys[i].seconds), keys[i].posed ? 1.0 : 0.0});
  }
  return samples;
}

std::vector<std::int64_t> times_of(const std::vector<AnimationSample>& samples) {
  std::vector<std::int64_t> times;
  times.reserve(samples.size());
  for (const AnimationSample& sample : samples) times.push_back(sample.time);
  return times;
}

BoneCurves bone_curves(const RigidMotion& rest, const RigidMotion& posed,
                       const std::vector<AnimationSample>& samples) {
  BoneCurves curves;
  Vec3 previous = euler_degrees(rotation_matrix(rest.rotation));
  for (const AnimationSample& sample : samples) {
    const RigidMotion motion = between(rest, posed, sample.posed);
    previous = nearest_degrees(euler_degrees(rotation_matrix(motion.rotation)), previous);
    curves.translations.push_back(motion.translation);
    curves.degrees.push_back(previous);
  }
  return curves;
}

}  // namespace rigy::outputs
