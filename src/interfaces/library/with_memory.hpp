// Where a function of the library makes something from the results of others.
#pragma once

#include <algorithm>
#include <new>
#include <utility>

#include "interfaces_floor.hpp"
#include "rigy/diagnostic.hpp"

namespace rigy::interfaces {

// The result, unless memory ran out while it was made: that says nothing about the document.
template <class Result>
[[nodiscard]] Result with_memory(Result result) {
#if defined(__cpp_exceptions)
  const auto& found = result.report.diagnostics;
  const bool has_run_out = std::any_of(found.begin(), found.end(),
                                       [](const Diagnostic& one) { return one.id == "X26"; });
  if (has_run_out) throw std::bad_alloc();
#endif
  return result;
}

}  // namespace rigy::interfaces
