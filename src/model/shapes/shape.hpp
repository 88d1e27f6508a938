// The primitive types of the tessellation profile v0_1_default with a fixed topology. A new one is
// one more file next to box.cpp and one more line in shape.cpp.
#pragma once

#include <array>
#include <cstddef>

#include "shapes/topology.hpp"

namespace rigy::model {

using Dimensions = std::array<double, 3>;

struct Shape {
  Topology topology;
  // Writes one position per vertex, before the primitive's transform.
  void (*positions)(const Dimensions& dimensions, Vec3* out) = nullptr;
  // Writes one normal per vertex; null if the topology has them as constants.
  void (*normals)(const Dimensions& dimensions, Vec3* out) = nullptr;
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
extern const Shape wedge_shape;
extern const Shape mirrored_wedge_shape;  // a wedge is not its own mirror image

// Null for an implicit surface: each has its own topology.
[[nodiscard]] const Shape* shape_of(const Primitive& primitive);

}  // namespace rigy::model
