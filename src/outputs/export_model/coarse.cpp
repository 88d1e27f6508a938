#include "export_model/coarse.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "shapes/rings.hpp"

namespace rigy::outputs {
namespace {

constexpr std::uint32_t greatest_step = 8;

constexpr auto ring = static_cast<std::uint32_t>(ring_size);

std::span<const RingStack> stacks_of(const Primitive& primitive) {
  const Shape* const shape = shape_of(primitive);
  if (shape == nullptr) return {};
  return shape->stacks;
}

// Where something lies between two that stay.
struct Between {
  std::uint32_t before = 0;
  std::uint32_t after = 0;
  double share = 0;
};

Between between(std::uint32_t number, std::uint32_t last, std::uint32_t step) {
  const std::uint32_t before = number - number % step;
  return {before, std::min(before + step, last), static_cast<double>(number % step) / step};
}

Vec3 mix(const Vec3& a, const Vec3& b, double share) { return (1 - share) * a + share * b; }

// A quad between rows and columns that stay is flat, and a point of it takes the place of each
// vertex that goes. The distance to a flat convex figure is greatest at the corners of a triangle.
void thin_out(const RingStack& stack, std::span<const Vec3> points, std::uint32_t step,
              CoarseShape& shape) {
  const auto vertex = [&](std::uint32_t row, std::uint32_t column) {
    return stack.first_vertex + row * ring + column;
  };
  for (std::uint32_t row = 0; row < stack.rings; ++row) {
    const Between rows = between(row, stack.rings - 1, step);
    for (std::uint32_t column = 0; column < ring; ++column) {
      const Between columns = between(column, ring - 1, step);
      const auto on_row = [&](std::uint32_t of_row) {
        return mix(points[vertex(of_row, columns.before)], points[vertex(of_row, columns.after)],
                   columns.share);
      };
      const Vec3 stand_in = mix(on_row(rows.before), on_row(rows.after), rows.share);
      shape.error = std::max(shape.error, length(points[vertex(row, column)] - stand_in));
      shape.stand_ins[vertex(row, column)] = vertex(rows.before, columns.before);
    }
  }
}

// The longest edge of the cells that the surface was made from.
double cell_size(const SurfaceFields& surface) {
  const Vec3 size = surface.max.value - surface.min.value;
  double longest = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto cells = static_cast<double>(surface.grid[axis].value - 1);
    longest = std::max(longest, size[axis] / cells);
  }
  return longest;
}

using Cell = std::array<std::int64_t, 3>;

// How much longer lengths are after what is baked into the mesh.
double baked_scale(const PrimitiveTask& task) {
  if (task.mesh->baked == nullptr) return 1;
  const Mat3& linear = task.mesh->baked->linear;
  return std::max({length(linear.column(0)), length(linear.column(1)), length(linear.column(2))});
}

std::int64_t cell_at(double coordinate, double size) {
  constexpr double greatest = 1e15;
  return static_cast<std::int64_t>(std::floor(std::clamp(coordinate / size, -greatest, greatest)));
}

// In each cell, the vertex nearest to the middle of all of them stays.
void cluster(std::span<const Vec3> points, double size, CoarseShape& shape) {
  std::map<Cell, std::vector<std::uint32_t>> cells;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    Cell cell{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      cell[axis] = cell_at(points[i][axis], size);
    }
    cells[cell].push_back(i);
  }
  for (const auto& [cell, vertices] : cells) {
    Vec3 sum;
    for (const std::uint32_t vertex : vertices) sum = sum + points[vertex];
    const Vec3 middle = sum / static_cast<double>(vertices.size());
    const auto nearest =
        *std::min_element(vertices.begin(), vertices.end(), [&](std::uint32_t a, std::uint32_t b) {
          const Vec3 from_a = points[a] - middle;
          const Vec3 from_b = points[b] - middle;
          return dot(from_a, from_a) < dot(from_b, from_b);
        });
    for (const std::uint32_t vertex : vertices) {
      shape.stand_ins[vertex] = nearest;
      shape.error = std::max(shape.error, length(points[vertex] - points[nearest]));
    }
  }
}

bool has_triangles(const EvaluatedPrimitive& primitive, const CoarseShape& shape) {
  for (const TriangleRun& run : primitive.triangles) {
    for (std::size_t i = 0; i < run.size(); i += 3) {
      const std::uint32_t a = shape.stand_ins[run[i]];
      const std::uint32_t b = shape.stand_ins[run[i + 1]];
      const std::uint32_t c = shape.stand_ins[run[i + 2]];
      if (a != b && b != c && c != a) return true;
    }
  }
  return false;
}

// As coarse as the step asks for, as long as anything is left.
void coarsen_surface(const EvaluatedPrimitive& primitive, std::uint32_t step, CoarseShape& shape) {
  const double cell = cell_size(*primitive.task.primitive->surface) * baked_scale(primitive.task);
  for (; step > 1; step /= 2) {
    shape.error = 0;
    cluster(primitive.vertices.positions(), step * cell, shape);
    if (has_triangles(primitive, shape)) return;
  }
  shape = {};
}

}  // namespace

std::uint32_t coarse_step(double detail, std::uint32_t level) {
  std::uint32_t step = 1;
  while (step < greatest_step && detail * step < 1) step *= 2;
  for (std::uint32_t i = 0; i < level && step < greatest_step; ++i) step *= 2;
  return step;
}

CoarseShape coarse_shape(const EvaluatedPrimitive& primitive, std::uint32_t step) {
  CoarseShape shape;
  const Primitive& written = *primitive.task.primitive;
  const std::span<const RingStack> stacks = stacks_of(written);
  if (step == 1 || (stacks.empty() && written.surface == nullptr)) return shape;
  const std::span<const Vec3> points = primitive.vertices.positions();
  shape.stand_ins.resize(points.size());
  std::iota(shape.stand_ins.begin(), shape.stand_ins.end(), 0u);
  for (const RingStack& stack : stacks) thin_out(stack, points, step, shape);
  if (stacks.empty()) coarsen_surface(primitive, step, shape);
  return shape;
}

}  // namespace rigy::outputs
