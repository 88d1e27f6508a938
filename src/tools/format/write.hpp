// A layout as text.
#pragma once

#include <string>

#include "format/layout.hpp"

namespace rigy::tools {

inline constexpr std::int32_t max_width = 100;

[[nodiscard]] std::string write_layout(const Layout& layout);

}  // namespace rigy::tools
