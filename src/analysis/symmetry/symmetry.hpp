// Symmetry: mirror_x adds the other side of everything whose id has the prefix (D8, D9).
#pragma once

#include "analysis_floor.hpp"
#include "document/document.hpp"
#include "load/assembly.hpp"

namespace rigy::analysis {

// Expands the symmetry of all assets.
void expand_symmetry(Draft& draft, Diagnostics& diagnostics);

// Appends the mirrored items to the document, after the originals and in their order. Their new ids
// may have `names_left` bytes in total, which are subtracted.
void expand_symmetry(const Reporter& reporter, Document& document, std::size_t& names_left);

// The id with the prefix exchanged, as in mirrored lists of influences if there is such a bone.
[[nodiscard]] std::string swap_prefix(const MirrorX& mirror, std::string_view id);

}  // namespace rigy::analysis
