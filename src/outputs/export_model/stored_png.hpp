// PNG files without compression: small pictures in builds that have no zlib.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "outputs_floor.hpp"

namespace rigy::outputs {

enum class PngColors : std::uint8_t { Rgb, Rgba };

// `pixels` are rows from the top, a byte for each color.
[[nodiscard]] std::string stored_png(std::uint32_t width, std::uint32_t height, PngColors colors,
                                     std::string_view pixels);

}  // namespace rigy::outputs
