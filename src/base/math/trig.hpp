// Trigonometric functions, correctly rounded (to nearest) for every argument, so that the result is
// the same on every machine. They use only integer arithmetic, so neither libm nor the
// floating-point environment matters. Signed zeros, infinities and NaN are as in C's Annex F.
#pragma once

namespace rigy::base {

struct SinCos {
  double sin;
  double cos;
};

// Both at once, for little more than the cost of one. Infinities and NaN give NaN.
[[nodiscard]] SinCos sin_cos(double radians) noexcept;

[[nodiscard]] double sin(double radians) noexcept;
[[nodiscard]] double cos(double radians) noexcept;
[[nodiscard]] double tan(double radians) noexcept;

// The angle of the point (x, y), in [-pi, pi].
[[nodiscard]] double atan2(double y, double x) noexcept;

}  // namespace rigy::base
