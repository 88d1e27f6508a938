#include "export_model/loosen.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "export_model/animations.hpp"
#include "export_model/motion.hpp"
#include "math/rotation.hpp"

namespace rigy::outputs {
namespace {

// Blender takes coordinates for equal that differ by a millionth.
constexpr double visible = 4e-6;

const ExportSkeleton& moved_skeleton(const ExportModel& model, const ExportChannel& channel) {
  return model.skeletons[model.armatures[channel.armature].skeleton];
}

bool is_moved(const ExportModel& model, const ExportAnimation& clip, const ExportChannel& channel) {
  if (channel.path != ChannelPath::Translation) return false;
  const ExportBone& bone = moved_skeleton(model, channel).bones[channel.bone];
  if (bone.parent == no_index) return false;
  const double least = 1e-6 * std::max(bone.length, length(bone.local.translation));
  for (std::size_t key = 0; key < channel.key_count; ++key) {
    if (length(clip.translation_at(channel, key) - bone.local.translation) > least) return true;
  }
  return false;
}

// Whether there is an odd number of bones above each bone.
std::vector<bool> odd_bones(const ExportSkeleton& skeleton) {
  std::vector<bool> odd(skeleton.bones.size());
  std::vector<std::uint32_t> next = skeleton.roots;
  while (!next.empty()) {
    const std::uint32_t bone = next.back();
    next.pop_back();
    for (const std::uint32_t child : skeleton.bones[bone].children) {
      odd[child] = !odd[bone];
      next.push_back(child);
    }
  }
  return odd;
}

// Along the axis where the head has the smallest coordinate: there it takes least to be seen. The
// parent may be shifted, too, so every other bone goes the other way.
Vec3 shift_of(std::span<const ExportBone> bones, const ExportBone& bone, bool is_odd) {
  const std::array<double, 3> sizes{std::abs(bone.head.x), std::abs(bone.head.y),
                                    std::abs(bone.head.z)};
  const auto axis =
      static_cast<std::size_t>(std::min_element(sizes.begin(), sizes.end()) - sizes.begin());
  const double size = visible * std::max(sizes[axis], bones[bone.parent].length);
  std::array<double, 3> shift{};
  shift[axis] = is_odd ? -size : size;
  return rotate(conjugate(bone.rest.rotation), {shift[0], shift[1], shift[2]});
}

// How far the head of each bone of each skeleton is shifted, in the axes of the bone.
using Shifts = std::vector<std::vector<Vec3>>;

Shifts find_shifts(const ExportModel& model) {
  Shifts shifts;
  std::vector<std::vector<bool>> odd;
  for (const ExportSkeleton& skeleton : model.skeletons) {
    shifts.emplace_back(skeleton.bones.size());
    odd.push_back(odd_bones(skeleton));
  }
  for (const ExportAnimation& clip : model.animations) {
    for (const ExportChannel& channel : clip.channels) {
      if (!is_moved(model, clip, channel)) continue;
      const std::uint32_t skeleton = model.armatures[channel.armature].skeleton;
      const std::vector<ExportBone>& bones = model.skeletons[skeleton].bones;
      shifts[skeleton][channel.bone] =
          shift_of(bones, bones[channel.bone], odd[skeleton][channel.bone]);
    }
  }
  return shifts;
}

// What a bone is moved by, relative to its parent, if it is turned like this.
Vec3 shift_in_parent(std::span<const Vec3> shifts, const ExportSkeleton& skeleton,
                     std::size_t number, const Quaternion& rotation) {
  const std::uint32_t parent = skeleton.bones[number].parent;
  const Vec3 own = rotate(rotation, shifts[number]);
  return parent == no_index ? own : own - shifts[parent];
}

void shift_bones(std::span<const Vec3> shifts, ExportSkeleton& skeleton) {
  for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
    ExportBone& bone = skeleton.bones[i];
    bone.rest.translation = bone.rest.translation + rotate(bone.rest.rotation, shifts[i]);
    bone.inverse_bind = inverse_of(bone.rest);
    bone.local.translation =
        bone.local.translation + shift_in_parent(shifts, skeleton, i, bone.local.rotation);
  }
}

// The channels of a bone follow one another.
const ExportChannel* rotation_beside(const ExportAnimation& clip, std::size_t number) {
  const ExportChannel& channel = clip.channels[number];
  if (number + 1 == clip.channels.size()) return nullptr;
  const ExportChannel& next = clip.channels[number + 1];
  const bool belongs = next.armature == channel.armature && next.bone == channel.bone &&
                       next.first_time == channel.first_time && next.key_count == channel.key_count;
  return belongs ? &next : nullptr;
}

void shift_clip(const ExportModel& model, const Shifts& shifts, ExportAnimation& clip) {
  for (std::size_t i = 0; i < clip.channels.size(); ++i) {
    const ExportChannel channel = clip.channels[i];
    if (channel.path != ChannelPath::Translation) continue;
    const ExportSkeleton& skeleton = moved_skeleton(model, channel);
    const std::vector<Vec3>& own = shifts[model.armatures[channel.armature].skeleton];
    const ExportChannel* turned = rotation_beside(clip, i);
    for (std::size_t key = 0; key < channel.key_count; ++key) {
      const Quaternion rotation = turned == nullptr ? skeleton.bones[channel.bone].local.rotation
                                                    : clip.rotation_at(*turned, key);
      const Vec3 shift = shift_in_parent(own, skeleton, channel.bone, rotation);
      double* value = clip.values.data() + channel.first_value + 3 * key;
      for (std::size_t axis = 0; axis < 3; ++axis) value[axis] += shift[axis];
    }
  }
}

}  // namespace

void loosen_joints(ExportModel& model) {
  const Shifts shifts = find_shifts(model);
  for (ExportAnimation& clip : model.animations) shift_clip(model, shifts, clip);
  for (std::size_t i = 0; i < model.skeletons.size(); ++i) {
    shift_bones(shifts[i], model.skeletons[i]);
  }
}

}  // namespace rigy::outputs
