// Levels of detail: the same shapes with fewer segments. Of round shapes, whose vertices lie in
// rings, every second, fourth or eighth row and column stays, with its weights. Implicit surfaces
// are extracted again on a coarser grid, and weights evaluated there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/evaluate.hpp"
#include "outputs_floor.hpp"

namespace rigy::outputs {

// Every how manyth row and column stays at a level: 1, 2, 4 or 8. `detail` is that of level 0.
[[nodiscard]] std::uint32_t coarse_step(double detail, std::uint32_t level);

// The implicit surfaces of a level; those of which it would leave nothing stay as they are.
[[nodiscard]] SurfaceLevel coarse_surfaces(const Scene& scene, std::uint32_t step,
                                           unsigned threads);

struct CoarseShape {
  // The vertex that takes the place of each; empty: all stay.
  std::vector<std::uint32_t> stand_ins;
  // No point of the full shape is farther from the coarse one than this; of implicit surfaces nor
  // the other way round.
  double error = 0;
};

[[nodiscard]] CoarseShape coarse_shape(const EvaluatedPrimitive& primitive, std::uint32_t step);

}  // namespace rigy::outputs
