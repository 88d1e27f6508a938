#include "fuzz/compile_checks.hpp"

#include <algorithm>
#include <exception>

#include "fuzz/decisions.hpp"
#include "fuzz/output_checks.hpp"
#include "fuzz/report_checks.hpp"

namespace rigy::fuzz {
namespace {

// Rendering takes longer than everything else, so only one report in this many is rendered.
constexpr std::uint64_t rendered_one_in = 16;

// Instances of instances multiply: a small document may validly ask for gigabytes of output. The
// tests of the limits cover that.
constexpr std::size_t max_copies = 4096;

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    ++found;
  }
  return found;
}

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

// How many instances the last asset of a chain of imports could have.
bool may_be_enormous(const FileSet& set) {
  std::size_t copies = 1;
  for (const auto& [name, text] : set.files) {
    copies *= std::max<std::size_t>(1, count(text, "import") - count(text, "imports"));
    if (copies > max_copies) return true;
  }
  return false;
}

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
