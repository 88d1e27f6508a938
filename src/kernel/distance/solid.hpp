// Solids: convex shapes, exactly, or closed surfaces of triangles. How two of them lie to each
// other.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "distance/bounds_tree.hpp"
#include "distance/convex.hpp"
#include "rigy/measure.hpp"

namespace rigy::kernel {

// Without triangles that have no area.
struct TriangleSurface {
  std::vector<std::array<Vec3, 3>> triangles;
  BoundsTree tree;
};

struct Solid {
  Bounds bounds;
  std::optional<Convex> convex;
  std::shared_ptr<const TriangleSurface> surface;  // if it is not convex
};

[[nodiscard]] Solid solid_of(const Convex& shape);
// Nothing if no triangle has an area.
[[nodiscard]] std::optional<Solid> solid_of(std::vector<std::array<Vec3, 3>> triangles);

// How two solids lie relative to each other; the members are those of Measurement.
struct SolidRelation {
  MeasureStatus status = MeasureStatus::Apart;
  double distance = 0;
  std::optional<double> penetration;
  std::optional<Vec3> direction;
  std::array<Vec3, 2> points{};
};

// Comparisons of two convex shapes that may still be made. What exceeds it is cut short, and the
// result is then of no use.
struct Work {
  std::uint64_t left = 0;

  [[nodiscard]] bool is_exceeded() const { return left == 0; }
  void spend(std::uint64_t count = 1) { left = count < left ? left - count : 0; }
};

[[nodiscard]] SolidRelation relation(const Solid& a, const Solid& b, Work& work);

// The distance if it is at most `limit`; else anything greater. 0 if the two overlap.
[[nodiscard]] double distance_within(const Solid& a, const Solid& b, double limit, Work& work);

// Whether no point of `inner` is more than the tolerance of touching outside `outer`.
[[nodiscard]] bool contains(const Solid& outer, const Solid& inner, Work& work);

[[nodiscard]] bool contains(const Solid& solid, const Vec3& point, Work& work);

}  // namespace rigy::kernel
