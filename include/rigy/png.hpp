// PNG files of pictures; several frames become an animated PNG.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "rigy/render.hpp"

namespace rigy {

// The bytes of the file. All frames have the same size; there is at least one.
[[nodiscard]] std::string encode_png(std::span<const Picture> frames,
                                     std::uint32_t frame_milliseconds);

}  // namespace rigy
