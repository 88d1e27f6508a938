// Compilation: the analysis, then the steps that write a GLB.
#include "rigy/compile.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "analyze/after_analysis.hpp"
#include "analyze/analyzed_assembly.hpp"
#include "analyze/writable.hpp"
#include "canonical/container.hpp"
#include "canonical/fill.hpp"
#include "canonical/json.hpp"
#include "canonical/layout.hpp"
#include "canonical/plan.hpp"
#include "canonical/size.hpp"
#include "canonical/stream.hpp"
#include "common/limits.hpp"
#include "common/stopwatch.hpp"
#include "evaluate/evaluate.hpp"
#include "expand/emit.hpp"
#include "interfaces_floor.hpp"
#include "library/streamed.hpp"
#include "scene/scene.hpp"
#include "source_map/source_map.hpp"

namespace rigy {
using namespace interfaces;
namespace {

SceneOptions scene_options(const CompileOptions& options) {
  return {.pose = options.pose, .bake_transforms = options.bake_transforms};
}

EvaluateOptions evaluate_options(const CompileOptions& options) {
  return {options.winding, options.analysis.threads};
}

// Everything that is known about a file before its vertices.
struct FilePlan {
  PlannedScene planned;
  NodeNumbers numbers;
  Layout layout;

  explicit FilePlan(PlannedScene scene)
      : planned(std::move(scene)), numbers(planned.scene), layout(plan_layout(planned.scene)) {}
};

// Null if the file would be too large.
std::unique_ptr<FilePlan> plan_file(const AnalyzedAssembly& analyzed, const CompileOptions& options,
                                    Diagnostics& diagnostics, Stopwatch& stopwatch) {
  std::optional<PlannedScene> planned = plan_scene(analyzed, scene_options(options), diagnostics);
  if (!planned) return nullptr;
  auto file = std::make_unique<FilePlan>(std::move(*planned));
  stopwatch.lap("plan");
  return file;
}

Glb make_glb(const FilePlan& file, const CompileOptions& options, Diagnostics& diagnostics,
             Stopwatch& stopwatch) {
  const Layout& layout = file.layout;
  Glb glb;
  glb.binary = Buffer(static_cast<std::size_t>(layout.size));
  if (glb.binary.size() != layout.size) {
    report_no_memory(diagnostics);
    return {};
  }
  const std::vector<Bounds> bounds = fill_binary(
      file.planned.scene, layout, evaluate_options(options), glb.binary.bytes(), diagnostics);
  stopwatch.lap("geometry", glb.binary.size());
  glb.head = begin_glb_head();
  append_gltf_json(glb.head, file.planned, file.numbers, layout, bounds,
                   max_output_size - layout.size);
  if (!fits_output(glb.head.size(), layout.size, diagnostics)) return {};
  finish_glb_head(glb.head, layout.size);
  stopwatch.lap("json", glb.head.size());
  return glb;
}

// Returns the size of the file; 0 if there is an error: then nothing was written.
std::uint64_t stream_file(const FilePlan& file, const CompileOptions& options, OutputSink& sink,
                          Diagnostics& diagnostics, Stopwatch& stopwatch) {
  const EvaluationPlan evaluation = plan_evaluation(file.planned.scene);
  const EvaluateOptions how = evaluate_options(options);
  const std::vector<Bounds> bounds =
      measure_bounds(file.planned.scene, evaluation, how, diagnostics);
  stopwatch.lap("bounds");
  if (is_rejected(diagnostics, *file.planned.scene.assembly)) return 0;
  const GlbContents contents{file.planned, file.numbers, file.layout, evaluation, bounds};
  const std::uint64_t size = stream_glb(contents, how, sink, diagnostics);
  stopwatch.lap("geometry", static_cast<std::size_t>(size));
  return size;
}

// From checked documents to bytes, in memory or in the sink, and to the outline if requested.
void emit(const AnalyzedAssembly& analyzed, const CompileOptions& options, OutputSink* sink,
          Diagnostics& diagnostics, StreamedResult& result) {
  Stopwatch stopwatch(result.timings);
  const std::unique_ptr<FilePlan> file = plan_file(analyzed, options, diagnostics, stopwatch);
  if (file == nullptr) return;
  if (sink != nullptr && file->layout.size + least_json_size(file->planned.size) >= small_file) {
    result.streamed_size = stream_file(*file, options, *sink, diagnostics, stopwatch);
  } else {
    result.glb = make_glb(*file, options, diagnostics, stopwatch);
  }
  if (!options.outline) return;
  result.outline = source_map_json(file->planned.scene, file->numbers);
  stopwatch.lap("outline", result.outline.size());
}

// Continues from an analysis; its findings, and now those of writing, are in `diagnostics`.
void write_canonical(const AnalyzedAssembly& analyzed, const CompileOptions& options,
                     OutputSink* sink, Diagnostics& diagnostics, StreamedResult& result) {
  const Assembly& assembly = analyzed.assembly;
  if (assembly.begins_with_motion) {
    result.option_faults.emplace_back("a motion is not compiled: compile its asset, or export it");
    return;
  }
  if (analyzed.entry_expanded && options.expanded_yaml.wanted) {
    result.expanded_yaml = expanded_yaml(assembly.entry()->tree, options.expanded_yaml);
  }
  if (is_writable(analyzed, options.pose, diagnostics)) {
    emit(analyzed, options, sink, diagnostics, result);
  }
  result.report = diagnostics.report(assembly.sources);
  if (!result.report.ok()) {
    result.glb = {};
    result.outline = {};
    result.streamed_size = 0;
  }
}

auto go_on_with(OutputSink* sink) {
  return [sink](const AnalyzedAssembly& analyzed, const CompileOptions& options,
                Diagnostics& diagnostics, StreamedResult& result) {
    write_canonical(analyzed, options, sink, diagnostics, result);
  };
}

// The same without the output.
void check_from(const AnalyzedAssembly& analyzed, const CompileOptions& options,
                Diagnostics& diagnostics, Analysis& result) {
  if (is_writable(analyzed, options.pose, diagnostics)) {
    Stopwatch stopwatch(result.timings);
    const std::optional<PlannedScene> planned =
        plan_scene(analyzed, scene_options(options), diagnostics);
    stopwatch.lap("plan");
    if (planned) check_geometry(planned->scene, evaluate_options(options), diagnostics);
    stopwatch.lap("geometry");
  }
  result.report = diagnostics.report(analyzed.assembly.sources);
}

}  // namespace

std::string Glb::to_string() const {
  std::string bytes = head;
  bytes.append(reinterpret_cast<const char*>(binary.data()), binary.size());
  return bytes;
}

CompileResult compile(const std::string& entry, FileReader& files, const CompileOptions& options) {
  return after_analysis<StreamedResult>(entry, files, options, go_on_with(nullptr));
}

CompileResult compile(const Analysis& analysis, const CompileOptions& options) {
  return after_analysis<StreamedResult>(analysis, options, go_on_with(nullptr));
}

StreamedResult compile(const std::string& entry, FileReader& files, const CompileOptions& options,
                       OutputSink& sink) {
  return after_analysis<StreamedResult>(entry, files, options, go_on_with(&sink));
}

Analysis check(const std::string& entry, FileReader& files, const CompileOptions& options) {
  return after_analysis<Analysis>(entry, files, options, check_from);
}

Analysis check(const Analysis& analysis, const CompileOptions& options) {
  return after_analysis<Analysis>(analysis, options, check_from);
}

}  // namespace rigy
