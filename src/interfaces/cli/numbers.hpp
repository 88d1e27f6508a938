// Numbers and lists in the values of options.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

// The finite number that is the whole text.
[[nodiscard]] std::optional<double> decimal_in(std::string_view text);

}  // namespace rigy::interfaces::cli
