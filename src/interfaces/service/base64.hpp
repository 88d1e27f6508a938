// Bytes in JSON.
#pragma once

#include <string>
#include <string_view>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// With padding, without line breaks.
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace rigy::interfaces
