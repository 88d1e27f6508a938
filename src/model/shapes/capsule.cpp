#include <cmath>

#include "shapes/convex_parts.hpp"
#include "shapes/rings.hpp"
#include "shapes/shape.hpp"

namespace rigy::model {
namespace {

constexpr std::size_t hemisphere_rings = 8;
constexpr std::size_t body_rows = 8;
constexpr std::size_t top_size = (hemisphere_rings + 1) * ring_size;
constexpr std::size_t body_size = (body_rows + 1) * ring_size;
constexpr std::size_t rings = (hemisphere_rings + 1) + (body_rows + 1) + hemisphere_rings;
constexpr std::size_t vertex_count = rings * ring_size;
// The bottom begins with the last ring of the body.
constexpr RingStack stacks[] = {{0, hemisphere_rings + 1},
                                {top_size, body_rows + 1},
                                {top_size + body_size - ring_size, hemisphere_rings + 1}};

constexpr Vec3 normal_at(std::size_t vertex) {
  const CircleEntry& phi = columns[vertex % ring_size];
  // θ = ((π/2)·ring)/8 of the top is the same number as φ = ((2·π)·ring)/32.
  if (vertex < top_size) return sphere_normal(columns[vertex / ring_size], phi);
  if (vertex < top_size + body_size) return radial_normal(phi);
  // The bottom begins at its ring 1: ring 0 would repeat the last ring of the body.
  return sphere_normal(bottom_rings[(vertex - top_size - body_size) / ring_size + 1], phi);
}

constexpr std::array<Vec3, vertex_count> make_normals() {
  std::array<Vec3, vertex_count> normals{};
  for (std::size_t i = 0; i < vertex_count; ++i) normals[i] = normal_at(i);
  return normals;
}

constexpr auto normals = make_normals();
constexpr auto stored_normals = stored(normals);
constexpr auto indices = ring_indices<rings>();
constexpr auto mirror = ring_mirror<rings>();

double ring_height(std::size_t ring, double radius, double height) {
  const double half_height = height / 2;
  if (ring <= hemisphere_rings) return half_height + radius * columns[ring].cos;
  const std::size_t row = ring - hemisphere_rings - 1;
  if (row <= body_rows) return half_height - (height * static_cast<double>(row)) / 8;
  return -half_height + radius * bottom_rings[row - body_rows].cos;
}

void positions(const Dimensions& size, Vec3* out) {
  const double radius = size[0];
  const Vec3* normal = normals.data();
  for (std::size_t ring = 0; ring < rings; ++ring) {
    const double y = ring_height(ring, radius, size[1]);
    for (std::size_t column = 0; column < ring_size; ++column, ++normal) {
      *out++ = {radius * normal->x, y, radius * normal->z};
    }
  }
}

double half_width(const Dimensions& size, const Dimensions& d) {
  return std::abs(d[1]) * size[1] / 2 + size[0];
}

void convex(const Dimensions& size, const Affine& transform, Convex& out) {
  add_ends(transform, size[1], out);
  add_ball(transform, size[0], out);
}

}  // namespace

constinit const Shape capsule_shape{.topology = {.vertex_count = vertex_count,
                                                 .indices = indices,
                                                 .inward_end = indices.size(),
                                                 .mirror = mirror,
                                                 .constant_normals = normals,
                                                 .stored_normals = stored_normals},
                                    .positions = positions,
                                    .half_width = half_width,
                                    .convex = convex,
                                    .kind = ShapeKind::Capsule,
                                    .stacks = stacks};

}  // namespace rigy::model
