#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "document/members.hpp"
#include "math/quaternion.hpp"
#include "math/trig.hpp"
#include "syntax/scalar.hpp"

namespace rigy::language {
namespace {

constexpr double two_pi = 6.283185307179586;

bool is_boolean(const Tree& tree, NodeId node) {
  return tree[node].kind == NodeKind::Scalar &&
         scalar_type(tree.text_of(node), tree[node].plain) == ScalarType::Bool;
}

// A parent that can only mean that there is none.
bool report_no_parent(const Reporter& at, NodeId parent) {
  if (parent == no_index) return false;
  if (is_null(at.tree, parent)) {
    at.report(Code::WrongType, parent, "parent must be text, but it is empty")
        .help("a root bone has parent: none");
    return true;
  }
  if (!is_boolean(at.tree, parent)) return false;
  at.report(Code::WrongType, parent, "parent must be text, not {}", kind_of(at.tree, parent))
      .help("a root bone has parent: none");
  return true;
}

Bone decode_bone(const Reporter& at, NodeId node) {
  auto fields = read_fields<bone_object>(at, node);
  if (report_no_parent(at, fields.node<"parent">())) fields.drop<"parent">();
  Bone bone;
  bone.origin = node;
  BoneMembers::fill(fields, bone, ReadMember{at});
  return bone;
}

void report_non_rigid(const Reporter& at, NodeId node) {
  each_pair(at.tree, node, [&](NodeId key, NodeId) {
    const std::string_view name = at.tree.text_of(key);
    if (name != "scale" && name != "shear" && name != "matrix") return;
    at.report(Code::NonRigidPose, key, "'{}' in a pose entry: a pose can only rotate and translate",
              name)
        .help("remove it; sizes are set by the dimensions of primitives");
  });
}

// The quaternion of a primitive's rotation_euler with these angles, to nine digits.
std::string quaternion_text(const Vec3& radians) {
  const SinCos x = sin_cos(radians.x / 2);
  const SinCos y = sin_cos(radians.y / 2);
  const SinCos z = sin_cos(radians.z / 2);
  const Quaternion q = (Quaternion{z.cos, 0, 0, z.sin} * Quaternion{y.cos, 0, y.sin, 0}) *
                       Quaternion{x.cos, x.sin, 0, 0};
  return fmt::format("[{:.9g}, {:.9g}, {:.9g}, {:.9g}]", q.w + 0.0, q.x + 0.0, q.y + 0.0,
                     q.z + 0.0);
}

// The values of a mapping whose keys are these letters, in their order; nothing for any other
// mapping, or if a value is not a number.
std::vector<NodeId> named_numbers(const Tree& tree, NodeId node, std::string_view names) {
  if (tree[node].kind != NodeKind::Mapping || tree[node].size != names.size()) return {};
  std::vector<NodeId> values(names.size());
  for (NodeId key = node + 1; key < tree[node].after; key = tree[key + 1].after) {
    const NodeId value = tree.resolve(key + 1);
    const std::size_t place = names.find(tree.text_of(key));
    if (tree.text_of(key).size() != 1 || place == names.npos || tree[key].duplicate ||
        !is_number(tree, value)) {
      return {};
    }
    values[place] = value;
  }
  return values;
}

// {w, x, y, z}: the same as a list.
bool report_named_components(const Reporter& at, NodeId node) {
  const std::vector<NodeId> values = named_numbers(at.tree, node, "wxyz");
  if (values.empty()) return false;
  at.report(Code::WrongType, node, "rotation must be a list of 4 numbers, not a mapping")
      .help("write rotation: [{}, {}, {}, {}]", at.tree.text_of(values[0]),
            at.tree.text_of(values[1]), at.tree.text_of(values[2]), at.tree.text_of(values[3]));
  return true;
}

// The elements of a list of three, or of {x, y, z}.
std::vector<NodeId> angles_of(const Reporter& at, NodeId node) {
  if (at.tree[node].size != 3) return {};
  if (at.tree[node].kind != NodeKind::Sequence) return named_numbers(at.tree, node, "xyz");
  std::vector<NodeId> elements;
  for (NodeId id = node + 1; id < at.tree[node].after; id = at.tree[id].after) {
    elements.push_back(at.tree.resolve(id));
  }
  return elements;
}

// Three numbers can only be angles: their quaternion.
bool report_euler_angles(const Reporter& at, NodeId node) {
  const std::vector<NodeId> elements = angles_of(at, node);
  if (elements.empty()) return false;
  std::array<double, 3> angles{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!is_number(at.tree, elements[i])) return false;
    angles[i] = scalar_number(at.tree.text_of(elements[i]));
    if (!std::isfinite(angles[i])) return false;
  }
  const auto [x, y, z] = angles;
  const bool degrees = std::max({std::abs(x), std::abs(y), std::abs(z)}) > two_pi;
  const double unit = degrees ? two_pi / 360 : 1;
  const NewFinding added =
      at.tree[node].kind == NodeKind::Sequence
          ? at.report(Code::WrongLength, node, "rotation must have 4 numbers, not 3")
          : at.report(Code::WrongType, node, "rotation must be a list of 4 numbers, not a mapping");
  added.help("write rotation: [w, x, y, z]; [{}, {}, {}] as angles in {} is\nrotation: {}", x, y, z,
             degrees ? "degrees" : "radians", quaternion_text({unit * x, unit * y, unit * z}));
  return true;
}

// Says what to write instead of a rotation in another form; false if it is not a rotation.
bool report_other_rotation(const Reporter& at, NodeId node) {
  return node != no_index && (report_euler_angles(at, node) || report_named_components(at, node));
}

// Whether all fields of the mapping belong to a rotation and a translation.
bool has_only_pose_fields(const Tree& tree, NodeId mapping) {
  for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
    const std::string_view name = tree.text_of(key);
    if (name != "rotation" && name != "translation") return false;
  }
  return true;
}

PoseBone decode_pose_bone(const Reporter& at, NodeId key, NodeId node) {
  PoseBone bone;
  bone.bone = {at.tree.text_of(key), key};
  bone.node = node;
  const auto fields = read_fields<pose_entry_object>(at, node);
  const NodeId given_rotation = fields.node<"rotation">();
  if (at.tree[node].kind == NodeKind::Mapping) report_non_rigid(at, node);
  std::array<Number, 4> rotation;
  if (!report_other_rotation(at, given_rotation) &&
      read_numbers(at, fields.get<"rotation">(), rotation, Code::NotUnitQuaternion)) {
    bone.rotation_node = given_rotation;
    for (std::size_t i = 0; i < 4; ++i) bone.rotation[i] = rotation[i].value;
  }
  bone.translation = read_point(at, fields.get<"translation">());
  bone.incomplete = at.tree[node].kind != NodeKind::Mapping || at.tree[node].damaged ||
                    !has_only_pose_fields(at.tree, node) || given_rotation != bone.rotation_node ||
                    fields.node<"translation">() != bone.translation.node;
  return bone;
}

}  // namespace

Armature decode_armature(const Reporter& at, NodeId node) {
  const auto fields = read_fields<armature_object>(at, node);
  const FieldValue bones = fields.get<"bones">().called("armature bones");
  Armature armature;
  armature.node = node;
  armature.id = read_id(at, fields.get<"id">());
  armature.name = read_text(at, fields.get<"name">());
  decode_items(at, bones, decode_bone, armature.bones, armature.bones_node,
               armature.incomplete_bones);
  return armature;
}

Pose decode_pose(const Reporter& at, NodeId node) {
  const auto fields = read_fields<pose_object>(at, node);
  const FieldValue bones = fields.get<"bones">().called("pose bones");
  Pose pose;
  pose.node = node;
  pose.id = read_id(at, fields.get<"id">());
  pose.incomplete_bones = bones.given() && (at.tree[bones.node].kind != NodeKind::Mapping ||
                                            at.tree[bones.node].damaged);
  each_pair(at, bones, [&](NodeId key, NodeId value) {
    pose.bones.push_back(decode_pose_bone(at, key, value));
  });
  return pose;
}

}  // namespace rigy::language
