// Quaternions, evaluated term by term as in the canonical files.
#pragma once

#include "math/vec.hpp"

namespace rigy::base {

struct Quaternion {
  double w = 1;
  double x = 0;
  double y = 0;
  double z = 0;
};

[[nodiscard]] inline Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
[[nodiscard]] inline Quaternion operator*(double s, const Quaternion& q) {
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}
[[nodiscard]] inline Quaternion operator+(const Quaternion& a, const Quaternion& b) {
  return {a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z};
}
[[nodiscard]] inline Quaternion operator-(const Quaternion& a, const Quaternion& b) {
  return {a.w - b.w, a.x - b.x, a.y - b.y, a.z - b.z};
}
[[nodiscard]] inline Quaternion operator-(const Quaternion& q) { return {-q.w, -q.x, -q.y, -q.z}; }
[[nodiscard]] inline Quaternion conjugate(const Quaternion& q) { return {q.w, -q.x, -q.y, -q.z}; }
[[nodiscard]] inline double dot(const Quaternion& a, const Quaternion& b) {
  return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}
// q·(0, v)·conj(q) by two Hamilton products.
[[nodiscard]] inline Vec3 rotate(const Quaternion& q, const Vec3& v) {
  const Quaternion r = (q * Quaternion{0, v.x, v.y, v.z}) * conjugate(q);
  return {r.x, r.y, r.z};
}

[[nodiscard]] inline Mat3 rotation_matrix(const Quaternion& q) {
  const auto [w, x, y, z] = q;
  return {{{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
            {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
            {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}}};
}

}  // namespace rigy::base
