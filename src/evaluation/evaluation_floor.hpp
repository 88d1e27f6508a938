// What a document looks like: the scene and its vertices. This floor sees the names of all floors
// above it.
#pragma once

#include "analysis_floor.hpp"

namespace rigy::evaluation {
using namespace analysis;
}  // namespace rigy::evaluation
