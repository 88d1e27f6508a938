// node tree → scene document.
#pragma once

#include "document/rigs_document.hpp"
#include "yaml/reporter.hpp"

namespace rigy {

// Reports everything that does not have the shape of a scene document.
[[nodiscard]] RigsDocument decode_rigs(const Reporter& at);

}  // namespace rigy
