// SHA-256.
#pragma once

#include <string>
#include <string_view>

namespace rigy::cli {

// 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace rigy::cli
