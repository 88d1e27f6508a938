// Rings of 33 vertices: 32 columns around the y axis and a copy of the first one at the seam. φ = 0
// points to +X, φ = π/2 to +Z.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "shapes/circle_table.hpp"
#include "shapes/shape.hpp"

namespace rigy::model {

inline constexpr std::size_t ring_columns = 32;
inline constexpr std::size_t ring_size = ring_columns + 1;

// The triangles between consecutive rings of a stack, in the order of the specification's sections
// "Sphere Primitive", "Cylinder Primitive" and "Capsule Primitive".
template <std::size_t Rings>
[[nodiscard]] constexpr std::array<std::uint32_t, (Rings - 1) * ring_columns * 6> ring_indices() {
  std::array<std::uint32_t, (Rings - 1) * ring_columns * 6> indices{};
  std::size_t at = 0;
  for (std::uint32_t ring = 0; ring + 1 < Rings; ++ring) {
    for (std::uint32_t column = 0; column < ring_columns; ++column) {
      const std::uint32_t a = ring * static_cast<std::uint32_t>(ring_size) + column;
      const std::uint32_t b = a + static_cast<std::uint32_t>(ring_size);
      for (const std::uint32_t index : {a, b, a + 1, a + 1, b, b + 1}) indices[at++] = index;
    }
  }
  return indices;
}

// D9: column k goes to (16 − k) mod 32; whatever goes to column 0 also goes to column 32.
[[nodiscard]] constexpr MirrorImage mirror_in_ring(std::size_t ring_begin, std::size_t column) {
  const std::size_t target = (ring_columns / 2 + ring_columns - column) % ring_columns;
  const std::size_t seam = target == 0 ? ring_columns : target;
  return {static_cast<std::uint32_t>(ring_begin + target),
          static_cast<std::uint32_t>(ring_begin + seam)};
}

template <std::size_t Rings>
[[nodiscard]] constexpr std::array<MirrorImage, Rings * ring_size> ring_mirror() {
  std::array<MirrorImage, Rings * ring_size> mirror{};
  for (std::size_t ring = 0; ring < Rings; ++ring) {
    for (std::size_t column = 0; column < ring_size; ++column) {
      mirror[ring * ring_size + column] = mirror_in_ring(ring * ring_size, column);
    }
  }
  return mirror;
}

// The normal of a sphere at latitude θ and column φ; the product sinθ·cosφ is formed first.
[[nodiscard]] constexpr Vec3 sphere_normal(const CircleEntry& theta, const CircleEntry& phi) {
  return {theta.sin * phi.cos, theta.cos, theta.sin * phi.sin};
}

[[nodiscard]] constexpr Vec3 radial_normal(const CircleEntry& phi) { return {phi.cos, 0, phi.sin}; }

}  // namespace rigy::model
