// What people ask about documents, and changes of their text. This floor sees the names of all
// floors above it.
#pragma once

#include "outputs_floor.hpp"

namespace rigy::tools {
using namespace outputs;
}  // namespace rigy::tools
