// The limits of comparisons, listed in docs/limits.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rigy {

// Pairs of imported files that are compared.
inline constexpr std::size_t max_compared_files = 4096;
// Objects that are listed, and all their changes and values.
inline constexpr std::size_t max_listed_objects = 10'000;
inline constexpr std::size_t max_listed_changes = 100'000;
// Vertices of all poses whose surfaces are compared; items count as 100.
inline constexpr std::uint64_t max_compared_vertices = 8'000'000;
// Vertices of a surface that are measured against one with other vertices.
inline constexpr std::size_t max_measured_vertices = 20'000;

}  // namespace rigy
