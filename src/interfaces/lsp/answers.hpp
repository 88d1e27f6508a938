// What the language server answers about one place or the whole of a text, as JSON. One function
// for each method of the protocol.
#pragma once

#include <string>

#include "lsp/workspace.hpp"
#include "messages/dispatcher.hpp"
#include "messages/json_value.hpp"

namespace rigy::interfaces {

struct Question {
  const Workspace& workspace;
  const EditedText& text;
  const JsonValue& params;

  // params.position as an offset.
  [[nodiscard]] std::size_t offset() const;
};

[[nodiscard]] std::string answer_completion(const Question& question);
[[nodiscard]] std::string answer_definition(const Question& question);
[[nodiscard]] std::string answer_references(const Question& question);
[[nodiscard]] std::string answer_highlights(const Question& question);
[[nodiscard]] std::string answer_prepare_rename(const Question& question);
// An error if it cannot be renamed.
[[nodiscard]] RpcAnswer answer_rename(const Question& question);
[[nodiscard]] std::string answer_hover(const Question& question);
[[nodiscard]] std::string answer_document_symbols(const Question& question);
[[nodiscard]] std::string answer_folding_ranges(const Question& question);
[[nodiscard]] std::string answer_selection_ranges(const Question& question);
[[nodiscard]] std::string answer_document_links(const Question& question);
// The whole text in the one style; no edits if it cannot be read.
[[nodiscard]] std::string answer_formatting(const Question& question);
[[nodiscard]] std::string answer_colors(const Question& question);
[[nodiscard]] std::string answer_color_presentations(const Question& question);
// Fixes, suppressions and common work; a fix of all only if the editor asks for it.
[[nodiscard]] std::string answer_code_actions(const Question& question);
[[nodiscard]] std::string answer_inlay_hints(const Question& question);

}  // namespace rigy::interfaces
