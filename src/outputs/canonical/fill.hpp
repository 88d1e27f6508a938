// Fills the planned binary data: the sink that writes every primitive to its place.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "canonical/layout.hpp"
#include "diagnostics/diagnostics.hpp"
#include "evaluate/evaluate.hpp"
#include "math/bounds.hpp"
#include "scene/scene.hpp"

namespace rigy::outputs {

// Fills `out`, which has the layout's size, and returns the bounds of each part. Reports what
// evaluate_scene() reports.
[[nodiscard]] std::vector<Bounds> fill_binary(const Scene& scene, const Layout& layout,
                                              const EvaluateOptions& options,
                                              std::span<std::byte> out, Diagnostics& diagnostics);

}  // namespace rigy::outputs
