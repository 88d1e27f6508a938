// The pipeline: every step is a function, this file is their order.
#include "rigy/compile.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/float_environment.hpp"
#include "base/limits.hpp"
#include "check/check.hpp"
#include "check/link.hpp"
#include "compose/load.hpp"
#include "compose/place.hpp"
#include "expand/emit.hpp"
#include "glb/container.hpp"
#include "glb/fill.hpp"
#include "glb/json.hpp"
#include "glb/layout.hpp"
#include "outline/outline.hpp"
#include "scene/scene.hpp"

namespace rigy {
namespace {

class Stopwatch {
 public:
  explicit Stopwatch(std::vector<StepTiming>& timings) : timings_(timings) {}

  void lap(std::string_view step, std::size_t bytes) {
    const auto now = std::chrono::steady_clock::now();
    timings_.push_back({step, now - last_, bytes});
    last_ = now;
  }

 private:
  std::vector<StepTiming>& timings_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

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
  stopwatch.lap("plan", 0);
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

void compile_into(const std::string& entry, FileReader& files, const CompileOptions& options,
                  Diagnostics& diagnostics, CompileResult& result, std::vector<Source>& sources) {
  Stopwatch stopwatch(result.timings);
  LoadResult loaded = load_assembly(entry, files, diagnostics, options.params);
  Assembly& assembly = loaded.assembly;
  std::size_t read = 0;
  for (const Source& source : assembly.sources) read += source.text.size();
  stopwatch.lap("read", read);
  result.entry_unreadable = loaded.entry_unreadable;
  result.files = std::move(assembly.files);
  result.param_faults = std::move(loaded.param_faults);
  if (loaded.entry_expanded && options.expanded_yaml.wanted) {
    result.expanded_yaml = expanded_yaml(assembly.assets[0]->tree, options.expanded_yaml);
  }
  if (!assembly.assets.empty()) {
    link_assembly(assembly, diagnostics);
    check_assembly(assembly, options, diagnostics);
    const Placements placements = place_instances(assembly, diagnostics);
    stopwatch.lap("check", 0);
    if (!diagnostics.has_errors()) {
      result.glb = emit(assembly, placements, options, diagnostics, stopwatch, result.outline);
    }
  }
  sources = std::move(assembly.sources);
}

CompileResult compile_and_report(const std::string& entry, FileReader& files,
                                 const CompileOptions& options) {
  CompileResult result;
  Diagnostics diagnostics(options);
  std::vector<Source> sources;
  compile_into(entry, files, options, diagnostics, result, sources);
  result.report = diagnostics.report(sources);
  if (!result.report.ok()) {
    result.glb = {};
    result.outline = {};
  }
  return result;
}

#if defined(__cpp_exceptions)
// Nothing in the library throws but allocation.
CompileResult out_of_memory(const std::string& entry, const CompileOptions& options) {
  CompileResult result;
  Diagnostics diagnostics(options);
  diagnostics.add(Code::X26, {}, "there is not enough memory for this document");
  result.report = diagnostics.report({{.name = entry, .identity = {}, .text = {}}});
  return result;
}
#endif

}  // namespace

std::string_view version() { return RIGY_VERSION; }
std::string_view language_version() { return "0.6"; }

std::string Glb::to_string() const {
  std::string bytes = head;
  bytes.append(reinterpret_cast<const char*>(binary.data()), binary.size());
  return bytes;
}

CompileResult compile(const std::string& entry, FileReader& files, const CompileOptions& options) {
  const DefaultFloatEnvironment environment;
#if defined(__cpp_exceptions)
  try {
    return compile_and_report(entry, files, options);
  } catch (...) {
    return out_of_memory(entry, options);
  }
#else
  return compile_and_report(entry, files, options);
#endif
}

}  // namespace rigy
