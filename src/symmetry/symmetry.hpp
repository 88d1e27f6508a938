// Symmetry: mirror_x adds the other side of everything whose id has the prefix (D8, D9).
#pragma once

#include "diagnostics/diagnostics.hpp"
#include "document/document.hpp"

namespace rigy {

// Appends the mirrored items to the document, behind the originals and in their order.
void expand_symmetry(const Reporter& reporter, Document& document);

// The id with the prefixes exchanged, as in mirrored lists of influences.
[[nodiscard]] std::string swap_prefix(const MirrorX& mirror, std::string_view id);

}  // namespace rigy
