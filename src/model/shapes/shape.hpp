// The primitive types of the tessellation profile v0_1_default with a fixed topology: everything
// about one of them is in its own file, such as box.cpp, and tables/shapes.def lists them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "distance/convex.hpp"
#include "math/affine.hpp"
#include "shapes/topology.hpp"

namespace rigy::model {

using Dimensions = std::array<double, 3>;

// Which triangles belong to faces that are flat: `Some` if the others approximate a round side.
enum class FlatFaces : std::uint8_t { None, Some, All };

// Shapes that physics engines know; all others are convex hulls of meshes.
enum class ShapeKind : std::uint8_t { Convex, Box, Sphere, Capsule, Cylinder };

// Consecutive rings of vertices (shapes/rings.hpp).
struct RingStack {
  std::uint32_t first_vertex = 0;
  std::uint32_t rings = 1;
};

// Parts that people may name. A face is known by one of its vertices.
struct NamedFace {
  std::string_view key;  // its direction before the primitive's transform
  std::size_t vertex;
};
struct OtherName {
  std::string_view name;
  std::string_view key;
};
struct NamedPoint {
  std::string_view key;
  std::size_t first_vertex;  // the point is the mean of these
  std::size_t vertex_count;
};
struct NamedLine {
  std::string_view key;
  std::size_t from;
  std::size_t to;
};
struct NamedParts {
  std::span<const NamedFace> faces{};
  std::span<const OtherName> other_names{};
  std::span<const NamedPoint> points{};
  std::span<const NamedLine> lines{};
};

struct Shape {
  Topology topology;
  // Writes one position per vertex, before the primitive's transform.
  void (*positions)(const Dimensions& dimensions, Vec3* out) = nullptr;
  // Writes one normal per vertex; null if the topology has them as constants.
  void (*normals)(const Dimensions& dimensions, Vec3* out) = nullptr;
  // Half the extent in a direction of its own space; null if it does not reach equally far in
  // opposite directions: then the vertices tell.
  double (*half_width)(const Dimensions& dimensions, const Dimensions& direction) = nullptr;
  // Adds the smooth shape to an empty one; null if only the triangles can be measured.
  void (*convex)(const Dimensions& dimensions, const Affine& transform, Convex& out) = nullptr;
  FlatFaces flat_faces = FlatFaces::None;
  ShapeKind kind = ShapeKind::Convex;
  // Where it is round, so that every second ring and column can be left out; others keep all.
  std::span<const RingStack> stacks = {};
  NamedParts names = {};
  // Null if it is its own mirror image.
  const Shape* mirrored = nullptr;
};

template <std::size_t N>
[[nodiscard]] constexpr std::array<float, 3 * N> stored(const std::array<Vec3, N>& vectors) {
  std::array<float, 3 * N> numbers{};
  for (std::size_t i = 0; i < N; ++i) {
    numbers[3 * i] = static_cast<float>(vectors[i].x);
    numbers[3 * i + 1] = static_cast<float>(vectors[i].y);
    numbers[3 * i + 2] = static_cast<float>(vectors[i].z);
  }
  return numbers;
}

// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define RIGY_SHAPE_SLIP(word, help)
#define RIGY_SHAPE(name, word, ...) extern const Shape word##_shape;
#include "tables/shapes.def"
#undef RIGY_SHAPE
#undef RIGY_SHAPE_SLIP
// NOLINTEND(cppcoreguidelines-macro-usage)

// Null for an implicit surface: each has its own topology.
[[nodiscard]] const Shape* shape_of(PrimitiveType type);
// The mirror image if symmetry made the primitive.
[[nodiscard]] const Shape* shape_of(const Primitive& primitive);

[[nodiscard]] inline Dimensions dimensions_of(const Primitive& primitive) {
  const auto& [x, y, z] = primitive.dimensions;
  return {x.value, y.value, z.value};
}

}  // namespace rigy::model
