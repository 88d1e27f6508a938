// A picture of the colors of materials.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "outputs_floor.hpp"

namespace rigy::outputs {

// A PNG of one row, with a pixel for each color, linear and with alpha; the rest of its width is
// white.
[[nodiscard]] std::string palette_png(std::span<const std::array<float, 4>> colors);

// The middle of a pixel, as the u of a texture.
[[nodiscard]] float palette_place(std::size_t color, std::size_t count);

}  // namespace rigy::outputs
