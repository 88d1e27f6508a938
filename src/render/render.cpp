// Drawing a document: the analysis, then worlds, cameras, lights, surfaces and overlays.
#include "rigy/render.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "base/guarded.hpp"
#include "base/limits.hpp"
#include "base/stopwatch.hpp"
#include "render/drawing.hpp"
#include "render/look.hpp"
#include "render/overlays.hpp"
#include "render/sheet.hpp"
#include "render/stage.hpp"
#include "world/world.hpp"
#include "writing/writing.hpp"

namespace rigy {
namespace {

constexpr std::uint32_t turntable_milliseconds = 60;
constexpr std::uint32_t pose_milliseconds = 1000;

AnalyzeOptions analyze_options(const RenderOptions& options) {
  return {.params = options.params,
          .warnings_as_errors = options.warnings_as_errors,
          .suppressed_warnings = options.suppressed_warnings,
          .max_errors = options.max_errors,
          .threads = options.threads};
}

// A world as it is painted.
struct Model {
  World world;
  std::vector<Mark> marks;
  Surfaces surfaces;
  std::vector<Vec3> extra;  // points that the overlays need room for
};

// Draws the sheets of a document whose findings, and now also its own, are in `diagnostics`.
class SheetDrawer {
 public:
  SheetDrawer(const AnalyzedAssembly& analyzed, const RenderOptions& options,
              Diagnostics& diagnostics)
      : analyzed_(analyzed), options_(options), diagnostics_(diagnostics) {}

  // Empty if something is wrong, which is then reported.
  [[nodiscard]] std::vector<Picture> draw(const std::vector<Sheet>& sheets);

 private:
  [[nodiscard]] const Model* model_of(const Cell& cell);
  [[nodiscard]] bool find_reaches(const std::vector<Sheet>& sheets);
  // Reports it and returns false.
  bool refuse_work();
  [[nodiscard]] bool draw_cell(const Cell& cell, std::size_t index, const Viewport& place,
                               Canvas& canvas);
  [[nodiscard]] Frame frame_of(const Viewport& place) const;
  [[nodiscard]] double text_size(const Viewport& place) const {
    return std::max(6.0, std::min(place.width, place.height) / 58.0);
  }
  void add_caption(const Cell& cell, const Viewport& place, Canvas& canvas) const;
  void add_borders(std::size_t cells, Canvas& canvas) const;

  const AnalyzedAssembly& analyzed_;
  const RenderOptions& options_;
  Diagnostics& diagnostics_;
  // The models used last; most pictures need one.
  std::vector<std::pair<std::pair<std::string, std::optional<Solver>>, Model>> models_;
  bool checked_names_ = false;
  std::vector<Reach> reaches_;  // of each cell
  std::optional<Bounds> bounds_;
};

const Model* SheetDrawer::model_of(const Cell& cell) {
  const std::pair key(cell.pose, cell.solver);
  for (const auto& [known, model] : models_) {
    if (known == key) return &model;
  }
  std::optional<World> world =
      build_world(analyzed_, {cell.pose, cell.solver, options_.threads}, diagnostics_);
  if (!world) return nullptr;
  if (!checked_names_ && !check_names(*world, options_, diagnostics_)) return nullptr;
  checked_names_ = true;
  if (models_.size() >= 2) models_.erase(models_.begin());
  Model& model = models_.emplace_back(key, Model{}).second;
  model.world = std::move(*world);
  if (options_.diagnostics) {
    model.marks = marks_of(model.world, diagnostics_.report(analyzed_.assembly.sources));
  }
  model.surfaces = surfaces_of(model.world, look_of(model.world, options_, model.marks));
  model.extra = overlay_points(model.world, options_.overlays);
  return &model;
}

Frame SheetDrawer::frame_of(const Viewport& place) const {
  const double side = std::min(place.width, place.height);
  return {static_cast<double>(place.width), static_cast<double>(place.height), 0.08 * side};
}

Vec3 target_of(const Bounds& bounds) { return 0.5 * (bounds.min + bounds.max); }

// The box of everything, then how far it reaches in every cell.
bool SheetDrawer::find_reaches(const std::vector<Sheet>& sheets) {
  const auto include = [this](std::span<const Vec3> points) {
    if (points.empty()) return;
    const Bounds own = bounds_of(points);
    if (bounds_) {
      extend(*bounds_, own);
    } else {
      bounds_ = own;
    }
  };
  for (const Sheet& sheet : sheets) {
    for (const Cell& cell : sheet.cells) {
      const Model* model = model_of(cell);
      if (model == nullptr) return false;
      include(model->surfaces.positions);
      include(model->extra);
    }
  }
  if (!bounds_) {
    diagnostics_.add(Code::X52, {}, "there is nothing to be seen: no mesh has vertices")
        .help("show what else there is: --show skeleton,anchors");
    return false;
  }
  const std::size_t cells = sheets.front().cells.size();
  reaches_.resize(cells);
  for (const Sheet& sheet : sheets) {
    for (std::size_t i = 0; i < cells; ++i) {
      const Cell& cell = sheet.cells[i];
      const Model* model = model_of(cell);
      const Frame frame = frame_of(cell_place(options_, cells, i));
      const Camera camera = aim(cell.angle, options_.projection);
      Reach& reach = reaches_[i];
      reach = both(reach, reach_of(camera, frame, target_of(*bounds_), model->surfaces.positions));
      reach = both(reach, reach_of(camera, frame, target_of(*bounds_), model->extra));
      if (options_.turntable > 0) reach = centered(reach);
    }
  }
  return true;
}

// A power of ten, or two or five times that.
double grid_step(double radius) {
  double step = 1;
  while (step * 10 < radius && step < 1e30) step *= 10;
  while (step > radius && step > 1e-30) step /= 10;
  if (5 * step < radius) return step;
  return 2 * step < radius ? step / 2 : step / 5;
}

bool SheetDrawer::refuse_work() {
  diagnostics_.add(Code::X53, {}, "the picture has too many triangles that lie over each other")
      .help("draw a smaller picture, or fewer instances");
  return false;
}

bool SheetDrawer::draw_cell(const Cell& cell, std::size_t index, const Viewport& place,
                            Canvas& canvas) {
  const Model* model = model_of(cell);
  Camera camera = aim(cell.angle, options_.projection);
  rigy::place(camera, frame_of(place), target_of(*bounds_), reaches_[index]);
  Surfaces surfaces = model->surfaces;
  if (options_.section) {
    const bool above = camera.back[static_cast<std::size_t>(options_.section->axis)] >= 0;
    surfaces = cut(surfaces, *options_.section, above);
  }
  const Lights lights = make_lights(surfaces, cell.angle, options_.threads);
  if (options_.overlays.skeleton) add_bones(model->world, options_.highlight, surfaces);
  if (lights.too_much_work) return refuse_work();
  const Backdrop backdrop = backdrop_of(options_.background);
  Stage stage{surfaces, camera, lights, backdrop, {}, {}, static_cast<double>(place.height)};
  const double ground = std::min(0.0, bounds_->min.y);
  if (camera.back.y > 0 || camera.eye.y > ground) {
    stage.ground = make_ground_shadow(lights, ground, options_.threads);
    if (options_.overlays.grid) stage.grid = {grid_step(lights.radius), 7 * lights.radius};
  }
  if (!draw_surfaces(stage, place, canvas, options_.threads)) return refuse_work();
  Drawing drawing(canvas, place);
  draw_overlays({model->world, surfaces, camera, options_.overlays, model->marks,
                 options_.background == Background::Dark, text_size(place)},
                drawing);
  return true;
}

void SheetDrawer::add_caption(const Cell& cell, const Viewport& place, Canvas& canvas) const {
  if (cell.caption.empty()) return;
  const double size = 1.15 * text_size(place);
  const bool dark = options_.background == Background::Dark;
  Drawing drawing(canvas, place);
  drawing.text(1.6 * size, place.height - 1.6 * size, size, cell.caption,
               {dark ? 0xe8eaf0u : 0x2a2e37u, 1});
}

void SheetDrawer::add_borders(std::size_t cells, Canvas& canvas) const {
  Drawing drawing(canvas, {0, 0, options_.width, options_.height});
  const Stroke stroke{{0x8b919c, 0.5}, 1};
  for (std::size_t i = 1; i < cells; ++i) {
    const Viewport place = cell_place(options_, cells, i);
    const double x = place.x;
    const double y = place.y;
    if (place.x > 0) drawing.line({x, y, 0}, {x, y + place.height, 0}, stroke);
    if (place.y > 0) drawing.line({x, y, 0}, {x + place.width, y, 0}, stroke);
  }
}

std::vector<Picture> SheetDrawer::draw(const std::vector<Sheet>& sheets) {
  if (!find_reaches(sheets)) return {};
  std::vector<Picture> pictures;
  for (const Sheet& sheet : sheets) {
    Canvas canvas(options_.width, options_.height);
    const std::size_t cells = sheet.cells.size();
    for (std::size_t i = 0; i < cells; ++i) {
      const Viewport place = cell_place(options_, cells, i);
      if (!draw_cell(sheet.cells[i], i, place, canvas)) return {};
      add_caption(sheet.cells[i], place, canvas);
    }
    add_borders(cells, canvas);
    pictures.push_back(std::move(canvas.picture));
  }
  return pictures;
}

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
    result.frames = SheetDrawer(analyzed, options, diagnostics).draw(sheets);
    result.frame_milliseconds = options.turntable > 0 ? turntable_milliseconds : pose_milliseconds;
    stopwatch.lap("draw", 4 * pixels * result.frames.size());
  }
  result.report = diagnostics.report(analyzed.assembly.sources);
  if (!result.report.ok()) result.frames.clear();
}

// What the result has of an analysis.
RenderResult begin_result(const Analysis& analysis) {
  RenderResult result;
  result.report = analysis.report;
  result.files = analysis.files;
  result.entry_unreadable = analysis.entry_unreadable;
  result.is_scene = analysis.is_scene;
  result.param_faults = analysis.param_faults;
  result.timings = analysis.timings;
  return result;
}

RenderResult render_entry(const std::string& entry, FileReader& files,
                          const RenderOptions& options) {
  RenderResult result;
  result.option_faults = faults_of(options);
  if (!result.option_faults.empty()) return result;
  Analysis analysis;
  AnalyzedAssembly analyzed = run_analysis(entry, files, analyze_options(options), analysis);
  result = begin_result(analysis);
  draw_from(analyzed, options, analyzed.diagnostics, result);
  return result;
}

RenderResult render_analysis(const Analysis& analysis, const RenderOptions& options) {
  RenderResult result = begin_result(analysis);
  result.option_faults = faults_of(options);
  if (!result.option_faults.empty() || analysis.assembly == nullptr) return result;
  Diagnostics diagnostics = analysis.assembly->diagnostics;
  draw_from(*analysis.assembly, options, diagnostics, result);
  return result;
}

RenderResult without_memory(const std::string& entry, const RenderOptions& options) {
  RenderResult result;
  result.report = out_of_memory(entry, analyze_options(options));
  return result;
}

}  // namespace

RenderResult render(const std::string& entry, FileReader& files, const RenderOptions& options) {
  return guarded([&] { return render_entry(entry, files, options); },
                 [&] { return without_memory(entry, options); });
}

RenderResult render(const Analysis& analysis, const RenderOptions& options) {
  return guarded([&] { return render_analysis(analysis, options); },
                 [&] {
                   const auto& files = analysis.files;
                   return without_memory(files.empty() ? std::string() : files.front(), options);
                 });
}

}  // namespace rigy
