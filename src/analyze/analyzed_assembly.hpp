// What an analysis hands on to the writers.
#pragma once

#include <string>

#include "diagnostics/diagnostics.hpp"
#include "load/assembly.hpp"
#include "place/roots.hpp"
#include "rigy/analyze.hpp"

namespace rigy {

struct AnalyzedAssembly {
  Assembly assembly;
  Placements placements;
  bool entry_expanded = false;  // preprocessing found nothing wrong with the entry
  // All findings so far: a writer adds its own, and then makes the report.
  Diagnostics diagnostics;
};

// All that is left to say when memory ran out.
[[nodiscard]] Report out_of_memory(const std::string& entry, const AnalyzeOptions& options);

// Runs the passes and notes in `result` everything but the report and the assembly.
[[nodiscard]] AnalyzedAssembly run_analysis(const std::string& entry, FileReader& files,
                                            const AnalyzeOptions& options, Analysis& result);

}  // namespace rigy
