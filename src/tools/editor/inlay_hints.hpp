// What an editor shows between the words of a document: the values of expressions, ids of mirror
// images, and how many vertices a primitive has.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyze/analyzed_assembly.hpp"
#include "editor/open_document.hpp"

namespace rigy::tools {

struct InlayHint {
  std::size_t offset = 0;  // it is shown before it
  std::string text;
};

// None if the document was changed since the analysis.
[[nodiscard]] std::vector<InlayHint> inlay_hints(const OpenDocument& document,
                                                 const AnalyzedAssembly& analyzed);

}  // namespace rigy::tools
