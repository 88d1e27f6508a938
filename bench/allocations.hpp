// What operator new has handed out, in a program that is linked with allocations.cpp.
#pragma once

#include <cstddef>

namespace bench {

// Resets the peak. Returns what is allocated now.
std::size_t restart_peak();

// The most that was allocated at one time since the reset.
[[nodiscard]] std::size_t peak_allocated();

}  // namespace bench
