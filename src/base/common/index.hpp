// The index value that means "none".
#pragma once

#include <cstdint>

namespace rigy::base {

inline constexpr std::uint32_t no_index = UINT32_MAX;

}  // namespace rigy::base
