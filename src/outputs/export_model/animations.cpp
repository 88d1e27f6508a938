#include "export_model/animations.hpp"

#include <algorithm>
#include <array>
#include <span>
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

bool contains(std::span<const Armature> armatures, const Armature& one) {
  return std::any_of(armatures.begin(), armatures.end(),
                     [&one](const Armature& armature) { return &armature == &one; });
}

// Which armatures poses move: those of the root asset. One with a transform that no node can hold
// baked into its bones stays at rest: its motions would need shear, too.
std::vector<std::uint32_t> movable_armatures(const ModelDraft& draft, const Asset& root) {
  std::vector<std::uint32_t> movable;
  for (std::uint32_t i = 0; i < draft.sources.size(); ++i) {
    const ArmatureSource& source = draft.sources[i];
    if (!source.is_transformed && contains(root.document.armatures, *source.armature)) {
      movable.push_back(i);
    }
  }
  return movable;
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

ExportAnimation animation_of(const ExportModel& model, const Pose& pose,
                             std::span<const std::uint32_t> movable, const ExportOptions& options) {
  const std::span<const PoseKey> keys = keys_of(options.poses);
  ExportAnimation animation;
  animation.name = pose.id.value;
  for (const PoseKey& key : keys) animation.times.push_back(key.seconds);
  for (const std::uint32_t armature : movable) {
    const ExportSkeleton& skeleton = skeleton_of(model, armature);
    const std::vector<RigidMotion> posed = posed_bones(skeleton, pose, options.scale);
    for (std::uint32_t bone = 0; bone < posed.size(); ++bone) {
      ExportChannel channel;
      channel.armature = armature;
      channel.bone = bone;
      add_channels(channel, skeleton.bones[bone].local, posed[bone], keys, animation);
    }
  }
  return animation;
}

}  // namespace

void add_animations(ModelDraft& draft, const Asset& root, const ExportOptions& options,
                    Diagnostics& diagnostics) {
  if (options.poses == ExportPoses::None) return;
  const std::vector<std::uint32_t> movable = movable_armatures(draft, root);
  if (movable.empty()) return;
  ExportModel& model = draft.model;
  std::uint64_t bones = 0;
  for (const std::uint32_t armature : movable) bones += skeleton_of(model, armature).bones.size();
  if (bones * root.document.poses.size() > max_posed_bones) {
    report_too_large(diagnostics, fmt::format("{} bones in all poses", max_posed_bones));
    return;
  }
  for (const Pose& pose : root.document.poses) {
    model.animations.push_back(animation_of(model, pose, movable, options));
  }
}

const RigidMotion& rest_of(const ExportModel& model, const ExportChannel& channel) {
  return skeleton_of(model, channel.armature).bones[channel.bone].local;
}

}  // namespace rigy::outputs
