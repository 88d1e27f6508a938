// Animations as FBX holds them: values at times, of three angles instead of a quaternion.
#pragma once

#include <cstdint>
#include <vector>

#include "export/model.hpp"

namespace rigy {

// Times are whole numbers of a unit in which every usual frame rate has whole frames.
[[nodiscard]] std::int64_t fbx_time(double seconds);
[[nodiscard]] std::int64_t fbx_end_time(const ExportAnimation& animation);

struct AnimationSample {
  std::int64_t time = 0;
  double posed = 0;  // 0: at rest, 1: in the pose
};

// The keys, and where it goes from one to the other, every frame between them: what is linear in
// angles is not the turn that the model means.
[[nodiscard]] std::vector<AnimationSample> samples_of(const ExportAnimation& animation);
[[nodiscard]] std::vector<std::int64_t> times_of(const std::vector<AnimationSample>& samples);

struct BoneCurves {
  std::vector<Vec3> translations;
  std::vector<Vec3> degrees;
};

// Each sample's angles are the nearest to those before it, and the first to those at rest.
[[nodiscard]] BoneCurves bone_curves(const RigidMotion& rest, const RigidMotion& posed,
                                     const std::vector<AnimationSample>& samples);

}  // namespace rigy
