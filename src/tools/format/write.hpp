// A layout as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "format/layout.hpp"

namespace rigy::tools {

inline constexpr std::int32_t max_width = 100;

struct WrittenLayout {
  std::string text;
  std::vector<std::string_view> comments;  // each to the end of its line
};

[[nodiscard]] WrittenLayout write_layout(const Layout& layout);

}  // namespace rigy::tools
