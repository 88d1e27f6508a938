// Inspections of a set of files in memory, with everything that can be asked for.
#include <fmt/format.h>

#include "fuzz/file_set.hpp"
#include "fuzz/report_checks.hpp"
#include "fuzz/targets.hpp"
#include "rigy/inspect.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

InspectResult inspect_set(const FileSet& set, unsigned threads) {
  MemoryFiles files(set.files);
  InspectOptions options;
  options.pairwise_gaps = true;
  options.intent_checks = true;
  options.expanded = true;
  options.params = set.options.params;
  options.threads = threads;
  return inspect(set.entry, files, options);
}

std::string check_sums(const Inspection& inspection) {
  std::uint64_t vertices = 0;
  for (const InspectedPrimitive& one : inspection.primitives) vertices += one.counts.vertices;
  if (vertices != inspection.counts.vertices) return "the vertices of the primitives do not add up";
  for (const InspectedArmature& armature : inspection.armatures) {
    double share = 0;
    for (const InspectedBone& bone : armature.bones) share += bone.share;
    const double expected = armature.meshes.empty() ? 0 : 1;
    // Thousands of weights are summed up.
    if (!(share > expected - 1e-6 && share < expected + 1e-6)) {
      return fmt::format("the shares of an armature add up to {}", share);
    }
  }
  for (const InspectedCheck& check : *inspection.checks) {
    if (check.pass.has_value() != check.error.empty()) return "a check without verdict or reason";
  }
  return {};
}

}  // namespace

std::string run_inspect(std::string_view input) {
  const FileSet set = parse_file_set(input);
  if (may_be_enormous(set)) return {};
  const InspectResult result = inspect_set(set, 1);
  if (std::string problem = check_report(result.report, set.files); !problem.empty()) {
    return problem;
  }
  const bool is_fine =
      result.report.ok() && result.option_faults.empty() && result.param_faults.empty();
  if (is_fine != result.inspection.has_value()) return "an inspection in spite of errors, or none";
  if (!result.inspection) return {};
  const std::string json = inspection_json(*result.inspection);
  if (!is_json(json)) return "the inspection as JSON is not JSON";
  if (inspection_text(*result.inspection).empty()) return "the inspection as text is empty";
  const InspectResult again = inspect_set(set, 3);
  if (!again.inspection || inspection_json(*again.inspection) != json) {
    return "another inspection on three threads";
  }
  return check_sums(*result.inspection);
}

}  // namespace rigy::fuzz
