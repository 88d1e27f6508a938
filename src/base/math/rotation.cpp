#include "math/rotation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "math/rounding.hpp"
#include "math/trig.hpp"

namespace rigy::base {

Quaternion quaternion_from_euler(const Vec3& radians) {
  const auto [sx, cx] = sin_cos(radians.x / 2);
  const auto [sy, cy] = sin_cos(radians.y / 2);
  const auto [sz, cz] = sin_cos(radians.z / 2);
  return {.w = cx * cy * cz + sx * sy * sz,
          .x = sx * cy * cz - cx * sy * sz,
          .y = cx * sy * cz + sx * cy * sz,
          .z = cx * cy * sz - sx * sy * cz};
}

Quaternion quaternion_from_axis_angle(const Vec3& axis, double radians) {
  const Vec3 unit = axis / length(axis);
  const auto [s, c] = sin_cos(radians / 2);
  return {.w = c, .x = unit.x * s, .y = unit.y * s, .z = unit.z * s};
}

Quaternion quaternion_from_matrix(const Mat3& matrix) {
  const auto& m = matrix.rows;
  const double trace = m[0][0] + m[1][1] + m[2][2];
  if (trace > 0) {
    const double s = 0.5 / std::sqrt(trace + 1);
    return {.w = 0.25 / s,
            .x = (m[2][1] - m[1][2]) * s,
            .y = (m[0][2] - m[2][0]) * s,
            .z = (m[1][0] - m[0][1]) * s};
  }
  const std::size_t i = m[0][0] > m[1][1] && m[0][0] > m[2][2] ? 0 : m[1][1] > m[2][2] ? 1 : 2;
  const std::size_t j = (i + 1) % 3;
  const std::size_t k = (i + 2) % 3;
  const std::size_t a = std::min(j, k);
  const std::size_t b = std::max(j, k);
  const double s = 2 * std::sqrt(1 + m[i][i] - m[a][a] - m[b][b]);
  std::array<double, 3> v{};
  v[i] = 0.25 * s;
  v[j] = (m[i][j] + m[j][i]) / s;
  v[k] = (m[i][k] + m[k][i]) / s;
  return {.w = (m[k][j] - m[j][k]) / s, .x = v[0], .y = v[1], .z = v[2]};
}

double quaternion_length(const Quaternion& q) {
  return std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
}

Quaternion canonical_quaternion(const Quaternion& q) {
  constexpr double unit = 1e-12;
  const double length = quaternion_length(q);
  const Quaternion divided = {q.w / length, q.x / length, q.y / length, q.z / length};
  const Quaternion turned = divided.w < 0 ? -divided : divided;
  return {quantize(turned.w, unit), quantize(turned.x, unit), quantize(turned.y, unit),
          quantize(turned.z, unit)};
}

Mat3 matrix_from_quaternion(const Quaternion& q) {
  const auto [w, x, y, z] = q;
  const double x2 = x + x;
  const double y2 = y + y;
  const double z2 = z + z;
  const double xx = x * x2;
  const double xy = x * y2;
  const double xz = x * z2;
  const double yy = y * y2;
  const double yz = y * z2;
  const double zz = z * z2;
  const double wx = w * x2;
  const double wy = w * y2;
  const double wz = w * z2;
  return {{{{1 - (yy + zz), xy - wz, xz + wy},
            {xy + wz, 1 - (xx + zz), yz - wx},
            {xz - wy, yz + wx, 1 - (xx + yy)}}}};
}

Mat3 matrix_from_axis_angle(const Vec3& axis, double radians) {
  const auto [x, y, z] = axis / length(axis);
  const auto [s, c] = sin_cos(radians);
  const double k = 1 - c;
  return {{{{k * x * x + c, k * x * y - s * z, k * x * z + s * y},
            {k * y * x + s * z, k * y * y + c, k * y * z - s * x},
            {k * z * x - s * y, k * z * y + s * x, k * z * z + c}}}};
}

}  // namespace rigy::base
