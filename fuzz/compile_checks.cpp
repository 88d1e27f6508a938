#include "fuzz/compile_checks.hpp"

#include <exception>

#include "fuzz/decisions.hpp"
#include "fuzz/output_checks.hpp"
#include "fuzz/report_checks.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

// Rendering takes longer than everything else, so only one report in this many is rendered.
constexpr std::uint64_t rendered_one_in = 16;

std::string problem_of(const FileSet& set, CheckedCompilation& checked) {
  const CompileResult result = compile_set(set, 1);
  checked.report = text_of(result.report);
  if (std::string problem = check_result(result, set.files); !problem.empty()) return problem;
  if (seed_of(checked.report) % rendered_one_in == 0) {
    if (std::string problem = check_rendering(result.report); !problem.empty()) {
      return problem;
    }
  }
  const CompileResult again = compile_set(set, 3);
  if (text_of(again.report) != checked.report) return "compiled again, it reports something else";
  checked.glb = result.glb.to_string();
  if (again.glb.to_string() != checked.glb) return "compiled again, it has other bytes";
  return checked.glb.empty() ? std::string() : check_output(checked.glb);
}

}  // namespace

CompileResult compile_set(const FileSet& set, unsigned threads) {
  MemoryFiles files(set.files);
  CompileOptions options = set.options;
  options.threads = threads;
  return compile(set.entry, files, options);
}

CheckedCompilation check_compilation(const FileSet& set) {
  CheckedCompilation checked;
  try {
    checked.problem = problem_of(set, checked);
  } catch (const std::exception& thrown) {
    checked.problem = std::string("it throws: ") + thrown.what();
  }
  return checked;
}

}  // namespace rigy::fuzz
