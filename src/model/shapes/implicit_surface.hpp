// Implicit surfaces as primitives: from the document to vertices.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "document/document.hpp"
#include "implicit/cells.hpp"
#include "implicit/field.hpp"
#include "shapes/extent.hpp"
#include "shapes/topology.hpp"
#include "shapes/vertices.hpp"

namespace rigy::model {

// What is known of a surface before its vertices: its cells, and so the number of vertices.
struct ExtractedSurface {
  ScalarField field;
  ActiveCells cells;
  Topology topology;
};

// The number of times that an op is evaluated on the grid. Nothing if the counts cannot be read or
// do not form a grid.
[[nodiscard]] std::optional<std::uint64_t> field_work(const SurfaceFields& surface);

// Whether the scale of an op is one number above zero, three times.
[[nodiscard]] bool is_uniform(const Vec3& scale);

// Nothing if it could not be read, or breaks a rule.
[[nodiscard]] std::optional<FieldOp> sound_op(const SurfaceOp& op);
[[nodiscard]] std::optional<ImplicitSurface> sound_surface(const SurfaceFields& surface);

// The result does not depend on the number of threads.
[[nodiscard]] std::shared_ptr<const ExtractedSurface> extract_surface(
    const ImplicitSurface& surface, unsigned threads);

// The same on a grid that is `step` times as coarse. Its vertices lie where the field really equals
// iso: along its long edges it is far from linear.
[[nodiscard]] std::shared_ptr<const ExtractedSurface> extract_coarse_surface(
    const ImplicitSurface& surface, std::uint32_t step, unsigned threads);

// The bounds of the cells that the surface passes through, in the space of the primitive. There
// must be at least one.
[[nodiscard]] std::array<Extent, 3> cell_extents(const ExtractedSurface& surface);

// Fills positions and normals in the space of the primitive. Returns whether all are finite.
[[nodiscard]] bool fill_surface(const ExtractedSurface& surface, unsigned threads,
                                PrimitiveVertices& out);

}  // namespace rigy::model
