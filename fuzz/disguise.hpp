// Params and expressions in place of plain values.
#pragma once

#include "fuzz/decisions.hpp"
#include "fuzz/value.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

// Replaces values of a document of that version, 0.10 or later, and adds the params.
void disguise(Value& document, int minor, Decisions& decisions);

}  // namespace rigy::fuzz
