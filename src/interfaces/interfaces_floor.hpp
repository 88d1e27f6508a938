// The library as C++ and C see it, and the program. This floor sees the names of all floors above
// it.
#pragma once

#include "tools_floor.hpp"

namespace rigy::interfaces {
using namespace tools;
}  // namespace rigy::interfaces
