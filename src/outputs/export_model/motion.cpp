#include "export_model/motion.hpp"

#include <algorithm>
#include <cmath>

#include "math/rotation.hpp"

namespace rigy::outputs {

Vec3 direction_of(const Vec3& vector) {
  const double largest = std::max({std::abs(vector.x), std::abs(vector.y), std::abs(vector.z)});
  const Vec3 scaled = vector / largest;
  return scaled / length(scaled);
}

Quaternion unit_quaternion(const Quaternion& q) {
  const double length = quaternion_length(q);
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

RigidMotion relative_to(const RigidMotion& outer, const RigidMotion& inner) {
  const Quaternion back = conjugate(outer.rotation);
  return {rotate(back, inner.translation - outer.translation),
          unit_quaternion(back * inner.rotation)};
}

Affine inverse_of(const RigidMotion& motion) {
  const Mat3 back = rotation_matrix(conjugate(motion.rotation));
  return {back, back * -motion.translation};
}

NodeTransform parts_of(const Affine& transform) {
  const Mat3& linear = transform.linear;
  Vec3 scale{length(linear.column(0)), length(linear.column(1)), length(linear.column(2))};
  if (determinant(linear) < 0) scale.x = -scale.x;
  const Mat3 rotation = from_columns(linear.column(0) / scale.x, linear.column(1) / scale.y,
                                     linear.column(2) / scale.z);
  return {transform.translation, unit_quaternion(quaternion_from_matrix(rotation)), scale};
}

}  // namespace rigy::outputs
