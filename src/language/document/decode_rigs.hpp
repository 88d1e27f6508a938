// node tree → scene document.
#pragma once

#include "document/rigs_document.hpp"
#include "syntax/reporter.hpp"

namespace rigy::language {

// Reports everything that does not have the shape of a scene document.
[[nodiscard]] RigsDocument decode_rigs(const Reporter& at);

}  // namespace rigy::language
