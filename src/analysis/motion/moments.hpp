// Moments of motions by name: what commands that take the pose of an asset take besides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "analysis_floor.hpp"
#include "load/assembly.hpp"

namespace rigy::analysis {

// A pose of a motion, or a time of a clip.
struct Moment {
  std::uint32_t motion = 0;  // of Assembly::motions
  std::uint32_t pose = no_index;
  std::uint32_t clip = no_index;
  double seconds = 0;  // in the clip
};

// "contact" is a pose, "walk@0.25" a time of a clip in seconds; with "motion:" before it or
// without. Poses of the asset are not looked for; they come first if the entry is the asset.
[[nodiscard]] std::optional<Moment> find_moment(const Assembly& assembly, std::string_view name);

// A pose of the asset: "wave", or "asset:wave". Null if there is none.
[[nodiscard]] const Pose* find_asset_pose(const Asset& asset, std::string_view name);

// The name by which a pose of the asset is found: "asset:wave" if a motion's own comes first.
[[nodiscard]] std::string asset_pose_name(const Assembly& assembly, const Pose& pose);

// "walk" of "walk@0.25", with "motion:" before it or without; nothing if the name is not of a time.
[[nodiscard]] std::string_view clip_in(std::string_view name);

// Why there is no such moment, as far as it can be said: "clip 'walk' ends at 1 s".
[[nodiscard]] std::string beyond_clip(const Assembly& assembly, std::string_view name);

// "walk@0.25".
[[nodiscard]] std::string moment_name(std::string_view clip, double seconds);

}  // namespace rigy::analysis
