#include "distance/convex.hpp"

#include <algorithm>
#include <cmath>

namespace rigy::kernel {

Convex point_shape(const Vec3& point) {
  Convex shape;
  shape.add_point(point);
  return shape;
}

Convex triangle_shape(const Vec3& a, const Vec3& b, const Vec3& c) {
  Convex shape;
  for (const Vec3& corner : {a, b, c}) shape.add_point(corner);
  return shape;
}

Vec3 core_support(const Convex& shape, const Vec3& direction) {
  Vec3 best = shape.points[0];
  double reach = dot(best, direction);
  for (const Vec3& point : shape.hull().subspan(1)) {
    const double own = dot(point, direction);
    if (!(own > reach)) continue;
    reach = own;
    best = point;
  }
  if (shape.axis_count == 0) return best;
  Vec3 offset;
  double square = 0;
  for (const Vec3& axis : shape.ellipsoid()) {
    const double along = dot(axis, direction);
    offset = offset + along * axis;
    square += along * along;
  }
  return square > 0 ? best + offset / std::sqrt(square) : best;
}

Vec3 support(const Convex& shape, const Vec3& direction) {
  const Vec3 core = core_support(shape, direction);
  const double size = length(direction);
  return size > 0 ? core + (shape.radius / size) * direction : core;
}

Vec3 center_of(const Convex& shape) {
  Vec3 sum;
  for (const Vec3& point : shape.hull()) sum = sum + point;
  return sum / static_cast<double>(shape.point_count);
}

Bounds bounds_of(const Convex& shape) {
  Bounds bounds = bounds_of(shape.hull());
  const auto reach = [&](std::size_t axis) {
    double square = 0;
    for (const Vec3& one : shape.ellipsoid()) square += one[axis] * one[axis];
    return std::sqrt(square) + shape.radius;
  };
  const Vec3 more{reach(0), reach(1), reach(2)};
  return {bounds.min - more, bounds.max + more};
}

Convex moved(const Convex& shape, const Vec3& origin, double scale) {
  Convex result = shape;
  for (Vec3& point : result.points) point = scale * (point - origin);
  for (Vec3& axis : result.axes) axis = scale * axis;
  result.radius *= scale;
  return result;
}

}  // namespace rigy::kernel
