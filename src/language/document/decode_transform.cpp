#include <array>

#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "math/rotation.hpp"
#include "tables/features.hpp"

namespace rigy::language {
namespace {

// The code for a component of a rotation that is not finite.
Code not_finite_in(Version version) {
  return has(version, Feature::RotationForms) ? Code::RotationNotFinite : Code::NotFinite;
}

Rotation decode_angles(const Reporter& at, const FieldValue& value, RotationForm form) {
  const Point angles = read_point(at, value, not_finite_in(at.version));
  if (!angles.given()) return {};
  Rotation rotation{.node = value.node, .form = form};
  rotation.vector = angles.value;
  if (form == RotationForm::Degrees) rotation.vector = radians_per_degree * rotation.vector;
  return rotation;
}

Rotation decode_axis_angle(const Reporter& at, NodeId node) {
  const auto fields = read_fields<axis_angle_object>(at, node);
  const Point axis = read_point(at, fields.get<"axis">(), Code::RotationNotFinite);
  const Number angle = read_number(at, fields.get<"degrees">(), Code::RotationNotFinite);
  if (!axis.given() || !angle.given()) return {};
  Rotation rotation{.node = node, .form = RotationForm::AxisAngle};
  rotation.vector = axis.value;
  rotation.degrees = angle.value;
  return rotation;
}

Rotation decode_quaternion(const Reporter& at, const FieldValue& value) {
  std::array<Number, 4> numbers;
  if (!read_numbers(at, value, numbers, Code::RotationNotFinite)) return {};
  Rotation rotation{.node = value.node, .form = RotationForm::Quaternion};
  rotation.quaternion.x = numbers[0].value;
  rotation.quaternion.y = numbers[1].value;
  rotation.quaternion.z = numbers[2].value;
  rotation.quaternion.w = numbers[3].value;
  return rotation;
}

using RotationNodes = std::array<NodeId, 4>;

// Reports the second of two forms and reads neither.
bool is_given_twice(const Reporter& at, const RotationNodes& nodes) {
  NodeId first = no_index;
  for (const NodeId node : nodes) {
    if (node == no_index) continue;
    if (first == no_index) {
      first = node;
      continue;
    }
    const Code code =
        has(at.version, Feature::RotationForms) ? Code::TwoRotations : Code::TwoRotationsEarlier;
    at.report(code, node - 1, "a transform has one rotation, but this is the second")
        .help("keep one of the two")
        .related(at.range_of(first - 1), "the other one");
    return true;
  }
  return false;
}

template <const Object& object>
Rotation decode_rotation(const Reporter& at, const FieldValues<object>& fields) {
  const FieldValue euler = fields.template get<"rotation_euler">();
  const FieldValue degrees = fields.template get<"rotation_degrees">();
  const FieldValue axis_angle = fields.template get<"rotation_axis_angle">();
  const FieldValue quaternion = fields.template get<"rotation_quat">();
  if (is_given_twice(at, {euler.node, degrees.node, axis_angle.node, quaternion.node})) return {};
  if (degrees.given()) return decode_angles(at, degrees, RotationForm::Degrees);
  if (axis_angle.given()) return decode_axis_angle(at, axis_angle.node);
  if (quaternion.given()) return decode_quaternion(at, quaternion);
  return decode_angles(at, euler, RotationForm::Euler);
}

template <const Object& object>
Transform decode_placement(const Reporter& at, NodeId node, const FieldValues<object>& fields) {
  return {node, read_point(at, fields.template get<"translation">()), decode_rotation(at, fields)};
}

}  // namespace

Transform decode_transform(const Reporter& at, NodeId node) {
  if (node == no_index) return {};
  return decode_placement(at, node, read_fields<transform_object>(at, node));
}

void decode_op_transform(const Reporter& at, NodeId node, SurfaceOp& op) {
  if (node == no_index) return;
  const auto fields = read_fields<op_transform_object>(at, node);
  op.transform = decode_placement(at, node, fields);
  op.scale = read_point(at, fields.get<"scale">());
}

}  // namespace rigy::language
