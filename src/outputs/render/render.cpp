// Drawing a document: the analysis, then its scenes as models, on sheets.
#include "rigy/render.hpp"

#include <cmath>
#include <utility>

#include "analyze/after_analysis.hpp"
#include "analyze/writable.hpp"
#include "common/stopwatch.hpp"
#include "evaluated_scene/drawable.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "motion/moment_pose.hpp"
#include "motion/moments.hpp"
#include "render/clip_frames.hpp"
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
    EvaluatedSceneOptions asked{cell.pose, cell.solver, options_.analysis.threads,
                                options_.diagnostics};
    asked.motions = &motions_;
    std::optional<EvaluatedScene> scene = build_evaluated_scene(shown_, asked, diagnostics_);
    if (!scene) return std::nullopt;
    if (!checked_names_ && !check_names(*scene, options_, diagnostics_)) return std::nullopt;
    checked_names_ = true;
    Model model;
    model.scene = std::move(*scene);
    if (options_.diagnostics) {
      // The report takes what it reports.
      Diagnostics so_far = diagnostics_;
      model.marks = marks_of(analyzed_, model.scene, so_far.report(analyzed_.assembly.sources));
    }
    model.surfaces = surfaces_of(model.scene, look_of(model.scene, options_, model.marks.list));
    model.extra = overlay_points(model.scene, options_.overlays);
    model.numbered = numbered_primitives(model.scene, options_);
    if (numbered_.empty()) note_numbers(model);
    for (const Mark& mark : model.marks.list) {
      if (mark.primitives.empty()) model.extra.push_back(mark.at);
    }
    return model;
  }

  // The ids of the primitives with numbers, the same in every pose.
  [[nodiscard]] std::vector<std::string> numbered() const { return numbered_; }

 private:
  void note_numbers(const Model& model) {
    for (const std::size_t primitive : model.numbered) {
      numbered_.push_back(full_id(model.scene, model.scene.primitives[primitive]));
    }
  }

  const AnalyzedAssembly& analyzed_;
  const AnalyzedAssembly& shown_;
  const RenderOptions& options_;
  Diagnostics& diagnostics_;
  bool checked_names_ = false;
  MotionPlans motions_;
  std::vector<std::string> numbered_ = {};
};

// The rest shape and all poses; nothing if there are none.
std::vector<ShownPose> all_poses(const AnalyzedAssembly& analyzed) {
  std::vector<ShownPose> poses;
  if (analyzed.assembly.root() == nullptr) return poses;
  for (const Pose& pose : analyzed.assembly.root()->document.poses) {
    if (poses.empty()) poses.push_back({"", "rest"});
    poses.push_back({asset_pose_name(analyzed.assembly, pose), std::string(pose.id.value)});
  }
  return poses;
}

std::vector<ShownPose> shown_poses(const AnalyzedAssembly& analyzed, const RenderOptions& options) {
  if (options.all_poses) return all_poses(analyzed);
  const MotionClip* clip = options.shows_clip() ? clip_shown(analyzed, options) : nullptr;
  return clip == nullptr ? std::vector<ShownPose>() : moments_shown(*clip, options);
}

std::uint32_t milliseconds_of_frame(const AnalyzedAssembly& analyzed, const RenderOptions& options,
                                    std::size_t frames) {
  if (options.turntable > 0) return turntable_milliseconds;
  const MotionClip* clip = options.shows_clip() ? clip_shown(analyzed, options) : nullptr;
  if (clip == nullptr || frames == 0) return pose_milliseconds;
  return static_cast<std::uint32_t>(
      std::floor(1000 * clip->length.value / static_cast<double>(frames) + 0.5));
}

std::vector<std::string> faults_in(const AnalyzedAssembly& analyzed, const RenderOptions& options,
                                   bool is_scene) {
  std::vector<std::string> faults = faults_of(options);
  const bool is_animated = options.all_poses || options.shows_clip();
  if (!faults.empty() || !is_animated) return faults;
  if (is_scene) return {"a scene has no poses to show; poses belong to assets"};
  if (analyzed.assembly.root() == nullptr) return {};
  if (options.shows_clip()) return faults_of_clip(analyzed, options);
  const std::size_t frames = all_poses(analyzed).size();
  if (frames == 0) return {"the document has no poses to show"};
  return faults_of_frames(options, frames);
}

// `shown` is `analyzed`, or what is drawable of it.
void draw(const AnalyzedAssembly& analyzed, const AnalyzedAssembly& shown,
          const RenderOptions& options, Diagnostics& diagnostics, RenderResult& result) {
  Stopwatch stopwatch(result.timings);
  const std::vector<Sheet> sheets = sheets_of(options, shown_poses(shown, options));
  ModelPainter painter(analyzed, shown, options, diagnostics);
  const ModelMaker make = [&painter](const Cell& cell) { return painter.make(cell); };
  result.frames = SheetDrawer(make, options, diagnostics).draw(sheets);
  result.numbered = painter.numbered();
  result.frame_milliseconds = milliseconds_of_frame(shown, options, result.frames.size());
  stopwatch.lap("draw", std::uint64_t{4} * options.width * options.height * result.frames.size());
}

// Without what would refuse a picture of a part of the document, though it may suit the whole.
RenderOptions options_for_part(const AnalyzedAssembly& part, RenderOptions options) {
  options.heat.clear();  // nothing is bound
  Diagnostics unheard;
  const std::optional<EvaluatedScene> scene =
      build_evaluated_scene(part, {{}, {}, options.analysis.threads, true}, unheard);
  if (!scene) return options;
  drop_unusable_names(*scene, options.focus);
  drop_unusable_names(*scene, options.highlight);
  const std::optional<Bounds> box = bounds_of(*scene);
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
  if (is_writable(analyzed, options.pose, diagnostics) &&
      has_clip(analyzed, options, diagnostics)) {
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
