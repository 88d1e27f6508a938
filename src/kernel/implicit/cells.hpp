// The cells that the surface passes through: needed to make room for its vertices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "implicit/field.hpp"

namespace rigy::kernel {

// A cell of the grid, counted with x innermost and z outermost, and its case, which is neither 0
// nor 255.
struct ActiveCell {
  std::uint32_t packed;

  ActiveCell(std::size_t index, std::size_t cube_case)
      : packed(static_cast<std::uint32_t>(index << 8 | cube_case)) {}
  [[nodiscard]] std::size_t index() const { return packed >> 8; }
  [[nodiscard]] std::size_t cube_case() const { return packed & 0xff; }
};
static_assert(max_grid_corners < (std::size_t{1} << 24));

// Some cells in ascending order, and where their vertices go.
struct CellRange {
  std::vector<ActiveCell> cells;
  std::size_t first_vertex = 0;
  std::size_t vertex_count = 0;
};

struct ActiveCells {
  std::vector<CellRange> ranges;  // ascending; each is worth giving to a thread
  std::size_t vertex_count = 0;
  bool finite = true;  // the field at all corners
};

// Needs one slice of the grid per thread in addition to the result, and a quarter slice for the
// inside bits. The vertices do not depend on the number of threads.
[[nodiscard]] ActiveCells find_active_cells(const ScalarField& field, unsigned threads);

}  // namespace rigy::kernel
