// Turns of bones, composed along the hierarchy.
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "common/index.hpp"
#include "diagnostics/suggestions.hpp"
#include "expand/yaml_text.hpp"
#include "hashing/text_hash.hpp"
#include "math/rotation.hpp"
#include "motion/moment_pose.hpp"
#include "rigy/posing.hpp"
#include "tools_floor.hpp"

namespace rigy {
using namespace tools;
namespace {

// Where a bone is: its rest is turned about its head, which moves.
struct Motion {
  Quaternion rotation;
  Vec3 head;
  bool moves = false;  // it or a parent is turned
};

Quaternion rotation_of(const BoneTurn& turn) {
  const Vec3 axis = turn.axis == 'x'   ? Vec3{1, 0, 0}
                    : turn.axis == 'y' ? Vec3{0, 1, 0}
                                       : Vec3{0, 0, 1};
  return quaternion_from_axis_angle(axis, turn.radians);
}

Motion motion_of(const Bone& bone, const Bone* parent, const Motion* above,
                 const std::vector<BoneTurn>& turns) {
  Motion motion{{}, bone.head.value, false};
  // At rest a head is the number that is written, not one that went through sums.
  if (above != nullptr && above->moves) {
    motion.rotation = above->rotation;
    motion.head = rotate(above->rotation, bone.head.value - parent->head.value) + above->head;
    motion.moves = true;
  }
  for (const BoneTurn& turn : turns) {
    if (turn.bone != bone.id.value) continue;
    motion.rotation = rotation_of(turn) * motion.rotation;
    motion.moves = true;
  }
  return motion;
}

// Parents may be listed after their children, and a chain may have thousands of bones.
std::vector<Motion> motions_of(const Armature& armature, const std::vector<BoneTurn>& turns) {
  const std::vector<Bone>& bones = armature.bones;
  std::vector<Motion> motions(bones.size());
  std::vector<bool> known(bones.size());
  std::vector<std::uint32_t> chain;
  for (std::uint32_t i = 0; i < bones.size(); ++i) {
    for (std::uint32_t b = i; !known[b]; b = bones[b].parent.index) {
      chain.push_back(b);
      if (bones[b].is_root()) break;
    }
    for (; !chain.empty(); chain.pop_back()) {
      const std::uint32_t b = chain.back();
      const std::uint32_t parent = bones[b].is_root() ? no_index : bones[b].parent.index;
      const bool has_parent = parent != no_index;
      motions[b] = motion_of(bones[b], has_parent ? &bones[parent] : nullptr,
                             has_parent ? &motions[parent] : nullptr, turns);
      known[b] = true;
    }
  }
  return motions;
}

// At most twelve decimals: a quaternion is then of unit length to the last digit that matters, and
// cos 90° is 0.
std::string number_text(double value) {
  std::string text = fmt::format("{:.12f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string entry_text(std::string_view bone, const Motion& motion) {
  const double length = quaternion_length(motion.rotation);
  const double scale = motion.rotation.w < 0 ? -1 / length : 1 / length;
  const auto [w, x, y, z] = scale * motion.rotation;
  std::string text;
  append_yaml_text(text, bone);
  fmt::format_to(std::back_inserter(text),
                 ": {{rotation: [{}, {}, {}, {}], translation: [{}, {}, {}]}}", number_text(w),
                 number_text(x), number_text(y), number_text(z), number_text(motion.head.x),
                 number_text(motion.head.y), number_text(motion.head.z));
  return text;
}

// --- what may be wrong ---

std::string unknown_bone(const Document& document, const std::string& id) {
  ClosestWord closest(id);
  for (const Armature& armature : document.armatures) {
    for (const Bone& bone : armature.bones) closest.offer(bone.id.value);
  }
  const std::string_view best = closest.best();
  const std::string hint = best.empty() ? "" : fmt::format("; did you mean '{}'?", best);
  return fmt::format("there is no bone '{}'{}", id, hint);
}

bool has_bone(const Document& document, std::string_view id) {
  return std::any_of(document.armatures.begin(), document.armatures.end(),
                     [id](const Armature& armature) {
                       return std::any_of(armature.bones.begin(), armature.bones.end(),
                                          [id](const Bone& bone) { return bone.id.value == id; });
                     });
}

bool has_pose(const Document& document, std::string_view id) {
  return std::any_of(document.poses.begin(), document.poses.end(),
                     [id](const Pose& pose) { return pose.id.value == id; });
}

std::string free_id(const Document& document) {
  std::string id = "pose";
  for (int i = 2; has_pose(document, id); ++i) id = fmt::format("pose_{}", i);
  return id;
}

void find_faults(const Document& document, const std::vector<BoneTurn>& turns, MadePose& pose) {
  if (document.armatures.empty()) {
    pose.faults.emplace_back("the document has no armature, so there is nothing to turn");
    return;
  }
  if (has_pose(document, pose.id)) {
    pose.faults.push_back(fmt::format(
        "there already is a pose '{}'; choose another id, or delete its entry first", pose.id));
  }
  for (const BoneTurn& turn : turns) {
    if (!has_bone(document, turn.bone)) pose.faults.push_back(unknown_bone(document, turn.bone));
  }
}

// An entry moves all bones of its id, in whatever armature they are.
void append_bones(const Document& document, const std::vector<BoneTurn>& turns, MadePose& pose) {
  TextMap<std::string_view, std::string> texts;
  for (const Armature& armature : document.armatures) {
    const std::vector<Motion> motions = motions_of(armature, turns);
    for (std::size_t i = 0; i < motions.size(); ++i) {
      const Bone& bone = armature.bones[i];
      std::string text = entry_text(bone.id.value, motions[i]);
      const auto [entry, is_new] = texts.emplace(bone.id.value, text);
      if (is_new) {
        pose.bones.push_back(std::move(text));
      } else if (entry->second != text) {
        pose.faults.push_back(fmt::format(
            "several armatures have a bone '{}', and one entry cannot place all of them",
            bone.id.value));
      }
    }
  }
}

}  // namespace

MadePose make_pose(const Analysis& analysis, const std::vector<BoneTurn>& turns,
                   std::string_view id) {
  MadePose pose;
  const Asset* const asset =
      analysis.assembly == nullptr ? nullptr : analysis.assembly->assembly.root();
  if (asset == nullptr || !analysis.report.ok()) {
    pose.faults.emplace_back(analysis.is_scene ? "poses belong to assets, and this is a scene"
                                               : "the document has errors");
    return pose;
  }
  pose.id = id.empty() ? free_id(asset->document) : std::string(id);
  find_faults(asset->document, turns, pose);
  if (pose.faults.empty()) append_bones(asset->document, turns, pose);
  if (!pose.faults.empty()) pose.bones.clear();
  return pose;
}

MadePose make_motion_pose(const Analysis& analysis, std::string_view moment, std::string_view id) {
  MadePose pose;
  if (analysis.assembly == nullptr || !analysis.report.ok()) {
    pose.faults.emplace_back("the document has errors");
    return pose;
  }
  const Assembly& assembly = analysis.assembly->assembly;
  const auto found = find_moment(assembly, moment);
  if (!found) {
    pose.faults.push_back(fmt::format("the motion has no pose '{}'", moment));
    return pose;
  }
  pose.id = id.empty() ? moment : id;
  find_faults(assembly.root()->document, {}, pose);
  if (!pose.faults.empty()) return pose;
  TextSet<std::string_view> known;
  for (const PoseBone& bone : pose_at(assembly, *found).bones) {
    if (!known.insert(bone.bone.value).second) continue;
    const auto [w, x, y, z] = bone.rotation;
    pose.bones.push_back(entry_text(bone.bone.value, {{w, x, y, z}, bone.translation.value, true}));
  }
  return pose;
}

}  // namespace rigy
