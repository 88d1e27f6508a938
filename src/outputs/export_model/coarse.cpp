#include "export_model/coarse.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "distance/nearest.hpp"
#include "math/bounds.hpp"
#include "shapes/implicit_surface.hpp"
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

// The vertex that takes the place of each, in the rings that stay.
std::vector<std::uint32_t> stand_ins_of(std::span<const RingStack> stacks, std::size_t vertices,
                                        std::uint32_t step) {
  std::vector<std::uint32_t> stand_ins(vertices);
  std::iota(stand_ins.begin(), stand_ins.end(), 0u);
  for (const RingStack& stack : stacks) {
    for (std::uint32_t row = 0; row < stack.rings; ++row) {
      for (std::uint32_t column = 0; column < ring; ++column) {
        stand_ins[stack.first_vertex + row * ring + column] =
            stack.first_vertex + (row - row % step) * ring + column - column % step;
      }
    }
  }
  return stand_ins;
}

// At rest, a quad between rows and columns that stay is flat, and a point of it takes the place of
// each vertex that goes. The distance to a flat convex figure is greatest at the corners of a
// triangle.
double rest_error(const RingStack& stack, std::span<const Vec3> points, std::uint32_t step) {
  const auto point = [&](std::uint32_t row, std::uint32_t column) {
    return points[stack.first_vertex + row * ring + column];
  };
  double error = 0;
  for (std::uint32_t row = 0; row < stack.rings; ++row) {
    const Between rows = between(row, stack.rings - 1, step);
    for (std::uint32_t column = 0; column < ring; ++column) {
      const Between columns = between(column, ring - 1, step);
      const auto on_row = [&](std::uint32_t of_row) {
        return mix(point(of_row, columns.before), point(of_row, columns.after), columns.share);
      };
      const Vec3 stand_in = mix(on_row(rows.before), on_row(rows.after), rows.share);
      error = std::max(error, length(point(row, column) - stand_in));
    }
  }
  return error;
}

// It fits the room of the full surface, and has vertices, all finite.
bool is_usable(const ExtractedSurface& coarse, const ExtractedSurface& full, unsigned threads) {
  if (!coarse.cells.finite || coarse.cells.vertex_count == 0) return false;
  if (coarse.cells.vertex_count > full.cells.vertex_count) return false;
  PrimitiveVertices vertices;
  return fill_surface(coarse, threads, vertices);
}

// As coarse as the step asks for, as long as anything is left; null: only the full surface is.
std::shared_ptr<const ExtractedSurface> coarse_surface(const Primitive& primitive,
                                                       std::uint32_t step, unsigned threads) {
  if (primitive.extraction == nullptr || primitive.extraction->cells.vertex_count == 0) return {};
  const std::optional<ImplicitSurface> surface = sound_surface(*primitive.surface);
  for (; surface && step > 1; step /= 2) {
    auto coarse = extract_coarse_surface(*surface, step, threads);
    if (is_usable(*coarse, *primitive.extraction, threads)) return coarse;
  }
  return {};
}

std::vector<Vec3> own_points(const EvaluatedPrimitive& primitive) {
  const std::span<const Vec3> points = primitive.vertices.positions();
  return {points.begin(), points.end()};
}

// `stand_ins` is empty if all vertices stay.
std::vector<Triangle> triangles_of(const EvaluatedPrimitive& primitive,
                                   std::span<const Vec3> points,
                                   std::span<const std::uint32_t> stand_ins) {
  const auto corner = [&](std::uint32_t vertex) {
    return points[stand_ins.empty() ? vertex : stand_ins[vertex]];
  };
  std::vector<Triangle> triangles;
  for (const TriangleRun& run : primitive.triangles) {
    for (std::size_t i = 0; i < run.size(); i += 3) {
      triangles.push_back({corner(run[i]), corner(run[i + 1]), corner(run[i + 2])});
    }
  }
  return triangles;
}

// Nothing is stored of a shape without an area: then it is the size of both together.
double farther_of_both(const std::vector<Triangle>& a, const std::vector<Triangle>& b) {
  const double distance = std::max(farthest_distance(a, b), farthest_distance(b, a));
  if (std::isfinite(distance)) return distance;
  std::vector<Vec3> corners;
  for (const auto* triangles : {&a, &b}) {
    for (const Triangle& triangle : *triangles) {
      corners.insert(corners.end(), triangle.begin(), triangle.end());
    }
  }
  const Bounds bounds = bounds_of(corners);
  return length(bounds.max - bounds.min);
}

// How far the full surface and the coarse one are apart at most, both as they are stored.
double surface_error(const EvaluatedPrimitive& coarse, const PointsOf& points_of) {
  PrimitiveTask task = coarse.task;
  task.surface = nullptr;
  task.topology = topology_of(*task.primitive);
  task.layers.topology = task.topology;
  PrimitiveEvaluator evaluator(Winding::Outward);
  const EvaluatedPrimitive full = evaluator.evaluate(task);
  return farther_of_both(triangles_of(full, points_of(full), {}),
                         triangles_of(coarse, points_of(coarse), {}));
}

// The same of a shape of rings, wherever its vertices are.
double ring_error(const EvaluatedPrimitive& primitive, std::span<const std::uint32_t> stand_ins,
                  const PointsOf& points_of) {
  const std::vector<Vec3> points = points_of(primitive);
  return farther_of_both(triangles_of(primitive, points, {}),
                         triangles_of(primitive, points, stand_ins));
}

}  // namespace

std::uint32_t coarse_step(double detail, std::uint32_t level) {
  std::uint32_t step = 1;
  while (step < greatest_step && detail * step < 1) step *= 2;
  for (std::uint32_t i = 0; i < level && step < greatest_step; ++i) step *= 2;
  return step;
}

SurfaceLevel coarse_surfaces(const Scene& scene, std::uint32_t step, unsigned threads) {
  SurfaceLevel surfaces;
  if (step == 1) return surfaces;
  for (const StoredMesh& mesh : scene.meshes) {
    for (const Primitive& primitive : mesh.mesh->primitives) {
      if (primitive.surface == nullptr || surfaces.contains(&primitive)) continue;
      if (auto coarse = coarse_surface(primitive, step, threads)) {
        surfaces.emplace(&primitive, std::move(coarse));
      }
    }
  }
  return surfaces;
}

CoarseShape coarse_shape(const EvaluatedPrimitive& primitive, std::uint32_t step,
                         bool finds_error) {
  CoarseShape shape;
  if (finds_error && primitive.task.surface != nullptr) {
    shape.error = surface_error(primitive, own_points);
  }
  const std::span<const RingStack> stacks = stacks_of(*primitive.task.primitive);
  if (step == 1 || stacks.empty()) return shape;
  const std::span<const Vec3> points = primitive.vertices.positions();
  shape.stand_ins = stand_ins_of(stacks, points.size(), step);
  if (finds_error && primitive.task.posed != nullptr) {
    shape.error = ring_error(primitive, shape.stand_ins, own_points);
  } else if (finds_error) {
    for (const RingStack& stack : stacks) {
      shape.error = std::max(shape.error, rest_error(stack, points, step));
    }
  }
  return shape;
}

double moved_error(const EvaluatedPrimitive& primitive, std::uint32_t step,
                   const PointsOf& points_of) {
  if (primitive.task.surface != nullptr) return surface_error(primitive, points_of);
  const std::span<const RingStack> stacks = stacks_of(*primitive.task.primitive);
  if (step == 1 || stacks.empty()) return 0;
  const std::size_t vertices = primitive.vertices.positions().size();
  return ring_error(primitive, stand_ins_of(stacks, vertices, step), points_of);
}

}  // namespace rigy::outputs
