// SHA-256.
#pragma once

#include <string>
#include <string_view>

#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

// 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace rigy::interfaces::cli
