// Fixes of a set of files in memory: safe ones bring up nothing new, and fixing again changes
// nothing.
#include <set>

#include <fmt/format.h>

#include "fuzz/file_set.hpp"
#include "fuzz/report_checks.hpp"
#include "fuzz/targets.hpp"
#include "rigy/fix.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

std::set<std::string> ids_in(const Report& report) {
  std::set<std::string> ids;
  for (const Diagnostic& one : report.diagnostics) ids.insert(one.id);
  return ids;
}

FixResult fix_files(const FileSet& set, const std::map<std::string, std::string>& texts,
                    bool with_unsafe) {
  MemoryFiles files(texts);
  FixOptions options;
  options.compile.analysis.params = set.options.analysis.params;
  options.with_unsafe = with_unsafe;
  return fix(set.entry, files, options);
}

}  // namespace

std::string run_fix(std::string_view input) {
  const FileSet set = parse_file_set(input);
  if (may_be_enormous(set)) return {};
  MemoryFiles files(set.files);
  CompileOptions options;
  options.analysis.params = set.options.analysis.params;
  const Analysis before = check(set.entry, files, options);
  const FixResult fixed = fix_files(set, set.files, false);
  const std::set<std::string> known = ids_in(before.report);
  for (const std::string& id : ids_in(fixed.report)) {
    if (!known.contains(id)) return fmt::format("the fixes bring up {}", id);
  }
  std::map<std::string, std::string> texts = set.files;
  for (const FixedFile& file : fixed.changed) {
    if (texts.find(file.name) == texts.end()) return "a file is fixed that is not there";
    if (texts[file.name] != file.before) return "a file was not what a fix took it for";
    texts[file.name] = file.after;
  }
  if (fixed.changed.empty() != (fixed.applied == 0)) return "a fix that changes nothing";
  if (!fix_files(set, texts, false).changed.empty()) return "fixing again changes something";
  static_cast<void>(fix_files(set, set.files, true));
  return check_report(fixed.report, texts);
}

}  // namespace rigy::fuzz
