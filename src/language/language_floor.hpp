// The language: its tables, its syntax, and documents as they are written. This floor sees the
// names of all floors above it.
#pragma once

#include "kernel_floor.hpp"

namespace rigy::language {
using namespace kernel;
}  // namespace rigy::language
