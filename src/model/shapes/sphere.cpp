#include "shapes/convex_parts.hpp"
#include "shapes/rings.hpp"
#include "shapes/shape.hpp"

namespace rigy::model {
namespace {

constexpr std::size_t latitudes = 16;
constexpr std::size_t rings = latitudes + 1;
constexpr std::size_t vertex_count = rings * ring_size;
constexpr RingStack stacks[] = {{0, rings}};

constexpr std::array<Vec3, vertex_count> make_normals() {
  std::array<Vec3, vertex_count> normals{};
  for (std::size_t i = 0; i < vertex_count; ++i) {
    // θ = (π·lat)/16 is the same number as φ = ((2·π)·lat)/32.
    normals[i] = sphere_normal(columns[i / ring_size], columns[i % ring_size]);
  }
  return normals;
}

constexpr auto normals = make_normals();
constexpr auto stored_normals = stored(normals);
constexpr auto indices = ring_indices<rings>();
constexpr auto mirror = ring_mirror<rings>();

void positions(const Dimensions& size, Vec3* out) {
  const double radius = size[0];
  for (const Vec3& normal : normals) *out++ = radius * normal;
}

double half_width(const Dimensions& size, const Dimensions& /*direction*/) { return size[0]; }

void convex(const Dimensions& size, const Affine& transform, Convex& out) {
  out.add_point(transform.translation);
  add_ball(transform, size[0], out);
}

}  // namespace

constinit const Shape sphere_shape{.topology = {.vertex_count = vertex_count,
                                                .indices = indices,
                                                .inward_end = indices.size(),
                                                .mirror = mirror,
                                                .constant_normals = normals,
                                                .stored_normals = stored_normals},
                                   .positions = positions,
                                   .half_width = half_width,
                                   .convex = convex,
                                   .kind = ShapeKind::Sphere,
                                   .stacks = stacks};

}  // namespace rigy::model
