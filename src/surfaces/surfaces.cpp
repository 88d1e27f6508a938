#include "surfaces/surfaces.hpp"

#include <cstdint>
#include <optional>

#include "base/limits.hpp"
#include "geometry/implicit_surface.hpp"

namespace rigy {
namespace {

void report_too_much(const Primitive& primitive, const Reporter& at) {
  at.report(Code::X37, primitive.origin,
            "with implicit surface '{}', all surfaces together have more than {} grid points, each "
            "counted for every op",
            primitive.id.value, max_field_work)
      .help("use coarser grids or fewer ops");
}

void warn_about_empty(const Primitive& primitive, const Reporter& at) {
  at.report(Code::W15, primitive.origin,
            "implicit surface '{}' is empty: its field is on one side of iso everywhere on the "
            "grid, and it is left out",
            primitive.id.value)
      .help("change iso, make the grid finer, or move the domain to where the ops are");
}

}  // namespace

void report_field_not_finite(const Primitive& primitive, const Reporter& at) {
  at.report(Code::X38, primitive.origin,
            "the field of implicit surface '{}' is not finite everywhere", primitive.id.value)
      .help("use smaller numbers for strength and radius");
}

void extract_surfaces(Draft& draft, unsigned threads, Diagnostics& diagnostics) {
  std::uint64_t work_left = max_field_work;
  for (Asset* asset : draft.assets) {
    for (Mesh& mesh : asset->document.meshes) {
      for (Primitive& primitive : mesh.primitives) {
        if (primitive.surface == nullptr) continue;
        const std::optional<std::uint64_t> work = field_work(*primitive.surface);
        if (!work) continue;
        const Reporter at = draft.assembly.reporter(*asset, diagnostics);
        if (*work > work_left) return report_too_much(primitive, at);
        work_left -= *work;
        const std::optional<ImplicitSurface> surface = sound_surface(*primitive.surface);
        if (!surface) continue;
        primitive.extraction = extract_surface(*surface, threads);
        const ActiveCells& cells = primitive.extraction->cells;
        if (!cells.finite) {
          report_field_not_finite(primitive, at);
        } else if (cells.vertex_count == 0) {
          warn_about_empty(primitive, at);
        }
      }
    }
  }
}

}  // namespace rigy
