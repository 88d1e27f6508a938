// Names of params, repeat indexes, macros and cutouts: [A-Za-z_][A-Za-z0-9_]*.
#pragma once

#include <cstddef>
#include <string_view>

#include "language_floor.hpp"

namespace rigy::language {

[[nodiscard]] inline bool begins_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// The length of the identifier at the start of the text, 0 if there is none.
[[nodiscard]] inline std::size_t identifier_length(std::string_view text) {
  if (text.empty() || !begins_identifier(text[0])) return 0;
  std::size_t size = 1;
  while (size < text.size() &&
         (begins_identifier(text[size]) || (text[size] >= '0' && text[size] <= '9'))) {
    ++size;
  }
  return size;
}

[[nodiscard]] inline bool is_identifier(std::string_view text) {
  return !text.empty() && identifier_length(text) == text.size();
}

}  // namespace rigy::language
