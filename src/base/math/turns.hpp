// Unit quaternions and directions.
#pragma once

#include "math/quaternion.hpp"
#include "math/vec.hpp"

namespace rigy::base {

// Of any length but 0, also where its square would not be a number.
[[nodiscard]] Vec3 direction_of(const Vec3& vector);

[[nodiscard]] Quaternion unit_quaternion(const Quaternion& q);

// The axes of a bone that points in this direction: the shortest turn that brings +Y there, after
// the roll about +Y, in radians. Straight down it is half a turn about Z.
[[nodiscard]] Quaternion bone_axes(const Vec3& direction, double roll);

// The shortest turn that brings one direction to another. If they are opposite, about an axis that
// depends on `from` alone.
[[nodiscard]] Quaternion shortest_turn(const Vec3& from, const Vec3& to);

// From one unit quaternion to another along the great arc, the short way; `share` is from 0 to 1.
[[nodiscard]] Quaternion slerp(const Quaternion& from, const Quaternion& to, double share);

// The angle between two unit quaternions as turns, from 0 to pi.
[[nodiscard]] double angle_between(const Quaternion& a, const Quaternion& b);

}  // namespace rigy::base
