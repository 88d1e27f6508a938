#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "document/decode_parts.hpp"
#include "document/fields.hpp"
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

Bone decode_bone(const Reporter& at, NodeId node) {
  const auto [id, parent, head, tail, roll] = read_fields<bone_object>(at, node);
  Bone bone;
  bone.origin = node;
  bone.id = read_id(at, id, "bone id");
  if (parent != no_index && is_null(at.tree, parent)) {
    at.report(Code::P04, parent, "parent must be text, but it is empty")
        .help("a root bone has parent: none");
  } else if (parent != no_index && is_boolean(at.tree, parent)) {
    at.report(Code::P04, parent, "parent must be text, not {}", kind_of(at.tree, parent))
        .help("a root bone has parent: none");
  } else {
    bone.parent = read_reference(at, parent, "parent");
  }
  bone.head = read_point(at, head, "head");
  bone.tail = read_point(at, tail, "tail");
  bone.roll = read_number(at, roll, "roll").value;
  return bone;
}

void report_non_rigid(const Reporter& at, NodeId node) {
  each_pair(at, node, "pose entry", [&](NodeId key, NodeId) {
    const std::string_view name = at.tree.text_of(key);
    if (name != "scale" && name != "shear" && name != "matrix") return;
    at.report(Code::V35, key, "'{}' in a pose entry: a pose can only rotate and translate", name)
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
  at.report(Code::P04, node, "rotation must be a list of 4 numbers, not a mapping")
      .help("write rotation: [{}, {}, {}, {}]", at.tree.text_of(values[0]),
            at.tree.text_of(values[1]), at.tree.text_of(values[2]), at.tree.text_of(values[3]));
  return true;
}

// The elements of a list of three, or of {x, y, z}.
std::vector<NodeId> angles_of(const Reporter& at, NodeId node) {
  if (at.tree[node].size != 3) return {};
  if (at.tree[node].kind != NodeKind::Sequence) return named_numbers(at.tree, node, "xyz");
  std::vector<NodeId> elements;
  each_element(at, node, "rotation", [&](NodeId element) { elements.push_back(element); });
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
          ? at.report(Code::P06, node, "rotation must have 4 numbers, not 3")
          : at.report(Code::P04, node, "rotation must be a list of 4 numbers, not a mapping");
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
  const auto values = read_fields<pose_entry_object>(at, node);
  if (at.tree[node].kind == NodeKind::Mapping) report_non_rigid(at, node);
  std::array<Number, 4> rotation;
  if (!report_other_rotation(at, values[0]) &&
      read_numbers(at, values[0], "rotation", "[w, x, y, z]", rotation, Code::V36)) {
    bone.rotation_node = values[0];
    for (std::size_t i = 0; i < 4; ++i) bone.rotation[i] = rotation[i].value;
  }
  bone.translation = read_point(at, values[1], "translation");
  bone.incomplete = at.tree[node].kind != NodeKind::Mapping || at.tree[node].damaged ||
                    !has_only_pose_fields(at.tree, node) || values[0] != bone.rotation_node ||
                    values[1] != bone.translation.node;
  return bone;
}

}  // namespace

Armature decode_armature(const Reporter& at, NodeId node) {
  const auto [id, name, bones] = read_fields<armature_object>(at, node);
  Armature armature;
  armature.node = node;
  armature.id = read_id(at, id, "armature id");
  armature.name = read_text(at, name, "armature name");
  if (bones == no_index || !expect_list(at, bones, "armature bones")) {
    armature.incomplete_bones = true;
    return armature;
  }
  armature.incomplete_bones = at.tree[bones].damaged;
  const bool is_lost = armature.incomplete_bones && at.tree[bones].size == 0;
  armature.bones_node = is_lost ? no_index : bones;
  armature.bones.reserve(at.tree[bones].size);
  each_element(at, bones, "armature bones", [&](NodeId element) {
    armature.bones.push_back(decode_bone(at, element));
    armature.incomplete_bones |= !armature.bones.back().id.given();
  });
  return armature;
}

Pose decode_pose(const Reporter& at, NodeId node) {
  const auto [id, bones] = read_fields<pose_object>(at, node);
  Pose pose;
  pose.node = node;
  pose.id = read_id(at, id, "pose id");
  pose.incomplete_bones =
      bones != no_index && (at.tree[bones].kind != NodeKind::Mapping || at.tree[bones].damaged);
  each_pair(at, bones, "pose bones", [&](NodeId key, NodeId value) {
    pose.bones.push_back(decode_pose_bone(at, key, value));
  });
  return pose;
}

}  // namespace rigy::language
