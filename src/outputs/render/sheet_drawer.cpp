#include "render/sheet_drawer.hpp"

#include <array>
#include <cstdint>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "render/camera.hpp"
#include "render/clip.hpp"
#include "render/lights.hpp"
#include "render/limits.hpp"
#include "render/overlays.hpp"
#include "render/stage.hpp"

namespace rigy::outputs {
namespace {

Vec3 target_of(const Bounds& bounds) { return 0.5 * (bounds.min + bounds.max); }

// A power of ten, or two or five times that.
double grid_step(double radius) {
  double step = 1;
  while (step * 10 < radius && step < 1e30) step *= 10;
  while (step > radius && step > 1e-30) step /= 10;
  if (5 * step < radius) return step;
  return 2 * step < radius ? step / 2 : step / 5;
}

Grid grid_below(const Bounds& bounds) {
  const double radius = std::max(0.5 * length(bounds.max - bounds.min), 1e-30);
  return {grid_step(radius), target_of(bounds), 7 * radius};
}

void include(std::span<const Vec3> points, std::optional<Bounds>& box) {
  if (points.empty()) return;
  const Bounds own = bounds_of(points);
  if (!box) box = own;
  extend(*box, own);
}

}  // namespace

void report_nothing_to_see(Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) {
    diagnostics
        .add(Code::NothingToDraw, {},
             "there is no picture: too little of the document could be read")
        .help("fix the other errors first");
    return;
  }
  diagnostics.add(Code::NothingToDraw, {}, "there is nothing to be seen: no mesh has vertices")
      .help("show what else there is: --show skeleton,anchors");
}

bool cuts(const Section& section, const Bounds& box) {
  const auto axis = static_cast<std::size_t>(section.axis);
  return box.min[axis] < section.at && section.at < box.max[axis];
}

const Model* SheetDrawer::model_of(const Cell& cell) {
  for (const CellModel& known : models_) {
    if (known.pose == cell.pose && known.solver == cell.solver && known.content == cell.content) {
      return &known.model;
    }
  }
  std::optional<Model> model = make_model_(cell);
  if (!model) return nullptr;
  if (models_.size() >= 3) models_.erase(models_.begin());
  models_.push_back({cell.pose, cell.solver, cell.content, std::move(*model)});
  return &models_.back().model;
}

Frame SheetDrawer::frame_of(const Viewport& place) const {
  const double side = std::min(place.width, place.height);
  return {static_cast<double>(place.width), static_cast<double>(place.height), 0.08 * side};
}

// An animation of poses has one camera, which fits them all.
Cell SheetDrawer::fitted(const Cell& cell) const {
  if (options_.fit == CameraFit::Pose || options_.all_poses || options_.shows_clip()) return cell;
  Cell at_rest = cell;
  at_rest.pose.clear();
  at_rest.solver.reset();
  return at_rest;
}

bool SheetDrawer::find_bounds(const std::vector<Sheet>& sheets) {
  std::optional<Bounds> of_surfaces;
  for (const Sheet& sheet : sheets) {
    for (const Cell& cell : sheet.cells) {
      const Model* model = model_of(cell);
      if (model == nullptr) return false;
      include(model->surfaces.positions, of_surfaces);
      model = model_of(fitted(cell));
      if (model == nullptr) return false;
      include(model->surfaces.positions, bounds_);
      include(model->extra, bounds_);
    }
    // The first sheet shows the rest shape, or fits it.
    const bool has_ground = &sheet == &sheets.front() || options_.fit == CameraFit::Pose;
    if (has_ground && bounds_) ground_ = std::min(0.0, bounds_->min.y);
  }
  if (!bounds_) {
    report_nothing_to_see(diagnostics_);
    return false;
  }
  return !options_.section || !of_surfaces || check_section(*of_surfaces);
}

void SheetDrawer::find_reaches(const std::vector<Sheet>& sheets) {
  const std::size_t cells = sheets.front().cells.size();
  reaches_.resize(cells);
  for (const Sheet& sheet : sheets) {
    for (std::size_t i = 0; i < cells; ++i) {
      const Cell& cell = sheet.cells[i];
      const Model* model = model_of(fitted(cell));
      const Frame frame = frame_of(cell_place(options_, sheet, i));
      const Camera camera = aim(cell.angle, options_.projection);
      Reach& reach = reaches_[i];
      reach = both(reach, reach_of(camera, frame, target_of(*bounds_), model->surfaces.positions));
      reach = both(reach, reach_of(camera, frame, target_of(*bounds_), model->extra));
      if (options_.turntable > 0) reach = centered(reach);
    }
  }
  if (sheets.front().same_camera) use_widest_reach();
}

void SheetDrawer::use_widest_reach() {
  Reach all;
  for (const Reach& reach : reaches_) all = both(all, reach);
  std::fill(reaches_.begin(), reaches_.end(), all);
}

bool SheetDrawer::check_section(const Bounds& box) {
  const auto axis = static_cast<std::size_t>(options_.section->axis);
  const double at = options_.section->at;
  if (cuts(*options_.section, box)) return true;
  const char name = std::string_view("xyz")[axis];
  diagnostics_
      .add(Code::NothingToDraw, {},
           "the section {}={:.6g} cuts nothing: {} goes from {:.6g} to {:.6g}", name, at, name,
           box.min[axis], box.max[axis])
      .help("choose a number between the two");
  return false;
}

bool SheetDrawer::refuse_work() {
  diagnostics_
      .add(Code::CostlyPicture, {}, "the picture has too many triangles that lie over each other")
      .help("draw an imported asset by itself, or leave out parts that others hide");
  return false;
}

bool SheetDrawer::draw_cell(const Cell& cell, std::size_t index, const Viewport& place,
                            Canvas& canvas) {
  const Model* model = model_of(cell);
  Camera camera = aim(cell.angle, options_.projection);
  outputs::place(camera, frame_of(place), target_of(*bounds_), reaches_[index]);
  Surfaces surfaces = model->surfaces;
  if (options_.section) {
    const bool above = camera.back[static_cast<std::size_t>(options_.section->axis)] >= 0;
    surfaces = cut(surfaces, *options_.section, above);
  }
  const Lights lights =
      make_lights(surfaces, cell.angle, max_view_work - spent_, options_.analysis.threads);
  spent_ += lights.work;
  if (spent_ > max_view_work) return refuse_work();
  if (options_.overlays.skeleton) add_bones(model->scene, options_.highlight, surfaces);
  clip_to_view(camera, frame_of(place), target_of(*bounds_), surfaces);
  const Backdrop backdrop = backdrop_of(options_.background);
  Stage stage{surfaces, camera, lights, backdrop, {}, {}, static_cast<double>(place.height)};
  if (camera.back.y > 0 || camera.eye.y > ground_) {
    stage.ground = make_ground_shadow(lights, ground_, options_.analysis.threads);
    if (options_.overlays.grid) stage.grid = grid_below(*bounds_);
  }
  if (!draw_surfaces(stage, place, canvas, options_.analysis.threads, spent_)) return refuse_work();
  Drawing drawing(canvas, place);
  draw_overlays({model->scene, surfaces, camera, options_.overlays, model->marks.list,
                 model->numbered, options_.background == Background::Dark, text_size(place)},
                drawing);
  add_elsewhere(*model, place, canvas);
  return true;
}

void SheetDrawer::add_elsewhere(const Model& model, const Viewport& place, Canvas& canvas) const {
  if (model.marks.elsewhere.empty()) return;
  const double size = text_size(place);
  const bool dark = options_.background == Background::Dark;
  Drawing drawing(canvas, place);
  drawing.text(1.6 * size, 2.2 * size, size,
               fmt::format("not in the picture: {}", fmt::join(model.marks.elsewhere, " ")),
               {mark_color(model.marks.has_error_elsewhere, dark), 1});
}

void SheetDrawer::add_caption(const Cell& cell, const Viewport& place, Canvas& canvas) const {
  if (cell.caption.empty()) return;
  const double size = 1.15 * text_size(place);
  const bool dark = options_.background == Background::Dark;
  Drawing drawing(canvas, place);
  drawing.text(1.6 * size, place.height - 1.6 * size, size, cell.caption,
               {dark ? 0xe8eaf0u : 0x2a2e37u, 1});
}

void SheetDrawer::add_borders(const Sheet& sheet, Canvas& canvas) const {
  Drawing drawing(canvas, {0, 0, options_.width, options_.height});
  const Stroke stroke{{0x8b919c, 0.5}, 1};
  for (std::size_t i = 1; i < sheet.cells.size(); ++i) {
    const Viewport place = cell_place(options_, sheet, i);
    const double x = place.x;
    const double y = place.y;
    if (place.x > 0) drawing.line({x, y, 0}, {x, y + place.height, 0}, stroke);
    if (place.y > 0) drawing.line({x, y, 0}, {x + place.width, y, 0}, stroke);
  }
}

// Places that no cell takes are not left black.
void SheetDrawer::fill(Canvas& canvas) const {
  if (options_.background == Background::Transparent) return;
  using Color = std::array<std::uint8_t, 4>;
  const Color color = options_.background == Background::Dark ? Color{0x32, 0x37, 0x40, 0xff}
                                                              : Color{0xe6, 0xe8, 0xec, 0xff};
  std::vector<std::uint8_t>& rgba = canvas.picture.rgba;
  for (std::size_t i = 0; i < rgba.size(); ++i) rgba[i] = color[i % color.size()];
}

std::vector<Picture> SheetDrawer::draw(const std::vector<Sheet>& sheets) {
  if (!find_bounds(sheets)) return {};
  find_reaches(sheets);
  std::vector<Picture> pictures;
  for (const Sheet& sheet : sheets) {
    Canvas canvas(options_.width, options_.height);
    fill(canvas);
    for (std::size_t i = 0; i < sheet.cells.size(); ++i) {
      const Viewport place = cell_place(options_, sheet, i);
      if (!sheet.shares_work) spent_ = 0;
      if (!draw_cell(sheet.cells[i], i, place, canvas)) return {};
      add_caption(sheet.cells[i], place, canvas);
    }
    add_borders(sheet, canvas);
    pictures.push_back(std::move(canvas.picture));
  }
  return pictures;
}

}  // namespace rigy::outputs
