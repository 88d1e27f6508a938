// How the numbers of a geometry are stored, which its plan and its bytes have to agree about.
#pragma once

#include <cstddef>
#include <cstdint>

#include "export_model/model.hpp"

namespace rigy::outputs {

// In 16 bits each.
[[nodiscard]] bool has_short_indices(const Geometry& geometry);
[[nodiscard]] bool has_byte_joints(const Geometry& geometry);
// As shares of 1.
[[nodiscard]] bool can_have_short_uvs(const Geometry& geometry, std::size_t set);

// The geometry that begins with the same triangles, of which this one is the collider; no_index:
// there is none.
[[nodiscard]] std::uint32_t index_source(const ExportModel& model, std::size_t number);

}  // namespace rigy::outputs
