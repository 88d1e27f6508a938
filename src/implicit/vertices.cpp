// A vertex belongs to a crossed edge, taken in one direction. In that direction an edge is shared
// by two cells if it lies along x or y and by four if along z; the other cells run through it the
// other way, which may give another last bit. So the cells of a range first number the different
// edges, then these become vertices in batches, then the vertices are copied to where the triangles
// are.
#include "implicit/vertices.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/wide_vectors.hpp"
#include "implicit/cube_tables.hpp"

namespace rigy {
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
  // The cell that lies `distance` before cell i, if it is in the range. The guess starts where the
  // last search ended, as both cells move forward together.
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

// Points, axis by axis.
template <std::size_t N>
struct Points {
  std::array<std::array<double, N>, 3> axes;

  void evaluate(const Field& field, std::size_t count, std::span<double> values) const {
    evaluate_points(field, std::span(axes[0]).first(count), std::span(axes[1]).first(count),
                    std::span(axes[2]).first(count), values.first(count));
  }
};

using BatchPoints = Points<batch_size>;
using BatchValues = std::array<double, batch_size>;

// Loads the ends at which the edges begin, or the others.
void load_ends(const Field& field, std::span<const Edge> edges, Corner Edge::*end,
               BatchPoints& points) {
  const auto& [xs, ys, zs] = field.coordinates;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Corner& corner = edges[i].*end;
    points.axes[0][i] = xs[corner.x];
    points.axes[1][i] = ys[corner.y];
    points.axes[2][i] = zs[corner.z];
  }
}

// Where the field equals iso, if it is linear along the edge.
void cross_edges(const Field& field, std::span<const Edge> edges, BatchPoints& crossings) {
  BatchPoints from;
  BatchPoints to;
  BatchValues from_values;
  BatchValues to_values;
  load_ends(field, edges, &Edge::from, from);
  load_ends(field, edges, &Edge::to, to);
  from.evaluate(field, edges.size(), from_values);
  to.evaluate(field, edges.size(), to_values);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const double t = (field.iso - from_values[i]) / (to_values[i] - from_values[i]);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double a = from.axes[axis][i];
      crossings.axes[axis][i] = a + t * (to.axes[axis][i] - a);
    }
  }
}

double clamped(double value, double low, double high) {
  const double above = value < low ? low : value;
  return above > high ? high : above;
}

// Six points around each crossing, in stretches of `count`: forward and back along x, y and z.
using SamplePoints = Points<6 * batch_size>;

void place_samples(const Field& field, const BatchPoints& crossings, std::size_t count,
                   SamplePoints& samples) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double low = field.grid.min[axis];
    const double high = field.grid.max[axis];
    for (std::size_t way = 0; way < 6; ++way) {
      const double step = way / 2 != axis ? 0.0
                          : way % 2 == 0  ? field.step[axis]
                                          : -field.step[axis];
      for (std::size_t i = 0; i < count; ++i) {
        samples.axes[axis][way * count + i] = clamped(crossings.axes[axis][i] + step, low, high);
      }
    }
  }
}

// Against the gradient, not divided by the step.
void find_normals(const Field& field, const BatchPoints& crossings, std::size_t count,
                  std::span<Vec3> normals) {
  SamplePoints samples;
  std::array<double, 6 * batch_size> values;
  place_samples(field, crossings, count, samples);
  samples.evaluate(field, 6 * count, values);
  for (std::size_t i = 0; i < count; ++i) {
    const auto against = [&](std::size_t axis) {
      return -(values[2 * axis * count + i] - values[(2 * axis + 1) * count + i]);
    };
    const Vec3 normal{against(0), against(1), against(2)};
    const double size = length(normal);
    normals[i] = size < no_length ? Vec3{0, 1, 0} : normal / size;
  }
}

bool is_finite(const Vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

struct Vertices {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;
  bool finite = true;
};

Vertices vertices_on(const Field& field, std::span<const Edge> edges) {
  Vertices vertices{std::vector<Vec3>(edges.size()), std::vector<Vec3>(edges.size())};
  for (std::size_t begin = 0; begin < edges.size(); begin += batch_size) {
    const std::size_t count = std::min(batch_size, edges.size() - begin);
    BatchPoints crossings;
    cross_edges(field, edges.subspan(begin, count), crossings);
    const auto& [x, y, z] = crossings.axes;
    for (std::size_t i = 0; i < count; ++i) vertices.positions[begin + i] = {x[i], y[i], z[i]};
    find_normals(field, crossings, count, std::span(vertices.normals).subspan(begin, count));
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!is_finite(vertices.positions[i]) || !is_finite(vertices.normals[i])) {
      vertices.finite = false;
    }
  }
  return vertices;
}

}  // namespace

bool extract_vertices(const Field& field, const CellRange& range, std::span<Vec3> positions,
                      std::span<Vec3> normals) {
  const EdgeNumbering numbering(field.grid, range.cells);
  const Vertices vertices = vertices_on(field, numbering.edges());
  std::size_t at = 0;
  for (std::size_t i = 0; i < range.cells.size(); ++i) {
    const EdgeNumbers& numbers = numbering.numbers(i);
    for (const char digit : cube_case_table[range.cells[i].cube_case()].triangles) {
      const std::uint32_t vertex = numbers[digit_value(digit)];
      positions[at] = vertices.positions[vertex];
      normals[at] = vertices.normals[vertex];
      ++at;
    }
  }
  return vertices.finite;
}

}  // namespace rigy
