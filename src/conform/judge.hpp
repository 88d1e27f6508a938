// Whether a case of the suite is passed, and if not, why.
#pragma once

#include <string>
#include <string_view>

#include "conform/manifest.hpp"
#include "rigy/compile.hpp"

namespace rigy {

// What a conformance run asks of the compiler for a case.
[[nodiscard]] CompileOptions options_for(const ConformCase& test);

// Both return an empty text if the case is passed. `expected` holds the canonical bytes of a
// positive case.
[[nodiscard]] std::string judge_compile(const ConformCase& test, const CompileResult& result,
                                        std::string_view expected);

// What became of another program that was asked to compile a case.
struct ProgramRun {
  std::string trouble;  // it did not end by itself: "no answer after 60 s"
  int exit_status = 0;
  std::string printed;  // on standard output and standard error
  bool has_output = false;
  std::string output;
};
[[nodiscard]] std::string judge_program(const ConformCase& test, const ProgramRun& run,
                                        std::string_view expected);

}  // namespace rigy
