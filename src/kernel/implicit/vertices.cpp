// A vertex belongs to a crossed edge, taken in one direction. In that direction an edge is shared
// by two cells if it is along x or y and by four if along z; the other cells take it in the
// opposite direction, which may give another last bit. So the cells of a range first number the
// distinct edges, then these become vertices in batches, then the vertices are copied to the
// triangles.
#include "implicit/vertices.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "common/cancellation.hpp"
#include "implicit/cube_tables.hpp"
#include "math/wide_vectors.hpp"

namespace rigy::kernel {
namespace {

constexpr double no_length = 1e-30;
constexpr std::size_t batch_size = 32;

struct Corner {
  std::uint32_t x;
  std::uint32_t y;
  std::uint32_t z;
};

struct Edge {
  Corner from;
  Corner to;
};

using EdgeNumbers = std::array<std::uint32_t, cube_edges>;

constexpr std::array<std::array<Corner, 2>, cube_edges> make_edge_offsets() {
  std::array<std::array<Corner, 2>, cube_edges> offsets{};
  for (std::size_t edge = 0; edge < cube_edges; ++edge) {
    for (std::size_t end = 0; end < 2; ++end) {
      const auto corner = cube_corner_offsets[digit_value(cube_edge_ends[edge][end])];
      offsets[edge][end] = {static_cast<std::uint32_t>(corner[0] - '0'),
                            static_cast<std::uint32_t>(corner[1] - '0'),
                            static_cast<std::uint32_t>(corner[2] - '0')};
    }
  }
  return offsets;
}

constexpr auto edge_offsets = make_edge_offsets();

Corner operator+(const Corner& a, const Corner& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

// The numbers of the edges of each cell, and the edges themselves.
class EdgeNumbering {
 public:
  EdgeNumbering(const FieldGrid& grid, std::span<const ActiveCell> cells)
      : row_(grid.counts[0] - 1), layer_(row_ * (grid.counts[1] - 1)), cells_(cells) {
    numbers_.resize(cells.size());
    edges_.reserve(3 * cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) number_edges(i);
  }

  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  [[nodiscard]] const EdgeNumbers& numbers(std::size_t cell) const { return numbers_[cell]; }

 private:
  // The cell `distance` before cell i, if it is in the range. The search starts where the last one
  // ended, as both cells move forward together.
  const EdgeNumbers* before(std::size_t i, std::size_t distance, std::size_t& guess) const {
    const std::size_t index = cells_[i].index();
    if (index < distance) return nullptr;
    while (cells_[guess].index() < index - distance) ++guess;
    return cells_[guess].index() == index - distance ? &numbers_[guess] : nullptr;
  }

  void number_edges(std::size_t i) {
    const std::size_t index = cells_[i].index();
    const Corner at{static_cast<std::uint32_t>(index % row_),
                    static_cast<std::uint32_t>(index % layer_ / row_),
                    static_cast<std::uint32_t>(index / layer_)};
    const EdgeNumbers* left =
        at.x > 0 && i > 0 && cells_[i - 1].index() == index - 1 ? &numbers_[i - 1] : nullptr;
    const EdgeNumbers* front = at.y > 0 ? before(i, row_, row_guess_) : nullptr;
    const EdgeNumbers* below = before(i, layer_, layer_guess_);
    unsigned crossed = cube_case_table[cells_[i].cube_case()].edges;
    const auto take = [&](unsigned edge, const EdgeNumbers* from, unsigned same) {
      if (from == nullptr || (crossed >> edge & 1) == 0) return;
      numbers_[i][edge] = (*from)[same];
      crossed &= ~(1u << edge);
    };
    for (unsigned edge = 0; edge < 4; ++edge) take(edge, below, edge + 4);
    take(8, left, 9);
    take(11, left, 10);
    take(8, front, 11);
    take(9, front, 10);
    for (unsigned edge = 0; crossed >> edge != 0; ++edge) {
      if ((crossed >> edge & 1) == 0) continue;
      numbers_[i][edge] = static_cast<std::uint32_t>(edges_.size());
      edges_.push_back({at + edge_offsets[edge][0], at + edge_offsets[edge][1]});
    }
  }

  std::size_t row_;
  std::size_t layer_;
  std::span<const ActiveCell> cells_;
  std::vector<EdgeNumbers> numbers_;
  std::vector<Edge> edges_;
  std::size_t row_guess_ = 0;
  std::size_t layer_guess_ = 0;
};

// The edges in an order in which successive ones are close together, so that few ops reach the
// points of a batch: tiles of 8 × 8 columns, one after the other. Some tiles of a large grid share
// a slot, which is harmless.
std::vector<std::uint32_t> order_by_tile(std::span<const Edge> edges) {
  constexpr std::size_t tile_count = 1024;
  const auto tile_of = [](const Edge& edge) {
    return ((edge.from.y >> 3) * 32 + (edge.from.x >> 3)) % tile_count;
  };
  std::array<std::uint32_t, tile_count + 1> places{};
  for (const Edge& edge : edges) ++places[tile_of(edge) + 1];
  std::partial_sum(places.begin(), places.end(), places.begin());
  std::vector<std::uint32_t> order(edges.size());
  for (std::uint32_t i = 0; i < edges.size(); ++i) order[places[tile_of(edges[i])]++] = i;
  return order;
}

// Points, axis by axis.
template <std::size_t N>
struct Points {
  std::array<std::array<double, N>, 3> axes;

  void evaluate(const ScalarField& field, std::size_t count, std::span<double> values) const {
    evaluate_points(field, std::span(axes[0]).first(count), std::span(axes[1]).first(count),
                    std::span(axes[2]).first(count), values.first(count));
  }
};

using BatchPoints = Points<batch_size>;
using BatchValues = std::array<double, batch_size>;

struct Batch {
  std::span<const Edge> edges;            // all of them
  std::span<const std::uint32_t> chosen;  // those of the batch
};

// The ends at which the edges begin, then the others.
void load_ends(const ScalarField& field, const Batch& batch, Points<2 * batch_size>& ends) {
  const auto load = [&](const Corner& corner, std::size_t to) {
    ends.axes[0][to] = field.coordinates[0][corner.x];
    ends.axes[1][to] = field.coordinates[1][corner.y];
    ends.axes[2][to] = field.coordinates[2][corner.z];
  };
  const std::size_t count = batch.chosen.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Edge& edge = batch.edges[batch.chosen[i]];
    load(edge.from, i);
    load(edge.to, count + i);
  }
}

RIGY_WIDE_VECTORS
void interpolate(const Points<2 * batch_size>& ends, const double* values, double iso,
                 std::size_t count, BatchPoints& crossings) {
  BatchValues t;
  for (std::size_t i = 0; i < count; ++i) {
    t[i] = (iso - values[i]) / (values[count + i] - values[i]);
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double* from = ends.axes[axis].data();
    const double* to = from + count;
    for (std::size_t i = 0; i < count; ++i) {
      crossings.axes[axis][i] = from[i] + t[i] * (to[i] - from[i]);
    }
  }
}

// Halves the edges, always keeping the half whose ends lie on different sides.
void search(const ScalarField& field, Points<2 * batch_size>& ends, const double* values,
            std::size_t count, BatchPoints& crossings) {
  BatchValues middle;
  for (std::uint32_t halving = 0; halving <= field.halvings; ++halving) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto& places = ends.axes[axis];
      for (std::size_t i = 0; i < count; ++i) {
        crossings.axes[axis][i] = (places[i] + places[count + i]) / 2;
      }
    }
    if (halving == field.halvings) return;
    crossings.evaluate(field, count, middle);
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_like_from = (middle[i] < field.iso) == (values[i] < field.iso);
      const std::size_t replaced = is_like_from ? i : count + i;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        ends.axes[axis][replaced] = crossings.axes[axis][i];
      }
    }
  }
}

// Where the field equals iso: searched for, or assuming that it is linear along the edge.
void cross_edges(const ScalarField& field, const Batch& batch, BatchPoints& crossings) {
  Points<2 * batch_size> ends;
  std::array<double, 2 * batch_size> values;
  const std::size_t count = batch.chosen.size();
  load_ends(field, batch, ends);
  ends.evaluate(field, 2 * count, values);
  if (field.halvings > 0) {
    search(field, ends, values.data(), count, crossings);
  } else {
    interpolate(ends, values.data(), field.iso, count, crossings);
  }
}

// Six points around each crossing, in groups of `count`: forward and back along x, y and z.
using SamplePoints = Points<6 * batch_size>;

RIGY_WIDE_VECTORS
void shift_clamped(const double* from, double step, double low, double high, std::size_t count,
                   double* to) {
  for (std::size_t i = 0; i < count; ++i) {
    const double value = from[i] + step;
    const double above = value < low ? low : value;
    to[i] = above > high ? high : above;
  }
}

void place_samples(const ScalarField& field, const BatchPoints& crossings, std::size_t count,
                   SamplePoints& samples) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::size_t way = 0; way < 6; ++way) {
      const double forward = way % 2 == 0 ? field.step[axis] : -field.step[axis];
      shift_clamped(crossings.axes[axis].data(), way / 2 == axis ? forward : 0.0,
                    field.grid.min[axis], field.grid.max[axis], count,
                    &samples.axes[axis][way * count]);
    }
  }
}

// Against the gradient, not divided by the step.
RIGY_WIDE_VECTORS
void normals_from(const double* values, std::size_t count, BatchPoints& normals) {
  for (std::size_t i = 0; i < count; ++i) {
    const double x = -(values[i] - values[count + i]);
    const double y = -(values[2 * count + i] - values[3 * count + i]);
    const double z = -(values[4 * count + i] - values[5 * count + i]);
    const double size = std::sqrt(x * x + y * y + z * z);
    const double x_part = x / size;
    const double y_part = y / size;
    const double z_part = z / size;
    normals.axes[0][i] = size < no_length ? 0.0 : x_part;
    normals.axes[1][i] = size < no_length ? 1.0 : y_part;
    normals.axes[2][i] = size < no_length ? 0.0 : z_part;
  }
}

void find_normals(const ScalarField& field, const BatchPoints& crossings, std::size_t count,
                  BatchPoints& normals) {
  SamplePoints samples;
  std::array<double, 6 * batch_size> values;
  place_samples(field, crossings, count, samples);
  samples.evaluate(field, 6 * count, values);
  normals_from(values.data(), count, normals);
}

bool is_finite(const Vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

struct Vertex {
  Vec3 position;
  Vec3 normal;
};

struct Vertices {
  std::vector<Vertex> of_edges;
  bool finite = true;
};

Vertices vertices_on(const ScalarField& field, std::span<const Edge> edges) {
  Vertices vertices{std::vector<Vertex>(edges.size())};
  const std::vector<std::uint32_t> order = order_by_tile(edges);
  for (std::size_t begin = 0; begin < edges.size(); begin += batch_size) {
    stop_if_canceled();
    const std::size_t count = std::min(batch_size, edges.size() - begin);
    const Batch batch{edges, std::span(order).subspan(begin, count)};
    BatchPoints crossings;
    BatchPoints normals;
    cross_edges(field, batch, crossings);
    find_normals(field, crossings, count, normals);
    const auto& [px, py, pz] = crossings.axes;
    const auto& [nx, ny, nz] = normals.axes;
    for (std::size_t i = 0; i < count; ++i) {
      const Vertex vertex{{px[i], py[i], pz[i]}, {nx[i], ny[i], nz[i]}};
      vertices.of_edges[batch.chosen[i]] = vertex;
      if (!is_finite(vertex.position) || !is_finite(vertex.normal)) vertices.finite = false;
    }
  }
  return vertices;
}

}  // namespace

bool extract_vertices(const ScalarField& field, const CellRange& range, std::span<Vec3> positions,
                      std::span<Vec3> normals) {
  const EdgeNumbering numbering(field.grid, range.cells);
  const Vertices vertices = vertices_on(field, numbering.edges());
  std::size_t at = 0;
  for (std::size_t i = 0; i < range.cells.size(); ++i) {
    const EdgeNumbers& numbers = numbering.numbers(i);
    for (const char digit : cube_case_table[range.cells[i].cube_case()].triangles) {
      const Vertex& vertex = vertices.of_edges[numbers[digit_value(digit)]];
      positions[at] = vertex.position;
      normals[at] = vertex.normal;
      ++at;
    }
  }
  return vertices.finite;
}

}  // namespace rigy::kernel
