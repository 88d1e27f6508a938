// Pictures of a set of files in memory, also of documents with errors.
#include "fuzz/compile_checks.hpp"
#include "fuzz/report_checks.hpp"
#include "fuzz/targets.hpp"
#include "rigy/render.hpp"

namespace rigy::fuzz {
namespace {

RenderResult draw(const FileSet& set, bool marks, unsigned threads) {
  MemoryFiles files(set.files);
  RenderOptions options;
  options.width = 48;
  options.height = 32;
  options.diagnostics = marks;
  options.overlays = {.skeleton = true, .names = true, .anchors = true, .wireframe = true};
  options.params = set.options.params;
  options.pose = set.options.pose;
  options.threads = threads;
  return render(set.entry, files, options);
}

bool has_faults(const RenderResult& result) {
  return !result.option_faults.empty() || !result.param_faults.empty();
}

std::string check_frames(const RenderResult& result) {
  for (const Picture& frame : result.frames) {
    const bool is_whole = frame.width == 48 && frame.height == 32;
    if (!is_whole || frame.rgba.size() != std::size_t{4} * 48 * 32)
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
  const RenderResult plain = draw(set, false, 2);
  if (has_faults(plain) != has_faults(marked)) return "marks change what is wrong with the options";
  if (has_faults(plain)) return {};
  if (plain.report.ok() != (plain.frames.size() == 1))
    return "a picture in spite of errors, or none";
  if (plain.report.ok() != marked.report.ok()) return "marks change whether there are errors";
  const RenderResult again = draw(set, true, 3);
  for (std::size_t i = 0; i < marked.frames.size(); ++i) {
    if (again.frames.size() <= i || again.frames[i].rgba != marked.frames[i].rgba) {
      return "another picture on three threads";
    }
  }
  return {};
}

}  // namespace rigy::fuzz
