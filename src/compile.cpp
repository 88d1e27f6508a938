// Compiling: the analysis, then the steps that write a GLB.
#include "rigy/compile.hpp"

#include <utility>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "base/guarded.hpp"
#include "base/limits.hpp"
#include "base/stopwatch.hpp"
#include "check/check.hpp"
#include "glb/container.hpp"
#include "glb/fill.hpp"
#include "glb/json.hpp"
#include "glb/layout.hpp"
#include "outline/outline.hpp"
#include "scene/scene.hpp"

namespace rigy {
namespace {

void report_too_large(Diagnostics& diagnostics, std::string_view what) {
  diagnostics.add(Code::X18, {}, "the output would have more than {}", what)
      .help("split the asset, or use fewer instances");
}

// Whether a file of that text and that binary data can be written; reports it if not.
bool fits_output(std::uint64_t text, std::uint64_t binary, Diagnostics& diagnostics) {
  if (text <= max_output_size && glb_size(text, binary) <= max_output_size) return true;
  report_too_large(diagnostics, "4 GiB - 1 byte");
  return false;
}

// From checked documents to bytes, and to the outline if it is asked for.
Glb emit(const Assembly& assembly, const Placements& placements, const CompileOptions& options,
         Diagnostics& diagnostics, Stopwatch& stopwatch, std::string& outline) {
  const SceneSize size = measure_scene(assembly, placements, options);
  if (size.nodes > max_output_nodes) {
    report_too_large(diagnostics, fmt::format("{} nodes", max_output_nodes));
    return {};
  }
  if (!fits_output(size.text, size.baked, diagnostics)) return {};
  const Scene scene = build_scene(assembly, placements, options);
  const Layout layout = plan_layout(scene);
  if (!fits_output(size.text, layout.size, diagnostics)) return {};
  stopwatch.lap("plan");
  Glb glb;
  glb.binary = Buffer(static_cast<std::size_t>(layout.size));
  if (glb.binary.size() != layout.size) {
    diagnostics.add(Code::X26, {}, "there is not enough memory for the output");
    return {};
  }
  const std::vector<Bounds> bounds =
      fill_binary(scene, layout, options, glb.binary.bytes(), diagnostics);
  stopwatch.lap("geometry", glb.binary.size());
  glb.head = begin_glb_head();
  append_gltf_json(glb.head, scene, layout, bounds);
  if (!fits_output(glb.head.size(), layout.size, diagnostics)) return {};
  finish_glb_head(glb.head, layout.size);
  stopwatch.lap("json", glb.head.size());
  if (options.outline) {
    outline = outline_json(assembly, scene);
    stopwatch.lap("outline", outline.size());
  }
  return glb;
}

AnalyzeOptions analyze_options(const CompileOptions& options) {
  return {options.warnings_as_errors, options.suppressed_warnings, options.max_errors};
}

// Goes on from an analysis whose findings, and now also those of writing, are in `diagnostics`.
void write_from(const AnalyzedAssembly& analyzed, const CompileOptions& options,
                Diagnostics& diagnostics, CompileResult& result) {
  const Assembly& assembly = analyzed.assembly;
  if (!assembly.assets.empty()) {
    check_asked_pose(assembly.assets.front()->document, options.pose, diagnostics);
  }
  if (!assembly.assets.empty() && !diagnostics.has_errors()) {
    Stopwatch stopwatch(result.timings);
    result.glb =
        emit(assembly, analyzed.placements, options, diagnostics, stopwatch, result.outline);
  }
  result.report = diagnostics.report(assembly.sources);
  if (!result.report.ok()) {
    result.glb = {};
    result.outline = {};
  }
}

// What the result of a compilation has of its analysis.
CompileResult begin_result(const Analysis& analysis) {
  CompileResult result;
  result.report = analysis.report;
  result.files = analysis.files;
  result.entry_unreadable = analysis.entry_unreadable;
  result.timings = analysis.timings;
  return result;
}

CompileResult compile_entry(const std::string& entry, FileReader& files,
                            const CompileOptions& options) {
  Analysis analysis;
  AnalyzedAssembly analyzed = run_analysis(entry, files, analyze_options(options), analysis);
  CompileResult result = begin_result(analysis);
  write_from(analyzed, options, analyzed.diagnostics, result);
  return result;
}

CompileResult compile_analysis(const Analysis& analysis, const CompileOptions& options) {
  CompileResult result = begin_result(analysis);
  if (analysis.assembly == nullptr) return result;
  Diagnostics diagnostics = analysis.assembly->diagnostics;
  write_from(*analysis.assembly, options, diagnostics, result);
  return result;
}

CompileResult without_memory(const std::string& entry, const CompileOptions& options) {
  CompileResult result;
  result.report = out_of_memory(entry, analyze_options(options));
  return result;
}

}  // namespace

std::string Glb::to_string() const {
  std::string bytes = head;
  bytes.append(reinterpret_cast<const char*>(binary.data()), binary.size());
  return bytes;
}

CompileResult compile(const std::string& entry, FileReader& files, const CompileOptions& options) {
  return guarded([&] { return compile_entry(entry, files, options); },
                 [&] { return without_memory(entry, options); });
}

CompileResult compile(const Analysis& analysis, const CompileOptions& options) {
  return guarded([&] { return compile_analysis(analysis, options); },
                 [&] {
                   const auto& files = analysis.files;
                   return without_memory(files.empty() ? std::string() : files.front(), options);
                 });
}

Analysis check(const std::string& entry, FileReader& files, const CompileOptions& options) {
  CompileResult compiled = compile(entry, files, options);
  Analysis result;
  result.report = std::move(compiled.report);
  result.files = std::move(compiled.files);
  result.entry_unreadable = compiled.entry_unreadable;
  result.timings = std::move(compiled.timings);
  return result;
}

}  // namespace rigy
