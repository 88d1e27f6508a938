// The shapes of primitives, for physics.
#pragma once

#include "evaluate/plan.hpp"
#include "export_model/model.hpp"

namespace rigy::outputs {

// Convex unless the primitive is stored as it was written, but for its size.
[[nodiscard]] PrimitiveShape shape_of(const PrimitiveTask& task, double scale);

}  // namespace rigy::outputs
