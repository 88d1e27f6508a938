// Convex shapes as distances see them. One form covers them all: the hull of a few points,
// thickened by an ellipsoid, thickened by a ball.
//
//     box, wedge, triangle   their corners
//     sphere                 its center, and a ball
//     capsule                the ends of its axis, and a ball
//     cylinder               the ends of its axis, and a disc: an ellipsoid with two axes
//     anchor                 a point
//
// Spheres and capsules under a transform that is not uniform have an ellipsoid instead of the ball.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "kernel_floor.hpp"
#include "math/bounds.hpp"
#include "math/vec.hpp"

namespace rigy::kernel {

struct Convex {
  std::array<Vec3, 8> points{};
  std::size_t point_count = 0;
  std::array<Vec3, 3> axes{};  // of the ellipsoid, from its center
  std::size_t axis_count = 0;
  double radius = 0;  // of the ball

  void add_point(const Vec3& point) { points[point_count++] = point; }
  void add_axis(const Vec3& axis) { axes[axis_count++] = axis; }
  [[nodiscard]] std::span<const Vec3> hull() const { return std::span(points).first(point_count); }
  [[nodiscard]] std::span<const Vec3> ellipsoid() const {
    return std::span(axes).first(axis_count);
  }
};

[[nodiscard]] Convex point_shape(const Vec3& point);
[[nodiscard]] Convex triangle_shape(const Vec3& a, const Vec3& b, const Vec3& c);

// A point of the shape that reaches farthest in a direction, which need not be of unit length; that
// of the core leaves out the ball.
[[nodiscard]] Vec3 core_support(const Convex& shape, const Vec3& direction);
[[nodiscard]] Vec3 support(const Convex& shape, const Vec3& direction);

[[nodiscard]] Vec3 center_of(const Convex& shape);
[[nodiscard]] Bounds bounds_of(const Convex& shape);

// Moved by −origin, then scaled.
[[nodiscard]] Convex moved(const Convex& shape, const Vec3& origin, double scale);

}  // namespace rigy::kernel
