// What every function of the C interface returns, and how it ends when there is no memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/guarded.hpp"
#include "interfaces_floor.hpp"
#include "platform/threads.hpp"
#include "rigy/compile.hpp"
#include "rigy/export.hpp"
#include "rigy/fix.hpp"
#include "rigy/rigy.h"

struct rigy_result {
  bool ok = false;
  rigy::Buffer glb;
  rigy::Report report;
  rigy::Fixes fixes;        // of its diagnostics
  std::string diagnostics;  // the report as JSON
  // The report as text, made when it is first asked for, which any thread may do.
  mutable std::string diagnostics_text;
  mutable rigy::interfaces::platform::Monitor monitor;
  std::string outline;
  std::string param_error;
  std::string params;
  std::string expanded_yaml;
  std::string inspection;
  std::string measurement;
  std::string diff;
  std::string text;
  std::string notes;
  std::size_t findings = 0;
  std::vector<rigy::ExportedFile> files;
};

namespace rigy::interfaces {

// What all results begin with: whether the operation succeeded, what is wrong with the options, and
// the report, which is moved out of the outcome. `list_params`: those of the document, too. `fixes`
// are those of the diagnostics.
[[nodiscard]] std::unique_ptr<rigy_result> begin_result(Outcome& outcome, bool list_params = false,
                                                        Fixes fixes = {});

// The whole file; empty if there is not enough memory.
[[nodiscard]] Buffer joined(const Glb& glb);

// Null if it is empty, or if there is no result.
[[nodiscard]] inline const char* text_or_null(const std::string* text, std::size_t* size) {
  const bool is_there = text != nullptr && !text->empty();
  if (size != nullptr) *size = is_there ? text->size() : 0;
  return is_there ? text->c_str() : nullptr;
}

// For work outside the library. There is no report to say why; as a rule, memory ran out.
template <class Work>
auto null_if_thrown(const Work& work) noexcept -> decltype(work()) {
  return without_exceptions(work, [](const Failure&) { return nullptr; });
}

}  // namespace rigy::interfaces
