#include "implicit/cells.hpp"

#include <algorithm>
#include <cstring>

#include "common/cancellation.hpp"
#include "common/parallel.hpp"
#include "implicit/cube_tables.hpp"
#include "math/wide_vectors.hpp"

namespace rigy::kernel {
namespace {

// Large enough for most neighbors to be in one range, and small enough for the edges and vertices
// of a range to stay in the cache.
constexpr std::size_t cells_per_range = 2048;

// Which corners of one z lie inside: for each (x, y) its own bit 0, then those of the neighbors at
// x + 1, both + 1 and y + 1 as bits 1 to 3. This is half the case of a cell.
struct SliceSides {
  std::vector<std::uint8_t> inside;
  std::vector<std::uint8_t> faces;
};

// Returns whether all values are finite.
RIGY_WIDE_VECTORS
bool find_inside(const double* values, double iso, std::uint8_t* inside, std::size_t count) {
  std::uint64_t odd = 0;
  for (std::size_t i = 0; i < count; ++i) {
    inside[i] = values[i] >= iso ? 1 : 0;
    odd += values[i] - values[i] == 0 ? 0 : 1;
  }
  return odd == 0;
}

RIGY_WIDE_VECTORS
void find_faces(const std::uint8_t* row, const std::uint8_t* next, std::uint8_t* faces,
                std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    faces[x] =
        static_cast<std::uint8_t>(row[x] | row[x + 1] << 1 | next[x + 1] << 2 | next[x] << 3);
  }
}

// One thread's pass through consecutive layers of cells.
class LayerWalk {
 public:
  explicit LayerWalk(const ScalarField& field)
      : field_(field),
        columns_(field.grid.counts[0]),
        rows_(field.grid.counts[1]),
        values_(field.slice_size()) {
    for (SliceSides* sides : {&below_, &above_}) {
      sides->inside.resize(field.slice_size());
      sides->faces.resize(field.slice_size());
    }
  }

  [[nodiscard]] ActiveCells walk(std::size_t first_layer, std::size_t end_layer) {
    enter_slice(first_layer);
    for (std::size_t z = first_layer; z < end_layer; ++z) {
      stop_if_canceled();
      std::swap(below_, above_);
      enter_slice(z + 1);
      for (std::size_t y = 0; y + 1 < rows_; ++y) scan_row(y, z);
    }
    return std::move(found_);
  }

 private:
  void enter_slice(std::size_t z) {
    evaluate_slice(field_, z, values_);
    std::uint8_t* inside = above_.inside.data();
    if (!find_inside(values_.data(), field_.iso, inside, values_.size())) found_.finite = false;
    for (std::size_t y = 0; y + 1 < rows_; ++y) {
      const std::uint8_t* row = inside + y * columns_;
      find_faces(row, row + columns_, &above_.faces[y * columns_], columns_ - 1);
    }
  }

  void scan_row(std::size_t y, std::size_t z) {
    const std::size_t cells = columns_ - 1;
    const std::uint8_t* low = &below_.faces[y * columns_];
    const std::uint8_t* high = &above_.faces[y * columns_];
    const std::size_t first_cell = (z * (rows_ - 1) + y) * cells;
    std::size_t x = 0;
    for (; x + 8 <= cells; x += 8) {
      if (eight_alike(low + x, high + x)) continue;
      for (std::size_t i = x; i < x + 8; ++i) add_cell(first_cell + i, low[i], high[i]);
    }
    for (; x < cells; ++x) add_cell(first_cell + x, low[x], high[x]);
  }

  // Whether eight cells are all outside or all inside.
  static bool eight_alike(const std::uint8_t* low, const std::uint8_t* high) {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::memcpy(&a, low, sizeof a);
    std::memcpy(&b, high, sizeof b);
    return (a | b) == 0 || (a & b) == 0x0f0f0f0f0f0f0f0f;
  }

  void add_cell(std::size_t index, unsigned low, unsigned high) {
    const std::size_t cube_case = low | high << 4;
    if (cube_case == 0 || cube_case == cube_cases - 1) return;
    if (found_.ranges.empty() || found_.ranges.back().cells.size() == cells_per_range) {
      found_.ranges.emplace_back();
    }
    CellRange& range = found_.ranges.back();
    range.cells.emplace_back(index, cube_case);
    range.vertex_count += cube_case_table[cube_case].triangles.size();
  }

  const ScalarField& field_;
  std::size_t columns_;
  std::size_t rows_;
  std::vector<double> values_;
  SliceSides below_;
  SliceSides above_;
  ActiveCells found_;
};

ActiveCells joined(std::vector<ActiveCells>& parts) {
  ActiveCells all;
  for (ActiveCells& part : parts) {
    all.finite = all.finite && part.finite;
    for (CellRange& range : part.ranges) {
      range.first_vertex = all.vertex_count;
      all.vertex_count += range.vertex_count;
      all.ranges.push_back(std::move(range));
    }
  }
  return all;
}

}  // namespace

ActiveCells find_active_cells(const ScalarField& field, unsigned threads) {
  // The slice between two parts is evaluated for both, so there are only as many parts as it takes
  // to keep all threads busy.
  constexpr std::size_t parts_per_thread = 4;
  constexpr std::size_t least_layers = 8;
  const std::size_t layers = field.grid.counts[2] - 1;
  const std::size_t wanted = threads > 1 ? parts_per_thread * threads : 1;
  const std::size_t count = std::clamp<std::size_t>(layers / least_layers, 1, wanted);
  std::vector<ActiveCells> parts(count);
  parallel_for(
      count, threads,
      [&](unsigned, std::size_t part) {
        parts[part] = LayerWalk(field).walk(layers * part / count, layers * (part + 1) / count);
      },
      1);
  return joined(parts);
}

}  // namespace rigy::kernel
