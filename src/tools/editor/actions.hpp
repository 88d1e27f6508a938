// What an editor offers to do at a place of a document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/open_document.hpp"
#include "rigy/fix.hpp"

namespace rigy::tools {

enum class ActionKind : std::uint8_t {
  Allow,    // says that a finding is meant to be so
  Extract,  // gives something a name
  Rewrite,
};

struct EditorAction {
  ActionKind kind = ActionKind::Rewrite;
  std::string title;
  TextEdits edits;  // of the document
};

// Common work on what is at the offset. `analysis` is that of this text, whatever it found; null if
// there is none.
[[nodiscard]] std::vector<EditorAction> refactorings_at(const OpenDocument& document,
                                                        const Analysis* analysis,
                                                        std::size_t offset);

// A comment that allows a finding of lint in this document; nothing if there is no line for it.
[[nodiscard]] std::optional<EditorAction> allow_finding(const OpenDocument& document,
                                                        const Diagnostic& finding);

// What a fix does and, if it is not safe, why somebody has to look at it.
[[nodiscard]] std::string action_title(const Fix& fix);

// One edit of whole lines that makes the second text of the first.
[[nodiscard]] TextEdit lines_between(std::string_view before, std::string_view after);

}  // namespace rigy::tools
