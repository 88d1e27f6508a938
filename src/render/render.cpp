// Drawing a document: the analysis, then its worlds as models, on sheets.
#include "rigy/render.hpp"

#include <utility>

#include <fmt/format.h>

#include "analyze/after_analysis.hpp"
#include "base/limits.hpp"
#include "base/stopwatch.hpp"
#include "render/look.hpp"
#include "render/overlays.hpp"
#include "render/sheet.hpp"
#include "render/sheet_drawer.hpp"
#include "world/world.hpp"
#include "writing/writing.hpp"

namespace rigy {
namespace {

constexpr std::uint32_t turntable_milliseconds = 60;
constexpr std::uint32_t pose_milliseconds = 1000;

// Makes the models of a document as the options want them painted.
class ModelPainter {
 public:
  ModelPainter(const AnalyzedAssembly& analyzed, const RenderOptions& options,
               Diagnostics& diagnostics)
      : analyzed_(analyzed), options_(options), diagnostics_(diagnostics) {}

  [[nodiscard]] std::optional<Model> make(const Cell& cell) {
    std::optional<World> world =
        build_world(analyzed_, {cell.pose, cell.solver, options_.threads}, diagnostics_);
    if (!world) return std::nullopt;
    if (!checked_names_ && !check_names(*world, options_, diagnostics_)) return std::nullopt;
    checked_names_ = true;
    Model model;
    model.world = std::move(*world);
    if (options_.diagnostics) {
      model.marks = marks_of(model.world, diagnostics_.report(analyzed_.assembly.sources));
    }
    model.surfaces = surfaces_of(model.world, look_of(model.world, options_, model.marks));
    model.extra = overlay_points(model.world, options_.overlays);
    return model;
  }

 private:
  const AnalyzedAssembly& analyzed_;
  const RenderOptions& options_;
  Diagnostics& diagnostics_;
  bool checked_names_ = false;
};

std::vector<std::string> pose_ids(const AnalyzedAssembly& analyzed) {
  std::vector<std::string> ids;
  if (analyzed.assembly.root() == nullptr) return ids;
  for (const Pose& pose : analyzed.assembly.root()->document.poses) {
    ids.emplace_back(pose.id.value);
  }
  return ids;
}

void draw_from(const AnalyzedAssembly& analyzed, const RenderOptions& options,
               Diagnostics& diagnostics, RenderResult& result) {
  result.option_faults = faults_of(options);
  if (!result.option_faults.empty()) return;
  if (result.is_scene && options.all_poses) {
    result.option_faults.emplace_back("a scene has no poses to show; poses belong to assets");
    return;
  }
  if (is_writable(analyzed, options.pose, diagnostics)) {
    Stopwatch stopwatch(result.timings);
    const std::vector<Sheet> sheets = sheets_of(options, pose_ids(analyzed));
    const std::uint64_t pixels = std::uint64_t{options.width} * options.height;
    if (sheets.size() * pixels > max_animation_pixels) {
      result.option_faults.push_back(fmt::format(
          "the frames of an animation have at most {} pixels in all", max_animation_pixels));
      return;
    }
    ModelPainter painter(analyzed, options, diagnostics);
    const ModelMaker make = [&painter](const Cell& cell) { return painter.make(cell); };
    result.frames = SheetDrawer(make, options, diagnostics).draw(sheets);
    result.frame_milliseconds = options.turntable > 0 ? turntable_milliseconds : pose_milliseconds;
    stopwatch.lap("draw", 4 * pixels * result.frames.size());
  }
  result.report = diagnostics.report(analyzed.assembly.sources);
  if (!result.report.ok()) result.frames.clear();
}

}  // namespace

RenderResult render(const std::string& entry, FileReader& files, const RenderOptions& options) {
  return after_analysis<RenderResult>(entry, files, options, draw_from);
}

RenderResult render(const Analysis& analysis, const RenderOptions& options) {
  return after_analysis<RenderResult>(analysis, options, draw_from);
}

}  // namespace rigy
