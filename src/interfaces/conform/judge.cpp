#include "conform/judge.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/unreachable.hpp"
#include "conform/blocks.hpp"
#include "conform/compare.hpp"

namespace rigy::interfaces {
namespace {

std::string text_of_first_error(const Report& report) {
  for (const Diagnostic& one : report.diagnostics) {
    if (one.severity != Severity::Error) continue;
    return fmt::format("{} ({} in line {}: {})", name_of(report.error_class), one.id,
                       one.place.start.line, one.message);
  }
  return std::string(name_of(report.error_class));
}

using Ids = std::set<std::string, std::less<>>;

Ids ids_of(const Report& report, Severity severity) {
  Ids ids;
  for (const Diagnostic& one : report.diagnostics) {
    if (one.severity == severity) ids.insert(one.id);
  }
  return ids;
}

Verdict judge_rejection(const ConformCase& test, const Report& report) {
  if (name_of(report.error_class) != test.expected_class) {
    return {CaseOutcome::WrongClass,
            fmt::format("expected {}, got {}", test.expected_class, text_of_first_error(report)),
            {}};
  }
  const Ids codes = ids_of(report, Severity::Error);
  if (test.expected_code.empty() || codes.contains(test.expected_code)) return {};
  return {CaseOutcome::WrongClass,
          fmt::format("expected {}, got {}", test.expected_code, fmt::join(codes, ", ")),
          {}};
}

constexpr std::array all_classes = {ErrorClass::ParseError,        ErrorClass::ValidationError,
                                    ErrorClass::TessellationError, ErrorClass::ExportError,
                                    ErrorClass::ContractError,     ErrorClass::CompositionError};

// Whether the text contains the word, not only as part of another word.
bool has_word(std::string_view text, std::string_view word) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t after = at + word.size();
    const bool begins = at == 0 || !is_part(text[at - 1]);
    if (begins && (after == text.size() || !is_part(text[after]))) return true;
  }
  return false;
}

// A program has to say which class of error it found: naming none, or several, would pass by
// chance.
Verdict judge_named_classes(const ConformCase& test, const std::string& printed) {
  std::vector<std::string_view> named;
  for (const ErrorClass one : all_classes) {
    if (has_word(printed, name_of(one))) named.push_back(name_of(one));
  }
  if (named.size() == 1 && named[0] == test.expected_class) return {};
  const std::string got =
      named.empty() ? "no class of error" : fmt::format("{}", fmt::join(named, ", "));
  return {
      CaseOutcome::WrongClass, fmt::format("expected {}, got {}", test.expected_class, got), {}};
}

std::string listed(const Ids& ids) {
  return ids.empty() ? "none" : fmt::format("{}", fmt::join(ids, ", "));
}

Verdict judge_warnings(const Ids& expected, const Ids& actual) {
  if (expected == actual) return {};
  return {CaseOutcome::WrongWarnings,
          fmt::format("warnings: expected {}, got {}", listed(expected), listed(actual)),
          {}};
}

// The specification's "Soft Errors
// Warnings", which every compiler reports; all others are ours.
constexpr std::array<std::string_view, 3> warnings_of_all = {"W01", "W02", "W03"};

// The ones among them that the text contains as a word.
Ids named_warnings(std::string_view text) {
  Ids ids;
  for (const std::string_view id : warnings_of_all) {
    if (has_word(text, id)) ids.emplace(id);
  }
  return ids;
}

Ids demanded_of_all(const std::vector<std::string>& expected) {
  Ids ids;
  for (const std::string& id : expected) {
    if (std::find(warnings_of_all.begin(), warnings_of_all.end(), id) != warnings_of_all.end()) {
      ids.insert(id);
    }
  }
  return ids;
}

Verdict judge_output(std::string_view expected, std::string_view actual) {
  std::string found = first_difference(expected, actual);
  if (found.empty()) return {};
  return {CaseOutcome::Differs, std::move(found), differing_blocks(expected, actual)};
}

std::string first_line(const std::string& printed) {
  const std::size_t start = printed.find_first_not_of(" \r\n");
  if (start == std::string::npos) return "it printed nothing";
  constexpr std::size_t longest = 120;
  const std::size_t end = printed.find('\n', start);
  return "it printed: " + printed.substr(start, std::min(longest, end - start));
}

}  // namespace

CompileOptions options_for(const ConformCase& test) {
  CompileOptions options;
  options.pose = test.pose;
  options.bake_transforms = test.bake_transforms;
  options.analysis.max_errors = std::numeric_limits<std::size_t>::max();
  return options;
}

std::string_view name_of(CaseOutcome outcome) {
  constexpr std::array<std::string_view, 10> names{
      "passed",   "differs",   "wrong class", "wrong warnings", "accepted",
      "rejected", "no output", "crashed",     "timed out",      "not run"};
  return names[static_cast<std::size_t>(outcome)];
}

Verdict judge_compile(const ConformCase& test, const CompileResult& result,
                      std::string_view expected) {
  if (!test.positive) {
    if (!result.report.ok()) return judge_rejection(test, result.report);
    return {CaseOutcome::Accepted,
            fmt::format("expected {}, but it compiles", test.expected_class),
            {}};
  }
  if (!result.report.ok()) {
    return {CaseOutcome::Rejected,
            fmt::format("expected an output, got {}", text_of_first_error(result.report)),
            {}};
  }
  Verdict verdict = judge_output(expected, result.glb.to_string());
  if (verdict.outcome != CaseOutcome::Passed || !test.expected_warnings) return verdict;
  return judge_warnings(Ids(test.expected_warnings->begin(), test.expected_warnings->end()),
                        ids_of(result.report, Severity::Warning));
}

namespace {

// With these a shell reports that its command was ended by a signal.
constexpr int first_status_of_signals = 128;

CaseOutcome outcome_of(ProgramRun::End end) {
  switch (end) {
    case ProgramRun::End::Crashed:
      return CaseOutcome::Crashed;
    case ProgramRun::End::TimedOut:
      return CaseOutcome::TimedOut;
    case ProgramRun::End::NotStarted:
      return CaseOutcome::NotRun;
    case ProgramRun::End::Exited:
      return CaseOutcome::Passed;
  }
  unreachable();
}

Verdict judge_positive(const ConformCase& test, const ProgramRun& run, std::string_view expected) {
  if (run.exit_status != 0) {
    return {CaseOutcome::Rejected,
            fmt::format("expected an output, got exit status {}; {}", run.exit_status,
                        first_line(run.printed)),
            {}};
  }
  if (!run.has_output) return {CaseOutcome::NoOutput, "exit status 0, but there is no output", {}};
  Verdict verdict = judge_output(expected, run.output);
  if (verdict.outcome != CaseOutcome::Passed || !test.expected_warnings) return verdict;
  return judge_warnings(demanded_of_all(*test.expected_warnings), named_warnings(run.printed));
}

}  // namespace

Verdict judge_program(const ConformCase& test, const ProgramRun& run, std::string_view expected) {
  if (run.end != ProgramRun::End::Exited) return {outcome_of(run.end), run.trouble, {}};
  if (run.exit_status >= first_status_of_signals) {
    return {CaseOutcome::Crashed, fmt::format("exit status {}", run.exit_status), {}};
  }
  if (test.positive) return judge_positive(test, run, expected);
  if (run.exit_status == 0) {
    return {CaseOutcome::Accepted,
            fmt::format("expected {}, got exit status 0", test.expected_class),
            {}};
  }
  if (run.has_output) return {CaseOutcome::Accepted, "rejected, but it wrote an output", {}};
  return judge_named_classes(test, run.printed);
}

}  // namespace rigy::interfaces
