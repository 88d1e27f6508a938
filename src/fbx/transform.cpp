#include "fbx/transform.hpp"

#include <cmath>

#include "math/rotation.hpp"
#include "math/trig.hpp"

namespace rigy {

// R = Rz·Ry·Rx. With y at 90 degrees, x and z turn about the same axis, and near it their sum is
// known better than either. So x is read off what remains once z has been undone: whatever error z
// has, x makes up for it.
Vec3 euler_degrees(const Mat3& rotation) {
  const auto& m = rotation.rows;
  const double z = atan2(m[1][0], m[0][0]);
  const auto [sin_z, cos_z] = sin_cos(z);
  const double cos_y = cos_z * m[0][0] + sin_z * m[1][0];
  const double y = atan2(-m[2][0], cos_y);
  const double x = atan2(sin_z * m[0][2] - cos_z * m[1][2], cos_z * m[1][1] - sin_z * m[0][1]);
  return degrees_per_radian * Vec3{x, y, z};
}

FbxTransform fbx_transform(const Affine& transform) {
  const Mat3& linear = transform.linear;
  Vec3 scale{length(linear.column(0)), length(linear.column(1)), length(linear.column(2))};
  if (determinant(linear) < 0) scale.x = -scale.x;
  const Mat3 rotation = from_columns(linear.column(0) / scale.x, linear.column(1) / scale.y,
                                     linear.column(2) / scale.z);
  return {transform.translation, euler_degrees(rotation), scale};
}

Affine inverse(const Affine& transform) {
  const Mat3 linear = transpose(inverse_transpose(transform.linear));
  return {linear, -(linear * transform.translation)};
}

std::array<double, 16> fbx_matrix(const Affine& transform) {
  const Vec3 x = transform.linear.column(0);
  const Vec3 y = transform.linear.column(1);
  const Vec3 z = transform.linear.column(2);
  const Vec3& t = transform.translation;
  return {x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, t.x, t.y, t.z, 1};
}

}  // namespace rigy
