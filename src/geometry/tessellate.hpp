// Tessellation: one primitive becomes vertices in mesh space, in binary64.
#pragma once

#include "document/document.hpp"
#include "geometry/shape.hpp"
#include "geometry/vertices.hpp"

namespace rigy {

// Fills positions and normals, transformed by the primitive's rotation, then its translation.
void tessellate(const Primitive& primitive, PrimitiveVertices& out);
void tessellate(const Shape& shape, const Dimensions& dimensions, const Transform& transform,
                PrimitiveVertices& out);

[[nodiscard]] Mat3 euler_rotation(const Vec3& radians);

}  // namespace rigy
