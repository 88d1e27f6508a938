// The union of closed surfaces as cells, and distances between cells through the inside of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/index.hpp"
#include "voxels/grid.hpp"

namespace rigy::kernel {

// Cells are linked with their neighbors, 26 at most, if both lie in one surface: parts that touch
// without overlapping stay apart, however near they are.
struct VoxelSolid {
  VoxelGrid grid;
  std::vector<std::uint32_t> number_of_cell;      // of each cell of the grid; no_index outside
  std::vector<std::uint32_t> cells;               // of the grid, by number
  std::vector<std::vector<std::uint32_t>> parts;  // the numbers of the cells of each surface
  // The neighbors of number n are links[first_links[n]] up to links[first_links[n + 1]].
  struct Link {
    std::uint32_t to = 0;
    std::uint32_t cost = 0;
  };
  std::vector<std::uint32_t> first_links;
  std::vector<Link> links;
};

// Lengths are whole numbers of this many to the side of a cell, so that distances do not depend on
// the order of sums. A way is at most chamfer_excess times as long as it really is.
inline constexpr std::uint32_t chamfer_unit = 26;
inline constexpr double chamfer_excess = 1.13;

// The grid has about as many cells inside as the caller can afford.
[[nodiscard]] VoxelSolid solid_of(std::span<const ClosedSurface> surfaces, std::size_t max_inside);

// A cell, by number, from which distances are taken, and its own distance.
struct DistanceSource {
  std::uint32_t number = 0;
  std::uint32_t distance = 0;
};

// The shortest distance of each number to a source, in chamfer units; no_index if there is no way.
[[nodiscard]] std::vector<std::uint32_t> distances_through(const VoxelSolid& solid,
                                                           std::span<const DistanceSource> sources);

}  // namespace rigy::kernel
