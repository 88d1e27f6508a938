// Bytes that are not UTF-8, classified by where they stand (D2).
#pragma once

#include "diagnostics/code.hpp"
#include "yaml/tree.hpp"

namespace rigy {

// X17 for a bad byte inside a bone id, P02 for any other.
[[nodiscard]] Code code_of_bad_byte(const Tree& tree, Position at);

}  // namespace rigy
