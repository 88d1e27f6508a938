// What an analysis passes on to the writers.
#pragma once

#include <string>

#include "common/guarded.hpp"
#include "diagnostics/diagnostics.hpp"
#include "load/assembly.hpp"
#include "placement/roots.hpp"
#include "rigy/analyze.hpp"

namespace rigy::analysis {

struct AnalyzedAssembly {
  Assembly assembly;
  Placements placements;
  bool entry_expanded = false;  // preprocessing found nothing wrong with the entry
  // All findings so far; a writer adds its own and then makes the report.
  Diagnostics diagnostics;
};

// The report when memory ran out, or the library made a mistake.
[[nodiscard]] Report report_of(const Failure& failure, const std::string& entry,
                               const AnalyzeOptions& options);

// Runs the passes and stores everything except the report and the assembly in `result`.
[[nodiscard]] AnalyzedAssembly run_analysis(const std::string& entry, FileReader& files,
                                            const AnalyzeOptions& options, Analysis& result);

}  // namespace rigy::analysis
