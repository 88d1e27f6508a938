// The params of a document as its author wrote them, for programs that offer them for change.
#pragma once

#include <vector>

#include "diagnostics/source.hpp"
#include "rigy/analyze.hpp"
#include "yaml/tree.hpp"

namespace rigy {

// In the order of the document, without those that are declared wrongly. Reports nothing.
[[nodiscard]] std::vector<DeclaredParam> declared_params(const Tree& tree, const Source& source);

}  // namespace rigy
