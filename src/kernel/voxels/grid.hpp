// A grid of cubic cells over closed surfaces, and which of its cells are inside one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kernel_floor.hpp"
#include "math/bounds.hpp"
#include "math/vec.hpp"

namespace rigy::kernel {

// The corners of triangles run counterclockwise, seen from outside.
struct ClosedSurface {
  std::span<const Vec3> positions;
  std::span<const Vec3> normals;  // one for each position
  std::span<const std::array<std::uint32_t, 3>> triangles;
};

using CellPlace = std::array<std::int32_t, 3>;

struct VoxelGrid {
  Vec3 origin;      // the corner of the first cell
  double step = 1;  // the side of a cell
  std::array<std::int32_t, 3> counts{};

  [[nodiscard]] std::size_t size() const {
    return std::size_t(counts[0]) * std::size_t(counts[1]) * std::size_t(counts[2]);
  }
  // Cells are numbered along x, then y, then z.
  [[nodiscard]] std::uint32_t cell(const CellPlace& at) const {
    return static_cast<std::uint32_t>((at[2] * counts[1] + at[1]) * counts[0] + at[0]);
  }
  [[nodiscard]] CellPlace place(std::uint32_t cell) const {
    const auto number = static_cast<std::int32_t>(cell);
    const std::int32_t row = number / counts[0];
    return {number % counts[0], row % counts[1], row / counts[1]};
  }
  [[nodiscard]] bool has(const CellPlace& at) const {
    return at[0] >= 0 && at[1] >= 0 && at[2] >= 0 && at[0] < counts[0] && at[1] < counts[1] &&
           at[2] < counts[2];
  }
  [[nodiscard]] Vec3 center(const CellPlace& at) const {
    return origin + step * Vec3{at[0] + 0.5, at[1] + 0.5, at[2] + 0.5};
  }
  // The cell that a point lies in; points beyond the grid count to its outermost cells.
  [[nodiscard]] CellPlace place_of(const Vec3& point) const;
};

// A grid with this many cells along the longest side of the bounds, and a free one all around.
[[nodiscard]] VoxelGrid grid_over(const Bounds& bounds, std::int32_t longest);

// The cells whose centers are inside the surface, in order. Of a surface with parts too thin for
// that, also the cells that the surface itself passes through.
[[nodiscard]] std::vector<std::uint32_t> cells_inside(const VoxelGrid& grid,
                                                      const ClosedSurface& surface);

}  // namespace rigy::kernel
