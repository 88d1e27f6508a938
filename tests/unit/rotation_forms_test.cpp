// The forms of a rotation, and the matrices that they make.
#include <vector>

#include <gtest/gtest.h>

#include "math/rotation.hpp"
#include "shapes/tessellate.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

Rotation turned(RotationForm form, const Vec3& vector, double degrees, const Quaternion& q) {
  Rotation rotation;
  rotation.node = 0;
  rotation.form = form;
  rotation.vector = vector;
  rotation.degrees = degrees;
  rotation.quaternion = q;
  return rotation;
}

TEST(RotationForms, BeforeTwelveTheAnglesMakeTheMatrix) {
  const Vec3 angles{0.3, -1.2, 2.5};
  for (const RotationForm form : {RotationForm::Euler, RotationForm::Degrees}) {
    EXPECT_EQ(rotation_of(turned(form, angles, 0, {}), {0, 11}), euler_rotation(angles));
  }
}

TEST(RotationForms, FromTwelveOnACanonicalQuaternionDoes) {
  const Vec3 angles{0.3, -1.2, 2.5};
  EXPECT_EQ(rotation_of(turned(RotationForm::Euler, angles, 0, {}), {0, 12}),
            matrix_from_quaternion(canonical_quaternion(quaternion_from_euler(angles))));
  const Quaternion q{0.5, 1, -2, 3};
  EXPECT_EQ(rotation_of(turned(RotationForm::Quaternion, {}, 0, q), {0, 12}),
            matrix_from_quaternion(canonical_quaternion(q)));
  EXPECT_EQ(rotation_of(turned(RotationForm::AxisAngle, {1, 2, 3}, 30, {}), {0, 12}),
            matrix_from_quaternion(canonical_quaternion(
                quaternion_from_axis_angle({1, 2, 3}, 30 * radians_per_degree))));
}

TEST(RotationForms, AMacrosQuaternionIsTakenAsItIs) {
  Rotation rotation = turned(RotationForm::Quaternion, {}, 0, {0.5, 1, -2, 3});
  rotation.is_canonical = true;
  EXPECT_EQ(rotation_of(rotation, {0, 12}), matrix_from_quaternion({0.5, 1, -2, 3}));
}

}  // namespace
}  // namespace rigy
