// Flat shading: every triangle has its own normal at all of its corners.
#pragma once

#include <span>

#include "export_model/model.hpp"

namespace rigy::outputs {

[[nodiscard]] Geometry flat_geometry(const Geometry& smooth, std::span<const PrimitiveGroup> groups,
                                     OwnNumbers& own);

// Numbers that are made later are flat then.
void shade_flat(ExportModel& model);

}  // namespace rigy::outputs
