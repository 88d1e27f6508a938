// Random valid documents are accepted, and compile to the same sound output in every spelling.
#include <fmt/format.h>

#include "fuzz/compile_checks.hpp"
#include "fuzz/export_checks.hpp"
#include "fuzz/generate.hpp"
#include "fuzz/report_checks.hpp"
#include "fuzz/targets.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

std::string refused(const std::string& report, const FileSet& set) {
  return fmt::format("a valid document is refused:\n{}\n{}", report, to_text(set));
}

// What preprocessing makes of the entry compiles to the same bytes.
std::string check_expanded(FileSet set, const std::string& glb) {
  set.options.expanded_yaml.wanted = true;
  const CompileResult expanded = compile_set(set, 1);
  set.files[set.entry] = expanded.expanded_yaml;
  const CompileResult again = compile_set(set, 1);
  if (!again.report.ok()) return refused(text_of(again.report), set);
  if (again.glb.to_string() == glb) return {};
  return fmt::format("the expanded document gives different bytes:\n{}", to_text(set));
}

// Other results from the same document.
std::string check_others(const FileSet& set, const std::string& glb) {
  if (std::string problem = check_expanded(set, glb); !problem.empty()) return problem;
  const std::string problem = check_export(set);
  return problem.empty() ? problem : fmt::format("{}\n{}", problem, to_text(set));
}

}  // namespace

std::string run_generate(std::string_view input) {
  const GeneratedCase generated = generate_case(Decisions(input));
  const FileSet simple = spell_case(generated, Decisions(std::string_view()));
  const CheckedCompilation checked = check_compilation(simple);
  if (!checked.problem.empty()) return fmt::format("{}\n{}", checked.problem, to_text(simple));
  if (checked.glb.empty()) return refused(checked.report, simple);
  const FileSet other = spell_case(generated, Decisions(seed_of(input)));
  const CompileResult again = compile_set(other, 1);
  if (!again.report.ok()) return refused(text_of(again.report), other);
  if (again.glb.to_string() == checked.glb) return check_others(other, checked.glb);
  return fmt::format("two spellings give different bytes:\n{}\nand\n{}", to_text(simple),
                     to_text(other));
}

}  // namespace rigy::fuzz
