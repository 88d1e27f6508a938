#include "shapes/extent.hpp"

#include <algorithm>

#include "shapes/implicit_surface.hpp"
#include "shapes/shape.hpp"
#include "shapes/tessellate.hpp"

namespace rigy::model {
namespace {

std::array<Extent, 3> extents_of_vertices(const Primitive& primitive, Version version) {
  PrimitiveVertices vertices;
  tessellate(primitive, version, vertices);
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
  const Shape* const shape = shape_of(primitive);
  if (shape != nullptr && shape->half_width == nullptr) {
    return extents_of_vertices(primitive, version);
  }
  const Transform& transform = primitive.transform;
  Mat3 rotation;
  if (transform.rotation.given()) rotation = rotation_of(transform.rotation, version);
  if (shape == nullptr) return extents_of_surface(primitive, rotation);
  std::array<Extent, 3> extents;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double half = shape->half_width(dimensions_of(primitive), rotation.rows[axis]);
    const double center = transform.translation.value[axis];
    extents[axis] = {center - half, center + half};
  }
  return extents;
}

}  // namespace rigy::model
