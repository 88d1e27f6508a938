// Lint: mistakes that the language allows: parts that float, flicker or are buried, bones that move
// nothing near them, poses that tear a mesh apart. docs/lint.md has the rules and their thresholds.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rigy/analyze.hpp"

namespace rigy {

struct LintOptions {
  // The rules look at the rest shape, or at one pose, or at the rest shape and all poses.
  std::string pose;
  bool all_poses = false;
  // Ids of rules not to apply: "L03". A comment in the document does the same for one item:
  // "# rigy-lint: allow L03" on its lines, or alone on the line above.
  std::vector<std::string> allowed;
  // As in AnalyzeOptions.
  std::vector<ParamValue> params;
  std::vector<std::string> warnings_as_errors;
  std::vector<std::string> suppressed_warnings;
  std::size_t max_errors = 100;
  unsigned threads = 1;  // the result does not depend on it
};

struct LintResult {
  Report report;                          // of the analysis, and the findings: L01, L02, …
  std::size_t findings = 0;               // with an id of a rule
  std::vector<std::string> param_faults;  // as in Analysis, and so are the others
  std::vector<std::string> files;
  bool entry_unreadable = false;
  bool is_scene = false;
  std::vector<StepTiming> timings;
};

// Never throws; everything it finds is in the report.
[[nodiscard]] LintResult lint(const std::string& entry, FileReader& files,
                              const LintOptions& options = {});

}  // namespace rigy
