// What a document means: links, checks and places. This floor sees the names of all floors above
// it.
#pragma once

#include "model_floor.hpp"

namespace rigy::analysis {
using namespace model;
}  // namespace rigy::analysis
