// How functions of the library go on from an analysis. Their options and results have the same
// fields for it.
#pragma once

#include <string>

#include "analyze/analyzed_assembly.hpp"
#include "common/guarded.hpp"

namespace rigy::analysis {

template <class Options>
[[nodiscard]] AnalyzeOptions analyze_options(const Options& options) {
  AnalyzeOptions result{.params = options.params,
                        .warnings_as_errors = options.warnings_as_errors,
                        .suppressed_warnings = options.suppressed_warnings,
                        .max_errors = options.max_errors,
                        .threads = options.threads};
  if constexpr (requires { options.list_params; }) result.list_params = options.list_params;
  if constexpr (requires { options.shared; }) result.shared = options.shared;
  return result;
}

// What a result has of an analysis.
template <class Result>
[[nodiscard]] Result begin_result(const Analysis& analysis) {
  Result result;
  result.report = analysis.report;
  if constexpr (requires { result.read_files; }) {  // `files` are those written
    result.read_files = analysis.files;
  } else {
    result.files = analysis.files;
  }
  result.entry_unreadable = analysis.entry_unreadable;
  result.is_scene = analysis.is_scene;
  result.param_faults = analysis.param_faults;
  if constexpr (requires { result.declared_params; }) {
    result.declared_params = analysis.declared_params;
  }
  result.timings = analysis.timings;
  return result;
}

template <class Result, class Options>
[[nodiscard]] Result without_memory(const std::string& entry, const Options& options) {
  Result result;
  result.report = out_of_memory(entry, analyze_options(options));
  return result;
}

// Analyzes a document; go_on(analyzed, options, diagnostics, result) does the rest. Never throws.
template <class Result, class Options, class GoOn>
[[nodiscard]] Result after_analysis(const std::string& entry, FileReader& files,
                                    const Options& options, const GoOn& go_on) {
  const auto work = [&] {
    Analysis analysis;
    AnalyzedAssembly analyzed = run_analysis(entry, files, analyze_options(options), analysis);
    Result result = begin_result<Result>(analysis);
    if (result.param_faults.empty()) go_on(analyzed, options, analyzed.diagnostics, result);
    return result;
  };
  return guarded(work, [&] { return without_memory<Result>(entry, options); });
}

// The same for what was analyzed before.
template <class Result, class Options, class GoOn>
[[nodiscard]] Result after_analysis(const Analysis& analysis, const Options& options,
                                    const GoOn& go_on) {
  const auto work = [&] {
    Result result = begin_result<Result>(analysis);
    if (analysis.assembly == nullptr || !result.param_faults.empty()) return result;
    Diagnostics diagnostics = analysis.assembly->diagnostics;
    go_on(*analysis.assembly, options, diagnostics, result);
    return result;
  };
  return guarded(work, [&] {
    const auto& files = analysis.files;
    return without_memory<Result>(files.empty() ? std::string() : files.front(), options);
  });
}

}  // namespace rigy::analysis
