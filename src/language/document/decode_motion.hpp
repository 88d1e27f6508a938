// Decoding of motion documents.
#pragma once

#include "document/motion_document.hpp"
#include "syntax/reporter.hpp"

namespace rigy::language {

// Decodes the expanded tree of a motion document. Everything wrong is reported.
[[nodiscard]] MotionDocument decode_motion(const Reporter& at);

}  // namespace rigy::language
