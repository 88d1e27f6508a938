// What of a set of points or triangles is nearest to a point.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "distance/bounds_tree.hpp"
#include "math/vec.hpp"

namespace rigy::kernel {

class NearestPoints {
 public:
  // The points must outlive it; there is at least one.
  explicit NearestPoints(std::span<const Vec3> points);

  // The number of the nearest one; of equally near ones, the least.
  [[nodiscard]] std::uint32_t to(const Vec3& point) const;

 private:
  std::span<const Vec3> points_;
  BoundsTree tree_;
};

using Triangle = std::array<Vec3, 3>;

// No point of the triangles `from` is farther from the nearest of the triangles `to` than this;
// infinite if none of `to` has an area.
[[nodiscard]] double farthest_distance(std::span<const Triangle> from,
                                       std::span<const Triangle> to);

}  // namespace rigy::kernel
