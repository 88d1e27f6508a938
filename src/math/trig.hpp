#pragma once

namespace rigy {

struct SinCos {
  double sin;
  double cos;
};

// Sine and cosine, both correctly rounded (to nearest) for every finite argument, so that the
// result is the same on every machine. Infinities and NaN give NaN. Only integer arithmetic is
// used: neither libm nor the floating-point environment has a say.
[[nodiscard]] SinCos sin_cos(double radians) noexcept;

}  // namespace rigy
