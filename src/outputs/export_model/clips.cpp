#include "export_model/clips.hpp"

#include <set>
#include <string>
#include <utility>

#include "export_model/animations.hpp"
#include "export_model/names.hpp"

namespace rigy::outputs {
namespace {

// With the ending by which Godot knows that a clip loops, unless it has one.
std::string take_loop_name(const std::string& wanted, UniqueNames& names) {
  for (;;) {
    std::string name = names.take(wanted);
    if (name.ends_with("-loop") || name.ends_with("-cycle")) return name;
    name += "-loop";
    if (!names.has(name)) return names.take(name);
  }
}

}  // namespace

void append_rest(const RigidMotion& rest, ExportChannel channel, ExportAnimation& clip) {
  channel.key_count = 1;
  channel.first_time = 0;
  channel.first_value = clip.values.size();
  const auto [w, x, y, z] = rest.rotation;
  const Vec3& moved = rest.translation;
  if (channel.path == ChannelPath::Translation) {
    clip.values.insert(clip.values.end(), {moved.x, moved.y, moved.z});
  } else {
    clip.values.insert(clip.values.end(), {w, x, y, z});
  }
  clip.channels.push_back(channel);
}

void add_rest_clip(ExportModel& model) {
  if (model.animations.empty()) return;
  UniqueNames names;
  for (const ExportAnimation& clip : model.animations) static_cast<void>(names.take(clip.name));
  ExportAnimation rest;
  rest.name = names.take("rest");
  rest.times = {0};
  std::set<std::pair<std::uint32_t, std::uint32_t>> known;
  for (const ExportAnimation& clip : model.animations) {
    for (ExportChannel channel : clip.channels) {
      if (!known.emplace(channel.armature, channel.bone).second) continue;
      for (const ChannelPath path : {ChannelPath::Translation, ChannelPath::Rotation}) {
        channel.path = path;
        append_rest(rest_of(model, channel), channel, rest);
      }
    }
  }
  model.animations.insert(model.animations.begin(), std::move(rest));
}

void name_clips_for_godot(ExportModel& model) {
  UniqueNames names;
  for (std::size_t i = 0; i < model.animations.size(); ++i) {
    ExportAnimation& clip = model.animations[i];
    const std::string wanted = name_for_godot(clip.name, "clip", i);
    clip.name = clip.loops ? take_loop_name(wanted, names) : names.take(wanted);
  }
}

}  // namespace rigy::outputs
