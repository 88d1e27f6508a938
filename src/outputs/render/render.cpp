// Drawing a document: the analysis, then its worlds as models, on sheets.
#include "rigy/render.hpp"

#include <utility>

#include "analyze/after_analysis.hpp"
#include "analyze/writable.hpp"
#include "common/stopwatch.hpp"
#include "evaluated_scene/drawable.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "render/look.hpp"
#include "render/marks.hpp"
#include "render/overlays.hpp"
#include "render/sheet.hpp"
#include "render/sheet_drawer.hpp"

namespace rigy {
using namespace outputs;
namespace {

constexpr std::uint32_t turntable_milliseconds = 60;
constexpr std::uint32_t pose_milliseconds = 1000;

// Makes the models of a document as the options want them painted.
class ModelPainter {
 public:
  // `shown` is the document, or what is drawable of it.
  ModelPainter(const AnalyzedAssembly& analyzed, const AnalyzedAssembly& shown,
               const RenderOptions& options, Diagnostics& diagnostics)
      : analyzed_(analyzed), shown_(shown), options_(options), diagnostics_(diagnostics) {}

  [[nodiscard]] std::optional<Model> make(const Cell& cell) {
    std::optional<World> world = build_world(
        shown_, {cell.pose, cell.solver, options_.threads, options_.diagnostics}, diagnostics_);
    if (!world) return std::nullopt;
    if (!checked_names_ && !check_names(*world, options_, diagnostics_)) return std::nullopt;
    checked_names_ = true;
    Model model;
    model.world = std::move(*world);
    if (options_.diagnostics) {
      // The report takes what it reports.
      Diagnostics so_far = diagnostics_;
      model.marks = marks_of(analyzed_, model.world, so_far.report(analyzed_.assembly.sources));
    }
    model.surfaces = surfaces_of(model.world, look_of(model.world, options_, model.marks.list));
    model.extra = overlay_points(model.world, options_.overlays);
    for (const Mark& mark : model.marks.list) {
      if (mark.primitives.empty()) model.extra.push_back(mark.at);
    }
    return model;
  }

 private:
  const AnalyzedAssembly& analyzed_;
  const AnalyzedAssembly& shown_;
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

std::vector<std::string> faults_in(const AnalyzedAssembly& analyzed, const RenderOptions& options,
                                   bool is_scene) {
  std::vector<std::string> faults = faults_of(options);
  if (!faults.empty() || !options.all_poses) return faults;
  if (is_scene) return {"a scene has no poses to show; poses belong to assets"};
  if (analyzed.assembly.root() == nullptr) return {};
  const std::size_t poses = pose_ids(analyzed).size();
  if (poses == 0) return {"the document has no poses to show"};
  return faults_of_frames(options, poses + 1);
}

// `shown` is `analyzed`, or what is drawable of it.
void draw(const AnalyzedAssembly& analyzed, const AnalyzedAssembly& shown,
          const RenderOptions& options, Diagnostics& diagnostics, RenderResult& result) {
  Stopwatch stopwatch(result.timings);
  const std::vector<Sheet> sheets = sheets_of(options, pose_ids(shown));
  ModelPainter painter(analyzed, shown, options, diagnostics);
  const ModelMaker make = [&painter](const Cell& cell) { return painter.make(cell); };
  result.frames = SheetDrawer(make, options, diagnostics).draw(sheets);
  result.frame_milliseconds = options.turntable > 0 ? turntable_milliseconds : pose_milliseconds;
  stopwatch.lap("draw", std::uint64_t{4} * options.width * options.height * result.frames.size());
}

// Without what would refuse a picture of a part of the document, though it may suit the whole.
RenderOptions options_for_part(const AnalyzedAssembly& part, RenderOptions options) {
  options.heat.clear();  // nothing is bound
  Diagnostics unheard;
  const std::optional<World> world = build_world(part, {{}, {}, options.threads, true}, unheard);
  if (!world) return options;
  drop_unusable_names(*world, options.focus);
  drop_unusable_names(*world, options.highlight);
  const std::optional<Bounds> box = bounds_of(*world);
  if (options.section && !(box && cuts(*options.section, *box))) options.section.reset();
  return options;
}

void draw_despite_errors(const AnalyzedAssembly& analyzed, const RenderOptions& options,
                         Diagnostics& diagnostics, RenderResult& result) {
  const AnalyzedAssembly part = drawable_part(analyzed);
  if (part.placements.roots.empty()) return report_nothing_to_see(diagnostics);
  draw(analyzed, part, options_for_part(part, options), diagnostics, result);
}

void draw_from(const AnalyzedAssembly& analyzed, const RenderOptions& options,
               Diagnostics& diagnostics, RenderResult& result) {
  result.option_faults = faults_in(analyzed, options, result.is_scene);
  if (!result.option_faults.empty()) return;
  if (is_writable(analyzed, options.pose, diagnostics)) {
    draw(analyzed, analyzed, options, diagnostics, result);
  } else if (options.diagnostics && !result.entry_unreadable) {
    draw_despite_errors(analyzed, options, diagnostics, result);
  }
  result.report = diagnostics.report(analyzed.assembly.sources);
  if (!result.report.ok() && !options.diagnostics) result.frames.clear();
}

}  // namespace

RenderResult render(const std::string& entry, FileReader& files, const RenderOptions& options) {
  return after_analysis<RenderResult>(entry, files, options, draw_from);
}

RenderResult render(const Analysis& analysis, const RenderOptions& options) {
  return after_analysis<RenderResult>(analysis, options, draw_from);
}

}  // namespace rigy
