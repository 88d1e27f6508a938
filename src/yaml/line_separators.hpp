// U+0085, U+2028 and U+2029 as they stand in the text (D26). YAML 1.1 breaks lines there, YAML 1.2
// does not, and a line break is folded even inside quotes: whoever means one writes an escape.
#pragma once

#include <string_view>
#include <vector>

#include "rigy/diagnostic.hpp"

namespace rigy {

struct LineSeparator {
  Position at;
  char32_t point = 0;
};

// The first of them in the text: a hundred say enough.
[[nodiscard]] std::vector<LineSeparator> line_separators_in(std::string_view text);

// How one is written inside double quotes: "\N", "\L" or "\P".
[[nodiscard]] std::string_view escape_of(const LineSeparator& separator);

}  // namespace rigy
