// The limits of comparisons, listed in docs/limits.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tools_floor.hpp"

namespace rigy::tools {

// Nodes of a document, with its imports.
inline constexpr std::size_t max_compared_nodes = 600'000;
// Pairs of imported files that are compared, and the objects in them.
inline constexpr std::size_t max_compared_files = 4096;
inline constexpr std::size_t max_compared_objects = 100'000;
// Checks, or parts of a contract, that are described one by one.
inline constexpr std::size_t max_described_parts = 10'000;
// Objects that are listed, and all their changes and values.
inline constexpr std::size_t max_listed_objects = 10'000;
inline constexpr std::size_t max_listed_changes = 100'000;
// Vertices of all poses whose surfaces are compared; items count as 100.
inline constexpr std::uint64_t max_compared_vertices = 2'000'000;
// Triangles that are looked at to measure surfaces with other vertices than before.
inline constexpr std::uint64_t max_compared_triangles = 8'000'000;
// Vertices of a surface that are measured against one with other vertices.
inline constexpr std::size_t max_measured_vertices = 20'000;

}  // namespace rigy::tools
