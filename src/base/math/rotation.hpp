// The rotations of language 0.12 and later, term by term as its outputs are computed. Callers must
// refuse lengths of zero and numbers that are not finite.
#pragma once

#include "math/quaternion.hpp"
#include "math/vec.hpp"

namespace rigy::base {

inline constexpr double radians_per_degree = 0.017453292519943295;
inline constexpr double degrees_per_radian = 57.29577951308232;

// About x, then y, then z.
[[nodiscard]] Quaternion quaternion_from_euler(const Vec3& radians);

// The axis may have any length except zero.
[[nodiscard]] Quaternion quaternion_from_axis_angle(const Vec3& axis, double radians);

// Of a matrix that is a rotation.
[[nodiscard]] Quaternion quaternion_from_matrix(const Mat3& matrix);

// The length as canonical_quaternion divides by it: x, y, z before w, unlike dot().
[[nodiscard]] double quaternion_length(const Quaternion& q);

// Of unit length, w not negative, each component a multiple of 1e-12. With w = 0 the signs stay.
// Not idempotent: the result is not of unit length to the last bit.
[[nodiscard]] Quaternion canonical_quaternion(const Quaternion& q);

// The matrix of a canonical quaternion. Products of doubled components: other last bits than
// rotation_matrix(), which frames and poses use.
[[nodiscard]] Mat3 matrix_from_quaternion(const Quaternion& q);

// The matrix of an implicit surface's op that is rotated by axis and angle, without a quaternion.
[[nodiscard]] Mat3 matrix_from_axis_angle(const Vec3& axis, double radians);

}  // namespace rigy::base
