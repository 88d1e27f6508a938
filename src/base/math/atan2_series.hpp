// The fallback of atan2: as many bits as it takes.
#pragma once

#include <cstdint>
#include <optional>

namespace rigy::base {

// The angle between the positive x axis and a point, in terms of q = smaller / (larger * 2^shift):
// quadrants * pi/2 plus or minus atan(q).
struct PointAngle {
  std::uint64_t smaller;  // mantissas of 53 bits
  std::uint64_t larger;
  int shift;  // q <= 1, so at least 0
  int quadrants;
  bool subtracted;
};

// Of (x, |y|); nothing if a coordinate is zero or not finite.
[[nodiscard]] std::optional<PointAngle> point_angle(double y, double x);

// The bits of the correctly rounded angle, for a shift of at most 64.
[[nodiscard]] std::uint64_t angle_bits_by_series(const PointAngle& angle);

}  // namespace rigy::base
