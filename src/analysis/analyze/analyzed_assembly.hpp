// What an analysis passes on to the writers.
#pragma once

#include <string>

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

// The report when memory ran out.
[[nodiscard]] Report out_of_memory(const std::string& entry, const AnalyzeOptions& options);

// Runs the passes and stores everything except the report and the assembly in `result`.
[[nodiscard]] AnalyzedAssembly run_analysis(const std::string& entry, FileReader& files,
                                            const AnalyzeOptions& options, Analysis& result);

}  // namespace rigy::analysis
