// Whether two outputs are the same but for rounding.
#pragma once

#include <string_view>

#include "tests/every_floor.hpp"

namespace rigy::fuzz {

// Two GLBs whose numbers differ by no more than the last bits, or in the sign of a zero.
[[nodiscard]] bool same_output(std::string_view a, std::string_view b);

}  // namespace rigy::fuzz
