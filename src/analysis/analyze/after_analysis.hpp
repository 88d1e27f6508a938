// How functions of the library go on from an analysis: their options have those of the analysis,
// and their results are an Outcome and what they make.
#pragma once

#include <string>
#include <utility>

#include "analyze/analyzed_assembly.hpp"
#include "common/guarded.hpp"

namespace rigy::analysis {

template <class Result, class Options>
[[nodiscard]] Result without_result(const Failure& failure, const std::string& entry,
                                    const Options& options) {
  Result result;
  result.files = {entry};
  result.report = report_of(failure, entry, options.analysis);
  return result;
}

// Analyzes a document; go_on(analyzed, options, diagnostics, result) does the rest. Never throws.
template <class Result, class Options, class GoOn>
[[nodiscard]] Result after_analysis(const std::string& entry, FileReader& files,
                                    const Options& options, const GoOn& go_on) {
  const auto work = [&] {
    Analysis analysis;
    AnalyzedAssembly analyzed = run_analysis(entry, files, options.analysis, analysis);
    Result result;
    static_cast<Outcome&>(result) = std::move(analysis);
    if (result.param_faults.empty()) go_on(analyzed, options, analyzed.diagnostics, result);
    return result;
  };
  return guarded(work, [&](const Failure& failure) {
    return without_result<Result>(failure, entry, options);
  });
}

// The same for what was analyzed before.
template <class Result, class Options, class GoOn>
[[nodiscard]] Result after_analysis(const Analysis& analysis, const Options& options,
                                    const GoOn& go_on) {
  const auto work = [&] {
    Result result;
    static_cast<Outcome&>(result) = analysis;
    if (analysis.assembly == nullptr || !result.param_faults.empty()) return result;
    Diagnostics diagnostics = analysis.assembly->diagnostics;
    go_on(*analysis.assembly, options, diagnostics, result);
    return result;
  };
  return guarded(work, [&](const Failure& failure) {
    const auto& files = analysis.files;
    return without_result<Result>(failure, files.empty() ? std::string() : files.front(), options);
  });
}

}  // namespace rigy::analysis
