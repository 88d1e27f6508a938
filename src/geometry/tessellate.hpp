// Tessellation: one primitive becomes vertices in mesh space, in binary64.
#pragma once

#include "document/document.hpp"
#include "geometry/shape.hpp"
#include "geometry/vertices.hpp"

namespace rigy {

// Fills positions and normals, transformed by the primitive's rotation, then its translation.
// The version is that of the file: it decides how rotations are computed. Returns false if the
// field of an implicit surface is not finite; `threads` may work on one.
bool tessellate(const Primitive& primitive, Version version, PrimitiveVertices& out,
                unsigned threads = 1);
void tessellate(const Shape& shape, const Dimensions& dimensions, const Transform& transform,
                Version version, PrimitiveVertices& out);

[[nodiscard]] Mat3 euler_rotation(const Vec3& radians);

// How a primitive is turned. From 0.12 on by way of a canonical quaternion.
[[nodiscard]] Mat3 rotation_of(const Rotation& rotation, Version version);

}  // namespace rigy
