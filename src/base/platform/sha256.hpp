// SHA-256, from a library of the system.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace rigy::base::platform {

using Sha256 = std::array<std::uint8_t, 32>;

[[nodiscard]] Sha256 sha256(std::string_view bytes);

}  // namespace rigy::base::platform
