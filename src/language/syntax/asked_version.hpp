// The language version that a document asks for, known before anything else is decoded.
#pragma once

#include "syntax/tree.hpp"
#include "tables/version.hpp"

namespace rigy::language {

// The newest if it is missing or malformed, which the decoder reports.
[[nodiscard]] Version asked_version(const Tree& tree);

}  // namespace rigy::language
