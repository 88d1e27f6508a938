// U+0085, U+2028 and U+2029 as literal characters in the text (D26). YAML 1.1 breaks lines there,
// YAML 1.2 does not, and a line break is folded even inside quotes: to mean one, write an escape.
#pragma once

#include <string_view>
#include <vector>

#include "language_floor.hpp"
#include "rigy/diagnostic.hpp"

namespace rigy::language {

struct LineSeparator {
  Position at;
  char32_t point = 0;
};

// The first ones in the text: a hundred are enough.
[[nodiscard]] std::vector<LineSeparator> line_separators_in(std::string_view text);

// Its escape inside double quotes: "\N", "\L" or "\P".
[[nodiscard]] std::string_view escape_of(const LineSeparator& separator);

}  // namespace rigy::language
