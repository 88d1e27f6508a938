// Lint: the analysis, a world for the rest shape and each pose, and the rules over each.
#include "rigy/lint.hpp"

#include <algorithm>
#include <utility>

#include "analyze/after_analysis.hpp"
#include "common/limits.hpp"
#include "common/stopwatch.hpp"
#include "lint/limits.hpp"
#include "lint/room.hpp"

namespace rigy {
using namespace tools;
namespace {

AnalyzeOptions lint_options(const LintOptions& options) {
  AnalyzeOptions out = analyze_options(options);
  out.suppressed_warnings.insert(out.suppressed_warnings.end(), options.allowed.begin(),
                                 options.allowed.end());
  return out;
}

std::vector<std::string> poses_of(const AnalyzedAssembly& analyzed, const LintOptions& options) {
  if (!options.pose.empty()) return {options.pose};
  std::vector<std::string> poses;
  const Asset* root = analyzed.assembly.root();
  if (!options.all_poses || root == nullptr) return poses;
  for (const Pose& pose : root->document.poses) poses.emplace_back(pose.id.value);
  return poses;
}

void lint_parts(const Room& room) {
  lint_contacts(room);
  lint_faces(room);
  lint_ground(room);
}

// What it takes to look at a pose, counted in vertices.
std::uint64_t work_of_pose(const World& world) {
  std::uint64_t work = 1000 + 100 * (world.primitives.size() + world.instances.size());
  for (const WorldPrimitive& primitive : world.primitives) work += primitive.positions.size();
  return work;
}

bool refuse_poses(Diagnostics& diagnostics) {
  diagnostics.add(Code::CostlyMeasurement, {}, "there are too many poses to look at")
      .help("look at one of them: --pose ID");
  return false;
}

// The rules that apply to the rest shape, then those that apply to each pose. False if a world
// cannot be built, or there is too much to do, which is then reported.
bool lint_all(const AnalyzedAssembly& analyzed, const LintOptions& options, Memory& memory,
              Diagnostics& diagnostics, Work& work) {
  const std::string no_pose;
  const std::optional<World> rest =
      build_world(analyzed, {no_pose, std::nullopt, options.threads}, diagnostics);
  if (!rest) return false;
  const Room room = make_room(*rest, no_pose, memory, work);
  if (options.pose.empty()) {
    lint_children(room, analyzed.placements);
    lint_parts(room);
    lint_bones(room);
    lint_sides(room);
    lint_implicit(room);
  }
  const std::vector<std::string> poses = poses_of(analyzed, options);
  const Joints joints = poses.empty() ? Joints() : joints_of(room);
  Work posing{max_linted_vertices};
  for (const std::string& pose : poses) {
    if (work.is_exceeded()) return true;
    posing.spend(work_of_pose(*rest));
    if (posing.is_exceeded()) return refuse_poses(diagnostics);
    const std::optional<World> world =
        build_world(analyzed, {pose, std::nullopt, options.threads}, diagnostics);
    if (!world) return false;
    const Room posed = make_room(*world, pose, memory, work);
    lint_pose(room, joints, posed);
    lint_parts(posed);
  }
  return true;
}

std::size_t count_findings(const Report& report) {
  std::size_t count = 0;
  for (const WarningCount& one : report.warning_counts) {
    if (one.id.starts_with('L')) count += one.count;
  }
  return count;
}

LintResult lint_entry(const std::string& entry, FileReader& files, const LintOptions& options) {
  Analysis analysis;
  AnalyzedAssembly analyzed = run_analysis(entry, files, lint_options(options), analysis);
  LintResult result = begin_result<LintResult>(analysis);
  if (!result.param_faults.empty()) return result;
  Stopwatch stopwatch(result.timings);
  Work work{max_distance_work};
  Diagnostics& diagnostics = analyzed.diagnostics;
  Memory memory;
  const bool is_done = lint_all(analyzed, options, memory, diagnostics, work);
  report_findings(memory, analyzed.assembly, diagnostics);
  if (is_done && work.is_exceeded()) {
    diagnostics
        .add(Code::CostlyMeasurement, {}, "too many parts are near each other to be compared")
        .help("lint a part of the document by itself");
  }
  stopwatch.lap("lint");
  result.report = diagnostics.report(analyzed.assembly.sources);
  result.findings = count_findings(result.report);
  return result;
}

}  // namespace

LintResult lint(const std::string& entry, FileReader& files, const LintOptions& options) {
  return guarded([&] { return lint_entry(entry, files, options); },
                 [&] { return without_memory<LintResult>(entry, options); });
}

}  // namespace rigy
