// What an index has as its value where there is nothing.
#pragma once

#include <cstdint>

namespace rigy {

inline constexpr std::uint32_t no_index = UINT32_MAX;

}  // namespace rigy
