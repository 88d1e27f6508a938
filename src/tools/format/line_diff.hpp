// What differs between two texts, line by line, as patch(1) and people read it.
#pragma once

#include <string>
#include <string_view>

#include "tools_floor.hpp"

namespace rigy::tools {

// Unified, with three lines around each change; empty if the texts are the same.
[[nodiscard]] std::string line_diff(std::string_view name, std::string_view before,
                                    std::string_view after);

}  // namespace rigy::tools
