// Rounding to whole numbers and multiples of a small unit.
#pragma once

#include <cstdint>
#include <optional>

namespace rigy::base {

// The nearest whole number, ties to even, in any rounding mode. Zero gives +0.0; infinities and NaN
// are returned unchanged.
[[nodiscard]] inline double round_half_even(double value) {
  constexpr double all_whole = 0x1p52;  // from here on there are no fractions
  if (!(value > -all_whole && value < all_whole)) return value;
  auto whole = static_cast<std::int64_t>(value);  // toward zero
  const double rest = value - static_cast<double>(whole);
  const bool odd = whole % 2 != 0;
  if (rest > 0.5 || (rest == 0.5 && odd)) ++whole;
  if (rest < -0.5 || (rest == -0.5 && odd)) --whole;
  return static_cast<double>(whole);
}

// The multiple of the unit that is nearest, as binary64 computes it: with the unit 1e-9, 0.3 is
// 300000000 units, which are 0.30000000000000004. Zero is +0.0. Not finite if value / unit is not.
[[nodiscard]] inline double quantize(double value, double unit) {
  return round_half_even(value / unit) * unit;
}

inline constexpr double expression_unit = 1e-9;

// The result of an expression in a field that takes any number.
[[nodiscard]] inline double quantize_expression(double value) {
  return quantize(value, expression_unit);
}

// The result of an expression in a field that takes a whole number; nothing if it is not one.
// Results beyond 9.2e9, too large for any such field, also give nothing.
[[nodiscard]] inline std::optional<std::int64_t> whole_expression(double value) {
  constexpr std::int64_t units = 1'000'000'000;
  const double n = round_half_even(value / expression_unit);
  if (!(n > -0x1p63 && n < 0x1p63)) return {};
  const auto count = static_cast<std::int64_t>(n);
  if (count % units != 0) return {};
  return count / units;
}

}  // namespace rigy::base
