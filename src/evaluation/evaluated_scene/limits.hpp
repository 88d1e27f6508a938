// The limits of what is shown, measured or compared, listed in docs/limits.md.
#pragma once

#include <cstdint>

#include "evaluation_floor.hpp"

namespace rigy::evaluation {

// The vertices of all primitives at all their places: a picture keeps each several times and lights
// it from all sides, and a lint or a comparison has two worlds at a time.
inline constexpr std::uint64_t max_placed_vertices = 600'000;
// The same where the vertices themselves are asked for: those of the output.
inline constexpr std::uint64_t max_evaluated_vertices = 8'000'000;
// Nodes, primitives, bones and anchors, and the bytes of their names, each with its path.
inline constexpr std::uint64_t max_placed_items = 200'000;
inline constexpr std::uint64_t max_placed_names = 16u << 20;

}  // namespace rigy::evaluation
