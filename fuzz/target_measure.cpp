// Measurements and lint over a set of files in memory.
#include <cmath>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "evaluated_scene/lookup.hpp"
#include "fuzz/compile_checks.hpp"
#include "fuzz/report_checks.hpp"
#include "fuzz/targets.hpp"
#include "rigy/lint.hpp"
#include "rigy/measure.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

// Small enough that no input takes long.
constexpr std::size_t max_things = 60;
constexpr std::size_t measured_things = 3;

std::string check_lint(const FileSet& set) {
  MemoryFiles files(set.files);
  LintOptions options;
  options.all_poses = true;
  const LintResult result = lint(set.entry, files, options);
  if (std::string problem = check_report(result.report, set.files); !problem.empty()) {
    return "lint: " + problem;
  }
  options.threads = 3;
  const LintResult again = lint(set.entry, files, options);
  return text_of(again.report) == text_of(result.report) ? ""
                                                         : "linted again, it finds other things";
}

double length_of(const std::array<double, 3>& v) {
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

std::string check_measurement(const Measurement& found) {
  if (!std::isfinite(found.distance) || found.distance < 0) return "a distance is not a length";
  if ((found.status == MeasureStatus::Apart) != (found.distance > 0)) {
    return "only what is apart has a distance";
  }
  if (found.direction && !(std::abs(length_of(*found.direction) - 1) < 1e-9)) {
    return "a direction is not of unit length";
  }
  if (found.penetration && !(*found.penetration >= 0)) return "a depth is negative";
  for (const auto& point : found.points) {
    if (!std::isfinite(length_of(point))) return "a point is not finite";
  }
  return {};
}

MeasureResult measure_pair(const Analysis& analysis, const std::string& a, const std::string& b) {
  MeasureOptions options;
  options.a = a;
  options.b = b;
  return measure(analysis, options);
}

// Whether one is the other, seen from b.
bool are_opposite(const Measurement& one, const Measurement& other) {
  bool is_opposite = one.distance == other.distance && one.penetration == other.penetration &&
                     one.points[0] == other.points[1] && one.points[1] == other.points[0] &&
                     one.direction.has_value() == other.direction.has_value();
  for (std::size_t i = 0; i < 3 && one.direction && is_opposite; ++i) {
    is_opposite = (*one.direction)[i] == -(*other.direction)[i];
  }
  return is_opposite;
}

std::string check_pair(const Analysis& analysis, const std::string& a, const std::string& b) {
  const MeasureResult result = measure_pair(analysis, a, b);
  if (result.measurement.has_value() != result.report.ok()) {
    return "there is a measurement if and only if there are no errors";
  }
  if (!result.measurement) return {};
  std::string problem = check_measurement(*result.measurement);
  const MeasureResult back = measure_pair(analysis, b, a);
  const bool has_way_back =
      back.measurement && are_opposite(*result.measurement, *back.measurement);
  if (problem.empty() && a != b && !has_way_back) problem = "the way back is another one";
  return problem.empty() ? problem : fmt::format("from '{}' to '{}': {}", a, b, problem);
}

std::string check_pairs(const Analysis& analysis, const std::vector<std::string>& ids) {
  const std::size_t count = std::min(ids.size(), measured_things);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i; j < count; ++j) {
      std::string problem = check_pair(analysis, ids[i], ids[j]);
      if (!problem.empty()) return problem;
    }
  }
  return {};
}

}  // namespace

std::string run_measure(std::string_view input) {
  const FileSet set = parse_file_set(input);
  if (may_be_enormous(set)) return {};
  MemoryFiles files(set.files);
  const Analysis analysis = analyze(set.entry, files);
  if (!analysis.report.ok()) return {};
  Diagnostics diagnostics = analysis.assembly->diagnostics;
  const auto world = build_world(*analysis.assembly, {}, diagnostics);
  if (!world) return {};
  const std::vector<std::string> ids = all_ids(*world);
  if (ids.size() > max_things) return {};
  if (std::string problem = check_pairs(analysis, ids); !problem.empty()) return problem;
  return check_lint(set);
}

}  // namespace rigy::fuzz
