// What a text that is not UTF-8 means for a document.
#pragma once

#include "diagnostics/code.hpp"
#include "syntax/tree.hpp"

namespace rigy::language {

// The code for bytes in this scalar that are not UTF-8: the specification calls them a
// ValidationError in the id of a bone, a ParseError anywhere else.
[[nodiscard]] Code code_of_bad_bytes(const Tree& tree, NodeId scalar);

}  // namespace rigy::language
