// Settings that a program may have made before it calls the library.
#pragma once

#include <string>

#include "tests/every_floor.hpp"

namespace rigy::cross {

// Sets the locale of C and C++ to `name`. False if there is no such locale, or if it uses a decimal
// point, which would prove nothing.
[[nodiscard]] bool set_locale(const std::string& name);

// upward, downward, toward_zero: the direction of rounding. flush_to_zero: subnormal numbers are
// treated as zero. traps: a signal for invalid operations, division by zero and overflow. False if
// the name is unknown or this processor has no such mode.
[[nodiscard]] bool set_float_mode(const std::string& name);

// The observable effects of the current mode.
struct FloatMode {
  int rounding = 0;
  int traps = 0;
  bool flushes_results = false;
  bool flushes_operands = false;
  friend bool operator==(const FloatMode&, const FloatMode&) = default;
};
[[nodiscard]] FloatMode float_mode();

}  // namespace rigy::cross
