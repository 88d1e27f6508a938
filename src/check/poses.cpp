// V36, W07, W08: poses that say where every bone is.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text_hash.hpp"
#include "check/check.hpp"

namespace rigy {
namespace {

// Wide enough for quaternions written with four digits.
constexpr double unit_tolerance = 1e-3;
// Nearer than this a head is at the origin.
constexpr double epsilon = 1e-9;
constexpr std::size_t max_listed_bones = 8;
// The identity with its real part at the end instead of in front.
constexpr std::array<double, 4> misplaced_identity{0, 0, 0, 1};

double norm(const std::array<double, 4>& q) {
  return std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

// The first bone of each id that is in a bound armature and away from the origin. A pose gives
// world transforms, so whatever it does not move away from the origin follows its bone there.
struct DisplacedBones {
  std::vector<const Bone*> all;
  TextMap<std::string_view, const Bone*> by_id;
};

DisplacedBones displaced_bones(const Document& document) {
  std::vector<bool> bound(document.armatures.size());
  for (const Binding& binding : document.bindings) {
    if (binding.armature.index != unresolved) bound[binding.armature.index] = true;
  }
  DisplacedBones displaced;
  for (std::size_t i = 0; i < bound.size(); ++i) {
    if (!bound[i]) continue;
    for (const Bone& bone : document.armatures[i].bones) {
      if (!bone.id.given() || !bone.head.given() || length(bone.head.value) <= epsilon) continue;
      if (displaced.by_id.emplace(bone.id.value, &bone).second) displaced.all.push_back(&bone);
    }
  }
  return displaced;
}

// "translation: [0, 1, 0]"; a zero has no sign there.
std::string translation_text(const Bone& bone) {
  const auto [x, y, z] = bone.head.value + Vec3{0, 0, 0};
  return fmt::format("translation: [{}, {}, {}]", x, y, z);
}

bool has_key(const Tree& tree, NodeId mapping, std::string_view name) {
  if (tree[mapping].kind != NodeKind::Mapping) return false;
  for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
    if (tree.text_of(key) == name) return true;
  }
  return false;
}

void report_unplaced(const CheckContext& context, const Pose& pose, const PoseBone& entry,
                     const Bone& bone) {
  const NewFinding added = context.at.report(
      Code::W07, entry.bone.node,
      "pose '{}' gives bone '{}' no translation, but its head is not at the origin: the bone and "
      "what follows it move to the origin",
      pose.id.value, bone.id.value);
  if (!added) return;
  const auto [w, x, y, z] = entry.rotation;
  const std::string rotation = entry.rotation_node == no_node
                                   ? std::string()
                                   : fmt::format("rotation: [{}, {}, {}, {}], ", w, x, y, z);
  added.help("to keep the bone in place, write\n{}: {{{}{}}}", bone.id.value, rotation,
             translation_text(bone));
}

// As many of them as help shows, each on a line.
std::string entries_text(const std::vector<const Bone*>& missing, std::size_t count) {
  std::string text;
  for (const Bone* bone : missing) {
    text += message_of("\n{}: {{{}}}", bone->id.value, translation_text(*bone));
  }
  if (count > missing.size()) text += fmt::format("\n… and {} more", count - missing.size());
  return text;
}

void report_left_out(const CheckContext& context, const Pose& pose,
                     const std::vector<const Bone*>& missing, std::size_t count) {
  const NodeId place = pose.id.given() ? pose.id.node : pose.node;
  const NewFinding added =
      count == 1 ? context.at.report(Code::W07, place,
                                     "pose '{}' omits bone '{}', whose head is not at the origin: "
                                     "the bone and what follows it move to the origin",
                                     pose.id.value, missing[0]->id.value)
                 : context.at.report(Code::W07, place,
                                     "pose '{}' omits {} bones whose heads are not at the origin: "
                                     "they and what follows them move to the origin",
                                     pose.id.value, count);
  if (added)
    added.help(
        "to keep bones in place, add to the pose's bones"
        "{}",
        entries_text(missing, count));
}

// Costs as much as the pose has entries, however many bones there are.
void check_places(const CheckContext& context, const Pose& pose, const DisplacedBones& displaced) {
  TextSet<std::string_view> listed;
  for (const PoseBone& entry : pose.bones) {
    const auto found = displaced.by_id.find(entry.bone.value);
    if (found == displaced.by_id.end()) continue;
    listed.insert(entry.bone.value);
    const bool readable = context.at.tree[entry.node].kind == NodeKind::Mapping;
    if (readable && !has_key(context.at.tree, entry.node, "translation")) {
      report_unplaced(context, pose, entry, *found->second);
    }
  }
  const std::size_t count = displaced.all.size() - listed.size();
  if (count == 0) return;
  std::vector<const Bone*> missing;
  for (const Bone* bone : displaced.all) {
    if (listed.contains(bone->id.value)) continue;
    missing.push_back(bone);
    if (missing.size() == max_listed_bones) break;
  }
  report_left_out(context, pose, missing, count);
}

void check_rotation(const CheckContext& context, const Pose& pose, const PoseBone& entry) {
  if (entry.rotation_node == no_node) return;
  if (entry.rotation == misplaced_identity) {
    context.at
        .report(Code::W08, entry.rotation_node,
                "the rotation of bone '{}' in pose '{}' is a half turn about z; it looks like the "
                "identity as x, y, z, w",
                entry.bone.value, pose.id.value)
        .help(
            "rotation is [w, x, y, z]: write [1, 0, 0, 0] for the identity, [0, 0, 0, -1] for the "
            "half turn");
  }
  const double size = norm(entry.rotation);
  if (std::abs(size - 1) <= unit_tolerance) return;
  const NewFinding added = context.at.report(
      Code::V36, entry.rotation_node,
      "the rotation of bone '{}' in pose '{}' is not a unit quaternion: its length is {}",
      entry.bone.value, pose.id.value, size);
  const auto [w, x, y, z] = entry.rotation;
  if (size > 0 && std::isfinite(size)) {
    added.help("normalised, it is [{}, {}, {}, {}]", w / size, x / size, y / size, z / size);
  } else {
    added.help("the identity rotation is [1, 0, 0, 0]");
  }
}

}  // namespace

void check_poses(const CheckContext& context) {
  if (context.document.poses.empty()) return;
  const DisplacedBones displaced = displaced_bones(context.document);
  for (const Pose& pose : context.document.poses) {
    check_places(context, pose, displaced);
    for (const PoseBone& entry : pose.bones) check_rotation(context, pose, entry);
  }
}

}  // namespace rigy
