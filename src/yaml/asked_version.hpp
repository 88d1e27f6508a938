// The language version that a document asks for, known before anything else is decoded.
#pragma once

#include "language/version.hpp"
#include "yaml/tree.hpp"

namespace rigy {

// The newest if it is missing or malformed, which the decoder reports.
[[nodiscard]] Version asked_version(const Tree& tree);

}  // namespace rigy
