// Bytes that are not UTF-8, classified by where they are (D2).
#pragma once

#include "diagnostics/code.hpp"
#include "syntax/tree.hpp"

namespace rigy::language {

// The code for bytes in a scalar that are not UTF-8.
using CodeOfScalar = Code (*)(const Tree& tree, NodeId scalar);

// What `code_of_scalar`, if it is not null, returns for the scalar that contains the byte; else
// P02.
[[nodiscard]] Code code_of_bad_byte(const Tree& tree, Position at, CodeOfScalar code_of_scalar);

}  // namespace rigy::language
