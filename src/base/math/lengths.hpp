// Comparing two lengths of a document.
#pragma once

#include <algorithm>
#include <cmath>

namespace rigy::base {

// Equal but for the rounding of expressions: those are multiples of 1e-9 in binary64, so "=2.4"
// need not be the same number as 2.4. Only for rules that compare what authors wrote; what is
// computed uses the numbers as they are.
[[nodiscard]] inline bool is_same_length(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

[[nodiscard]] inline bool is_longer(double a, double b) { return a > b && !is_same_length(a, b); }

}  // namespace rigy::base
