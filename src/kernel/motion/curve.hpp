// Motions between keys.
#pragma once

#include <array>

#include "motion/skeleton.hpp"

namespace rigy::kernel {

// Eased in and out: 3s² - 2s³.
[[nodiscard]] double smooth_share(double share);

// Turned the short way, moved straight.
[[nodiscard]] LocalMotion between(const LocalMotion& from, const LocalMotion& to, double share);

// Four keys in time; the first and the last may be missing.
struct CurveTimes {
  std::array<double, 4> seconds{};
  std::array<bool, 4> known{};
};
using CurveMotions = std::array<LocalMotion, 4>;

// Between the second and the third: a cubic whose slope at a key is that of the line between the
// neighbors of the key, or to the one neighbor that it has. Rotations by components, each in the
// hemisphere of its neighbor, and then made unit.
[[nodiscard]] LocalMotion spline_between(const CurveMotions& keys, const CurveTimes& times,
                                         double share);

}  // namespace rigy::kernel
