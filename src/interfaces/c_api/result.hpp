// What every function of the C interface returns, and how it ends when there is no memory.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "interfaces_floor.hpp"
#include "platform/threads.hpp"
#include "rigy/compile.hpp"
#include "rigy/export.hpp"
#include "rigy/rigy.h"

struct rigy_result {
  bool ok = false;
  rigy::Buffer glb;
  rigy::Report report;
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
  std::vector<rigy::ExportedFile> files;
};

namespace rigy::interfaces {

// Once `ok` is known.
void keep_report(Report report, rigy_result& result);

// Null if it is empty, or if there is no result.
[[nodiscard]] inline const char* text_or_null(const std::string* text, std::size_t* size) {
  const bool is_there = text != nullptr && !text->empty();
  if (size != nullptr) *size = is_there ? text->size() : 0;
  return is_there ? text->c_str() : nullptr;
}

// What is thrown here, outside the library, can only mean that there is no memory.
template <class Work>
auto null_if_thrown(const Work& work) noexcept -> decltype(work()) {
#if defined(__cpp_exceptions)
  try {
    return work();
  } catch (const std::exception&) {
    return nullptr;
  }
#else
  return work();
#endif
}

}  // namespace rigy::interfaces
