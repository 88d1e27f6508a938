#include "math/affine.hpp"

#include <cmath>

namespace rigy::base {
namespace {

constexpr double orthogonal_tolerance = 1e-9;

bool are_orthogonal(const Vec3& a, const Vec3& b) {
  return std::abs(dot(a, b)) <= (orthogonal_tolerance * length(a)) * length(b);
}

Vec3 row(const Mat3& m, std::size_t i) { return {m.rows[i][0], m.rows[i][1], m.rows[i][2]}; }

}  // namespace

Affine operator*(const Affine& outer, const Affine& inner) {
  return {outer.linear * inner.linear, outer(inner.translation)};
}

bool is_identity(const Affine& transform) {
  return transform.linear == Mat3{} && transform.translation == Vec3{};
}

bool fits_binary32(const Affine& transform) {
  return fits_binary32(transform.translation) && fits_binary32(transform.linear.column(0)) &&
         fits_binary32(transform.linear.column(1)) && fits_binary32(transform.linear.column(2));
}

bool is_decomposable(const Mat3& linear) {
  return are_orthogonal(linear.column(0), linear.column(1)) &&
         are_orthogonal(linear.column(0), linear.column(2)) &&
         are_orthogonal(linear.column(1), linear.column(2));
}

double determinant(const Mat3& m) { return dot(row(m, 0), cross(row(m, 1), row(m, 2))); }

Mat3 inverse_transpose(const Mat3& m) {
  const double det = determinant(m);
  const Vec3 first = cross(row(m, 1), row(m, 2)) / det;
  const Vec3 second = cross(row(m, 2), row(m, 0)) / det;
  const Vec3 third = cross(row(m, 0), row(m, 1)) / det;
  return transpose(from_columns(first, second, third));
}

}  // namespace rigy::base
