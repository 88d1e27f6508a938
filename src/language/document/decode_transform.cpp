#include <array>

#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "math/rotation.hpp"
#include "tables/features.hpp"

namespace rigy::language {
namespace {

// The code for a component of a rotation that is not finite.
Code not_finite_in(Version version) {
  return version >= expression_version ? Code::RotationNotFinite : Code::NotFinite;
}

Rotation decode_angles(const Reporter& at, NodeId node, RotationForm form) {
  const bool is_degrees = form == RotationForm::Degrees;
  std::array<Number, 3> angles;
  const std::string_view what = is_degrees ? "rotation_degrees" : "rotation_euler";
  if (!read_numbers(at, node, what, "[x, y, z]", angles, not_finite_in(at.version))) return {};
  Rotation rotation{.node = node, .form = form};
  rotation.vector = {angles[0].value, angles[1].value, angles[2].value};
  if (is_degrees) rotation.vector = radians_per_degree * rotation.vector;
  return rotation;
}

Rotation decode_axis_angle(const Reporter& at, NodeId node) {
  const auto [axis, degrees] = read_fields<axis_angle_object>(at, node);
  std::array<Number, 3> numbers;
  const bool has_axis =
      read_numbers(at, axis, "axis", "[x, y, z]", numbers, Code::RotationNotFinite);
  const Number angle = read_number(at, degrees, "degrees", Code::RotationNotFinite);
  if (!has_axis || !angle.given()) return {};
  Rotation rotation{.node = node, .form = RotationForm::AxisAngle};
  rotation.vector = {numbers[0].value, numbers[1].value, numbers[2].value};
  rotation.degrees = angle.value;
  return rotation;
}

Rotation decode_quaternion(const Reporter& at, NodeId node) {
  std::array<Number, 4> numbers;
  if (!read_numbers(at, node, "rotation_quat", "[x, y, z, w]", numbers, Code::RotationNotFinite))
    return {};
  Rotation rotation{.node = node, .form = RotationForm::Quaternion};
  rotation.quaternion.x = numbers[0].value;
  rotation.quaternion.y = numbers[1].value;
  rotation.quaternion.z = numbers[2].value;
  rotation.quaternion.w = numbers[3].value;
  return rotation;
}

// In the order of RotationForm and of transform_fields.
constexpr std::size_t form_count = 4;
using RotationNodes = std::array<NodeId, form_count>;

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
        at.version >= expression_version ? Code::TwoRotations : Code::TwoRotationsEarlier;
    at.report(code, node - 1, "a transform has one rotation, but this is the second")
        .help("keep one of the two")
        .related(at.spot_of(first - 1), "the other one");
    return true;
  }
  return false;
}

Rotation decode_rotation(const Reporter& at, const RotationNodes& nodes) {
  if (is_given_twice(at, nodes)) return {};
  const auto [euler, degrees, axis_angle, quaternion] = nodes;
  if (degrees != no_index) return decode_angles(at, degrees, RotationForm::Degrees);
  if (axis_angle != no_index) return decode_axis_angle(at, axis_angle);
  if (quaternion != no_index) return decode_quaternion(at, quaternion);
  return decode_angles(at, euler, RotationForm::Euler);
}

}  // namespace

Transform decode_transform(const Reporter& at, NodeId node) {
  if (node == no_index) return {};
  const auto [translation, euler, degrees, axis_angle, quaternion] =
      read_fields<transform_object>(at, node);
  return {node, read_point(at, translation, "translation"),
          decode_rotation(at, {euler, degrees, axis_angle, quaternion})};
}

void decode_op_transform(const Reporter& at, NodeId node, SurfaceOp& op) {
  if (node == no_index) return;
  const auto [translation, euler, degrees, axis_angle, quaternion, scale] =
      read_fields<op_transform_object>(at, node);
  op.transform = {node, read_point(at, translation, "translation"),
                  decode_rotation(at, {euler, degrees, axis_angle, quaternion})};
  op.scale = read_point(at, scale, "scale");
}

}  // namespace rigy::language
