#include "export_model/motion_clips.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>

#include "export_model/motion.hpp"
#include "export_model/names.hpp"
#include "motion/clip.hpp"

namespace rigy::outputs {
namespace {

// Samples that a linear reader reproduces as well as this are dropped; those at keys only if it
// reproduces them exactly, so that a pose is the same in a clip and by itself.
constexpr double sample_tolerance = 1e-5;
constexpr double key_tolerance = 1e-9;

// A bone relative to its parent at each sample, as ExportBone::local is.
using Track = std::vector<RigidMotion>;

double error_of(const RigidMotion& from, const RigidMotion& to, double share,
                const RigidMotion& wanted, ChannelPath path) {
  if (path == ChannelPath::Translation) {
    return length((1 - share) * from.translation + share * to.translation - wanted.translation);
  }
  if (from.rotation == to.rotation && from.rotation == wanted.rotation) return 0;
  return angle_between(slerp(from.rotation, to.rotation, share), wanted.rotation);
}

// Whether a linear reader that knows only two samples reproduces those between them.
bool is_linear(const Track& track, std::span<const SampleTime> times, std::size_t first,
               std::size_t last, ChannelPath path) {
  const double seconds = times[last].seconds - times[first].seconds;
  for (std::size_t i = first + 1; i < last; ++i) {
    const double share = (times[i].seconds - times[first].seconds) / seconds;
    const double allowed = times[i].is_key ? key_tolerance : sample_tolerance;
    if (error_of(track[first], track[last], share, track[i], path) > allowed) return false;
  }
  return true;
}

// The last sample found that a line leads to from `first`: first twice as far each time, then by
// halves, because tracks may have many samples.
std::size_t end_of_line(const Track& track, std::span<const SampleTime> times, std::size_t first,
                        ChannelPath path) {
  const std::size_t last = track.size() - 1;
  std::size_t good = first + 1;
  std::size_t step = 1;
  while (good < last && is_linear(track, times, first, std::min(good + step, last), path)) {
    good = std::min(good + step, last);
    step *= 2;
  }
  for (; step > 0; step /= 2) {
    const std::size_t next = good + step;
    if (next <= last && is_linear(track, times, first, next, path)) good = next;
  }
  return good;
}

// The first and the last stay.
std::vector<std::size_t> kept_samples(const Track& track, std::span<const SampleTime> times,
                                      ChannelPath path) {
  std::vector<std::size_t> kept{0};
  while (kept.back() + 1 < track.size()) {
    kept.push_back(end_of_line(track, times, kept.back(), path));
  }
  return kept;
}

class ClipWriter {
 public:
  ClipWriter(const ExportModel& model, const MotionPlan& motion, const ClipPlan& clip,
             const ExportOptions& options)
      : model_(model), motion_(motion), clip_(clip), options_(options), times_(sample_times(clip)) {
    animation_.is_clip = true;
    animation_.loops = clip.loop;
    for (const SampleTime& time : times_) {
      samples_.push_back(motions_at(motion.rig.skeleton, clip, time.seconds));
    }
    const bool travels = clip.travel != Vec3{};
    if (travels && !options.root_motion) animation_.travel = options.scale * clip.travel;
  }

  void add_armature(std::uint32_t armature);
  ExportAnimation take() { return std::move(animation_); }

 private:
  [[nodiscard]] Track track_of(const ExportSkeleton& skeleton, std::uint32_t bone) const;
  [[nodiscard]] RigidMotion local_of(const ExportSkeleton& skeleton, std::uint32_t bone,
                                     const LocalMotion& motion) const;
  void add_channel(ExportChannel channel, const Track& track);

  const ExportModel& model_;
  const MotionPlan& motion_;
  const ClipPlan& clip_;
  const ExportOptions& options_;
  std::vector<SampleTime> times_;
  std::vector<LocalMotions> samples_;
  ExportAnimation animation_;
};

// In the axes of the bones at rest. At rest it is what the skeleton says, to the last bit.
RigidMotion ClipWriter::local_of(const ExportSkeleton& skeleton, std::uint32_t bone,
                                 const LocalMotion& motion) const {
  const ExportBone& own = skeleton.bones[bone];
  if (motion == LocalMotion{}) return own.local;
  const bool is_root = own.parent == no_index;
  const Quaternion back =
      is_root ? Quaternion{} : conjugate(skeleton.bones[own.parent].rest.rotation);
  RigidMotion local = own.local;
  local.translation = local.translation + rotate(back, options_.scale * motion.move);
  local.rotation = unit_quaternion(back * motion.turn * own.rest.rotation);
  return local;
}

// Each rotation in the hemisphere of the one before it, the first in that of the rest.
Track ClipWriter::track_of(const ExportSkeleton& skeleton, std::uint32_t bone) const {
  const bool is_root = skeleton.bones[bone].parent == no_index;
  Track track;
  Quaternion before = skeleton.bones[bone].local.rotation;
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    RigidMotion local = local_of(skeleton, bone, samples_[i][bone]);
    if (dot(local.rotation, before) < 0) local.rotation = -local.rotation;
    before = local.rotation;
    if (options_.root_motion && is_root) {
      const double share = times_[i].seconds / clip_.length;
      local.translation = local.translation + (options_.scale * share) * clip_.travel;
    }
    track.push_back(local);
  }
  return track;
}

void ClipWriter::add_channel(ExportChannel channel, const Track& track) {
  const std::vector<std::size_t> kept = kept_samples(track, times_, channel.path);
  channel.key_count = static_cast<std::uint32_t>(kept.size());
  channel.first_value = animation_.values.size();
  std::vector<double> times;
  for (const std::size_t i : kept) {
    times.push_back(times_[i].seconds);
    const auto& [translation, q] = track[i];
    if (channel.path == ChannelPath::Translation) {
      animation_.values.insert(animation_.values.end(),
                               {translation.x, translation.y, translation.z});
    } else {
      animation_.values.insert(animation_.values.end(), {q.w, q.x, q.y, q.z});
    }
  }
  // Channels with the same times as the one before share them.
  const ExportChannel* last = animation_.channels.empty() ? nullptr : &animation_.channels.back();
  const bool shares = last != nullptr && last->key_count == channel.key_count &&
                      std::equal(times.begin(), times.end(), animation_.times_of(*last).begin());
  channel.first_time =
      shares ? last->first_time : static_cast<std::uint32_t>(animation_.times.size());
  if (!shares) animation_.times.insert(animation_.times.end(), times.begin(), times.end());
  animation_.channels.push_back(channel);
}

void ClipWriter::add_armature(std::uint32_t armature) {
  const ExportSkeleton& skeleton = model_.skeletons[model_.armatures[armature].skeleton];
  for (std::uint32_t bone = 0; bone < skeleton.bones.size(); ++bone) {
    const Track track = track_of(skeleton, bone);
    ExportChannel channel;
    channel.armature = armature;
    channel.bone = bone;
    for (const ChannelPath path : {ChannelPath::Translation, ChannelPath::Rotation}) {
      channel.path = path;
      add_channel(channel, track);
    }
  }
}

// The places where the armature of a motion is used and not deformed.
std::vector<std::uint32_t> moved_armatures(const ModelDraft& draft, const Armature& armature) {
  std::vector<std::uint32_t> moved;
  for (std::uint32_t i = 0; i < draft.sources.size(); ++i) {
    const ArmatureSource& source = draft.sources[i];
    if (!source.is_transformed && source.armature == &armature) moved.push_back(i);
  }
  return moved;
}

}  // namespace

void add_clips(ModelDraft& draft, const Assembly& assembly, const ExportOptions& options) {
  ExportModel& model = draft.model;
  // Clips keep their names: it is poses that give way.
  std::vector<ExportAnimation> poses = std::exchange(model.animations, {});
  UniqueNames names;
  for (const auto& file : assembly.motions) {
    const MotionPlan motion = plan_motion(*file);
    const std::vector<std::uint32_t> moved = moved_armatures(draft, *file->armature());
    for (const ClipPlan& clip : motion.clips) {
      ClipWriter writer(model, motion, clip, options);
      for (const std::uint32_t armature : moved) writer.add_armature(armature);
      ExportAnimation animation = writer.take();
      animation.name = names.take(std::string(clip.id));
      if (!moved.empty()) model.animations.push_back(std::move(animation));
    }
  }
  for (ExportAnimation& pose : poses) pose.name = names.take(pose.name);
  model.animations.insert(model.animations.begin(), std::make_move_iterator(poses.begin()),
                          std::make_move_iterator(poses.end()));
}

}  // namespace rigy::outputs
