#include "surfaces/surfaces.hpp"

#include <cstdint>
#include <optional>

#include "common/limits.hpp"
#include "shapes/implicit_surface.hpp"

namespace rigy::analysis {
namespace {

void report_too_much(const Primitive& primitive, const Reporter& at) {
  at.report(Code::CostlySurfaces, primitive.origin,
            "up to implicit surface '{}', the surfaces have more than {} grid points, each counted "
            "once per op",
            primitive.id.value, max_field_work)
      .help("use coarser grids or fewer ops");
}

void warn_about_empty(const Primitive& primitive, const Reporter& at) {
  at.report(Code::EmptySurface, primitive.origin,
            "implicit surface '{}' is empty and left out: its field is on the same side of iso at "
            "every grid point",
            primitive.id.value)
      .help("change iso, make the grid finer, or move the domain to where the ops are");
}

// Calls use(primitive, asset) for every implicit surface, until it returns false.
template <class Use>
bool each_surface(Draft& draft, const Use& use) {
  for (Asset* asset : draft.assets) {
    for (Mesh& mesh : asset->document.meshes) {
      for (Primitive& primitive : mesh.primitives) {
        if (primitive.surface != nullptr && !use(primitive, *asset)) return false;
      }
    }
  }
  return true;
}

// Nothing is evaluated until the total is known to be within the limit.
bool is_feasible(Draft& draft, Diagnostics& diagnostics) {
  std::uint64_t& work_left = draft.budget.field_work;
  return each_surface(draft, [&](const Primitive& primitive, const Asset& asset) {
    const std::uint64_t work = field_work(*primitive.surface).value_or(0);
    const bool fits = work <= work_left;
    if (!fits) report_too_much(primitive, draft.assembly.reporter(asset, diagnostics));
    work_left -= fits ? work : 0;
    return fits;
  });
}

}  // namespace

void report_field_not_finite(const Primitive& primitive, const Reporter& at) {
  at.report(Code::FieldNotFinite, primitive.origin,
            "the field of implicit surface '{}' is not finite everywhere", primitive.id.value)
      .help("use smaller numbers for strength and radius");
}

void extract_surfaces(Draft& draft, unsigned threads, Diagnostics& diagnostics) {
  if (!is_feasible(draft, diagnostics)) return;
  each_surface(draft, [&](Primitive& primitive, const Asset& asset) {
    const std::optional<ImplicitSurface> surface = sound_surface(*primitive.surface);
    if (!surface) return true;
    primitive.extraction = extract_surface(*surface, threads);
    const ActiveCells& cells = primitive.extraction->cells;
    const Reporter at = draft.assembly.reporter(asset, diagnostics);
    if (!cells.finite) {
      report_field_not_finite(primitive, at);
    } else if (cells.vertex_count == 0) {
      warn_about_empty(primitive, at);
    }
    return true;
  });
}

}  // namespace rigy::analysis
