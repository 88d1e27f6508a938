// Patterns of names, as shells know them.
#pragma once

#include <string_view>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// `*` is any text, `?` any character, `[a-c]` and `[!a-c]` one that is or is not in the list; `\`
// takes the special meaning of the next character away.
[[nodiscard]] bool matches_pattern(std::string_view text, std::string_view pattern);

}  // namespace rigy::interfaces
