// The limits of pictures of comparisons, and of animations, listed in docs/limits.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rigy {

// Vertices of both documents of a comparison: each is in two of the three views.
inline constexpr std::uint64_t max_paired_vertices = 500'000;
inline constexpr std::uint64_t min_frames = 2;
inline constexpr std::uint64_t max_frames = 1000;
// Views of all frames, each solver by itself: each is lit anew, however few pixels it has.
inline constexpr std::uint64_t max_animation_views = 2000;

}  // namespace rigy
