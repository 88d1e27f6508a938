// One call as JavaScript requests it: built up by calls, so that no struct of the
// C interface has to be laid out outside C. The texts and bytes must stay valid until the call is
// done.
#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "questions/ask.hpp"
#include "rigy/rigy.h"

namespace {

struct Request {
  const char* entry;
  std::vector<rigy_file> files;
  std::vector<rigy_param> params;
  rigy_options options = RIGY_OPTIONS_INIT;
  std::vector<rigy_param> analysis = {};  // options by name
  std::vector<rigy_param> exports = {};
  rigy_inspect_options inspect = RIGY_INSPECT_OPTIONS_INIT;
  rigy_measure_options measure = RIGY_MEASURE_OPTIONS_INIT;
  rigy_render_options render = RIGY_RENDER_OPTIONS_INIT;
  std::string answer = {};
};

rigy_inspect_options inspect_options(const Request& request) {
  rigy_inspect_options options = request.inspect;
  options.max_errors = request.options.max_errors;
  options.params = request.options.params;
  options.param_count = request.options.param_count;
  return options;
}

rigy_measure_options measure_options(const Request& request) {
  rigy_measure_options options = request.measure;
  options.pose = request.options.pose;
  options.max_errors = request.options.max_errors;
  options.params = request.options.params;
  options.param_count = request.options.param_count;
  return options;
}

rigy_render_options render_options(const Request& request) {
  rigy_render_options options = request.render;
  options.pose = request.options.pose;
  options.max_errors = request.options.max_errors;
  options.params = request.options.params;
  options.param_count = request.options.param_count;
  return options;
}

}  // namespace

extern "C" {

Request* rigy_wasm_request_new(const char* entry) { return new Request{entry, {}, {}}; }

void rigy_wasm_request_free(Request* request) { delete request; }

void rigy_wasm_add_file(Request* request, const char* path, const void* data, std::size_t size) {
  request->files.push_back(RIGY_FILE_INIT(path, data, size));
}

void rigy_wasm_set_pose(Request* request, const char* pose) { request->options.pose = pose; }

void rigy_wasm_set_winding(Request* request, int winding) { request->options.winding = winding; }

void rigy_wasm_set_bake_transforms(Request* request, int bake_transforms) {
  request->options.bake_transforms = bake_transforms;
}

void rigy_wasm_set_max_errors(Request* request, std::size_t max_errors) {
  request->options.max_errors = max_errors;
}

void rigy_wasm_set_outline(Request* request, int outline) { request->options.outline = outline; }

void rigy_wasm_add_param(Request* request, const char* name, const char* value) {
  request->params.push_back(RIGY_PARAM_INIT(name, value));
  request->options.params = request->params.data();
  request->options.param_count = request->params.size();
}

void rigy_wasm_set_list_params(Request* request, int list_params) {
  request->options.list_params = list_params;
}

void rigy_wasm_set_expanded_yaml(Request* request, int expanded_yaml) {
  request->options.expanded_yaml = expanded_yaml;
}

// An option of an export, or of the analysis before it.
void rigy_wasm_add_export_choice(Request* request, int of_analysis, const char* name,
                                 const char* value) {
  (of_analysis != 0 ? request->analysis : request->exports).push_back(RIGY_PARAM_INIT(name, value));
}

// Null if the request is invalid or memory ran out. Pose, params and the maximum number of errors
// are those of the request.
rigy_result* rigy_wasm_export(const Request* request) {
  std::vector<rigy_param> analysis = request->analysis;
  std::deque<std::string> names;
  for (const rigy_param& param : request->params) {
    names.push_back("param." + std::string(param.name));
    analysis.push_back(RIGY_PARAM_INIT(names.back().c_str(), param.value));
  }
  const std::string max_errors = std::to_string(request->options.max_errors);
  if (request->options.max_errors > 0) {
    analysis.push_back(RIGY_PARAM_INIT("max_errors", max_errors.c_str()));
  }
  std::vector<rigy_param> choices = request->exports;
  if (request->options.pose != nullptr) {
    choices.push_back(RIGY_PARAM_INIT("pose", request->options.pose));
  }
  rigy_analysis* const analyzed =
      rigy_analyze(request->entry, request->files.data(), request->files.size(), analysis.data(),
                   analysis.size());
  if (analyzed == nullptr) return nullptr;
  rigy_result* const result = rigy_analysis_export(analyzed, choices.data(), choices.size());
  rigy_analysis_free(analyzed);
  return result;
}

std::size_t rigy_wasm_file_size(const rigy_result* result, std::size_t index) {
  std::size_t size = 0;
  rigy_result_file(result, index, &size);
  return size;
}

void rigy_wasm_set_inspect(Request* request, const char* primitives, int pairwise_gaps,
                           int intent_checks, int expanded) {
  request->inspect.primitives = primitives;
  request->inspect.pairwise_gaps = pairwise_gaps;
  request->inspect.intent_checks = intent_checks;
  request->inspect.expanded = expanded;
}

// As for an export.
rigy_result* rigy_wasm_inspect(const Request* request) {
  const rigy_inspect_options options = inspect_options(*request);
  return rigy_inspect(request->entry, request->files.data(), request->files.size(), &options);
}

const char* rigy_wasm_inspect_error(const Request* request) {
  const rigy_inspect_options options = inspect_options(*request);
  return rigy_inspect_argument_error(request->entry, request->files.data(), request->files.size(),
                                     &options);
}

void rigy_wasm_set_measure(Request* request, const char* a, const char* b) {
  request->measure.a = a;
  request->measure.b = b;
}

// As for an export.
rigy_result* rigy_wasm_measure(const Request* request) {
  const rigy_measure_options options = measure_options(*request);
  return rigy_measure(request->entry, request->files.data(), request->files.size(), &options);
}

const char* rigy_wasm_measure_error(const Request* request) {
  const rigy_measure_options options = measure_options(*request);
  return rigy_measure_argument_error(request->entry, request->files.data(), request->files.size(),
                                     &options);
}

void rigy_wasm_set_camera(Request* request, const char* views, unsigned width, unsigned height,
                          int projection, int background, int fit, int section, double section_at) {
  request->render.views = views;
  request->render.width = width;
  request->render.height = height;
  request->render.projection = projection;
  request->render.background = background;
  request->render.fit = fit;
  request->render.section = section;
  request->render.section_at = section_at;
}

void rigy_wasm_set_content(Request* request, const char* focus, const char* highlight,
                           const char* heat, unsigned show, int diagnostics) {
  request->render.focus = focus;
  request->render.highlight = highlight;
  request->render.heat = heat;
  request->render.show = show;
  request->render.mark_diagnostics = diagnostics;
}

void rigy_wasm_set_animation(Request* request, int solver, unsigned turntable, int all_poses) {
  request->render.solver = solver;
  request->render.turntable = turntable;
  request->render.all_poses = all_poses;
}

// As for an export.
rigy_result* rigy_wasm_render(const Request* request) {
  const rigy_render_options options = render_options(*request);
  return rigy_render(request->entry, request->files.data(), request->files.size(), &options);
}

const char* rigy_wasm_render_error(const Request* request) {
  const rigy_render_options options = render_options(*request);
  return rigy_render_argument_error(request->entry, request->files.data(), request->files.size(),
                                    &options);
}

// Null if the request is invalid or memory ran out.
rigy_result* rigy_wasm_compile(const Request* request) {
  return rigy_compile(request->entry, request->files.data(), request->files.size(),
                      &request->options);
}

// Why the request is invalid; null if it is not.
const char* rigy_wasm_error(const Request* request) {
  return rigy_argument_error(request->entry, request->files.data(), request->files.size(),
                             &request->options);
}

std::size_t rigy_wasm_glb_size(const rigy_result* result) {
  std::size_t size = 0;
  rigy_result_glb(result, &size);
  return size;
}

// Answers a question about the files, JSON with JSON (questions/ask.hpp). The answer is valid as
// long as the request.
const char* rigy_wasm_ask(Request* request, const char* question) {
  std::map<std::string, std::string> texts;
  for (const rigy_file& file : request->files) {
    texts.emplace(file.path, std::string(static_cast<const char*>(file.data), file.data_size));
  }
  request->answer = rigy::interfaces::ask(std::move(texts), question);
  return request->answer.c_str();
}

}  // extern "C"
