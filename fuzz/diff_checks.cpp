#include "fuzz/diff_checks.hpp"

#include <fmt/format.h>

#include "fuzz/compile_checks.hpp"
#include "fuzz/same_output.hpp"
#include "rigy/diff.hpp"
#include "tests/every_floor.hpp"

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

}  // namespace

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
  if (same_output(compile_set(before, 1).glb.to_string(), compile_set(after, 1).glb.to_string())) {
    return {};
  }
  return about("documents without a difference give different outputs", before, after);
}

}  // namespace rigy::fuzz
