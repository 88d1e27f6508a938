// V67, V73, V78, W08: axes and quaternions that have a direction, and quaternions in the order that
// was meant.
#include <cmath>

#include "check/check.hpp"

namespace rigy::analysis {
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
    context.at
        .report(Code::RotationNotFinite, item.at(rotation.node), "the length of {} is not finite",
                what)
        .help("make all its components smaller");
  } else if (length <= shortest) {
    context.at
        .report(has_axis ? Code::ZeroRotationAxis : Code::ZeroQuaternion, item.at(rotation.node),
                "{} has zero length, so it defines no rotation", what)
        .help(has_axis ? "the y axis is axis: [0, 1, 0]"
                       : "the identity rotation is rotation_quat: [0, 0, 0, 1]");
  }
}

bool is_by_macro(const Tree& tree, NodeId node) {
  const OriginId made = tree[node].made;
  return made != written && tree.origin(made).kind == OriginKind::Macro;
}

void check_order(const CheckContext& context, const Rotation& rotation, const ItemOrigin& item) {
  const Quaternion& q = rotation.quaternion;
  const bool looks_like_identity = q.x == 1 && q.y == 0 && q.z == 0 && q.w == 0;
  if (!rotation.given() || rotation.form != RotationForm::Quaternion || !looks_like_identity)
    return;
  if (item.is_mirrored() || is_by_macro(context.at.tree, rotation.node)) return;
  context.at
      .report(Code::QuaternionOrder, rotation.node,
              "rotation_quat is a half turn about x; it looks like the identity as w, x, y, z")
      .help(
          "rotation_quat is [x, y, z, w]: write [0, 0, 0, 1] for the identity, [-1, 0, 0, 0] for "
          "the half turn");
}

void check_transform(const CheckContext& context, const Rotation& rotation,
                     const ItemOrigin& item) {
  check_rotation(context, rotation, item);
  check_order(context, rotation, item);
}

}  // namespace

void check_rotations(const CheckContext& context) {
  for (const Mesh& mesh : context.document.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      check_transform(context, primitive.transform.rotation, primitive.origin);
      if (primitive.surface == nullptr) continue;
      for (const SurfaceOp& op : primitive.surface->ops) {
        check_transform(context, op.transform.rotation, op.origin);
      }
    }
  }
}

}  // namespace rigy::analysis
