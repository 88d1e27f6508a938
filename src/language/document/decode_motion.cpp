#include "document/decode_motion.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "document/fields.hpp"
#include "math/rotation.hpp"
#include "math/turns.hpp"

namespace rigy::language {
namespace {

void check_rigm_version(const Reporter& at, const FieldValue& value) {
  if (!value.given()) return;
  const std::string_view text = at.tree.text_of(value.node);
  if (is_number(at.tree, value.node)) {
    at.report(Code::UnsupportedRigmVersion, value.node,
              "rigm_version must be text, not the number {}", text)
        .help("put it in quotes: rigm_version: \"{}\"", text);
    return;
  }
  const Text version = read_text(at, value);
  if (!version.given() || version.value == RIGY_RIGM_VERSION) return;
  at.report(Code::UnsupportedRigmVersion, value.node,
            "motion language version '{}' is not supported by this compiler", text)
      .help("write rigm_version: \"" RIGY_RIGM_VERSION "\"");
}

Reference bone_of_key(const Reporter& at, NodeId key) { return {at.tree.text_of(key), key}; }

constexpr const char* turn_forms =
    "write {x: 30}, {axis: [0, 1, 0], degrees: 90} or {quat: [x, y, z, w]}";

// M09: the forms exclude each other.
bool is_one_turn(const Reporter& at, NodeId node, bool angles, const FieldValue& axis,
                 const FieldValue& degrees, const FieldValue& quat) {
  const bool about_axis = axis.given() || degrees.given();
  if (int{angles} + int{about_axis} + int{quat.given()} > 1) {
    at.report(Code::WrongTurn, node, "a turn has one form, but this has several").help(turn_forms);
    return false;
  }
  if (!about_axis || axis.given() == degrees.given()) return true;
  at.report(Code::WrongTurn, node, "a turn about an axis needs both 'axis' and 'degrees'")
      .help(turn_forms);
  return false;
}

std::optional<Quaternion> axis_turn(const Reporter& at, const FieldValue& axis,
                                    const FieldValue& degrees) {
  const Point direction = read_point(at, axis);
  const Number angle = read_number(at, degrees);
  if (!direction.given() || !angle.given()) return std::nullopt;
  if (direction.value == Vec3{}) {
    at.report(Code::WrongTurn, axis.node, "the axis of a turn must not be [0, 0, 0]")
        .help("write axis: [0, 1, 0]");
    return std::nullopt;
  }
  return unit_quaternion(
      quaternion_from_axis_angle(direction_of(direction.value), radians_per_degree * angle.value));
}

std::optional<Quaternion> quaternion_turn(const Reporter& at, const FieldValue& quat) {
  std::array<Number, 4> numbers;
  if (!read_numbers(at, quat, numbers)) return std::nullopt;
  const Quaternion q{numbers[3].value, numbers[0].value, numbers[1].value, numbers[2].value};
  const double length = quaternion_length(q);
  if (length > 0 && std::isfinite(length)) return unit_quaternion(q);
  at.report(Code::WrongTurn, quat.node, "a quaternion needs a length other than 0")
      .help("no rotation is quat: [0, 0, 0, 1]");
  return std::nullopt;
}

// Nothing if it could not be read, which has been reported.
std::optional<MotionTurn> decode_turn(const Reporter& at, NodeId key, NodeId node) {
  const auto fields = read_fields<turn_object>(at, node);
  if (at.tree[node].kind != NodeKind::Mapping) return std::nullopt;
  MotionTurn turn;
  turn.bone = bone_of_key(at, key);
  turn.in_bone_axes = read_word(at, fields.get<"axes">()) != nullptr;
  const FieldValue axis = fields.get<"axis">();
  const FieldValue degrees = fields.get<"degrees">();
  const FieldValue quat = fields.get<"quat">();
  const Number x = read_number(at, fields.get<"x">());
  const Number y = read_number(at, fields.get<"y">());
  const Number z = read_number(at, fields.get<"z">());
  const bool angles = x.given() || y.given() || z.given();
  if (!is_one_turn(at, node, angles, axis, degrees, quat)) return std::nullopt;
  std::optional<Quaternion> rotation =
      unit_quaternion(quaternion_from_euler(radians_per_degree * Vec3{x.value, y.value, z.value}));
  turn.degrees = {x.value, y.value, z.value};
  if (axis.given()) {
    rotation = axis_turn(at, axis, degrees);
    turn.degrees = {read_number(at, degrees).value, 0, 0};
  }
  if (quat.given()) rotation = quaternion_turn(at, quat);
  if (!rotation) return std::nullopt;
  turn.rotation = *rotation;
  return turn;
}

MotionReach decode_reach(const Reporter& at, NodeId node) {
  const auto fields = read_fields<reach_object>(at, node);
  MotionReach reach;
  reach.node = node;
  reach.bone = read_reference(at, fields.get<"bone">());
  reach.to = read_point(at, fields.get<"to">());
  reach.in = read_reference(at, fields.get<"in">());
  reach.bones = read_count(at, fields.get<"bones">());
  reach.pole = read_point(at, fields.get<"pole">());
  each_element(at, fields.get<"level">(),
               [&](NodeId element) { reach.level.push_back(read_reference(at, element, "bone")); });
  return reach;
}

MotionPose decode_pose(const Reporter& at, NodeId key, NodeId node) {
  const auto fields = read_fields<motion_pose_object>(at, node);
  MotionPose pose;
  pose.node = node;
  pose.id = read_id(at, key, "pose name", "write a name, such as contact");
  pose.from = read_reference(at, fields.get<"from">());
  pose.from_asset = read_reference(at, fields.get<"from_asset">());
  pose.mirror = read_boolean(at, fields.get<"mirror">());
  pose.mirror_node = fields.node<"mirror">();
  if (pose.from.given() && pose.from_asset.given()) {
    at.report(Code::ExclusiveFields, pose.from_asset.node,
              "a pose begins as one other, but has both 'from' and 'from_asset'")
        .help("keep one of the two")
        .related(at.range_of(pose.from.node), "the other one");
    pose.from_asset = {};
  }
  each_pair(at, fields.get<"turn">(), [&](NodeId bone, NodeId value) {
    if (const auto turn = decode_turn(at, bone, value)) pose.turns.push_back(*turn);
  });
  each_pair(at, fields.get<"move">(), [&](NodeId bone, NodeId value) {
    const Point offset = read_point(at, {fields.get<"move">().field, "move", value});
    if (offset.given()) pose.moves.push_back({bone_of_key(at, bone), offset.value});
  });
  each_element(at, fields.get<"reach">(),
               [&](NodeId element) { pose.reaches.push_back(decode_reach(at, element)); });
  return pose;
}

MotionKey decode_key(const Reporter& at, NodeId node) {
  const auto fields = read_fields<key_object>(at, node);
  MotionKey key;
  key.node = node;
  key.at = read_number(at, fields.get<"at">());
  key.pose = read_reference(at, fields.get<"pose">());
  key.mirror = read_boolean(at, fields.get<"mirror">());
  key.mirror_node = fields.node<"mirror">();
  key.ease = read_word_as<Ease>(at, fields.get<"ease">());
  return key;
}

MotionClip decode_clip(const Reporter& at, NodeId name, NodeId node) {
  const auto fields = read_fields<clip_object>(at, node);
  MotionClip clip;
  clip.node = node;
  clip.id = read_id(at, name, "clip name", "write a name, such as walk");
  clip.length = read_number(at, fields.get<"length">());
  clip.loop = read_boolean(at, fields.get<"loop">());
  clip.ease = read_word_as<Ease>(at, fields.get<"ease">()).value_or(Ease::Spline);
  const Number rate = read_number(at, fields.get<"rate">());
  if (rate.given()) clip.rate = rate;
  clip.keys_node = fields.node<"keys">();
  each_element(at, fields.get<"keys">(),
               [&](NodeId element) { clip.keys.push_back(decode_key(at, element)); });
  clip.travel = read_point(at, fields.get<"travel">());
  return clip;
}

}  // namespace

MotionDocument decode_motion(const Reporter& at) {
  const auto fields = read_fields<motion_document_object>(at, at.tree.resolve(0));
  MotionDocument document;
  check_rigm_version(at, fields.get<"rigm_version">());
  document.asset = read_text(at, fields.get<"asset">());
  document.armature = read_reference(at, fields.get<"armature">());
  const FieldValue poses = fields.get<"poses">();
  document.incomplete_poses = poses.given() && (at.tree[poses.node].kind != NodeKind::Mapping ||
                                                at.tree[poses.node].damaged);
  each_pair(at, poses, [&](NodeId key, NodeId value) {
    document.poses.push_back(decode_pose(at, key, value));
  });
  each_pair(at, fields.get<"clips">(), [&](NodeId key, NodeId value) {
    document.clips.push_back(decode_clip(at, key, value));
  });
  return document;
}

}  // namespace rigy::language
