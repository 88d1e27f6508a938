// Files and pictures. This floor sees the names of all floors above it.
#pragma once

#include "evaluation_floor.hpp"

namespace rigy::outputs {
using namespace evaluation;
}  // namespace rigy::outputs
