// What the tessellation profile v0_1_default knows about each primitive type. A new type is one
// more file beside box.cpp and one more line in shape.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "document/document.hpp"
#include "math/vec.hpp"

namespace rigy {

// One dimension field; `alias` is another name for it, or empty.
struct DimensionName {
  std::string_view name;
  std::string_view alias;
};

// Where a vertex goes under reflection in x. What goes to the first column of a ring also goes to
// its seam copy; elsewhere both are the same.
struct MirrorImage {
  std::uint16_t vertex = 0;
  std::uint16_t seam = 0;
};

struct Shape {
  std::string_view name;
  std::span<const DimensionName> dimensions;
  // One per vertex, of unit length; they do not depend on the dimensions.
  std::span<const Vec3> normals;
  // The same as they are stored, three numbers each.
  std::span<const float> stored_normals;
  // Triangles, counted from the primitive's own first vertex.
  std::span<const std::uint32_t> indices;
  // Of these, the first so many face inward in the canonical files (D12).
  std::size_t inward_indices = 0;
  std::span<const MirrorImage> mirror;
  // Writes one position per vertex, before the primitive's transform.
  void (*positions)(const std::array<double, 3>& dimensions, Vec3* out) = nullptr;

  [[nodiscard]] std::uint32_t vertex_count() const {
    return static_cast<std::uint32_t>(normals.size());
  }
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

extern const Shape box_shape;
extern const Shape sphere_shape;
extern const Shape cylinder_shape;
extern const Shape capsule_shape;

[[nodiscard]] const Shape& shape_of(PrimitiveType type);

// No shape has more vertices: enough for the scratch space of any primitive.
inline constexpr std::size_t max_shape_vertices = 858;

}  // namespace rigy
