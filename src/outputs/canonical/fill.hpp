// The contents of the planned binary data, and the sink that writes every primitive to its place in
// memory.
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

// Writes the primitive's share of a block of its part.
void write_content(const Block& block, const EvaluatedPrimitive& primitive, std::byte* out);

// The matrices of a mesh's bones: translations by −head, column-major.
void write_inverse_binds(const StoredMesh& mesh, std::byte* out);

// Fills `out`, which has the layout's size, and returns the bounds of each part. Reports what
// evaluate_scene() reports.
[[nodiscard]] std::vector<Bounds> fill_binary(const Scene& scene, const Layout& layout,
                                              const EvaluateOptions& options,
                                              std::span<std::byte> out, Diagnostics& diagnostics);

}  // namespace rigy::outputs
