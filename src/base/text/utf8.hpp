// Checking and repairing UTF-8.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rigy/diagnostic.hpp"

namespace rigy::base {

[[nodiscard]] bool is_valid_utf8(std::string_view text);

// Replaces every byte that is not part of valid UTF-8 by U+FFFD, in place, and returns the
// positions. The text is cut at position number `limit`.
[[nodiscard]] std::vector<Position> replace_invalid_utf8(std::string& text, std::size_t limit);

}  // namespace rigy::base
