#include "render/color.hpp"

#include <algorithm>

namespace rigy::outputs {
namespace {

constexpr std::size_t steps = 4096;

// x^(12/5) by Newton's iteration for the fifth root: pow() differs between machines.
double power_12_5(double x) {
  double root = 1;
  for (int i = 0; i < 40; ++i) {
    const double root2 = root * root;
    root = (4 * root + x / (root2 * root2)) / 5;
  }
  const double root2 = root * root;
  return x * x * root2;
}

double decode_srgb(double value) {
  return value <= 0.04045 ? value / 12.92 : power_12_5((value + 0.055) / 1.055);
}

struct SrgbTables {
  std::array<double, 256> linear{};
  // Linear values from which on a component has at least that number.
  std::array<double, 256> from{};
  // For each step the number that its least value gets.
  std::array<std::uint8_t, steps + 1> first{};

  SrgbTables() {
    for (std::size_t i = 0; i < 256; ++i) {
      linear[i] = decode_srgb(static_cast<double>(i) / 255);
      from[i] = i == 0 ? 0 : decode_srgb((static_cast<double>(i) - 0.5) / 255);
    }
    std::size_t number = 0;
    for (std::size_t i = 0; i <= steps; ++i) {
      while (number < 255 && static_cast<double>(i) / steps >= from[number + 1]) ++number;
      first[i] = static_cast<std::uint8_t>(number);
    }
  }
};

const SrgbTables& tables() {
  static const SrgbTables made;
  return made;
}

}  // namespace

std::uint8_t encode_srgb(double linear) {
  if (!(linear > 0)) return 0;
  if (linear >= 1) return 255;
  const SrgbTables& srgb = tables();
  std::uint8_t number = srgb.first[static_cast<std::size_t>(linear * steps)];
  while (number < 255 && linear >= srgb.from[number + 1u]) ++number;
  return number;
}

Rgb linear_rgb(std::uint32_t screen_color) {
  const auto& linear = tables().linear;
  return {linear[screen_color >> 16 & 255], linear[screen_color >> 8 & 255],
          linear[screen_color & 255]};
}

Rgb heat_color(double share) {
  static const std::array<Rgb, 6> colors{linear_rgb(0x2b3f8c), linear_rgb(0x2a7fb8),
                                         linear_rgb(0x35b779), linear_rgb(0xf4d03f),
                                         linear_rgb(0xf39c32), linear_rgb(0xd7301f)};
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(colors.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), colors.size() - 2);
  return mix(colors[below], colors[below + 1], place - static_cast<double>(below));
}

}  // namespace rigy::outputs
