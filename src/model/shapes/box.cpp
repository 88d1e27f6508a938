#include <cmath>

#include "shapes/convex_parts.hpp"
#include "shapes/shape.hpp"

namespace rigy::model {
namespace {

struct Face {
  Vec3 normal;
  std::array<Vec3, 4> corners;  // signs
};

// "Box Primitive" gives the order of the faces, the canonical files that of the corners.
constexpr std::array<Face, 6> faces{{
    {{1, 0, 0}, {{{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}}}},
    {{-1, 0, 0}, {{{-1, -1, 1}, {-1, 1, 1}, {-1, 1, -1}, {-1, -1, -1}}}},
    {{0, 1, 0}, {{{-1, 1, -1}, {-1, 1, 1}, {1, 1, 1}, {1, 1, -1}}}},
    {{0, -1, 0}, {{{-1, -1, 1}, {-1, -1, -1}, {1, -1, -1}, {1, -1, 1}}}},
    {{0, 0, 1}, {{{-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}}}},
    {{0, 0, -1}, {{{1, -1, -1}, {-1, -1, -1}, {-1, 1, -1}, {1, 1, -1}}}},
}};

constexpr std::size_t vertex_count = 24;

constexpr std::array<Vec3, vertex_count> make_normals() {
  std::array<Vec3, vertex_count> normals{};
  for (std::size_t i = 0; i < vertex_count; ++i) normals[i] = faces[i / 4].normal;
  return normals;
}

constexpr std::array<std::uint32_t, 36> make_indices() {
  std::array<std::uint32_t, 36> indices{};
  std::size_t at = 0;
  for (std::uint32_t first = 0; first < vertex_count; first += 4) {
    for (const std::uint32_t corner : {0u, 1u, 2u, 0u, 2u, 3u}) indices[at++] = first + corner;
  }
  return indices;
}

constexpr bool is_mirror_image(const Vec3& a, const Vec3& b) {
  return a.x == -b.x && a.y == b.y && a.z == b.z;
}

constexpr std::array<MirrorImage, vertex_count> make_mirror() {
  std::array<MirrorImage, vertex_count> mirror{};
  for (std::size_t i = 0; i < vertex_count; ++i) {
    for (std::uint32_t j = 0; j < vertex_count; ++j) {
      if (is_mirror_image(faces[i / 4].normal, faces[j / 4].normal) &&
          is_mirror_image(faces[i / 4].corners[i % 4], faces[j / 4].corners[j % 4])) {
        mirror[i] = {j, j};
      }
    }
  }
  return mirror;
}

constexpr auto normals = make_normals();
constexpr auto stored_normals = stored(normals);
constexpr auto indices = make_indices();
constexpr auto mirror = make_mirror();

void positions(const Dimensions& size, Vec3* out) {
  const Vec3 half{size[0] / 2, size[1] / 2, size[2] / 2};
  for (const Face& face : faces) {
    for (const Vec3& sign : face.corners) {
      *out++ = {sign.x < 0 ? -half.x : half.x, sign.y < 0 ? -half.y : half.y,
                sign.z < 0 ? -half.z : half.z};
    }
  }
}

double half_width(const Dimensions& size, const Dimensions& d) {
  return (std::abs(d[0]) * size[0] + std::abs(d[1]) * size[1] + std::abs(d[2]) * size[2]) / 2;
}

void convex(const Dimensions& size, const Affine& transform, Convex& out) {
  std::array<Vec3, vertex_count> corners;
  positions(size, corners.data());
  add_corners(transform, corners, out);
}

constexpr auto named_faces =
    std::to_array<NamedFace>({{"+x", 0}, {"-x", 4}, {"+y", 8}, {"-y", 12}, {"+z", 16}, {"-z", 20}});

}  // namespace

constinit const Shape box_shape{.topology = {.vertex_count = vertex_count,
                                             .indices = indices,
                                             .inward_end = 0,
                                             .mirror = mirror,
                                             .constant_normals = normals,
                                             .stored_normals = stored_normals},
                                .positions = positions,
                                .half_width = half_width,
                                .convex = convex,
                                .flat_faces = FlatFaces::All,
                                .kind = ShapeKind::Box,
                                .names = {.faces = named_faces}};

}  // namespace rigy::model
