// The limits of what it takes to draw a picture, of comparisons and of animations, listed in
// docs/limits.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "outputs_floor.hpp"

namespace rigy::outputs {

// The work of one view, and of the three of a comparison together. Its unit is a texel of the map
// of a light, once for every triangle in whose box it is; the rest is in proportion to what it
// costs.
inline constexpr std::uint64_t max_view_work = 300'000'000;
inline constexpr std::uint64_t work_of_lit_triangle = 2;         // of each light
inline constexpr std::uint64_t work_of_pixel = 2;                // in the box of a triangle
inline constexpr std::uint64_t work_of_transparent_pixel = 100;  // shaded for each triangle
inline constexpr std::uint64_t work_of_tile = 40;                // that a triangle touches
// How often triangles touch a tile: each time is kept in memory.
inline constexpr std::uint64_t max_tile_triangles = 8'000'000;
// Larger views may take longer in proportion.
inline constexpr std::uint64_t usual_pixels = std::uint64_t{800} * 600;
// Vertices of both documents of a comparison: each is in two of the three views.
inline constexpr std::uint64_t max_paired_vertices = 380'000;
inline constexpr std::uint64_t min_frames = 2;
inline constexpr std::uint64_t max_frames = 1000;
// Views of all frames, each solver by itself: each is lit anew, however few pixels it has.
inline constexpr std::uint64_t max_animation_views = 2000;

}  // namespace rigy::outputs
