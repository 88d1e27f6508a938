#include "motion/moments.hpp"

#include <cmath>
#include <system_error>

#include <fast_float/fast_float.h>
#include <fmt/format.h>

namespace rigy::analysis {
namespace {

std::optional<double> seconds_in(std::string_view text) {
  double value = 0;
  const auto [stop, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

constexpr std::string_view of_motion = "motion:";
constexpr std::string_view of_asset = "asset:";

// Without a table, which would be made anew for every moment.
template <class Item>
std::uint32_t find_by_id(const std::vector<Item>& items, std::string_view id) {
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (items[i].id.value == id) return i;
  }
  return no_index;
}

// A time of a clip, which may be beyond its end.
std::optional<Moment> time_in(const MotionDocument& document, std::string_view name) {
  const std::size_t at = name.rfind('@');
  if (at == std::string_view::npos) return std::nullopt;
  Moment moment;
  moment.clip = find_by_id(document.clips, name.substr(0, at));
  const std::optional<double> seconds = seconds_in(name.substr(at + 1));
  if (moment.clip == no_index || !seconds || *seconds < 0) return std::nullopt;
  moment.seconds = *seconds;
  return moment;
}

std::optional<Moment> find_in(const MotionDocument& document, std::string_view name) {
  Moment moment;
  moment.pose = find_by_id(document.poses, name);
  if (moment.pose != no_index) return moment;
  std::optional<Moment> time = time_in(document, name);
  if (time && time->seconds > document.clips[time->clip].length.value) return std::nullopt;
  return time;
}

std::optional<Moment> find_exactly(const Assembly& assembly, std::string_view name) {
  for (std::uint32_t i = 0; i < assembly.motions.size(); ++i) {
    std::optional<Moment> moment = find_in(assembly.motions[i]->document, name);
    if (!moment) continue;
    moment->motion = i;
    return moment;
  }
  return std::nullopt;
}

const Pose* pose_named(const Asset& asset, std::string_view id) {
  for (const Pose& pose : asset.document.poses) {
    if (pose.id.value == id) return &pose;
  }
  return nullptr;
}

}  // namespace

// Ids may contain colons, so what has the whole name comes first.
std::optional<Moment> find_moment(const Assembly& assembly, std::string_view name) {
  std::optional<Moment> moment = find_exactly(assembly, name);
  if (moment || !name.starts_with(of_motion)) return moment;
  return find_exactly(assembly, name.substr(of_motion.size()));
}

const Pose* find_asset_pose(const Asset& asset, std::string_view name) {
  const Pose* const pose = pose_named(asset, name);
  if (pose != nullptr || !name.starts_with(of_asset)) return pose;
  return pose_named(asset, name.substr(of_asset.size()));
}

std::string asset_pose_name(const Assembly& assembly, const Pose& pose) {
  const std::string_view id = pose.id.value;
  const bool is_hidden = assembly.begins_with_motion && find_moment(assembly, id);
  return fmt::format("{}{}", is_hidden ? of_asset : "", id);
}

std::string_view clip_in(std::string_view name) {
  const std::size_t at = name.rfind('@');
  if (at == std::string_view::npos || !seconds_in(name.substr(at + 1))) return {};
  name = name.substr(0, at);
  return name.starts_with(of_motion) ? name.substr(of_motion.size()) : name;
}

std::string beyond_clip(const Assembly& assembly, std::string_view name) {
  if (name.starts_with(of_motion)) name.remove_prefix(of_motion.size());
  for (const auto& motion : assembly.motions) {
    const std::optional<Moment> time = time_in(motion->document, name);
    if (!time) continue;
    const MotionClip& clip = motion->document.clips[time->clip];
    return fmt::format("clip '{}' ends at {} s", clip.id.value, clip.length.value);
  }
  return {};
}

std::string moment_name(std::string_view clip, double seconds) {
  return fmt::format("{}@{}", clip, seconds);
}

}  // namespace rigy::analysis
