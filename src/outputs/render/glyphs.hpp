// Letters as strokes, for captions and labels.
#pragma once

#include <string_view>

#include "outputs_floor.hpp"

namespace rigy::outputs {

// Letters stand on a grid of half-widths: x runs from 0 to 4, y from 0 at the lowest point of a 'g'
// over 2, the base line, to 8, the top of an 'A'.
inline constexpr double glyph_advance = 5.6;
inline constexpr double glyph_base = 2;
inline constexpr double glyph_top = 8;

// The strokes of a printable ASCII character, separated by spaces; a stroke is a row of points, two
// digits each. A single point is a dot. Other characters look like a box.
[[nodiscard]] std::string_view strokes_of(char32_t character);

}  // namespace rigy::outputs
