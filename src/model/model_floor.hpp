// Assets in memory: shapes, influences, and the files of an assembly. This floor sees the names of
// all floors above it.
#pragma once

#include "language_floor.hpp"

namespace rigy::model {
using namespace language;
}  // namespace rigy::model
