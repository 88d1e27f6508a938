// Vectors and matrices in binary64. Every sum is written in the order in which the canonical files
// were computed; nothing here may be reassociated or fused.
#pragma once

#include <array>
#include <cmath>

namespace rigy::base {

struct Vec3 {
  double x = 0;
  double y = 0;
  double z = 0;

  [[nodiscard]] double operator[](std::size_t axis) const {
    return axis == 0 ? x : axis == 1 ? y : z;
  }
  friend bool operator==(const Vec3&, const Vec3&) = default;
};

[[nodiscard]] inline Vec3 operator+(const Vec3& a, const Vec3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
[[nodiscard]] inline Vec3 operator-(const Vec3& a, const Vec3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[nodiscard]] inline Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
[[nodiscard]] inline Vec3 operator*(double s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
[[nodiscard]] inline Vec3 operator/(const Vec3& a, double s) { return {a.x / s, a.y / s, a.z / s}; }

// Sums of products start at +0.0, so that products of signed zeros come out as +0.0.
[[nodiscard]] inline double dot(const Vec3& a, const Vec3& b) {
  return ((0.0 + a.x * b.x) + a.y * b.y) + a.z * b.z;
}
[[nodiscard]] inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// IEEE's square root, the one function of <cmath> that is exact everywhere.
[[nodiscard]] inline double length(const Vec3& a) { return std::sqrt(dot(a, a)); }

// Whether rounding to binary32 gives a finite number: half an ulp above the largest one does not.
[[nodiscard]] inline bool fits_binary32(double value) { return std::abs(value) < 0x1.ffffffp+127; }
[[nodiscard]] inline bool fits_binary32(const Vec3& v) {
  return fits_binary32(v.x) && fits_binary32(v.y) && fits_binary32(v.z);
}

// Row-major.
struct Mat3 {
  std::array<std::array<double, 3>, 3> rows{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

  [[nodiscard]] Vec3 column(std::size_t j) const { return {rows[0][j], rows[1][j], rows[2][j]}; }
  friend bool operator==(const Mat3&, const Mat3&) = default;
};

[[nodiscard]] inline Mat3 from_columns(const Vec3& x, const Vec3& y, const Vec3& z) {
  return {{{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}}};
}

[[nodiscard]] inline Mat3 transpose(const Mat3& m) {
  return from_columns({m.rows[0][0], m.rows[0][1], m.rows[0][2]},
                      {m.rows[1][0], m.rows[1][1], m.rows[1][2]},
                      {m.rows[2][0], m.rows[2][1], m.rows[2][2]});
}

[[nodiscard]] inline Vec3 operator*(const Mat3& m, const Vec3& v) {
  const auto row = [&v](const std::array<double, 3>& r) {
    return ((0.0 + r[0] * v.x) + r[1] * v.y) + r[2] * v.z;
  };
  return {row(m.rows[0]), row(m.rows[1]), row(m.rows[2])};
}

[[nodiscard]] inline Mat3 operator*(const Mat3& a, const Mat3& b) {
  return from_columns(a * b.column(0), a * b.column(1), a * b.column(2));
}

}  // namespace rigy::base
