// What is at a place of a document, in Markdown.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "analyze/analyzed_assembly.hpp"
#include "editor/open_document.hpp"

namespace rigy::tools {

struct Hover {
  ByteRange range;
  std::string markdown;
  // The field that is written there, and its object; null if it is none.
  const Object* object = nullptr;
  const Field* field = nullptr;
};

// `analyzed` is the last analysis of the document, from which values come; null if there is none.
[[nodiscard]] std::optional<Hover> hover_at(const OpenDocument& document,
                                            const AnalyzedAssembly* analyzed, std::size_t offset);

}  // namespace rigy::tools
