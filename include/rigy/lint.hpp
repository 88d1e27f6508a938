// Lint: mistakes that the language allows: parts that float, flicker or are buried, bones that move
// nothing near them, poses that tear a mesh apart. docs/lint.md has the rules and their thresholds.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rigy/analyze.hpp"

namespace rigy {

struct LintOptions {
  AnalyzeOptions analysis;
  // The rules look at the rest shape, or at one pose, or at the rest shape and all poses; of
  // motions also at all clips, or only at one clip. Two of these at once are a fault.
  std::string pose;
  std::string clip;
  bool all_poses = false;
  // Ids of rules not to apply: "L03". A comment in the document does the same for one item:
  // "# rigy-lint: allow L03" on its lines, or alone on the line above.
  std::vector<std::string> allowed;
};

// The report has the findings, L01, L02, …, beside those of the analysis.
struct LintResult : Outcome {
  std::size_t findings = 0;  // with an id of a rule
};

// Never throws; everything it finds is in the report.
[[nodiscard]] LintResult lint(const std::string& entry, FileReader& files,
                              const LintOptions& options = {});
// Looks at what was analyzed before.
[[nodiscard]] LintResult lint(const Analysis& analysis, const LintOptions& options = {});

}  // namespace rigy
