// Tests, fuzz targets and benchmarks see the names of every floor.
#pragma once

#include "interfaces_floor.hpp"

namespace rigy {
using namespace interfaces;
}  // namespace rigy
