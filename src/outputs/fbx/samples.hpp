// Animations as FBX stores them: values at times, with three angles instead of a quaternion.
#pragma once

#include <cstdint>
#include <vector>

#include "export_model/model.hpp"

namespace rigy::outputs {

// Times are whole multiples of a unit in which every common frame rate has whole frames.
[[nodiscard]] std::int64_t fbx_time(double seconds);
[[nodiscard]] std::int64_t fbx_end_time(const ExportAnimation& animation);

// A moment between two keys, or at one.
struct ChannelSample {
  std::int64_t time = 0;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double share = 0;  // of the way from one to the other
};

// The keys of all channels with the times of this one, and every frame between them: interpolating
// angles linearly is not the rotation that the model means. On the way back to the rest, frames
// count from the rest, as on the way there.
[[nodiscard]] std::vector<ChannelSample> samples_of(const ExportModel& model,
                                                    const ExportAnimation& animation,
                                                    const ExportChannel& channel);
[[nodiscard]] std::vector<std::int64_t> times_of(const std::vector<ChannelSample>& samples);

// Translations, or angles in degrees. Each sample's angles are the ones nearest to the previous
// sample's, and the first to those at rest.
[[nodiscard]] std::vector<Vec3> curve_of(const ExportModel& model, const ExportAnimation& animation,
                                         const ExportChannel& channel,
                                         const std::vector<ChannelSample>& samples);

}  // namespace rigy::outputs
