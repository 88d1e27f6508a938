// The params of a document as its author wrote them, for programs that let users change them.
#pragma once

#include <vector>

#include "diagnostics/source.hpp"
#include "rigy/analyze.hpp"
#include "syntax/tree.hpp"

namespace rigy::language {

// In the order of the document, without wrongly declared ones. Reports nothing.
[[nodiscard]] std::vector<DeclaredParam> declared_params(const Tree& tree, const Source& source);

}  // namespace rigy::language
