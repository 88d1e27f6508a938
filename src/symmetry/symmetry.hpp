// Symmetry: mirror_x adds the other side of everything whose id has the prefix (D8, D9).
#pragma once

#include "document/document.hpp"
#include "load/assembly.hpp"

namespace rigy {

// Expands the symmetry of all assets.
void expand_symmetry(Draft& draft, Diagnostics& diagnostics);

// Appends the mirrored items to the document, after the originals and in their order. The ids made
// for them may have `names_left` bytes, which becomes less by them.
void expand_symmetry(const Reporter& reporter, Document& document, std::size_t& names_left);

// The id with the prefixes exchanged, as in mirrored lists of influences where there is such a
// bone.
[[nodiscard]] std::string swap_prefix(const MirrorX& mirror, std::string_view id);

}  // namespace rigy
