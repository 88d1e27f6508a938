// A document rewritten for a newer version of the language.
#pragma once

#include <string>
#include <vector>

#include "rigy/analyze.hpp"

namespace rigy {

struct UpgradeOptions {
  AnalyzeOptions analysis;
  std::string to;  // "0.13"; empty: the newest version
};

struct UpgradeResult : Outcome {
  // The document for that version; empty if the report has errors or an option is wrong.
  std::string text;
  bool is_changed = false;
  // What was rewritten besides the version, and what becomes different in the output or in later
  // diagnostics. One sentence each.
  std::vector<std::string> notes;
};

// Everything else in the text stays as it is written. The geometry never changes: every vertex is
// where it was, but for the rounding of rotations. The document must be valid; if it cannot be
// valid in the new version, the report says why. Never throws.
[[nodiscard]] UpgradeResult upgrade(const std::string& entry, FileReader& files,
                                    const UpgradeOptions& options = {});

}  // namespace rigy
