#include "fbx/samples.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "export_model/animations.hpp"
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

Vec3 moved(const Vec3& from, const Vec3& to, double share) {
  return (1 - share) * from + share * to;
}

// Frames between one key and the next.
void append_frames(double from, double to, ChannelSample sample, bool is_back,
                   std::vector<ChannelSample>& samples) {
  const double frames = round_half_even((to - from) * frames_per_second);
  for (int frame = 1; frame < frames; ++frame) {
    const double share = frame / frames;
    sample.time = fbx_time(from + share * (to - from));
    sample.share = is_back ? 1 - share : share;
    samples.push_back(sample);
  }
}

bool is_at_rest(const RigidMotion& rest, const ExportAnimation& animation,
                const ExportChannel& channel, std::size_t key) {
  return channel.path == ChannelPath::Translation
             ? animation.translation_at(channel, key) == rest.translation
             : animation.rotation_at(channel, key) == rest.rotation;
}

// Whether at that key everything with the times of this channel is at rest.
bool is_all_at_rest(const ExportModel& model, const ExportAnimation& animation,
                    const ExportChannel& channel, std::size_t key) {
  return std::all_of(
      animation.channels.begin(), animation.channels.end(), [&](const ExportChannel& one) {
        return one.first_time != channel.first_time || one.key_count != channel.key_count ||
               is_at_rest(rest_of(model, one), animation, one, key);
      });
}

}  // namespace

std::int64_t fbx_time(double seconds) {
  return static_cast<std::int64_t>(round_half_even(seconds * time_units_per_second));
}

std::int64_t fbx_end_time(const ExportAnimation& animation) {
  const auto last = std::max_element(animation.times.begin(), animation.times.end());
  return last == animation.times.end() ? 0 : fbx_time(*last);
}

std::vector<ChannelSample> samples_of(const ExportModel& model, const ExportAnimation& animation,
                                      const ExportChannel& channel) {
  std::vector<ChannelSample> samples;
  const std::span<const double> times = animation.times_of(channel);
  bool was_at_rest = false;
  for (std::uint32_t key = 0; key < times.size(); ++key) {
    const bool at_rest = !animation.is_clip && is_all_at_rest(model, animation, channel, key);
    if (key > 0) {
      const bool is_back = at_rest && !was_at_rest;
      const ChannelSample between =
          is_back ? ChannelSample{0, key, key - 1, 0} : ChannelSample{0, key - 1, key, 0};
      append_frames(times[key - 1], times[key], between, is_back, samples);
    }
    samples.push_back({fbx_time(times[key]), key, key, 0});
    was_at_rest = at_rest;
  }
  return samples;
}

std::vector<std::int64_t> times_of(const std::vector<ChannelSample>& samples) {
  std::vector<std::int64_t> times;
  times.reserve(samples.size());
  for (const ChannelSample& sample : samples) times.push_back(sample.time);
  return times;
}

std::vector<Vec3> curve_of(const ExportModel& model, const ExportAnimation& animation,
                           const ExportChannel& channel,
                           const std::vector<ChannelSample>& samples) {
  const auto at = [&](const ChannelSample& sample, const auto& value_at, const auto& between) {
    const auto from = value_at(sample.from);
    return sample.share == 0 ? from : between(from, value_at(sample.to), sample.share);
  };
  std::vector<Vec3> values;
  values.reserve(samples.size());
  if (channel.path == ChannelPath::Translation) {
    const auto value = [&](std::size_t key) { return animation.translation_at(channel, key); };
    for (const ChannelSample& sample : samples) values.push_back(at(sample, value, moved));
    return values;
  }
  const auto value = [&](std::size_t key) { return animation.rotation_at(channel, key); };
  Vec3 previous = euler_degrees(rotation_matrix(rest_of(model, channel).rotation));
  for (const ChannelSample& sample : samples) {
    const Mat3 rotation = rotation_matrix(at(sample, value, turned));
    previous = nearest_degrees(euler_degrees(rotation), previous);
    values.push_back(previous);
  }
  return values;
}

}  // namespace rigy::outputs
