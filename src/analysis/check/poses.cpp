// V36, W07, W08: poses that place every bone.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "check/check.hpp"
#include "hashing/text_hash.hpp"

namespace rigy::analysis {
namespace {

// Wide enough for quaternions with four digits.
constexpr double unit_tolerance = 1e-3;
constexpr std::size_t max_listed_bones = 8;
// The identity with its real part last instead of first.
constexpr std::array<double, 4> misplaced_identity{0, 0, 0, 1};

double norm(const std::array<double, 4>& q) {
  return std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

bool is_unit(const std::array<double, 4>& q) { return std::abs(norm(q) - 1) <= unit_tolerance; }

struct PlacedBone {
  const Armature* armature = nullptr;
  const Bone* bone = nullptr;
};

// The bones of one id in all bound armatures. A pose gives world transforms, so a bone without a
// translation goes to the origin with everything that follows it: `first` is the first whose head
// is not there.
struct BonesOfId {
  const Bone* first = nullptr;
  std::vector<PlacedBone> elsewhere;  // not where `first` is; as many as notes name
};

// In the order of the armatures; only ids that have a bone away from the origin.
struct DisplacedBones {
  std::vector<BonesOfId*> all;
  TextMap<std::string_view, BonesOfId> by_id;
};

bool is_at_origin(const Vec3& point) { return length(point) <= same_point; }

void keep_elsewhere(BonesOfId& bones) {
  std::erase_if(bones.elsewhere, [&bones](const PlacedBone& one) {
    return length(one.bone->head.value - bones.first->head.value) <= same_point;
  });
  bones.elsewhere.resize(std::min(bones.elsewhere.size(), max_listed_bones));
}

DisplacedBones displaced_bones(const Document& document) {
  std::vector<bool> bound(document.armatures.size());
  for (const Binding& binding : document.bindings) {
    if (binding.armature.index != no_index) bound[binding.armature.index] = true;
  }
  DisplacedBones displaced;
  for (std::size_t i = 0; i < bound.size(); ++i) {
    if (!bound[i]) continue;
    for (const Bone& bone : document.armatures[i].bones) {
      if (!bone.id.given() || !bone.head.given()) continue;
      BonesOfId& same = displaced.by_id[bone.id.value];
      same.elsewhere.push_back({&document.armatures[i], &bone});
      if (same.first != nullptr || is_at_origin(bone.head.value)) continue;
      same.first = &bone;
      displaced.all.push_back(&same);
    }
  }
  for (BonesOfId* bones : displaced.all) keep_elsewhere(*bones);
  return displaced;
}

// "[0, 1, 0]"; zeros have no sign.
std::string point_text(const Vec3& point) {
  const auto [x, y, z] = point + Vec3{0, 0, 0};
  return fmt::format("[{}, {}, {}]", x, y, z);
}

// One translation cannot keep bones in different places.
void note_other_heads(const CheckContext& context, const NewFinding& added,
                      const BonesOfId& bones) {
  for (const auto& [armature, bone] : bones.elsewhere) {
    added.related(context.at.range_of(bone->head.node), "in armature '{}' its head is at {}",
                  armature->id.value, point_text(bone->head.value));
  }
}

NewFinding report_entry(const CheckContext& context, const Pose& pose, const PoseBone& entry) {
  if (entry.translation.given()) {
    return context.at.report(Code::UnplacedBone, entry.translation.node,
                             "pose '{}' moves bone '{}' and everything bound to it to the origin: "
                             "a translation is where the bone's head goes, not how far it moves",
                             pose.id.value, entry.bone.value);
  }
  return context.at.report(Code::UnplacedBone, entry.bone.node,
                           "pose '{}' gives bone '{}' no translation, but its head is not at the "
                           "origin: the bone and everything bound to it move to the origin",
                           pose.id.value, entry.bone.value);
}

void check_entry(const CheckContext& context, const Pose& pose, const PoseBone& entry,
                 const BonesOfId& bones) {
  if (entry.incomplete || !is_at_origin(entry.translation.value)) return;
  const NewFinding added = report_entry(context, pose, entry);
  if (!added) return;
  const std::string place = point_text(bones.first->head.value);
  const auto [w, x, y, z] = entry.rotation;
  if (entry.rotation_node == no_index) {
    added.help("to keep the bone in place, write\n{}: {{translation: {}}}", entry.bone.value,
               place);
  } else if (is_unit(entry.rotation) && entry.rotation != misplaced_identity) {
    added.help(
        "to keep the bone in place, write\n{}: {{rotation: [{}, {}, {}, {}], translation: {}}}",
        entry.bone.value, w, x, y, z, place);
  } else {
    added.help("to keep the bone in place, write translation: {}", place);
  }
  note_other_heads(context, added, bones);
}

// As many as the help shows, one per line.
std::string entries_text(const std::vector<const BonesOfId*>& missing, std::size_t count) {
  std::string text;
  for (const BonesOfId* bones : missing) {
    text += message_of("\n{}: {{translation: {}}}", bones->first->id.value,
                       point_text(bones->first->head.value));
  }
  if (count > missing.size()) text += fmt::format("\n… and {} more", count - missing.size());
  return text;
}

void report_left_out(const CheckContext& context, const Pose& pose,
                     const std::vector<const BonesOfId*>& missing, std::size_t count) {
  const NodeId place = pose.id.given() ? pose.id.node : pose.node;
  const NewFinding added =
      count == 1 ? context.at.report(Code::UnplacedBone, place,
                                     "pose '{}' omits bone '{}', whose head is not at the origin: "
                                     "the bone and everything bound to it move to the origin",
                                     pose.id.value, missing[0]->first->id.value)
                 : context.at.report(Code::UnplacedBone, place,
                                     "pose '{}' omits {} bones whose heads are not at the origin: "
                                     "they and everything bound to them move to the origin",
                                     pose.id.value, count);
  if (!added) return;
  added.help("to keep {} in place, add to the pose's bones{}",
             count == 1 ? "the bone" : "the bones", entries_text(missing, count));
  for (const BonesOfId* bones : missing) note_other_heads(context, added, *bones);
}

// Takes time in proportion to the pose's entries, however many bones there are.
void check_places(const CheckContext& context, const Pose& pose, const DisplacedBones& displaced) {
  if (pose.incomplete_bones) return;
  TextSet<std::string_view> listed;
  for (const PoseBone& entry : pose.bones) {
    const auto found = displaced.by_id.find(entry.bone.value);
    if (found == displaced.by_id.end() || found->second.first == nullptr) continue;
    listed.insert(entry.bone.value);
    check_entry(context, pose, entry, found->second);
  }
  const std::size_t count = displaced.all.size() - listed.size();
  if (count == 0) return;
  std::vector<const BonesOfId*> missing;
  for (const BonesOfId* bones : displaced.all) {
    if (listed.contains(bones->first->id.value)) continue;
    missing.push_back(bones);
    if (missing.size() == max_listed_bones) break;
  }
  report_left_out(context, pose, missing, count);
}

void check_rotation(const CheckContext& context, const Pose& pose, const PoseBone& entry) {
  if (entry.rotation_node == no_index) return;
  if (entry.rotation == misplaced_identity) {
    context.at
        .report(Code::QuaternionOrder, entry.rotation_node,
                "the rotation of bone '{}' in pose '{}' is a half turn about z; it looks like the "
                "identity as x, y, z, w",
                entry.bone.value, pose.id.value)
        .help(
            "rotation is [w, x, y, z]: write [1, 0, 0, 0] for the identity, [0, 0, 0, -1] for the "
            "half turn");
  }
  if (is_unit(entry.rotation)) return;
  const double size = norm(entry.rotation);
  const NewFinding added = context.at.report(
      Code::NotUnitQuaternion, entry.rotation_node,
      "the rotation of bone '{}' in pose '{}' is not a unit quaternion: its length is {}",
      entry.bone.value, pose.id.value, size);
  const auto [w, x, y, z] = entry.rotation;
  if (size > 0 && std::isfinite(size)) {
    added.help("normalized, it is [{}, {}, {}, {}]", w / size, x / size, y / size, z / size);
  } else {
    added.help("the identity rotation is [1, 0, 0, 0]");
  }
}

}  // namespace

void check_poses(const CheckContext& context) {
  if (context.document.poses.empty()) return;
  // Only poses of the root can be asked for.
  const DisplacedBones displaced =
      context.is_root ? displaced_bones(context.document) : DisplacedBones();
  for (const Pose& pose : context.document.poses) {
    check_places(context, pose, displaced);
    for (const PoseBone& entry : pose.bones) check_rotation(context, pose, entry);
  }
}

}  // namespace rigy::analysis
