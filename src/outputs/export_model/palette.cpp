#include "export_model/palette.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#include "export_model/stored_png.hpp"

namespace rigy::outputs {
namespace {

// The largest linear value that is stored as each level, found by bisection so that no function of
// libm is needed: ((s + 0.055) / 1.055)^2.4 is x^2 times the fifth root of x^2.
double fifth_root(double x) {
  double low = 0;
  double high = 1;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (middle * middle * middle * middle * middle < x ? low : high) = middle;
  }
  return low;
}

double linear_of(double srgb) {
  if (srgb <= 0.04045) return srgb / 12.92;
  const double base = (srgb + 0.055) / 1.055;
  return base * base * fifth_root(base * base);
}

char srgb_level(float linear) {
  int level = 0;
  while (level < 255 && double{linear} >= linear_of((level + 0.5) / 255)) ++level;
  return static_cast<char>(level);
}

}  // namespace

std::string palette_png(std::span<const std::array<float, 4>> colors) {
  const std::size_t width = std::bit_ceil(colors.size());
  std::string row;
  for (const std::array<float, 4>& color : colors) {
    for (std::size_t i = 0; i < 3; ++i) row += srgb_level(color[i]);
    row += static_cast<char>(static_cast<int>(std::floor(color[3] * 255 + 0.5f)));
  }
  row.resize(4 * width, '\xff');
  return stored_png(static_cast<std::uint32_t>(width), 1, PngColors::Rgba, row);
}

float palette_place(std::size_t color, std::size_t count) {
  return (static_cast<float>(color) + 0.5f) / static_cast<float>(std::bit_ceil(count));
}

}  // namespace rigy::outputs
