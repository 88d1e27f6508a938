// V67, V73, V78: axes and quaternions that have a direction.
#include <cmath>

#include "check/check.hpp"

namespace rigy {
namespace {

// A vector no longer than this has no direction.
constexpr double shortest = 1e-12;

double length_of(const Rotation& rotation) {
  if (rotation.form == RotationForm::AxisAngle) {
    const auto [x, y, z] = rotation.vector;
    return std::sqrt(x * x + y * y + z * z);
  }
  const Quaternion& q = rotation.quaternion;
  return std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
}

void check_rotation(const CheckContext& context, const Rotation& rotation, const ItemOrigin& item) {
  const bool has_axis = rotation.form == RotationForm::AxisAngle;
  if (!rotation.given() || (!has_axis && rotation.form != RotationForm::Quaternion)) return;
  const double length = length_of(rotation);
  const std::string_view what = has_axis ? "axis" : "rotation_quat";
  if (!std::isfinite(length)) {
    context.at.report(Code::V73, item.at(rotation.node), "the length of {} is not finite", what)
        .help("make all its components smaller");
  } else if (length <= shortest) {
    context.at
        .report(has_axis ? Code::V67 : Code::V78, item.at(rotation.node),
                "{} has zero length, so it defines no rotation", what)
        .help(has_axis ? "the y axis is axis: [0, 1, 0]"
                       : "the identity rotation is rotation_quat: [0, 0, 0, 1]");
  }
}

}  // namespace

void check_rotations(const CheckContext& context) {
  for (const Mesh& mesh : context.document.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      check_rotation(context, primitive.transform.rotation, primitive.origin);
      if (primitive.surface == nullptr) continue;
      for (const SurfaceOp& op : primitive.surface->ops) {
        check_rotation(context, op.transform.rotation, op.origin);
      }
    }
  }
}

}  // namespace rigy
