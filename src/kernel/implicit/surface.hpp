// An implicit surface, ready to be evaluated: plain numbers that have been decoded and checked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernel_floor.hpp"
#include "math/vec.hpp"

namespace rigy::kernel {

enum class FieldKind : std::uint8_t { MetaballSphere, MetaballCapsule, SdfSphere, SdfCapsule };

[[nodiscard]] constexpr bool is_capsule(FieldKind kind) {
  return kind == FieldKind::MetaballCapsule || kind == FieldKind::SdfCapsule;
}
[[nodiscard]] constexpr bool is_sdf(FieldKind kind) {
  return kind == FieldKind::SdfSphere || kind == FieldKind::SdfCapsule;
}

struct FieldOp {
  FieldKind field = FieldKind::MetaballSphere;
  bool subtracts = false;
  double radius = 1;  // these three are finite and above zero
  double strength = 1;
  double height = 1;  // of capsules
  Vec3 translation;
  std::optional<Mat3> rotation;
  double scale = 1;  // finite and above zero
};

// Corners: counts of at least 2, whose product is at most max_grid_corners. All numbers are finite,
// and so is max - min, which is above zero on every axis.
struct FieldGrid {
  Vec3 min;
  Vec3 max;
  std::array<std::uint32_t, 3> counts{2, 2, 2};
};

inline constexpr std::size_t max_grid_corners = 2'000'000;

struct ImplicitSurface {
  FieldGrid grid;
  double iso = 0;
  std::vector<FieldOp> ops;
};

}  // namespace rigy::kernel
