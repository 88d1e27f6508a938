#include "c_api/render_arguments.hpp"

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "c_api/arguments.hpp"
#include "c_api/struct_size.hpp"
#include "c_api/texts.hpp"

namespace rigy::interfaces {
namespace {

// Padding is not initialized by every caller, so a later field must never take its place.
static_assert(sizeof(rigy_render_options) ==
              offsetof(rigy_render_options, section_at) + sizeof(double) + 12 * sizeof(int));

constexpr unsigned all_overlays = 2 * RIGY_SHOW_WIREFRAME - 1;

bool is_among(int value, int first, int last) { return value >= first && value <= last; }

const char* error_in_values(const rigy_render_options& given) {
  if (!views_in(given.views)) {
    return "the views of the rigy_render_options are not names of views, or AZ,EL in degrees, "
           "separated by commas";
  }
  if (!is_among(given.projection, RIGY_PROJECTION_PERSPECTIVE, RIGY_PROJECTION_ORTHOGRAPHIC)) {
    return "the projection of the rigy_render_options is no RIGY_PROJECTION_...";
  }
  if (!is_among(given.background, RIGY_BACKGROUND_LIGHT, RIGY_BACKGROUND_TRANSPARENT)) {
    return "the background of the rigy_render_options is no RIGY_BACKGROUND_...";
  }
  if (!is_among(given.solver, RIGY_SOLVER_AS_WRITTEN, RIGY_SOLVER_BOTH)) {
    return "the solver of the rigy_render_options is no RIGY_SOLVER_...";
  }
  if (!is_among(given.section, RIGY_SECTION_NONE, RIGY_SECTION_Z)) {
    return "the section of the rigy_render_options is no RIGY_SECTION_...";
  }
  if (!is_among(given.fit, RIGY_FIT_REST, RIGY_FIT_POSE)) {
    return "the fit of the rigy_render_options is no RIGY_FIT_...";
  }
  if (!std::isfinite(given.section_at)) {
    return "section_at of the rigy_render_options is not a finite number";
  }
  if ((given.show & ~all_overlays) != 0) {
    return "show of the rigy_render_options has a bit that is no RIGY_SHOW_...";
  }
  return error_in_params(given.params, given.param_count);
}

const char* error_in_options(const rigy_render_options* given) {
  if (given == nullptr) return nullptr;
  if (given->size == 0) {
    return "the size of the rigy_render_options is 0; set it to sizeof(rigy_render_options), or "
           "begin with RIGY_RENDER_OPTIONS_INIT";
  }
  if (!is_current_or_newer<rigy_render_options>(given->size)) {
    return "the size of the rigy_render_options is not that of any version of it";
  }
  if (has_unknown_fields(*given)) {
    return "the rigy_render_options have a field that this version of the library does not know "
           "and that is not zero";
  }
  return error_in_values(*given);
}

void take_numbers(const rigy_render_options& given, RenderOptions& options) {
  if (given.width > 0) options.width = given.width;
  if (given.height > 0) options.height = given.height;
  if (given.threads > 0) options.analysis.threads = given.threads;
  if (given.max_errors > 0) options.analysis.max_errors = given.max_errors;
  options.turntable = given.turntable;
  if (given.section != RIGY_SECTION_NONE) {
    options.section = Section{given.section - RIGY_SECTION_X, given.section_at};
  }
}

}  // namespace

std::optional<std::vector<View>> views_in(const char* text) {
  std::vector<View> views;
  const std::vector<std::string> parts = listed(text);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::optional<View> view = view_named(parts[i]);
    if (!view && i + 1 < parts.size()) {
      view = view_named(parts[i] + "," + parts[i + 1]);
      ++i;
    }
    if (!view) return std::nullopt;
    views.push_back(*view);
  }
  return views;
}

Overlays overlays_of(unsigned show) {
  const auto has = [show](unsigned bit) { return (show & bit) != 0; };
  return {.skeleton = has(RIGY_SHOW_SKELETON),
          .names = has(RIGY_SHOW_NAMES),
          .axes = has(RIGY_SHOW_AXES),
          .grid = has(RIGY_SHOW_GRID),
          .anchors = has(RIGY_SHOW_ANCHORS),
          .bounds = has(RIGY_SHOW_BOUNDS),
          .dimensions = has(RIGY_SHOW_DIMENSIONS),
          .wireframe = has(RIGY_SHOW_WIREFRAME)};
}

const char* error_in_arguments(const char* entry, const rigy_file* files, std::size_t file_count,
                               const rigy_render_options* options) {
  if (entry == nullptr) return "the entry is NULL";
  if (const char* error = error_in_files(files, file_count)) return error;
  return error_in_options(options);
}

RenderOptions options_of(const rigy_render_options* given) {
  RenderOptions options;
  if (given == nullptr) return options;
  options.views = *views_in(given->views);
  options.projection = static_cast<Projection>(given->projection);
  options.background = static_cast<Background>(given->background);
  options.solver = static_cast<SolverChoice>(given->solver);
  options.fit = static_cast<CameraFit>(given->fit);
  options.overlays = overlays_of(given->show);
  options.focus = listed(given->focus);
  options.highlight = listed(given->highlight);
  options.heat = text_of(given->heat);
  options.pose = text_of(given->pose);
  options.diagnostics = given->mark_diagnostics != 0;
  options.all_poses = given->all_poses != 0;
  options.analysis.params = params_of(given->params, given->param_count);
  take_numbers(*given, options);
  return options;
}

}  // namespace rigy::interfaces
