// One primitive as exports have it: outward, and without degenerate triangles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "evaluate/evaluate.hpp"
#include "export_model/model.hpp"
#include "export_model/weld.hpp"

namespace rigy::outputs {

// How scenes are evaluated for exports. Positions are multiplied by `factors`, all of one size, and
// normals turned as their signs say; `step` is how coarse round shapes are (coarse.hpp).
struct CollectOptions {
  Vec3 factors{1, 1, 1};
  std::uint32_t step = 1;
  unsigned threads = 1;
  bool finds_error = true;  // of coarse shapes, which takes longer than making them
};

struct StoredBounds {
  std::array<float, 3> min{};
  std::array<float, 3> max{};
};

[[nodiscard]] bool is_finite(const StoredBounds& bounds);

// Of at least one position.
[[nodiscard]] StoredBounds bounds_of(const float* positions, std::size_t count);

struct CollectedPrimitive {
  PrimitiveGroup group;
  StoredBounds bounds;  // of all its vertices
  double error = 0;     // how far the full shape may be away, in stored lengths
};

// Where its numbers begin in the arrays.
struct PrimitivePlace {
  std::uint32_t first_vertex = 0;
  std::uint32_t first_index = 0;
};

// Writes its vertices, none of which are welded yet, and the triangles that have an area.
[[nodiscard]] CollectedPrimitive collect_primitive(const EvaluatedPrimitive& primitive,
                                                   const CollectOptions& options,
                                                   const VertexArrays& arrays,
                                                   const PrimitivePlace& place);

}  // namespace rigy::outputs
