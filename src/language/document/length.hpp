// Lengths as scenes write them: "20cm".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "language_floor.hpp"

namespace rigy::language {

// In meters; nothing if the text is not of the form -?digits[.digits][unit]. Infinity if it exceeds
// binary64.
[[nodiscard]] std::optional<double> length_of(std::string_view text);

// What to write instead of a text that is not a length.
[[nodiscard]] std::string help_for_length(std::string_view text, std::string_view what);

}  // namespace rigy::language
