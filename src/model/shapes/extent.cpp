#include "shapes/extent.hpp"

#include <algorithm>
#include <cmath>

#include "common/unreachable.hpp"
#include "shapes/implicit_surface.hpp"
#include "shapes/tessellate.hpp"

namespace rigy::model {
namespace {

// Half the extent of a shape with those dimensions in the direction `d` of its own space.
double half_width(PrimitiveType type, const std::array<Number, 3>& dimensions,
                  const std::array<double, 3>& d) {
  const double first = dimensions[0].value;
  const double second = dimensions[1].value;
  switch (type) {
    case PrimitiveType::Box:
      return (std::abs(d[0]) * first + std::abs(d[1]) * second +
              std::abs(d[2]) * dimensions[2].value) /
             2;
    case PrimitiveType::Sphere:
      return first;
    case PrimitiveType::Cylinder:
      return std::abs(d[1]) * second / 2 + first * std::sqrt(d[0] * d[0] + d[2] * d[2]);
    case PrimitiveType::Capsule:
    case PrimitiveType::Wedge:
    case PrimitiveType::ImplicitSurface:
      return std::abs(d[1]) * second / 2 + first;
  }
  unreachable();
}

// Unlike the others, a wedge does not reach equally far in opposite directions.
std::array<Extent, 3> extents_of_wedge(const Primitive& wedge, Version version) {
  PrimitiveVertices vertices;
  tessellate(wedge, version, vertices);
  std::array<Extent, 3> extents;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Extent& extent = extents[axis];
    extent.min = extent.max = vertices.positions()[0][axis];
    for (const Vec3& position : vertices.positions()) {
      extent.min = std::min(extent.min, position[axis]);
      extent.max = std::max(extent.max, position[axis]);
    }
  }
  return extents;
}

// The box around its cells, rotated and translated.
std::array<Extent, 3> extents_of_surface(const Primitive& primitive, const Mat3& rotation) {
  const std::array<Extent, 3> cells = cell_extents(*primitive.extraction);
  const Vec3 translation = primitive.transform.translation.value;
  std::array<Extent, 3> extents;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Extent& extent = extents[axis];
    extent.min = extent.max = translation[axis];
    for (std::size_t own = 0; own < 3; ++own) {
      const double a = rotation.rows[axis][own] * cells[own].min;
      const double b = rotation.rows[axis][own] * cells[own].max;
      extent.min += std::min(a, b);
      extent.max += std::max(a, b);
    }
  }
  return extents;
}

}  // namespace

std::array<Extent, 3> extents_of(const Primitive& primitive, Version version) {
  if (primitive.type == PrimitiveType::Wedge) return extents_of_wedge(primitive, version);
  const Transform& transform = primitive.transform;
  Mat3 rotation;
  if (transform.rotation.given()) rotation = rotation_of(transform.rotation, version);
  if (primitive.type == PrimitiveType::ImplicitSurface) {
    return extents_of_surface(primitive, rotation);
  }
  std::array<Extent, 3> extents;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double half = half_width(*primitive.type, primitive.dimensions, rotation.rows[axis]);
    const double center = transform.translation.value[axis];
    extents[axis] = {center - half, center + half};
  }
  return extents;
}

}  // namespace rigy::model
