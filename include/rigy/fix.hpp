// Fixes of what diagnostics find: edits of the documents, safe or to be looked at.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rigy/compile.hpp"

namespace rigy {

// Gives the diagnostics of a report their fixes. The report is that of the analysis, or of an
// operation that went on from it; `files` are those it was read from.
void add_fixes(const Analysis& analysis, FileReader& files, Report& report);

struct FixOptions {
  CompileOptions compile;    // for check()
  bool with_unsafe = false;  // also apply the unsafe ones, the likeliest of each diagnostic
};

// A file whose text changes.
struct FixedFile {
  std::string name;  // as shown in messages
  std::string before;
  std::string after;
};

// A fix that was not applied, and the diagnostic that it is for.
struct LeftFix {
  std::string id;
  Place place;
  std::string title;
  std::string reason;
};

// The outcome is that of check() on the fixed documents.
struct FixResult : Outcome {
  std::vector<FixedFile> changed;
  std::size_t applied = 0;
  std::vector<LeftFix> left;
};

// Applies fixes until nothing changes: the safe ones, none of which may bring up a finding of an id
// that was not there. Nothing is written; fixing the result again changes nothing.
[[nodiscard]] FixResult fix(const std::string& entry, FileReader& files,
                            const FixOptions& options = {});

}  // namespace rigy
