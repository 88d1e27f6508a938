// The difference of two convex shapes, all b − a, and simplices in it: its point nearest to the
// origin is the way from a to b, and it contains the origin where they overlap.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "distance/convex.hpp"

namespace rigy::kernel {

// A point of the difference, and the points that it is the difference of.
struct DifferencePoint {
  Vec3 at;
  Vec3 a;
  Vec3 b;
};

// The one that reaches farthest in a direction. The balls of the shapes are left out.
[[nodiscard]] inline DifferencePoint difference_support(const Convex& a, const Convex& b,
                                                        const Vec3& direction) {
  const Vec3 of_a = core_support(a, -direction);
  const Vec3 of_b = core_support(b, direction);
  return {of_b - of_a, of_a, of_b};
}

// Up to four points, and the shares of each in the point nearest to the origin.
struct Simplex {
  std::array<DifferencePoint, 4> corners{};
  std::array<double, 4> shares{};
  std::size_t size = 0;
  bool has_origin = false;  // inside a tetrahedron

  [[nodiscard]] std::span<const DifferencePoint> used() const {
    return std::span(corners).first(size);
  }
};

// Reduces the simplex to the face that the point nearest to the origin lies in, and sets the
// shares.
void reduce_to_nearest(Simplex& simplex);

// The sum of the corners by their shares.
[[nodiscard]] DifferencePoint nearest_point(const Simplex& simplex);

}  // namespace rigy::kernel
