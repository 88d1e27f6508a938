// The index value that means "none".
#pragma once

#include <cstdint>

namespace rigy {

inline constexpr std::uint32_t no_index = UINT32_MAX;

}  // namespace rigy
