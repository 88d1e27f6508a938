// Numbers as texts of a tree: the shortest text that reads back as the same binary64.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "language_floor.hpp"

namespace rigy::language {

using NumberBuffer = std::array<char, 32>;

// Always with a point or an exponent, so that -0.0 keeps its sign. Points into the buffer.
[[nodiscard]] std::string_view number_text(double value, NumberBuffer& buffer);
[[nodiscard]] std::string_view whole_text(std::int64_t value, NumberBuffer& buffer);

}  // namespace rigy::language
