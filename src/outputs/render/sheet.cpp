#include "render/sheet.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include "common/limits.hpp"
#include "render/limits.hpp"

namespace rigy::outputs {
namespace {

struct NamedView {
  std::string_view name;
  double azimuth;
  double elevation;
};

// A model faces -z and has its left at -x. "top" and "bottom" continue its front as in a technical
// drawing: seen from above, its front is at the lower edge of the picture.
constexpr std::array<NamedView, 8> named_views{{{"iso", -135, 35.264389682754654},
                                                {"front", 180, 0},
                                                {"back", 0, 0},
                                                {"left", -90, 0},
                                                {"right", 90, 0},
                                                {"top", 180, 90},
                                                {"bottom", 180, -90},
                                                {"three-quarter", -150, 15}}};

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string with(const std::string& caption, std::string_view more) {
  if (more.empty()) return caption;
  return caption.empty() ? std::string(more) : fmt::format("{}, {}", caption, more);
}

std::vector<View> views_of(const RenderOptions& options) {
  return options.views.empty() ? std::vector<View>{*view_named("iso")} : options.views;
}

// The views of one frame.
Sheet base_sheet(const RenderOptions& options) {
  Sheet sheet;
  const std::vector<View> views = views_of(options);
  for (const View& view : views) {
    Cell cell;
    if (views.size() > 1) cell.caption = view.caption;
    cell.angle = {view.azimuth, view.elevation};
    cell.pose = options.pose;
    if (options.solver != SolverChoice::Both) {
      if (options.solver == SolverChoice::Lbs) cell.solver = Solver::Lbs;
      if (options.solver == SolverChoice::Dqs) cell.solver = Solver::Dqs;
      sheet.cells.push_back(cell);
      continue;
    }
    for (const Solver solver : {Solver::Lbs, Solver::Dqs}) {
      Cell one = cell;
      one.caption = with(cell.caption, solver == Solver::Lbs ? "LBS" : "DQS");
      one.solver = solver;
      sheet.cells.push_back(std::move(one));
    }
  }
  return sheet;
}

std::size_t columns_of(const RenderOptions& options, const Sheet& sheet) {
  const std::size_t count = sheet.cells.size();
  if (sheet.columns > 0) return sheet.columns;
  if (options.solver == SolverChoice::Both && count > 2) return 2;
  std::size_t columns = 1;
  while (columns * columns < count) ++columns;
  return columns;
}

}  // namespace

}  // namespace rigy::outputs

namespace rigy {
using namespace outputs;

std::optional<View> view_named(std::string_view text) {
  for (const NamedView& view : named_views) {
    if (view.name == text) return View{std::string(text), view.azimuth, view.elevation};
  }
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const std::optional<double> azimuth = number_in(text.substr(0, comma));
  const std::optional<double> elevation = number_in(text.substr(comma + 1));
  if (!azimuth || !elevation) return std::nullopt;
  if (std::abs(*azimuth) > 360 || std::abs(*elevation) > 90) return std::nullopt;
  return View{std::string(text), *azimuth, *elevation};
}

std::vector<std::string_view> view_names() {
  std::vector<std::string_view> names;
  for (const NamedView& view : named_views) names.push_back(view.name);
  return names;
}

}  // namespace rigy

namespace rigy::outputs {

namespace {

Sheet sheet_of_pose(const Sheet& base, const ShownPose& pose) {
  Sheet sheet = base;
  for (Cell& cell : sheet.cells) {
    cell.pose = pose.pose;
    cell.caption = with(cell.caption, pose.caption);
  }
  return sheet;
}

// As many columns as make the cells most nearly square, with rows that are as full as they can be.
std::size_t columns_of_strip(const RenderOptions& options, std::size_t cells) {
  std::size_t best = 1;
  double least = 0;
  for (std::size_t rows = 1; rows <= cells; ++rows) {
    const std::size_t columns = (cells + rows - 1) / rows;
    const double aspect = static_cast<double>(options.width) * static_cast<double>(rows) /
                          (static_cast<double>(options.height) * static_cast<double>(columns));
    const double off = std::max(aspect, 1 / aspect);
    if (rows == 1 || off < least) {
      best = columns;
      least = off;
    }
  }
  return best;
}

// All poses on one sheet, at the same scale.
Sheet strip_of(const RenderOptions& options, const Sheet& base,
               const std::vector<ShownPose>& poses) {
  Sheet strip;
  strip.same_camera = true;
  for (const ShownPose& pose : poses) {
    const Sheet one = sheet_of_pose(base, pose);
    strip.cells.insert(strip.cells.end(), one.cells.begin(), one.cells.end());
  }
  strip.columns = columns_of_strip(options, strip.cells.size());
  return strip;
}

}  // namespace

std::vector<Sheet> sheets_of(const RenderOptions& options, const std::vector<ShownPose>& poses) {
  const Sheet base = base_sheet(options);
  std::vector<Sheet> sheets;
  if (options.turntable > 0) {
    for (std::uint32_t i = 0; i < options.turntable; ++i) {
      Sheet sheet = base;
      for (Cell& cell : sheet.cells) {
        cell.angle.azimuth += 360.0 * i / options.turntable;
        if (cell.angle.azimuth >= 180) cell.angle.azimuth -= 360;
      }
      sheets.push_back(std::move(sheet));
    }
  } else if (options.strip > 0) {
    sheets.push_back(strip_of(options, base, poses));
  } else if (!poses.empty()) {
    for (const ShownPose& pose : poses) sheets.push_back(sheet_of_pose(base, pose));
  } else {
    sheets.push_back(base);
  }
  return sheets;
}

Sheet comparison_sheet(const RenderOptions& options) {
  Sheet sheet;
  sheet.columns = 3;
  sheet.same_camera = true;
  sheet.shares_work = true;
  const View view = views_of(options).front();
  for (const CellContent content :
       {CellContent::Before, CellContent::After, CellContent::Difference}) {
    Cell cell;
    cell.caption = content == CellContent::Before  ? "before"
                   : content == CellContent::After ? "after"
                                                   : "difference";
    cell.angle = {view.azimuth, view.elevation};
    cell.pose = options.pose;
    if (options.solver == SolverChoice::Lbs) cell.solver = Solver::Lbs;
    if (options.solver == SolverChoice::Dqs) cell.solver = Solver::Dqs;
    cell.content = content;
    sheet.cells.push_back(std::move(cell));
  }
  return sheet;
}

Viewport cell_place(const RenderOptions& options, const Sheet& sheet, std::size_t index) {
  const std::size_t columns = columns_of(options, sheet);
  const std::size_t rows = (sheet.cells.size() + columns - 1) / columns;
  const std::size_t column = index % columns;
  const std::size_t row = index / columns;
  const auto left = static_cast<std::uint32_t>(options.width * column / columns);
  const auto right = static_cast<std::uint32_t>(options.width * (column + 1) / columns);
  const auto top = static_cast<std::uint32_t>(options.height * row / rows);
  const auto bottom = static_cast<std::uint32_t>(options.height * (row + 1) / rows);
  return {left, top, right - left, bottom - top};
}

std::vector<std::string> faults_of_frames(const RenderOptions& options, std::uint64_t frames) {
  if (frames < min_frames || frames > max_frames) {
    return {
        fmt::format("an animation has {} to {} frames, not {}", min_frames, max_frames, frames)};
  }
  if (frames * options.width * options.height > max_animation_pixels) {
    return {fmt::format("the frames of an animation have at most {} pixels in all",
                        max_animation_pixels)};
  }
  const std::uint64_t solvers = options.solver == SolverChoice::Both ? 2 : 1;
  const std::uint64_t views = frames * std::max<std::uint64_t>(options.views.size(), 1) * solvers;
  if (views > max_animation_views) {
    return {fmt::format("the frames of an animation have at most {} views in all, not {}",
                        max_animation_views, views)};
  }
  return {};
}

std::vector<std::string> faults_of(const RenderOptions& options) {
  std::vector<std::string> faults;
  const std::uint64_t pixels = std::uint64_t{options.width} * options.height;
  if (options.width < min_picture_side || options.height < min_picture_side ||
      pixels > max_picture_pixels) {
    faults.push_back(fmt::format(
        "a picture has at least {} pixels on each side and at most {} in all, not {} x {}",
        min_picture_side, max_picture_pixels, options.width, options.height));
  } else if (options.turntable > 0) {
    faults = faults_of_frames(options, options.turntable);
  }
  if (options.views.size() > max_views) {
    faults.push_back(fmt::format("a picture has at most {} views", max_views));
  }
  if (options.turntable > 0 && options.all_poses) {
    faults.emplace_back("a picture is animated by a turntable or by poses, not by both");
  }
  if (!options.pose.empty() && options.all_poses) {
    faults.emplace_back("a picture shows one pose or all poses, not both");
  }
  if (options.shows_clip() &&
      (!options.pose.empty() || options.all_poses || options.turntable > 0)) {
    faults.emplace_back("a picture shows a clip, or poses, or a turntable, not several of these");
  }
  if (options.strip > 0 && options.at) {
    faults.emplace_back("a picture shows one moment of a clip or several, not both");
  }
  for (const std::vector<std::string>* ids : {&options.focus, &options.highlight}) {
    if (std::find(ids->begin(), ids->end(), "") == ids->end()) continue;
    faults.emplace_back("an id to focus or highlight is empty");
  }
  return faults;
}

}  // namespace rigy::outputs
