// Whether a case of the suite passes, and if not, why.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conform/manifest.hpp"
#include "rigy/compile.hpp"

namespace rigy::interfaces {

// What a conformance run asks of the compiler in one case.
[[nodiscard]] CompileOptions options_for(const ConformCase& test);

enum class Outcome {
  Passed,
  Differs,        // an output, but not the expected one
  WrongClass,     // rejected, with another class of error or code, or without saying which
  WrongWarnings,  // the expected output, with other warnings
  Accepted,       // it had to be rejected
  Rejected,       // it had to be compiled
  NoOutput,       // neither rejected nor compiled
  Crashed,
  TimedOut,
  NotRun,  // the suite, or the way to start the compiler, is at fault
};
[[nodiscard]] std::string_view name_of(Outcome outcome);  // "wrong class"

struct Verdict {
  Outcome outcome = Outcome::Passed;
  std::string difference;                   // in words, unless it passed
  std::vector<std::string_view> differing;  // names of the blocks of data that differ
};

// `expected` has the canonical bytes of a positive case.
[[nodiscard]] Verdict judge_compile(const ConformCase& test, const CompileResult& result,
                                    std::string_view expected);

// The result of asking another program to compile a case.
struct ProgramRun {
  enum class End { Exited, Crashed, TimedOut, NotStarted } end = End::Exited;
  std::string trouble;  // why it did not exit by itself: "no answer after 60 s"
  int exit_status = 0;
  std::string printed;  // on standard output and standard error
  bool has_output = false;
  std::string output;
};
[[nodiscard]] Verdict judge_program(const ConformCase& test, const ProgramRun& run,
                                    std::string_view expected);

}  // namespace rigy::interfaces
