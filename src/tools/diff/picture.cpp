// Two documents with the same camera, and their difference in color.
#include <utility>

#include "analyze/analyzed_assembly.hpp"
#include "common/guarded.hpp"
#include "common/stopwatch.hpp"
#include "common/unreachable.hpp"
#include "diff/compare.hpp"
#include "diff/scenes.hpp"
#include "render/limits.hpp"
#include "render/look.hpp"
#include "render/sheet_drawer.hpp"
#include "rigy/render_diff.hpp"

namespace rigy {
using namespace tools;
namespace {

constexpr std::uint32_t added_color = 0x2fa84f;
constexpr std::uint32_t removed_color = 0xd93a2f;
constexpr std::uint32_t moved_color = 0x2f6fd9;
constexpr std::uint32_t recolored_color = 0xf28c1e;
constexpr std::uint32_t same_color = 0xb4b8bf;
constexpr double ghost_alpha = 0.7;
constexpr double same_alpha = 0.3;

Paint painted(const ShownPrimitive& primitive, std::uint32_t color, double alpha) {
  Paint paint;
  paint.color = linear_rgb(color);
  paint.alpha = alpha;
  paint.two_sided = primitive.primitive->type == PrimitiveType::ImplicitSurface;
  paint.casts_shadow = alpha == 1;
  return paint;
}

Paint paint_after(const ShownPrimitive& primitive, SurfaceState state) {
  switch (state) {
    case SurfaceState::Moved:
      return painted(primitive, moved_color, 1);
    case SurfaceState::Recolored:
      return painted(primitive, recolored_color, 1);
    case SurfaceState::Unmatched:
      return painted(primitive, added_color, 1);
    case SurfaceState::Same:
      return painted(primitive, same_color, same_alpha);
  }
  unreachable();
}

// Only what is no longer there: what was removed, and the old places of what moved.
EvaluatedScene without_kept(EvaluatedScene scene, const std::vector<SurfaceState>& states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i] != SurfaceState::Same && states[i] != SurfaceState::Recolored) continue;
    scene.primitives[i].positions.clear();
    scene.primitives[i].normals.clear();
    scene.primitives[i].triangles.clear();
  }
  return scene;
}

std::uint64_t vertices_of(const EvaluatedScene& scene) {
  std::uint64_t vertices = 0;
  for (const ShownPrimitive& primitive : scene.primitives) vertices += primitive.positions.size();
  return vertices;
}

// A little smaller, so that what overlaps what is there now does not flicker.
void shrink(Surfaces& surfaces) {
  if (surfaces.positions.empty()) return;
  const Bounds box = bounds_of(surfaces.positions);
  const double step = 1e-3 * length(box.max - box.min);
  for (std::size_t i = 0; i < surfaces.positions.size(); ++i) {
    surfaces.positions[i] = surfaces.positions[i] - step * surfaces.normals[i];
  }
}

// Adds surfaces to those that are there.
void append(const Surfaces& more, Surfaces& to) {
  const auto first = static_cast<std::uint32_t>(to.positions.size());
  const auto paint = static_cast<std::uint32_t>(to.paints.size());
  to.positions.insert(to.positions.end(), more.positions.begin(), more.positions.end());
  to.normals.insert(to.normals.end(), more.normals.begin(), more.normals.end());
  to.paints.insert(to.paints.end(), more.paints.begin(), more.paints.end());
  for (const PaintedTriangle& triangle : more.triangles) {
    const auto& [a, b, c] = triangle.corners;
    to.triangles.push_back({{first + a, first + b, first + c}, paint + triangle.paint});
  }
}

class ComparisonPainter {
 public:
  ComparisonPainter(const AnalyzedAssembly& before, const AnalyzedAssembly& after,
                    const RenderOptions& options)
      : before_(before),
        after_(after),
        options_(options),
        before_diagnostics_(before.diagnostics),
        after_diagnostics_(after.diagnostics) {}

  void draw(RenderResult& result) {
    if (fits_limits()) draw_frames(result);
    const Report report = before_diagnostics_.report(before_.assembly.sources);
    result.report = report.ok() ? after_diagnostics_.report(after_.assembly.sources) : report;
    if (!result.report.ok()) result.frames.clear();
  }

 private:
  void draw_frames(RenderResult& result) {
    const ModelMaker make = [this](const Cell& cell) { return model_of(cell); };
    result.frames =
        SheetDrawer(make, options_, after_diagnostics_).draw({comparison_sheet(options_)});
  }

  // Reports documents that are too large together (X50).
  bool fits_limits() {
    const std::optional<EvaluatedScene> before = scene_of({}, true);
    const std::optional<EvaluatedScene> after = scene_of({}, false);
    if (!before || !after) return false;
    const std::uint64_t vertices = vertices_of(*before) + vertices_of(*after);
    if (vertices <= max_paired_vertices) return true;
    after_diagnostics_
        .add(Code::TooLargeToShow, {},
             "both documents together have {} vertices, more than {} to draw", vertices,
             max_paired_vertices)
        .help("compare imported assets by themselves, or without a picture");
    return false;
  }

  std::optional<EvaluatedScene> scene_of(const Cell& cell, bool earlier) {
    return build_evaluated_scene(earlier ? before_ : after_,
                                 {cell.pose, cell.solver, options_.analysis.threads},
                                 earlier ? before_diagnostics_ : after_diagnostics_);
  }

  std::optional<Model> model_of(const Cell& cell) {
    if (cell.content == CellContent::Difference) return difference(cell);
    std::optional<EvaluatedScene> scene = scene_of(cell, cell.content == CellContent::Before);
    if (!scene) return std::nullopt;
    Model model;
    model.scene = std::move(*scene);
    model.surfaces = surfaces_of(model.scene, look_of(model.scene, {}, {}));
    return model;
  }

  std::optional<Model> difference(const Cell& cell) {
    std::optional<EvaluatedScene> earlier = scene_of(cell, true);
    std::optional<EvaluatedScene> later = scene_of(cell, false);
    if (!earlier || !later) return std::nullopt;
    const Comparison comparison = compare_documents(&before_, &after_);
    const SurfaceStates states = surface_states(*earlier, *later, comparison.kept);
    Model model;
    Look look;
    for (std::size_t i = 0; i < later->primitives.size(); ++i) {
      look.paints.push_back(paint_after(later->primitives[i], states.after[i]));
    }
    model.surfaces = surfaces_of(*later, look);
    Look ghosts;
    for (const ShownPrimitive& primitive : earlier->primitives) {
      ghosts.paints.push_back(painted(primitive, removed_color, ghost_alpha));
    }
    Surfaces gone = surfaces_of(without_kept(std::move(*earlier), states.before), ghosts);
    shrink(gone);
    append(gone, model.surfaces);
    model.scene = std::move(*later);
    return model;
  }

  const AnalyzedAssembly& before_;
  const AnalyzedAssembly& after_;
  const RenderOptions& options_;
  Diagnostics before_diagnostics_;
  Diagnostics after_diagnostics_;
};

RenderResult draw_comparison(const Analysis& before, const Analysis& after,
                             const RenderOptions& options) {
  RenderResult result;
  result.option_faults = faults_of(options);
  if (options.views.size() > 1) {
    result.option_faults.emplace_back("a comparison has one view");
  }
  if (!result.option_faults.empty()) return result;
  for (const Analysis* analysis : {&before, &after}) {
    result.report = analysis->report;
    result.files.insert(result.files.end(), analysis->files.begin(), analysis->files.end());
    if (analysis->assembly == nullptr || !result.report.ok()) return result;
  }
  Stopwatch stopwatch(result.timings);
  ComparisonPainter(*before.assembly, *after.assembly, options).draw(result);
  stopwatch.lap("draw", std::size_t{4} * options.width * options.height * result.frames.size());
  return result;
}

}  // namespace

RenderResult render_diff(const Analysis& before, const Analysis& after,
                         const RenderOptions& options) {
  return guarded([&] { return draw_comparison(before, after, options); },
                 [&](const Failure& failure) {
                   RenderResult result;
                   const auto& files = after.files;
                   result.report =
                       report_of(failure, files.empty() ? std::string() : files.front(), {});
                   return result;
                 });
}

}  // namespace rigy
