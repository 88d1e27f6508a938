// The limit of a lint of all poses, listed in docs/limits.md.
#pragma once

#include <cstdint>

#include "tools_floor.hpp"

namespace rigy::tools {

// Vertices of all poses; each item counts as 100, and each pose as 1,000.
inline constexpr std::uint64_t max_linted_vertices = 5'000'000;

}  // namespace rigy::tools
