// The box that positions lie in, as the output states it.
#pragma once

#include <span>

#include "math/vec.hpp"

namespace rigy {

// Of equal values the first one met is kept, so that the sign of a zero does not depend on anything
// else.
struct Bounds {
  Vec3 min;
  Vec3 max;
};

void extend(Bounds& bounds, const Bounds& more);

// There must be at least one point.
[[nodiscard]] Bounds bounds_of(std::span<const Vec3> points);

// The bounds of the positions as they are stored, in binary32. Rounding the binary64 bounds instead
// would lose the sign of a zero that only rounding makes equal.
[[nodiscard]] Bounds stored_bounds_of(std::span<const Vec3> points);

}  // namespace rigy
