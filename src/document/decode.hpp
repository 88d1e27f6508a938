// node tree → typed document. Strict: what the schema does not know is reported.
#pragma once

#include "document/document.hpp"
#include "yaml/reporter.hpp"

namespace rigy {

// Decodes as much as can be understood; everything else is reported.
[[nodiscard]] Document decode_document(const Reporter& reporter);

}  // namespace rigy
