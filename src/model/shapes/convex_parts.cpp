#include "shapes/convex_parts.hpp"

#include <algorithm>
#include <cmath>

namespace rigy::model {
namespace {

// The length of all columns if they are equally long and at right angles; else 0.
double uniform_scale(const Mat3& linear) {
  const double scale = length(linear.column(0));
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 own = linear.column(i);
    const Vec3 next = linear.column((i + 1) % 3);
    if (!(std::abs(length(own) - scale) <= 1e-12 * scale)) return 0;
    if (!(std::abs(dot(own, next)) <= 1e-12 * scale * scale)) return 0;
  }
  return scale;
}

}  // namespace

void add_ball(const Affine& transform, double radius, Convex& shape) {
  if (const double scale = uniform_scale(transform.linear); scale > 0) {
    shape.radius = scale * radius;
    return;
  }
  for (std::size_t i = 0; i < 3; ++i) shape.add_axis(radius * transform.linear.column(i));
}

void add_ends(const Affine& transform, double height, Convex& shape) {
  const double half = height / 2;
  shape.add_point(transform({0, -half, 0}));
  shape.add_point(transform({0, half, 0}));
}

void add_corners(const Affine& transform, std::span<const Vec3> corners, Convex& shape) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto before = corners.first(i);
    if (std::find(before.begin(), before.end(), corners[i]) == before.end()) {
      shape.add_point(transform(corners[i]));
    }
  }
}

}  // namespace rigy::model
