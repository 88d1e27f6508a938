#include "export_model/motion.hpp"

#include "math/rotation.hpp"

namespace rigy::outputs {

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
