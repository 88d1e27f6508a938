// The bounds of a primitive at rest, known without its vertices.
#pragma once

#include <optional>

#include "document/document.hpp"
#include "math/bounds.hpp"
#include "model_floor.hpp"

namespace rigy::model {

// Bit for bit the bounds of the vertices that tessellate() makes, or, if `as_stored`, of these in
// binary32. Nothing if only the vertices tell.
//
// A vertex that is farthest along an axis has the entry 1 or −1 of the circle table there, so that
// it lies at half the extent exactly. Adding a translation, and rounding to binary32, keep the
// order of numbers: the farthest stay the farthest. This says nothing about a rotation, nor about
// bounds of zero, whose sign depends on the order of the vertices.
[[nodiscard]] std::optional<Bounds> rest_bounds(const Primitive& primitive, bool as_stored);

}  // namespace rigy::model
