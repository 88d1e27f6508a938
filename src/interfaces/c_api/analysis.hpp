// The handle of an analysis, and how an operation on it becomes a result.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "c_api/choices.hpp"
#include "c_api/result.hpp"
#include "rigy/analyze.hpp"
#include "rigy/rigy.h"

struct rigy_analysis {
  rigy::AnalyzeOptions options;
  rigy::Analysis analysis;
  std::vector<std::string> faults;  // what is wrong with the options; then nothing was analyzed
};

namespace rigy::interfaces {

// A result that has only what is wrong with the options.
[[nodiscard]] std::unique_ptr<rigy_result> refused(const std::vector<std::string>& faults);

// The choices of a caller; what is wrong with them as C values is added to the faults.
[[nodiscard]] std::vector<ParamValue> given_choices(const rigy_param* choices, std::size_t count,
                                                    std::vector<std::string>& faults);

// Takes the choices, then lets `work` make a result of the analysis. Null without a handle, and if
// memory runs out.
template <class Options, class Work>
rigy_result* run_operation(const rigy_analysis* handle, std::span<const Choice<Options>> table,
                           const rigy_param* choices, std::size_t count, const Work& work) {
  return null_if_thrown([&]() -> rigy_result* {
    if (handle == nullptr) return nullptr;
    Options options;
    options.analysis = handle->options;
    std::vector<std::string> faults = handle->faults;
    take_choices(table, given_choices(choices, count, faults), options, faults);
    if (!faults.empty()) return refused(faults).release();
    return work(handle->analysis, options).release();
  });
}

// What the generators of the glue for other languages have to know of an operation.
struct Operation {
  std::string_view name;
  std::vector<ChoiceInfo> choices;
  // What its results have besides diagnostics, with the kind of each: "glb:bytes|outline:json".
  std::string_view results;
};

// Those in analysis.cpp, and what an analysis is made with.
[[nodiscard]] std::vector<Operation> analysis_operations();

// The options of rigy_analysis_render; empty in a library without the renderer.
[[nodiscard]] std::vector<ChoiceInfo> render_choices();
// The options of rigy_format.
[[nodiscard]] std::vector<ChoiceInfo> format_choices();

}  // namespace rigy::interfaces
