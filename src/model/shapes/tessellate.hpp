// Tessellation: one primitive becomes vertices in mesh space, in binary64.
#pragma once

#include "document/document.hpp"
#include "shapes/shape.hpp"
#include "shapes/vertices.hpp"

namespace rigy::model {

// Fills positions and normals, transformed by the primitive's rotation, then its translation. The
// version of the file decides how rotations are computed. Returns false if the field of an implicit
// surface is not finite; up to `threads` threads work on one surface.
bool tessellate(const Primitive& primitive, Version version, PrimitiveVertices& out,
                unsigned threads = 1);
// The same from another extraction of an implicit surface.
bool tessellate(const Primitive& primitive, const ExtractedSurface& surface, Version version,
                PrimitiveVertices& out, unsigned threads = 1);
void tessellate(const Shape& shape, const Dimensions& dimensions, const Transform& transform,
                Version version, PrimitiveVertices& out);

[[nodiscard]] Mat3 euler_rotation(const Vec3& radians);

// The rotation of a primitive. From 0.12 on it goes through a canonical quaternion.
[[nodiscard]] Mat3 rotation_of(const Rotation& rotation, Version version);

}  // namespace rigy::model
