#include <algorithm>
#include <cmath>

#include "shapes/convex_parts.hpp"
#include "shapes/shape.hpp"

namespace rigy::model {
namespace {

// A right triangle in x and z with its right angle at −x −z, extruded along y. The signs of its six
// corners.
constexpr std::array<Vec3, 6> corners{
    {{-1, -1, -1}, {1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}, {1, 1, -1}, {-1, 1, 1}}};

// The corners of its faces: −z, −x, the slope, −y, +y.
constexpr auto corner_of_vertex =
    std::to_array<std::size_t>({0, 1, 4, 3, 0, 3, 5, 2, 1, 2, 5, 4, 0, 1, 2, 3, 5, 4});
constexpr std::size_t vertex_count = corner_of_vertex.size();
constexpr std::size_t slope_begin = 8;
constexpr std::size_t slope_end = 12;

// The triangles of −x face inward in the canonical files.
constexpr std::size_t inward_begin = 6;
constexpr std::size_t inward_end = 12;
constexpr auto indices = std::to_array<std::uint32_t>(
    {0, 2, 1, 0, 3, 2, 4, 6, 7, 4, 5, 6, 8, 10, 9, 8, 11, 10, 12, 13, 14, 15, 16, 17});

constexpr auto make_mirrored_indices() {
  auto mirrored = indices;
  for (std::size_t i = 0; i < mirrored.size(); i += 3) std::swap(mirrored[i + 1], mirrored[i + 2]);
  return mirrored;
}
constexpr auto mirrored_indices = make_mirrored_indices();

Vec3 slope_normal(double x, double z) {
  // Dimensions whose squares would underflow; scaling by a power of two changes no other bit.
  if (std::max(x, z) < 0x1p-400) {
    x *= 0x1p600;
    z *= 0x1p600;
  }
  const double length = std::sqrt(z * z + x * x);
  return {z / length, 0, x / length};
}

Vec3 normal_at(std::size_t vertex, const Vec3& slope) {
  if (vertex < 4) return {0, 0, -1};
  if (vertex < slope_begin) return {-1, 0, 0};
  if (vertex < slope_end) return slope;
  return {0, vertex < 15 ? -1.0 : 1.0, 0};
}

void positions(const Dimensions& size, Vec3* out) {
  const Vec3 half{size[0] / 2, size[1] / 2, size[2] / 2};
  for (const std::size_t corner : corner_of_vertex) {
    const Vec3& sign = corners[corner];
    *out++ = {sign.x < 0 ? -half.x : half.x, sign.y < 0 ? -half.y : half.y,
              sign.z < 0 ? -half.z : half.z};
  }
}

void normals(const Dimensions& size, Vec3* out) {
  const Vec3 slope = slope_normal(size[0], size[2]);
  for (std::size_t i = 0; i < vertex_count; ++i) out[i] = normal_at(i, slope);
}

// A true IEEE negation: 0.0 becomes −0.0.
void negate_x(Vec3* vectors) {
  for (std::size_t i = 0; i < vertex_count; ++i) vectors[i].x = -vectors[i].x;
}

void mirrored_positions(const Dimensions& size, Vec3* out) {
  positions(size, out);
  negate_x(out);
}

void mirrored_normals(const Dimensions& size, Vec3* out) {
  normals(size, out);
  negate_x(out);
}

template <void (*make_positions)(const Dimensions&, Vec3*)>
void convex(const Dimensions& size, const Affine& transform, Convex& out) {
  std::array<Vec3, vertex_count> corners;
  make_positions(size, corners.data());
  add_corners(transform, corners, out);
}

constexpr std::size_t top = 15;  // its corners 3, 5 and 4
constexpr auto faces = std::to_array<NamedFace>(
    {{"-z", 0}, {"-x", 4}, {"slope", slope_begin}, {"-y", 12}, {"+y", top}});
// The mirror image stands with its right angle at +x.
constexpr auto mirrored_faces = std::to_array<NamedFace>(
    {{"-z", 0}, {"+x", 4}, {"slope", slope_begin}, {"-y", 12}, {"+y", top}});
constexpr auto other_names = std::to_array<OtherName>({{"slope_face", "slope"}});
constexpr auto points = std::to_array<NamedPoint>({{"apex", top, 3}});
// The long edge of its top.
constexpr auto lines = std::to_array<NamedLine>({{"ridge", top, top + 1}});

constinit const Shape mirrored_wedge_shape{
    .topology = {.vertex_count = vertex_count,
                 .indices = mirrored_indices,
                 .inward_begin = inward_begin,
                 .inward_end = inward_end},
    .positions = mirrored_positions,
    .normals = mirrored_normals,
    .convex = convex<mirrored_positions>,
    .flat_faces = FlatFaces::All,
    .names = {
        .faces = mirrored_faces, .other_names = other_names, .points = points, .lines = lines}};

}  // namespace

constinit const Shape wedge_shape{
    .topology = {.vertex_count = vertex_count,
                 .indices = indices,
                 .inward_begin = inward_begin,
                 .inward_end = inward_end},
    .positions = positions,
    .normals = normals,
    .convex = convex<positions>,
    .flat_faces = FlatFaces::All,
    .names = {.faces = faces, .other_names = other_names, .points = points, .lines = lines},
    .mirrored = &mirrored_wedge_shape};

}  // namespace rigy::model
