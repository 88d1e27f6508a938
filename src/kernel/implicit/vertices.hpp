// The vertices of an implicit surface, three per triangle, not shared.
#pragma once

#include <span>

#include "implicit/cells.hpp"
#include "implicit/field.hpp"
#include "math/vec.hpp"

namespace rigy::kernel {

// The vertices of a range of cells; both spans have room for range.vertex_count. Ranges are
// independent of each other. Returns whether all numbers are finite; they are if the field is
// finite and far below the largest number at every point evaluated.
[[nodiscard]] bool extract_vertices(const ScalarField& field, const CellRange& range,
                                    std::span<Vec3> positions, std::span<Vec3> normals);

}  // namespace rigy::kernel
