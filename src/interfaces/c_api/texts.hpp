// Texts that callers pass; NULL means an empty one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

[[nodiscard]] inline std::string_view text_of(const char* text) {
  return text == nullptr ? "" : text;
}

// The parts between commas; none of an empty text.
[[nodiscard]] inline std::vector<std::string> listed(const char* text) {
  std::vector<std::string> parts;
  std::string_view rest = text_of(text);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    parts.emplace_back(rest.substr(0, comma));
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
  }
  return parts;
}

}  // namespace rigy::interfaces
