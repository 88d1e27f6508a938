// Which version of the language a document asks for, known before anything else is decoded.
#pragma once

#include "language/version.hpp"
#include "yaml/tree.hpp"

namespace rigy {

// The newest if it does not say, or says it wrongly, which is the decoder's to report.
[[nodiscard]] Version asked_version(const Tree& tree);

}  // namespace rigy
