#include "export_model/animations.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "analyze/writable.hpp"
#include "common/limits.hpp"
#include "export_model/bones.hpp"

namespace rigy::outputs {
namespace {

// All bones are at rest, or all are in the pose.
struct PoseKey {
  double seconds = 0;
  bool posed = false;
};

constexpr std::array<PoseKey, 1> still_keys{{{0, true}}};
constexpr std::array<PoseKey, 3> loop_keys{{{0, false}, {1, true}, {2, false}}};

std::span<const PoseKey> keys_of(ExportPoses poses) {
  if (poses == ExportPoses::Stills) return still_keys;
  return loop_keys;
}

// An asset in one place, with the armatures that its poses move. One with a transform that no node
// can hold baked into its bones stays at rest: its motions would need shear, too.
struct PosedAsset {
  const Asset* asset = nullptr;
  std::uint32_t owner = no_index;
  std::string prefix;  // of the names of its poses
  std::vector<std::uint32_t> armatures;
};

// In the order of the scene, but the entry first.
std::vector<PosedAsset> posed_assets(const ModelDraft& draft) {
  std::vector<PosedAsset> posed;
  std::unordered_map<std::uint32_t, std::size_t> places;  // of each owner
  for (std::uint32_t i = 0; i < draft.sources.size(); ++i) {
    const ArmatureSource& source = draft.sources[i];
    if (source.is_transformed || source.asset->document.poses.empty()) continue;
    const auto [place, is_new] = places.try_emplace(source.owner, posed.size());
    if (!is_new) {
      posed[place->second].armatures.push_back(i);
      continue;
    }
    const std::string prefix = source.owner_name.empty() ? "" : source.owner_name + ".";
    posed.push_back({source.asset, source.owner, prefix, {i}});
  }
  std::stable_partition(posed.begin(), posed.end(),
                        [](const PosedAsset& one) { return one.owner == no_index; });
  return posed;
}

const ExportSkeleton& skeleton_of(const ExportModel& model, std::uint32_t armature) {
  return model.skeletons[model.armatures[armature].skeleton];
}

void append(const Vec3& v, std::vector<double>& out) { out.insert(out.end(), {v.x, v.y, v.z}); }
void append(const Quaternion& q, std::vector<double>& out) {
  out.insert(out.end(), {q.w, q.x, q.y, q.z});
}

// The two channels of a bone.
void add_channels(ExportChannel channel, const RigidMotion& rest, const RigidMotion& posed,
                  std::span<const PoseKey> keys, ExportAnimation& animation) {
  channel.key_count = static_cast<std::uint32_t>(keys.size());
  const auto add = [&](ChannelPath path, const auto& value_of) {
    channel.path = path;
    channel.first_value = animation.values.size();
    for (const PoseKey& key : keys) append(value_of(key.posed ? posed : rest), animation.values);
    animation.channels.push_back(channel);
  };
  add(ChannelPath::Translation, [](const RigidMotion& motion) { return motion.translation; });
  add(ChannelPath::Rotation, [](const RigidMotion& motion) { return motion.rotation; });
}

ExportAnimation animation_of(const ExportModel& model, const Pose& pose, const PosedAsset& posed,
                             const ExportOptions& options) {
  const std::span<const PoseKey> keys = keys_of(options.poses);
  ExportAnimation animation;
  animation.name = posed.prefix + std::string(pose.id.value);
  animation.loops = options.poses == ExportPoses::Loops;
  for (const PoseKey& key : keys) animation.times.push_back(key.seconds);
  for (const std::uint32_t armature : posed.armatures) {
    const ExportSkeleton& skeleton = skeleton_of(model, armature);
    const std::vector<RigidMotion> bones = posed_bones(skeleton, pose, options.scale);
    for (std::uint32_t bone = 0; bone < bones.size(); ++bone) {
      ExportChannel channel;
      channel.armature = armature;
      channel.bone = bone;
      add_channels(channel, skeleton.bones[bone].local, bones[bone], keys, animation);
    }
  }
  return animation;
}

// Of all assets in all of their poses.
std::uint64_t posed_bone_count(const ExportModel& model, std::span<const PosedAsset> posed) {
  std::uint64_t count = 0;
  for (const PosedAsset& one : posed) {
    for (const std::uint32_t armature : one.armatures) {
      count += skeleton_of(model, armature).bones.size() * one.asset->document.poses.size();
    }
  }
  return count;
}

}  // namespace

void add_animations(ModelDraft& draft, const ExportOptions& options, Diagnostics& diagnostics) {
  if (options.poses == ExportPoses::None) return;
  ExportModel& model = draft.model;
  const std::vector<PosedAsset> posed = posed_assets(draft);
  if (posed_bone_count(model, posed) > max_posed_bones) {
    report_too_large(diagnostics, fmt::format("{} bones in all poses", max_posed_bones));
    return;
  }
  UniqueNames names;
  for (const PosedAsset& one : posed) {
    for (const Pose& pose : one.asset->document.poses) {
      ExportAnimation& added =
          model.animations.emplace_back(animation_of(model, pose, one, options));
      added.name = names.take(added.name);
    }
  }
}

const RigidMotion& rest_of(const ExportModel& model, const ExportChannel& channel) {
  return skeleton_of(model, channel.armature).bones[channel.bone].local;
}

}  // namespace rigy::outputs
