// Compilation: the analysis, then the steps that write a GLB.
#include "rigy/compile.hpp"

#include <optional>

#include "analyze/after_analysis.hpp"
#include "analyze/analyzed_assembly.hpp"
#include "analyze/writable.hpp"
#include "canonical/container.hpp"
#include "canonical/fill.hpp"
#include "canonical/json.hpp"
#include "canonical/layout.hpp"
#include "canonical/plan.hpp"
#include "common/limits.hpp"
#include "common/stopwatch.hpp"
#include "evaluate/evaluate.hpp"
#include "expand/emit.hpp"
#include "interfaces_floor.hpp"
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

// From checked documents to bytes, and to the outline if requested.
Glb emit(const AnalyzedAssembly& analyzed, const CompileOptions& options, Diagnostics& diagnostics,
         Stopwatch& stopwatch, std::string& outline) {
  const std::optional<PlannedScene> planned =
      plan_scene(analyzed, scene_options(options), diagnostics);
  if (!planned) return {};
  const Scene& scene = planned->scene;
  const NodeNumbers numbers(scene);
  const Layout layout = plan_layout(scene);
  stopwatch.lap("plan");
  Glb glb;
  glb.binary = Buffer(static_cast<std::size_t>(layout.size));
  if (glb.binary.size() != layout.size) {
    report_no_memory(diagnostics);
    return {};
  }
  const std::vector<Bounds> bounds =
      fill_binary(scene, layout, evaluate_options(options), glb.binary.bytes(), diagnostics);
  stopwatch.lap("geometry", glb.binary.size());
  glb.head = begin_glb_head();
  append_gltf_json(glb.head, *planned, numbers, layout, bounds, max_output_size - layout.size);
  if (!fits_output(glb.head.size(), layout.size, diagnostics)) return {};
  finish_glb_head(glb.head, layout.size);
  stopwatch.lap("json", glb.head.size());
  if (options.outline) {
    outline = source_map_json(scene, numbers);
    stopwatch.lap("outline", outline.size());
  }
  return glb;
}

// Continues from an analysis; its findings, and now those of writing, are in `diagnostics`.
void write_from(const AnalyzedAssembly& analyzed, const CompileOptions& options,
                Diagnostics& diagnostics, CompileResult& result) {
  const Assembly& assembly = analyzed.assembly;
  if (assembly.begins_with_motion) {
    result.option_faults.emplace_back("a motion is not compiled: compile its asset, or export it");
    return;
  }
  if (analyzed.entry_expanded && options.expanded_yaml.wanted) {
    result.expanded_yaml = expanded_yaml(assembly.entry()->tree, options.expanded_yaml);
  }
  if (is_writable(analyzed, options.pose, diagnostics)) {
    Stopwatch stopwatch(result.timings);
    result.glb = emit(analyzed, options, diagnostics, stopwatch, result.outline);
  }
  result.report = diagnostics.report(assembly.sources);
  if (!result.report.ok()) {
    result.glb = {};
    result.outline = {};
  }
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
  return after_analysis<CompileResult>(entry, files, options, write_from);
}

CompileResult compile(const Analysis& analysis, const CompileOptions& options) {
  return after_analysis<CompileResult>(analysis, options, write_from);
}

Analysis check(const std::string& entry, FileReader& files, const CompileOptions& options) {
  return after_analysis<Analysis>(entry, files, options, check_from);
}

Analysis check(const Analysis& analysis, const CompileOptions& options) {
  return after_analysis<Analysis>(analysis, options, check_from);
}

}  // namespace rigy
