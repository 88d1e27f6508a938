// Triangles and vertices in an order that suits the caches of graphics cards, and compression.
#pragma once

#include <span>

#include "export_model/model.hpp"

namespace rigy::outputs {

// Triangles stay within their group; vertices are numbered as triangles first use them.
void order_for_cache(Geometry& geometry, std::span<const PrimitiveGroup> groups, OwnNumbers& own);
void order_for_cache(ExportModel& model);

// Weights as multiples of 1/255, with the sum 1; joints without weight become 0.
void round_weights(Geometry& geometry, OwnNumbers& own);
void round_weights(ExportModel& model);

}  // namespace rigy::outputs
