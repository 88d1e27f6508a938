// How two convex shapes lie relative to each other.
#pragma once

#include <optional>

#include "distance/convex.hpp"

namespace rigy::kernel {

struct Proximity {
  double distance = 0;            // between the surfaces; negative: how deep they are in each other
  std::optional<Vec3> direction;  // from a to b, of unit length; nothing for points at one place
  Vec3 a;                         // the nearest points, or the deepest ones
  Vec3 b;
};

[[nodiscard]] Proximity proximity(const Convex& a, const Convex& b);

// Only the distance of shapes that are apart, else 0.
[[nodiscard]] double distance_between(const Convex& a, const Convex& b);

// Whether no point of `inner` is more than `tolerance` outside `outer`.
[[nodiscard]] bool contains(const Convex& outer, const Convex& inner, double tolerance);

}  // namespace rigy::kernel
