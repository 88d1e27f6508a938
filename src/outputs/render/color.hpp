// Colors: linear light while drawing, sRGB in the picture.
#pragma once

#include <array>
#include <cstdint>

#include "outputs_floor.hpp"

namespace rigy::outputs {

struct Rgb {
  double r = 0;
  double g = 0;
  double b = 0;
};

[[nodiscard]] inline Rgb operator+(const Rgb& a, const Rgb& b) {
  return {a.r + b.r, a.g + b.g, a.b + b.b};
}
[[nodiscard]] inline Rgb operator*(double s, const Rgb& a) { return {s * a.r, s * a.g, s * a.b}; }
[[nodiscard]] inline Rgb operator*(const Rgb& a, const Rgb& b) {
  return {a.r * b.r, a.g * b.g, a.b * b.b};
}
[[nodiscard]] inline Rgb mix(const Rgb& a, const Rgb& b, double share_of_b) {
  return (1 - share_of_b) * a + share_of_b * b;
}

// An sRGB component in 8 bits, of a linear one; what is out of range is cut off.
[[nodiscard]] std::uint8_t encode_srgb(double linear);
// The linear color of 0xRRGGBB.
[[nodiscard]] Rgb linear_rgb(std::uint32_t screen_color);

// From blue over green and yellow to red.
[[nodiscard]] Rgb heat_color(double share);

}  // namespace rigy::outputs
