// Tessellation: one primitive becomes vertices in mesh space, in binary64.
#pragma once

#include <array>
#include <cstddef>

#include "document/document.hpp"
#include "geometry/shape.hpp"

namespace rigy {

// The vertices of one primitive: scratch space that is filled again for each.
struct PrimitiveVertices {
  std::size_t count = 0;
  std::array<Vec3, max_shape_vertices> positions;
  // Only where `turned`; else the normals are still those of the shape.
  std::array<Vec3, max_shape_vertices> normals;
  bool turned = false;
};

// Makes the normals of the vertices their own, so that they can be changed.
void own_normals(const Shape& shape, PrimitiveVertices& vertices);

// Fills positions and normals, transformed by the primitive's rotation, then its translation.
void tessellate(const Primitive& primitive, PrimitiveVertices& out);

[[nodiscard]] Mat3 euler_rotation(const Vec3& radians);

}  // namespace rigy
