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

Affine to_affine(const RigidMotion& motion) {
  return {rotation_matrix(motion.rotation), motion.translation};
}

Affine to_affine(const NodeTransform& transform) {
  const Mat3 rotation = rotation_matrix(transform.rotation);
  const Vec3& scale = transform.scale;
  return {from_columns(scale.x * rotation.column(0), scale.y * rotation.column(1),
                       scale.z * rotation.column(2)),
          transform.translation};
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
