// Checking and mending UTF-8.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rigy/diagnostic.hpp"

namespace rigy {

[[nodiscard]] bool is_valid_utf8(std::string_view text);

// Replaces every byte that is not part of valid UTF-8 by U+FFFD, in place, and says where. With the
// place number `limit` the text ends.
[[nodiscard]] std::vector<Position> replace_invalid_utf8(std::string& text, std::size_t limit);

}  // namespace rigy
