// Fixes of what diagnostics find: edits of the documents, safe or to be looked at.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rigy/compile.hpp"
#include "rigy/edit.hpp"

namespace rigy {

// One edit of a fix: the bytes of a file, and the same range as a place.
struct FixEdit {
  Place place;
  TextEdit edit;
};

// A change that makes a diagnostic go away.
struct Fix {
  std::string title;  // "Rename 'dimensons' to 'dimensions'"
  // Whether this is the only possible correction; if not, `reason` says why it needs a review.
  bool safe = false;
  std::string reason;
  std::vector<FixEdit> edits;  // of one or more files
};

// The fixes of each diagnostic of a report, the likeliest first. Shorter than the report if the
// remaining diagnostics have none.
using Fixes = std::vector<std::vector<Fix>>;

// `report` is that of the analysis or of an operation that continued it; `files` is the reader that
// was used for it.
[[nodiscard]] Fixes find_fixes(const Analysis& analysis, FileReader& files, const Report& report);

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
  Fixes fixes;  // of the diagnostics that are left
};

// Applies fixes until nothing changes: the safe ones, none of which may bring up a finding of an id
// that was not there. Nothing is written; fixing the result again changes nothing.
[[nodiscard]] FixResult fix(const std::string& entry, FileReader& files,
                            const FixOptions& options = {});

}  // namespace rigy
