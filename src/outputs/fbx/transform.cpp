#include "fbx/transform.hpp"

#include <cmath>

#include "math/rotation.hpp"
#include "math/rounding.hpp"
#include "math/trig.hpp"

namespace rigy::outputs {
namespace {

constexpr double full_turn = 360;

double nearest_angle(double degrees, double goal) {
  return degrees + full_turn * round_half_even((goal - degrees) / full_turn);
}

Vec3 nearest_angles(const Vec3& degrees, const Vec3& goal) {
  return {nearest_angle(degrees.x, goal.x), nearest_angle(degrees.y, goal.y),
          nearest_angle(degrees.z, goal.z)};
}

}  // namespace

// R = Rz·Ry·Rx. With y at 90 degrees, x and z turn about the same axis, and near it their sum is
// known better than either. So x is computed from what remains after z has been undone: it makes up
// for any error of z.
Vec3 euler_degrees(const Mat3& rotation) {
  const auto& m = rotation.rows;
  const double z = atan2(m[1][0], m[0][0]);
  const auto [sin_z, cos_z] = sin_cos(z);
  const double cos_y = cos_z * m[0][0] + sin_z * m[1][0];
  const double y = atan2(-m[2][0], cos_y);
  const double x = atan2(sin_z * m[0][2] - cos_z * m[1][2], cos_z * m[1][1] - sin_z * m[0][1]);
  return degrees_per_radian * Vec3{x, y, z} + Vec3{};  // without -0
}

// Every rotation has two triples of angles, each up to full turns.
Vec3 nearest_degrees(const Vec3& degrees, const Vec3& goal) {
  const Vec3 one = nearest_angles(degrees, goal);
  const Vec3 other = nearest_angles({degrees.x + 180, 180 - degrees.y, degrees.z + 180}, goal);
  const Vec3 from_one = goal - one;
  const Vec3 from_other = goal - other;
  return dot(from_other, from_other) < dot(from_one, from_one) ? other : one;
}

std::array<double, 16> fbx_matrix(const Affine& transform) {
  const Vec3 x = transform.linear.column(0);
  const Vec3 y = transform.linear.column(1);
  const Vec3 z = transform.linear.column(2);
  const Vec3& t = transform.translation;
  return {x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, t.x, t.y, t.z, 1};
}

}  // namespace rigy::outputs
