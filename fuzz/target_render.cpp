// Pictures of a set of files in memory, also of documents with errors.
#include "analyze/analyzed_assembly.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "fuzz/compile_checks.hpp"
#include "fuzz/report_checks.hpp"
#include "fuzz/targets.hpp"
#include "rigy/render.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

// Small enough that no input takes long.
constexpr std::uint32_t width = 32;
constexpr std::uint32_t height = 24;

RenderResult draw(const FileSet& set, bool marks, unsigned threads) {
  MemoryFiles files(set.files);
  RenderOptions options;
  options.width = width;
  options.height = height;
  options.diagnostics = marks;
  options.overlays = {.skeleton = true, .names = true, .anchors = true};
  options.analysis.params = set.options.analysis.params;
  options.pose = set.options.pose;
  options.analysis.threads = threads;
  return render(set.entry, files, options);
}

bool has_faults(const RenderResult& result) {
  return !result.option_faults.empty() || !result.param_faults.empty();
}

// Light is computed for every triangle, however small the picture is, and even if it is refused in
// the end.
bool takes_long(const FileSet& set) {
  MemoryFiles files(set.files);
  const Analysis analysis = analyze(set.entry, files, set.options.analysis);
  if (!analysis.report.ok()) return false;
  Diagnostics diagnostics;
  const auto scene = build_evaluated_scene(*analysis.assembly, {}, diagnostics);
  std::size_t triangles = 0;
  if (!scene) return false;
  for (const ShownPrimitive& one : scene->primitives) triangles += one.triangles.size();
  return triangles > 10'000 || scene->primitives.size() > 50;
}

std::string check_frames(const RenderResult& result) {
  for (const Picture& frame : result.frames) {
    const bool is_whole = frame.width == width && frame.height == height;
    if (!is_whole || frame.rgba.size() != std::size_t{4} * width * height)
      return "a frame of another size";
  }
  return {};
}

}  // namespace

std::string run_render(std::string_view input) {
  const FileSet set = parse_file_set(input);
  if (may_be_enormous(set)) return {};
  const RenderResult marked = draw(set, true, 1);
  if (std::string problem = check_report(marked.report, set.files); !problem.empty()) {
    return problem;
  }
  if (std::string problem = check_frames(marked); !problem.empty()) return problem;
  if (takes_long(set)) return {};
  const RenderResult plain = draw(set, false, 2);
  if (has_faults(plain) != has_faults(marked)) return "marks change what is wrong with the options";
  if (has_faults(plain)) return {};
  if (plain.report.ok() != (plain.frames.size() == 1))
    return "a picture in spite of errors, or none";
  // The other way round, a mark may be all that there is to be seen.
  if (plain.report.ok() && !marked.report.ok()) return "an error because of marks";
  const RenderResult again = draw(set, true, 3);
  for (std::size_t i = 0; i < marked.frames.size(); ++i) {
    if (again.frames.size() <= i || again.frames[i].rgba != marked.frames[i].rgba) {
      return "another picture on three threads";
    }
  }
  return {};
}

}  // namespace rigy::fuzz
