// How deep two convex shapes are in each other: the expanding polytope algorithm.
#pragma once

#include <optional>

#include "distance/simplex.hpp"

namespace rigy::kernel {

struct CoreDepth {
  double depth = 0;
  Vec3 direction;  // the way out for b, of unit length
  Vec3 a;          // the deepest points: b + depth · direction = a
  Vec3 b;
};

// Of the cores, without their balls, whose difference has the origin in or at this simplex. If the
// difference is flat the depth is 0, and the direction is across it.
[[nodiscard]] CoreDepth core_depth(const Convex& a, const Convex& b, const Simplex& simplex);

}  // namespace rigy::kernel
