// The distance of two convex shapes that are apart: the algorithm of Gilbert, Johnson and Keerthi.
#pragma once

#include "distance/simplex.hpp"

namespace rigy::kernel {

struct CoreDistance {
  double distance = 0;      // 0 if the cores overlap
  DifferencePoint nearest;  // the way from a to b, and its ends
  Simplex simplex;          // that it lies in
};

// Between the cores, without their balls. Expects shapes of about unit size near the origin.
[[nodiscard]] CoreDistance core_distance(const Convex& a, const Convex& b);

}  // namespace rigy::kernel
