// The pages and examples that are put into the program when it is built, for those who ask for
// them over a protocol.
#pragma once

#include <span>
#include <string_view>

#include "interfaces_floor.hpp"
#include "service/knowledge.hpp"

namespace rigy::interfaces {

struct EmbeddedPage {
  std::string_view path;  // "cheatsheet.md", "guide/01-box.md"
  std::string_view text;
};

[[nodiscard]] std::span<const EmbeddedPage> embedded_pages();
[[nodiscard]] std::span<const EmbeddedPage> example_documents();

// Pages, schemas, examples with their pictures, templates, and explanations of diagnostics.
[[nodiscard]] const Knowledge& program_knowledge();

}  // namespace rigy::interfaces
