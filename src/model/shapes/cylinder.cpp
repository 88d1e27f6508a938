#include <cmath>

#include "shapes/convex_parts.hpp"
#include "shapes/rings.hpp"
#include "shapes/shape.hpp"

namespace rigy::model {
namespace {

constexpr std::size_t side_size = 2 * ring_size;
constexpr std::size_t cap_size = 1 + ring_size;  // the center, then the rim
constexpr std::size_t top_cap = side_size;
constexpr std::size_t bottom_cap = top_cap + cap_size;
constexpr std::size_t vertex_count = bottom_cap + cap_size;
// The rims of the side, and those of the caps, after their centers.
constexpr RingStack stacks[] = {{0, 1}, {ring_size, 1}, {top_cap + 1, 1}, {bottom_cap + 1, 1}};
constexpr auto side_indices = ring_indices<2>();
constexpr std::size_t cap_indices = ring_columns * 3;

constexpr std::array<Vec3, vertex_count> make_normals() {
  std::array<Vec3, vertex_count> normals{};
  for (std::size_t i = 0; i < side_size; ++i) normals[i] = radial_normal(columns[i % ring_size]);
  for (std::size_t i = top_cap; i < bottom_cap; ++i) normals[i] = {0, 1, 0};
  for (std::size_t i = bottom_cap; i < vertex_count; ++i) normals[i] = {0, -1, 0};
  return normals;
}

constexpr std::array<std::uint32_t, side_indices.size() + 2 * cap_indices> make_indices() {
  std::array<std::uint32_t, side_indices.size() + 2 * cap_indices> indices{};
  std::size_t at = 0;
  for (const std::uint32_t index : side_indices) indices[at++] = index;
  for (const std::size_t cap : {top_cap, bottom_cap}) {
    const auto center = static_cast<std::uint32_t>(cap);
    for (std::uint32_t column = 0; column < ring_columns; ++column) {
      for (const std::uint32_t index : {center, center + 1 + column, center + 2 + column}) {
        indices[at++] = index;
      }
    }
  }
  return indices;
}

constexpr std::array<MirrorImage, vertex_count> make_mirror() {
  std::array<MirrorImage, vertex_count> mirror{};
  for (const std::size_t begin : {std::size_t{0}, ring_size, top_cap + 1, bottom_cap + 1}) {
    for (std::size_t column = 0; column < ring_size; ++column) {
      mirror[begin + column] = mirror_in_ring(begin, column);
    }
  }
  for (const std::size_t cap : {top_cap, bottom_cap}) {
    const auto center = static_cast<std::uint32_t>(cap);
    mirror[cap] = {center, center};
  }
  return mirror;
}

constexpr auto normals = make_normals();
constexpr auto stored_normals = stored(normals);
constexpr auto indices = make_indices();
constexpr auto mirror = make_mirror();

Vec3* ring(double radius, double y, Vec3* out) {
  for (const CircleEntry& phi : columns) *out++ = {radius * phi.cos, y, radius * phi.sin};
  return out;
}

void positions(const Dimensions& size, Vec3* out) {
  const double radius = size[0];
  const double half_height = size[1] / 2;
  out = ring(radius, half_height, out);
  out = ring(radius, -half_height, out);
  *out++ = {0, half_height, 0};
  out = ring(radius, half_height, out);
  *out++ = {0, -half_height, 0};
  ring(radius, -half_height, out);
}

double half_width(const Dimensions& size, const Dimensions& d) {
  return std::abs(d[1]) * size[1] / 2 + size[0] * std::sqrt(d[0] * d[0] + d[2] * d[2]);
}

void convex(const Dimensions& size, const Affine& transform, Convex& out) {
  add_ends(transform, size[1], out);
  out.add_axis(size[0] * transform.linear.column(0));
  out.add_axis(size[0] * transform.linear.column(2));
}

}  // namespace

// The side and the top cap face inward, the bottom cap outward.
constinit const Shape cylinder_shape{.topology = {.vertex_count = vertex_count,
                                                  .indices = indices,
                                                  .inward_end = side_indices.size() + cap_indices,
                                                  .mirror = mirror,
                                                  .constant_normals = normals,
                                                  .stored_normals = stored_normals},
                                     .positions = positions,
                                     .half_width = half_width,
                                     .convex = convex,
                                     .flat_faces = FlatFaces::Some,
                                     .kind = ShapeKind::Cylinder,
                                     .stacks = stacks};

}  // namespace rigy::model
