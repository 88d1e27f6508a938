// The formatter: a text keeps its meaning and its diagnostics, and formatting again changes
// nothing.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzz/targets.hpp"
#include "rigy/compile.hpp"
#include "rigy/format.hpp"

namespace rigy::fuzz {
namespace {

struct Outcome {
  std::string glb;
  std::vector<std::string> ids;  // sorted: keys may change their places
};

Outcome compiled(const std::string& text) {
  MemoryFiles files(std::map<std::string, std::string>{{"input.rigy.yaml", text}});
  CompileOptions options;
  options.analysis.max_errors = 100'000;
  const CompileResult result = compile("input.rigy.yaml", files, options);
  Outcome outcome{result.glb.to_string(), {}};
  for (const Diagnostic& one : result.report.diagnostics) outcome.ids.push_back(one.id);
  std::sort(outcome.ids.begin(), outcome.ids.end());
  return outcome;
}

}  // namespace

std::string run_format(std::string_view input) {
  const FormatResult once = format(input);
  if (!once.ok()) return once.text.empty() ? "" : "a text with mistakes has an output";
  const FormatResult again = format(once.text);
  if (!again.ok()) return "the output is not YAML";
  if (again.text != once.text)
    return fmt::format("not settled:\n{}\n---\n{}", once.text, again.text);
  const Outcome before = compiled(std::string(input));
  const Outcome after = compiled(once.text);
  if (before.glb != after.glb) return "the bytes are different";
  if (before.ids == after.ids) return "";
  return fmt::format("the diagnostics are different: {} and {}", fmt::join(before.ids, " "),
                     fmt::join(after.ids, " "));
}

}  // namespace rigy::fuzz
