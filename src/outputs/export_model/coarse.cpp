#include "export_model/coarse.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "distance/nearest.hpp"
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

std::vector<Triangle> triangles_of(const EvaluatedPrimitive& primitive) {
  const std::span<const Vec3> points = primitive.vertices.positions();
  std::vector<Triangle> triangles;
  for (const TriangleRun& run : primitive.triangles) {
    for (std::size_t i = 0; i < run.size(); i += 3) {
      triangles.push_back({points[run[i]], points[run[i + 1]], points[run[i + 2]]});
    }
  }
  return triangles;
}

// How far the full surface and the coarse one are apart at most, both as they are stored.
double surface_error(const EvaluatedPrimitive& coarse) {
  PrimitiveTask task = coarse.task;
  task.surface = nullptr;
  task.topology = topology_of(*task.primitive);
  task.layers.topology = task.topology;
  PrimitiveEvaluator evaluator(Winding::Outward);
  const std::vector<Triangle> full = triangles_of(evaluator.evaluate(task));
  const std::vector<Triangle> own = triangles_of(coarse);
  return std::max(farthest_distance(full, own), farthest_distance(own, full));
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

CoarseShape coarse_shape(const EvaluatedPrimitive& primitive, std::uint32_t step) {
  CoarseShape shape;
  if (primitive.task.surface != nullptr) shape.error = surface_error(primitive);
  const std::span<const RingStack> stacks = stacks_of(*primitive.task.primitive);
  if (step == 1 || stacks.empty()) return shape;
  const std::span<const Vec3> points = primitive.vertices.positions();
  shape.stand_ins.resize(points.size());
  std::iota(shape.stand_ins.begin(), shape.stand_ins.end(), 0u);
  for (const RingStack& stack : stacks) thin_out(stack, points, step, shape);
  return shape;
}

}  // namespace rigy::outputs
