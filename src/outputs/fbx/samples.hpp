// Animations as FBX stores them: values at times, with three angles instead of a quaternion.
#pragma once

#include <cstdint>
#include <vector>

#include "export_model/model.hpp"

namespace rigy::outputs {

// Times are whole multiples of a unit in which every common frame rate has whole frames.
[[nodiscard]] std::int64_t fbx_time(double seconds);
[[nodiscard]] std::int64_t fbx_end_time(const ExportAnimation& animation);

struct AnimationSample {
  std::int64_t time = 0;
  double posed = 0;  // 0: at rest, 1: in the pose
};

// The keys, and every frame between them while something turns: interpolating angles linearly is
// not the rotation that the model means.
[[nodiscard]] std::vector<AnimationSample> samples_of(const ExportAnimation& animation);
[[nodiscard]] std::vector<std::int64_t> times_of(const std::vector<AnimationSample>& samples);

struct BoneCurves {
  std::vector<Vec3> translations;
  std::vector<Vec3> degrees;
};

// Each sample's angles are the ones nearest to the previous sample's, and the first to those at
// rest.
[[nodiscard]] BoneCurves bone_curves(const RigidMotion& rest, const RigidMotion& posed,
                                     const std::vector<AnimationSample>& samples);

}  // namespace rigy::outputs
