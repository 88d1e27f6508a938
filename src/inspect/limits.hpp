// The limits of inspections, next to those of base/limits.hpp; docs/limits.md lists them.
#pragma once

#include <cstdint>

namespace rigy {

// The meshes, primitives, bones, anchors, instances and weighted primitives that are listed, the
// bytes of their ids, and the pairs of primitives.
inline constexpr std::uint64_t max_inspected_items = 200'000;
inline constexpr std::uint64_t max_inspected_names = 16u << 20;
inline constexpr std::uint64_t max_inspected_pairs = 500'000;
// The vertices that all intent checks, and all poses, look at.
inline constexpr std::uint64_t max_checked_vertices = 20'000'000;
inline constexpr std::uint64_t max_posed_vertices = 20'000'000;

}  // namespace rigy
