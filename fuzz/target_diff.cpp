// Comparing documents: spelling is no difference, the way back mirrors the way there, and documents
// without a difference compile to the same bytes.
#include <fmt/format.h>

#include "fuzz/compile_checks.hpp"
#include "fuzz/generate.hpp"
#include "fuzz/targets.hpp"
#include "rigy/diff.hpp"

namespace rigy::fuzz {
namespace {

Analysis analyzed(const FileSet& set) {
  MemoryFiles files(set.files);
  AnalyzeOptions options;
  options.params = set.options.params;
  return analyze(set.entry, files, options);
}

std::string about(std::string_view problem, const FileSet& before, const FileSet& after) {
  return fmt::format("{}:\n{}\nand\n{}", problem, to_text(before), to_text(after));
}

std::string check_spelling(const FileSet& simple, const FileSet& other) {
  const Analysis before = analyzed(simple);
  const Analysis after = analyzed(other);
  const Diff compared = diff(&before, &after);
  if (!compared.comparable() || compared.same()) return {};  // too large to be shown
  return about("two spellings differ:\n" + diff_text(compared, false), simple, other);
}

std::string check_change(FileSet before, FileSet after) {
  const Analysis earlier = analyzed(before);
  const Analysis later = analyzed(after);
  const Diff there = diff(&earlier, &later, {1});
  const Diff back = diff(&later, &earlier, {3});
  if (there.comparable() != back.comparable()) return about("only one way works", before, after);
  if (diff_json(there).empty() || diff_text(there, true).empty()) return "nothing is written";
  if (!there.comparable()) return {};
  if (there.added != back.removed || there.removed != back.added || there.changed != back.changed ||
      there.same() != back.same()) {
    return about("the way back differs", before, after);
  }
  if (!there.same()) return {};
  before.options = {};
  after.options = {};
  if (compile_set(before, 1).glb.to_string() == compile_set(after, 1).glb.to_string()) return {};
  return about("documents without a difference give different bytes", before, after);
}

// The same decisions but for one byte.
std::string changed(std::string_view input) {
  std::string other(input);
  if (other.empty()) return "1";
  const std::size_t at = static_cast<unsigned char>(other.front()) % other.size();
  other[at] = static_cast<char>(other[at] + 1);
  return other;
}

}  // namespace

std::string run_diff(std::string_view input) {
  const GeneratedCase generated = generate_case(Decisions(input));
  const FileSet simple = spell_case(generated, Decisions(std::string_view()));
  const FileSet other = spell_case(generated, Decisions(seed_of(input)));
  if (std::string problem = check_spelling(simple, other); !problem.empty()) return problem;
  const std::string next = changed(input);
  const GeneratedCase later = generate_case(Decisions(next));
  return check_change(simple, spell_case(later, Decisions(std::string_view())));
}

}  // namespace rigy::fuzz
