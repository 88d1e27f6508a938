#include "math/bounds.hpp"

#include <array>
#include <cstddef>

namespace rigy::base {
namespace {

template <class Number>
void extend(Number& min, Number& max, Number value) {
  min = value < min ? value : min;
  max = value > max ? value : max;
}

}  // namespace

void extend(Bounds& bounds, const Bounds& more) {
  for (const Vec3& point : {more.min, more.max}) {
    extend(bounds.min.x, bounds.max.x, point.x);
    extend(bounds.min.y, bounds.max.y, point.y);
    extend(bounds.min.z, bounds.max.z, point.z);
  }
}

Bounds bounds_of(std::span<const Vec3> points) {
  Vec3 min = points[0];
  Vec3 max = points[0];
  for (const Vec3& point : points) {
    extend(min.x, max.x, point.x);
    extend(min.y, max.y, point.y);
    extend(min.z, max.z, point.z);
  }
  return {min, max};
}

// Compared as floats throughout: gcc 12 folds double → float → double away when it vectorizes.
Bounds stored_bounds_of(std::span<const Vec3> points) {
  std::array<float, 3> min{};
  std::array<float, 3> max{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    min[axis] = max[axis] = static_cast<float>(points[0][axis]);
    for (const Vec3& point : points) {
      extend(min[axis], max[axis], static_cast<float>(point[axis]));
    }
  }
  return {{min[0], min[1], min[2]}, {max[0], max[1], max[2]}};
}

}  // namespace rigy::base
