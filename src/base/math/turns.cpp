#include "math/turns.hpp"

#include <algorithm>
#include <cmath>

#include "math/rotation.hpp"
#include "math/trig.hpp"

namespace rigy::base {
namespace {

// The shortest turn that brings +Y to the direction. Straight down there are many; nearer to it
// than `same_direction` they would be left to chance.
Quaternion turn_from_y(const Vec3& direction) {
  constexpr double same_direction = 1e-6;
  const auto [x, y, z] = direction;
  const double aside = x * x + z * z;
  if (y < 0 && aside < same_direction * same_direction) return {0, 0, 0, 1};
  // 1 + y without cancellation.
  const double w = y < 0 ? aside / (1 - y) : 1 + y;
  return unit_quaternion({w, z, 0, -x});
}

// Perpendicular to the direction: to it and the axis that it leans to least.
Vec3 any_perpendicular(const Vec3& direction) {
  const Vec3 size{std::abs(direction.x), std::abs(direction.y), std::abs(direction.z)};
  const Vec3 least = size.x <= size.y && size.x <= size.z ? Vec3{1, 0, 0}
                     : size.y <= size.z                   ? Vec3{0, 1, 0}
                                                          : Vec3{0, 0, 1};
  return direction_of(cross(direction, least));
}

Quaternion turn_between(const Vec3& from, const Vec3& to) {
  constexpr double opposite = 1e-7;
  const Vec3 axis = cross(from, to);
  const double cosine = dot(from, to);
  const double aside = dot(axis, axis);
  if (cosine < 0 && aside < opposite * opposite) {
    const Vec3 half = any_perpendicular(from);
    return {0, half.x, half.y, half.z};
  }
  // 1 + cosine without cancellation.
  const double w = cosine < 0 ? aside / (1 - cosine) : 1 + cosine;
  return unit_quaternion({w, axis.x, axis.y, axis.z});
}

// Half the angle between quaternions in the same hemisphere, exact also where it is small.
double half_angle(const Quaternion& a, const Quaternion& b) {
  const Quaternion difference = a - b;
  const Quaternion sum = a + b;
  return 2 * atan2(std::sqrt(dot(difference, difference)), std::sqrt(dot(sum, sum)));
}

}  // namespace

Vec3 direction_of(const Vec3& vector) {
  const double largest = std::max({std::abs(vector.x), std::abs(vector.y), std::abs(vector.z)});
  const Vec3 scaled = vector / largest;
  return scaled / length(scaled);
}

Quaternion unit_quaternion(const Quaternion& q) {
  const double length = quaternion_length(q);
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

Quaternion bone_axes(const Vec3& direction, double roll) {
  const auto [s, c] = sin_cos(roll / 2);
  return unit_quaternion(turn_from_y(direction) * Quaternion{c, 0, s, 0});
}

// A second turn takes away what rounding leaves of the first where the two are nearly opposite.
Quaternion shortest_turn(const Vec3& from, const Vec3& to) {
  const Quaternion turn = turn_between(from, to);
  return unit_quaternion(turn_between(rotate(turn, from), to) * turn);
}

Quaternion slerp(const Quaternion& from, const Quaternion& to, double share) {
  constexpr double straight = 1e-6;  // closer together the arc is a line to the last bit
  const Quaternion near = dot(from, to) < 0 ? -to : to;
  const double angle = half_angle(from, near);
  if (angle < straight) return unit_quaternion((1 - share) * from + share * near);
  const double whole = sin(angle);
  return unit_quaternion((sin((1 - share) * angle) / whole) * from +
                         (sin(share * angle) / whole) * near);
}

double angle_between(const Quaternion& a, const Quaternion& b) {
  return 2 * half_angle(a, dot(a, b) < 0 ? -b : b);
}

}  // namespace rigy::base
