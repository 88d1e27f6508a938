#include "conform/judge.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conform/compare.hpp"

namespace rigy {
namespace {

std::string text_of_first_error(const Report& report) {
  for (const Diagnostic& one : report.diagnostics) {
    if (one.severity != Severity::Error) continue;
    return fmt::format("{} ({} in line {}: {})", name_of(report.error_class), one.id,
                       one.place.start.line, one.message);
  }
  return std::string(name_of(report.error_class));
}

std::string judge_rejection(const ConformCase& test, const Report& report) {
  if (name_of(report.error_class) != test.expected_class) {
    return fmt::format("expected {}, got {}", test.expected_class, text_of_first_error(report));
  }
  if (test.expected_code.empty()) return {};
  std::set<std::string> codes;
  for (const Diagnostic& one : report.diagnostics) {
    if (one.severity == Severity::Error) codes.insert(one.id);
  }
  if (codes.contains(test.expected_code)) return {};
  return fmt::format("expected {}, got {}", test.expected_code, fmt::join(codes, ", "));
}

constexpr std::array all_classes = {ErrorClass::ParseError,        ErrorClass::ValidationError,
                                    ErrorClass::TessellationError, ErrorClass::ExportError,
                                    ErrorClass::ContractError,     ErrorClass::CompositionError};

// A program that names classes of error at all must name the right one.
std::string judge_named_classes(const ConformCase& test, const std::string& printed) {
  std::vector<std::string_view> named;
  for (const ErrorClass one : all_classes) {
    if (printed.find(name_of(one)) != std::string::npos) named.push_back(name_of(one));
  }
  if (named.empty() || std::find(named.begin(), named.end(), test.expected_class) != named.end()) {
    return {};
  }
  return fmt::format("expected {}, got {}", test.expected_class, fmt::join(named, ", "));
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
  options.max_errors = std::numeric_limits<std::size_t>::max();
  return options;
}

std::string judge_compile(const ConformCase& test, const CompileResult& result,
                          std::string_view expected) {
  if (test.positive) {
    if (result.report.ok()) return first_difference(expected, result.glb.to_string());
    return fmt::format("expected an output, got {}", text_of_first_error(result.report));
  }
  if (result.report.ok()) return fmt::format("expected {}, but it compiles", test.expected_class);
  return judge_rejection(test, result.report);
}

std::string judge_program(const ConformCase& test, const ProgramRun& run,
                          std::string_view expected) {
  if (!run.trouble.empty()) return run.trouble;
  if (test.positive) {
    if (run.exit_status != 0) {
      return fmt::format("expected an output, got exit status {}; {}", run.exit_status,
                         first_line(run.printed));
    }
    if (!run.has_output) return "exit status 0, but there is no output";
    return first_difference(expected, run.output);
  }
  if (run.exit_status == 0)
    return fmt::format("expected {}, got exit status 0", test.expected_class);
  if (run.has_output) return "rejected, but an output was left behind";
  return judge_named_classes(test, run.printed);
}

}  // namespace rigy
