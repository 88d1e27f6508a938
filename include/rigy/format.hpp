// One style for documents, scenes and contracts: docs/format.md describes it.
#pragma once

#include <string>
#include <string_view>

#include "rigy/analyze.hpp"

namespace rigy {

struct FormatOptions {
  AnalyzeOptions analysis;  // how many diagnostics are kept
};

struct FormatResult : Outcome {
  // The document in the one style; empty if the report has errors.
  std::string text;
  bool is_changed = false;
};

// Only mistakes of YAML are errors here: a document that the language refuses is formatted, too,
// and has the same diagnostics afterwards. What the document says, its comments and the bytes that
// are compiled from it never change. Never throws.
[[nodiscard]] FormatResult format(const std::string& entry, FileReader& files,
                                  const FormatOptions& options = {});
// A text that is no file.
[[nodiscard]] FormatResult format(std::string_view text, const FormatOptions& options = {});

}  // namespace rigy
