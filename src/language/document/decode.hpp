// node tree → typed document. Strict: anything the schema does not know is reported.
#pragma once

#include "document/document.hpp"
#include "syntax/reporter.hpp"

namespace rigy::language {

// Decodes what it can understand and reports everything else.
[[nodiscard]] Document decode_document(const Reporter& reporter);

}  // namespace rigy::language
