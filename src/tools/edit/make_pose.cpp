// Turns of bones, composed along the hierarchy.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "common/index.hpp"
#include "diagnostics/suggestions.hpp"
#include "edit/pose_steps.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "expand/yaml_text.hpp"
#include "hashing/text_hash.hpp"
#include "math/rotation.hpp"
#include "motion/moment_pose.hpp"
#include "rigy/posing.hpp"
#include "skinning/stretch.hpp"
#include "tools_floor.hpp"

namespace rigy {
using namespace tools;
namespace {

// At most twelve decimals: a quaternion is then of unit length to the last digit that matters, and
// cos 90° is 0.
std::string number_text(double value) {
  std::string text = fmt::format("{:.12f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string entry_text(std::string_view bone, const WorldMotion& motion) {
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

std::string suggestion(const ClosestWord& closest) {
  const std::string_view best = closest.best();
  return best.empty() ? "" : fmt::format("; did you mean '{}'?", best);
}

std::string unknown_bone(const Document& document, const std::string& id) {
  ClosestWord closest(id);
  for (const Armature& armature : document.armatures) {
    for (const Bone& bone : armature.bones) closest.offer(bone.id.value);
  }
  return fmt::format("there is no bone '{}'{}", id, suggestion(closest));
}

std::string unknown_pose(const Document& document, const std::string& id) {
  ClosestWord closest(id);
  for (const Pose& pose : document.poses) closest.offer(pose.id.value);
  return fmt::format("there is no pose '{}'{}", id, suggestion(closest));
}

// What the pose begins as is a pose of the asset, although it is asked for as one of a motion.
const Pose* asset_pose_of(const Assembly& assembly, const PoseSteps& steps) {
  if (steps.moment.empty()) return nullptr;
  if (assembly.motions.empty() || find_moment(assembly, steps.moment)) return nullptr;
  return find_asset_pose(*assembly.root(), steps.moment);
}

std::string unknown_moment(const Assembly& assembly, const std::string& name) {
  if (assembly.motions.empty()) {
    return "only motions (.rigm.yaml) have such poses; begin from a pose of the document instead";
  }
  const std::string_view clip = clip_in(name);
  ClosestWord pose_words(name);
  ClosestWord clip_words(clip);
  for (const auto& motion : assembly.motions) {
    for (const MotionPose& one : motion->document.poses) pose_words.offer(one.id.value);
    for (const MotionClip& one : motion->document.clips) clip_words.offer(one.id.value);
  }
  if (const std::string beyond = beyond_clip(assembly, name); !beyond.empty()) {
    return fmt::format("the motion has no pose '{}'; {}", name, beyond);
  }
  return clip.empty() ? fmt::format("the motion has no pose '{}'{}", name, suggestion(pose_words))
                      : fmt::format("the motion has no clip '{}'{}", clip, suggestion(clip_words));
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

std::string free_pose_id(const Document& document) {
  std::string id = "pose";
  for (int i = 2; has_pose(document, id); ++i) id = fmt::format("pose_{}", i);
  return id;
}

std::string id_for(const Document& document, const PoseSteps& steps) {
  if (!steps.id.empty()) return steps.id;
  constexpr std::string_view of_motion = "motion:";
  if (steps.moment.starts_with(of_motion)) return steps.moment.substr(of_motion.size());
  constexpr std::string_view of_asset = "asset:";
  if (steps.moment.starts_with(of_asset)) return steps.moment.substr(of_asset.size());
  if (!steps.moment.empty()) return steps.moment;
  return steps.replace && !steps.from.empty() ? steps.from : free_pose_id(document);
}

std::vector<std::string> bones_of(const PoseSteps& steps) {
  std::vector<std::string> bones;
  for (const BoneTurn& turn : steps.turns) bones.push_back(turn.bone);
  for (const BoneMove& move : steps.moves) bones.push_back(move.bone);
  for (const BoneReach& reach : steps.reaches) bones.push_back(reach.bone);
  return bones;
}

// How many bones a chain can have that ends with this one: it and its ancestors.
std::uint32_t longest_chain(const Document& document, std::string_view id) {
  std::uint32_t longest = 0;
  for (const Armature& armature : document.armatures) {
    for (std::uint32_t i = 0; i < armature.bones.size(); ++i) {
      if (armature.bones[i].id.value != id) continue;
      std::uint32_t count = 1;
      for (std::uint32_t b = i; !armature.bones[b].is_root(); b = armature.bones[b].parent.index) {
        ++count;
      }
      longest = std::max(longest, count);
    }
  }
  return longest;
}

// A root has no parent to turn with it, unless that is asked for.
void find_reach_faults(const Document& document, const BoneReach& reach, MadePose& pose) {
  constexpr std::uint32_t as_usual = 2;
  const std::uint32_t longest = longest_chain(document, reach.bone);
  if (reach.count == 0) {
    pose.faults.push_back(fmt::format("'{}' must reach with 1 bone or more", reach.bone));
  } else if (reach.count > as_usual && longest > 0 && reach.count > longest) {
    pose.faults.push_back(fmt::format("'{}' and its ancestors are not {} bones; use {} or fewer",
                                      reach.bone, reach.count, longest));
  }
  if (reach.pole == std::array<double, 3>{}) {
    pose.faults.push_back(fmt::format(
        "the pole of '{}' must not be 0,0,0; it is a direction: 0,0,-1 is the front", reach.bone));
  }
}

void find_faults(const Assembly& assembly, const PoseSteps& steps, MadePose& pose) {
  const Document& document = assembly.root()->document;
  if (document.armatures.empty()) {
    pose.faults.emplace_back("the document has no armature, so there is nothing to turn");
    return;
  }
  if (!steps.from.empty() && !has_pose(document, steps.from)) {
    const bool is_of_motion = find_moment(assembly, steps.from).has_value();
    pose.faults.push_back(is_of_motion
                              ? fmt::format("'{}' is a pose of the motion, not of the asset; begin "
                                            "as it with --pose {}",
                                            steps.from, steps.from)
                              : unknown_pose(document, steps.from));
  }
  if (!steps.from.empty() && !steps.moment.empty()) {
    pose.faults.emplace_back(
        "a pose begins as one of the asset or as one of a motion, not as both");
  }
  if (!steps.moment.empty() && !find_moment(assembly, steps.moment) &&
      asset_pose_of(assembly, steps) == nullptr) {
    pose.faults.push_back(unknown_moment(assembly, steps.moment));
  }
  if (has_pose(document, pose.id) && !steps.replace) {
    pose.faults.push_back(
        fmt::format("there already is a pose '{}'; choose another id, or use --replace", pose.id));
  }
  if (steps.mirror && !document.mirror_x) {
    pose.faults.emplace_back(
        "the document has no symmetry, which says what bones trade places; write symmetry: "
        "{mirror_x: {prefix_from: L_, prefix_to: R_}}");
  }
  for (const BoneReach& reach : steps.reaches) find_reach_faults(document, reach, pose);
  for (const std::string& bone : bones_of(steps)) {
    if (!has_bone(document, bone)) pose.faults.push_back(unknown_bone(document, bone));
  }
}

// What the steps begin with; nothing: the rest.
std::optional<Pose> start_of(const Assembly& assembly, const PoseSteps& steps) {
  if (const Pose* pose = asset_pose_of(assembly, steps)) return *pose;
  if (!steps.moment.empty()) {
    MotionPlans plans;
    return pose_at(assembly, *find_moment(assembly, steps.moment), plans);
  }
  for (const Pose& pose : assembly.root()->document.poses) {
    if (!steps.from.empty() && pose.id.value == steps.from) return pose;
  }
  return std::nullopt;
}

// --- the ground ---

Pose made_pose(const Document& document, const Pose* start, const PoseSteps& steps) {
  std::vector<std::string> notes;
  Pose pose;
  for (const Armature& armature : document.armatures) {
    const WorldMotions motions = moved_bones(document, armature, start, steps, notes);
    for (std::size_t i = 0; i < motions.size(); ++i) {
      pose.bones.push_back(absolute_entry(armature.bones[i], motions[i]));
    }
  }
  return pose;
}

// The heights of a primitive's vertices in a pose, from its shape at rest.
double lowest_in(const EvaluatedScene& scene, const ShownPrimitive& primitive, const Pose& pose) {
  const ShownMesh& mesh = scene.mesh_of(primitive);
  const Solver solver = mesh.binding->solver.value_or(mesh.asset->document.solver);
  const auto move = solver == Solver::Lbs ? pose_by_lbs : pose_by_dqs;
  const PosedArmature posed = pose_armature(*scene.armatures[mesh.armature].armature, pose, solver);
  const Mat3 back = transpose(inverse_transpose(mesh.transform.linear));
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
    Vec3 position = back * (primitive.positions[i] - mesh.transform.translation);
    Vec3 normal = primitive.normals[i];
    move(posed, (*primitive.influences)[i], {{&position, 1}, {&normal, 1}});
    lowest = std::min(lowest, mesh.transform(position).y);
  }
  return lowest;
}

// How far everything has to rise until the lowest point of what follows bones is at y = 0.
double lift_to_ground(const AnalyzedAssembly& analyzed, const Pose* start, const PoseSteps& steps) {
  const Asset* const asset = analyzed.assembly.root();
  const Pose pose = made_pose(asset->document, start, steps);
  Diagnostics diagnostics = analyzed.diagnostics;
  const auto scene = build_evaluated_scene(analyzed, {}, diagnostics);
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; scene && i < scene->primitives.size(); ++i) {
    const ShownPrimitive& primitive = scene->primitives[i];
    const bool is_own = scene->mesh_of(primitive).asset == asset;
    if (is_own && primitive.influences != nullptr) {
      lowest = std::min(lowest, lowest_in(*scene, primitive, pose));
    }
  }
  return std::isfinite(lowest) ? -lowest : 0;
}

// An entry moves all bones of its id, in whatever armature they are.
void append_bones(const Document& document, const Pose* start, const PoseSteps& steps,
                  MadePose& pose) {
  TextMap<std::string_view, std::string> texts;
  for (const Armature& armature : document.armatures) {
    const WorldMotions motions = moved_bones(document, armature, start, steps, pose.notes);
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

MadePose make_pose(const Analysis& analysis, const PoseSteps& steps) {
  MadePose pose;
  const Asset* const asset =
      analysis.assembly == nullptr ? nullptr : analysis.assembly->assembly.root();
  if (asset == nullptr || !analysis.report.ok()) {
    pose.faults.emplace_back(analysis.is_scene ? "poses belong to assets, and this is a scene"
                                               : "the document has errors");
    return pose;
  }
  pose.id = id_for(asset->document, steps);
  find_faults(analysis.assembly->assembly, steps, pose);
  if (!pose.faults.empty()) return pose;
  const std::optional<Pose> start = start_of(analysis.assembly->assembly, steps);
  const Pose* const from = start ? &*start : nullptr;
  PoseSteps lifted = steps;
  if (steps.on_ground) {
    lifted.lift = 0;
    lifted.lift = lift_to_ground(*analysis.assembly, from, lifted);
  }
  append_bones(asset->document, from, lifted, pose);
  if (!pose.faults.empty()) pose.bones.clear();
  return pose;
}

MadePose make_pose(const Analysis& analysis, const std::vector<BoneTurn>& turns,
                   std::string_view id) {
  PoseSteps steps;
  steps.id = id;
  steps.turns = turns;
  return make_pose(analysis, steps);
}

}  // namespace rigy
