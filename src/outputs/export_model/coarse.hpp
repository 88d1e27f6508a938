// Levels of detail: the same shapes with fewer segments. Of round shapes, whose vertices lie in
// rings, every second, fourth or eighth row and column stays, with its weights. Implicit surfaces
// are extracted again on a coarser grid, and weights evaluated there.
#pragma once

#include <cstdint>
#include <functional>
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
  double error = 0;  // no point of either shape is farther from the other
};

// Without `finds_error` that is 0.
[[nodiscard]] CoarseShape coarse_shape(const EvaluatedPrimitive& primitive, std::uint32_t step,
                                       bool finds_error = true);

// Where the vertices of a primitive are.
using PointsOf = std::function<std::vector<Vec3>(const EvaluatedPrimitive&)>;

// How far the shape that a primitive has at this step is from the full one if something else moves
// their vertices.
[[nodiscard]] double moved_error(const EvaluatedPrimitive& primitive, std::uint32_t step,
                                 const PointsOf& points_of);

}  // namespace rigy::outputs
