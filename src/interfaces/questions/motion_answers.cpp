// How bones move: clips for a timeline, turns at their keys, and reaches for handles that are
// dragged.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "document/names.hpp"
#include "motion/clip.hpp"
#include "motion/plans.hpp"
#include "motion/reach.hpp"
#include "questions/answers.hpp"
#include "tables/words.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {
namespace {

constexpr std::size_t numbers_per_bone = 7;

// Of each bone, one after the other: its turn as w, x, y, z, and how far its head moves.
void write_motions(JsonWriter& json, const LocalMotions& motions) {
  json.begin_array();
  for (const auto& [turn, move] : motions) {
    for (const double number : {turn.w, turn.x, turn.y, turn.z, move.x, move.y, move.z}) {
      json.shortest(number);
    }
  }
  json.end_array();
}

void write_key(JsonWriter& json, const MotionClip& clip, const MotionKey& key) {
  json.begin_object();
  json.key("at");
  json.shortest(key.at.value);
  json.key("pose");
  json.string(key.pose.id);
  json.key("mirror");
  json.boolean(key.mirror);
  json.key("ease");
  json.string(word_for(key.ease.value_or(clip.ease)));
  json.end_object();
}

void write_samples(JsonWriter& json, const MotionPlan& motion, const ClipPlan& clip) {
  const std::vector<SampleTime> times = sample_times(clip);
  json.key("times");
  json.begin_array();
  for (const SampleTime& time : times) json.shortest(time.seconds);
  json.end_array();
  json.key("motions");
  json.begin_array();
  for (const SampleTime& time : times) {
    write_motions(json, motions_at(motion.rig.skeleton, clip, time.seconds));
  }
  json.end_array();
}

void write_clip(JsonWriter& json, const MotionPlan& motion, std::size_t index) {
  const MotionClip& written = motion.file->document.clips[index];
  json.begin_object();
  json.key("id");
  json.string(written.id.value);
  json.key("length");
  json.shortest(written.length.value);
  json.key("loop");
  json.boolean(written.loop);
  json.key("keys");
  json.begin_array();
  for (const MotionKey& key : written.keys) write_key(json, written, key);
  json.end_array();
  write_samples(json, motion, motion.clips[index]);
  json.end_object();
}

// The motion of a text without errors; null if it is none.
const MotionFile* motion_of(const AnalyzedText& analyzed) {
  const Analysis& analysis = analyzed.analysis;
  if (!analysis.report.ok() || analysis.assembly == nullptr) return nullptr;
  const auto& motions = analysis.assembly->assembly.motions;
  return motions.empty() ? nullptr : motions.front().get();
}

const Armature* armature_named(const AnalyzedText& analyzed, std::string_view id) {
  const auto* assembly = analyzed.analysis.assembly.get();
  const Asset* asset = assembly == nullptr ? nullptr : assembly->assembly.root();
  if (asset == nullptr) return nullptr;
  const std::vector<Armature>& armatures = asset->document.armatures;
  const auto found = std::find_if(armatures.begin(), armatures.end(),
                                  [id](const Armature& one) { return one.id.value == id; });
  return found == armatures.end() ? nullptr : &*found;
}

std::vector<double> numbers_of(const JsonValue& params, std::string_view key) {
  std::vector<double> numbers;
  const JsonValue* list = params.find(key);
  if (list == nullptr) return numbers;
  for (const JsonValue& item : list->items) numbers.push_back(item.number);
  return numbers;
}

LocalMotions motions_of(const std::vector<double>& numbers) {
  LocalMotions motions(numbers.size() / numbers_per_bone);
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const double* from = &numbers[numbers_per_bone * i];
    motions[i] = {{from[0], from[1], from[2], from[3]}, {from[4], from[5], from[6]}};
  }
  return motions;
}

std::optional<Reach> reach_of(const JsonValue& params, const Armature& armature) {
  const std::string_view id = params.text_of("bone").value_or("");
  const auto& bones = armature.bones;
  const auto bone = std::find_if(bones.begin(), bones.end(),
                                 [id](const Bone& one) { return one.id.value == id; });
  const std::vector<double> to = numbers_of(params, "to");
  if (bone == bones.end() || to.size() != 3) return std::nullopt;
  const JsonValue* count = params.find("count");
  Reach reach;
  reach.bone = static_cast<std::uint32_t>(bone - bones.begin());
  reach.to = {to[0], to[1], to[2]};
  if (count != nullptr && count->number >= 1) {
    reach.count = static_cast<std::uint32_t>(std::min(count->number, 64.0));
  }
  return reach;
}

// A key of a clip, and one of the bones that it poses.
struct KeyBone {
  const MotionKey* key = nullptr;
  std::uint32_t bone = no_index;
};

KeyBone key_bone_of(const JsonValue& params, const MotionFile& file) {
  KeyBone found;
  found.bone = names_of(file.armature()->bones).find(params.text_of("bone").value_or(""));
  const std::uint32_t clip =
      names_of(file.document.clips).find(params.text_of("clip").value_or(""));
  const JsonValue* number = params.find("key");
  if (clip == no_index || number == nullptr) return found;
  const std::vector<MotionKey>& keys = file.document.clips[clip].keys;
  if (number->number >= 0 && number->number < static_cast<double>(keys.size())) {
    found.key = &keys[static_cast<std::size_t>(number->number)];
  }
  return found;
}

bool is_turned_by(const MotionSkeleton& skeleton, const Reach& reach, std::uint32_t bone) {
  const std::vector<std::uint32_t> chain = chain_of(skeleton, reach);
  return std::find(chain.begin(), chain.end(), bone) != chain.end() ||
         std::find(reach.level.begin(), reach.level.end(), bone) != reach.level.end();
}

// Why the turn of a pose is not what a bone shows; empty if it is.
std::string why_no_turn(const MotionFile& file, const MotionRig& rig, const KeyBone& at) {
  const MotionPose& pose = file.document.poses[at.key->pose.index];
  if (file.tree[pose.node].made != written) {
    return fmt::format("the pose '{}' is made by a repeat: change it there", pose.id.value);
  }
  for (const Reach& reach : plan_of_key(*at.key, pose_plans(file, rig), rig).reaches) {
    if (!is_turned_by(rig.skeleton, reach, at.bone)) continue;
    return fmt::format("'{}' is turned by the reach of '{}': change that, or use Reach",
                       file.armature()->bones[at.bone].id.value,
                       file.armature()->bones[reach.bone].id.value);
  }
  return {};
}

// The angles that are not 0, to thousandths of a degree; mirror images turn the other way about y
// and z.
std::string turn_text(const std::vector<double>& degrees, bool is_mirrored) {
  std::string text;
  for (std::size_t i = 0; i < 3; ++i) {
    const double angle = std::nearbyint(1000 * degrees[i]) / 1000;
    if (angle == 0) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", "xyz"[i],
                        is_mirrored && i > 0 ? -angle : angle);
  }
  return "{" + text + "}";
}

}  // namespace

RpcAnswer answer_clips(const Question& question) {
  const auto analyzed = current_analysis(question.workspace, question.text);
  const MotionFile* file = motion_of(*analyzed);
  if (file == nullptr) return rpc_failure(rpc_invalid_params, "this is no motion without errors");
  const MotionPlan motion = plan_motion(*file);
  JsonWriter json;
  json.begin_object();
  json.key("asset");
  json.string(question.workspace.uri_of(file->asset()->source->identity));
  json.key("armature");
  json.string(file->armature()->id.value);
  json.key("bones");
  json.begin_array();
  for (const Bone& bone : file->armature()->bones) json.string(bone.id.value);
  json.end_array();
  json.key("clips");
  json.begin_array();
  for (std::size_t i = 0; i < motion.clips.size(); ++i) write_clip(json, motion, i);
  json.end_array();
  json.end_object();
  return {json.take()};
}

RpcAnswer answer_reach(const Question& question) {
  const auto analyzed = current_analysis(question.workspace, question.text);
  const std::string_view id = question.params.text_of("armature").value_or("");
  const Armature* armature = armature_named(*analyzed, id);
  if (armature == nullptr) {
    return rpc_failure(rpc_invalid_params, fmt::format("there is no armature '{}'", id));
  }
  const std::optional<Reach> reach = reach_of(question.params, *armature);
  LocalMotions motions = motions_of(numbers_of(question.params, "motions"));
  const MotionSkeleton skeleton = skeleton_of(*armature);
  if (!reach || motions.size() != skeleton.bones.size() || !has_chain(skeleton, *reach)) {
    return rpc_failure(rpc_invalid_params, "no such bones can reach");
  }
  WorldMotions worlds = world_motions(skeleton, motions);
  const double missing = solve_reach(skeleton, *reach, motions, worlds);
  JsonWriter json;
  json.begin_object();
  json.key("motions");
  write_motions(json, motions);
  json.key("missing");
  json.shortest(missing);
  json.end_object();
  return {json.take()};
}

RpcAnswer answer_key_turn(const Question& question) {
  const auto analyzed = current_analysis(question.workspace, question.text);
  const MotionFile* file = motion_of(*analyzed);
  if (file == nullptr) return rpc_failure(rpc_invalid_params, "this is no motion without errors");
  const KeyBone at = key_bone_of(question.params, *file);
  const std::vector<double> degrees = numbers_of(question.params, "degrees");
  if (at.key == nullptr || at.bone == no_index || degrees.size() != 3) {
    return rpc_failure(rpc_invalid_params, "there is no such key or bone");
  }
  const MotionRig rig = rig_of(*file->asset(), *file->armature());
  const std::string reason = why_no_turn(*file, rig, at);
  if (!reason.empty()) return rpc_failure(rpc_invalid_params, reason);
  const MotionPose& pose = file->document.poses[at.key->pose.index];
  const bool is_mirrored = at.key->mirror != pose.mirror;
  const std::uint32_t bone = is_mirrored ? rig.counterparts[at.bone] : at.bone;
  JsonWriter json;
  json.begin_object();
  json.key("path");
  json.string(
      fmt::format("poses.{}.turn.{}", pose.id.value, file->armature()->bones[bone].id.value));
  json.key("value");
  json.string(turn_text(degrees, is_mirrored));
  json.end_object();
  return {json.take()};
}

}  // namespace rigy::interfaces
