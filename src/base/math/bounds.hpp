// The bounding box of positions, as stated in the output.
#pragma once

#include <span>

#include "math/vec.hpp"

namespace rigy::base {

// Of equal values the first one is kept, so that the sign of a zero depends on nothing else.
struct Bounds {
  Vec3 min;
  Vec3 max;
};

void extend(Bounds& bounds, const Bounds& more);

// There must be at least one point.
[[nodiscard]] Bounds bounds_of(std::span<const Vec3> points);

// The bounds of the positions as stored, in binary32. Rounding the binary64 bounds instead would
// lose the sign of zeros that only become equal by rounding.
[[nodiscard]] Bounds stored_bounds_of(std::span<const Vec3> points);

}  // namespace rigy::base
