#include "gltf/animations_json.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rigy::outputs {
namespace {

void write_channel(JsonWriter& json, std::uint64_t sampler, std::uint32_t node,
                   std::string_view path) {
  json.begin_object();
  write_count(json, "sampler", sampler);
  json.key("target");
  json.begin_object();
  write_count(json, "node", node);
  write_text(json, "path", path);
  json.end_object();
  json.end_object();
}

void write_sampler(JsonWriter& json, const ChannelAccessors& channel) {
  json.begin_object();
  write_count(json, "input", channel.times);
  write_count(json, "output", channel.values);
  json.end_object();
}

// What glTF has no place for.
void write_clip_extras(JsonWriter& json, const ExportAnimation& animation) {
  json.key("extras");
  json.begin_object();
  write_flag(json, "loop", animation.loops);
  if (animation.travel) write_vector(json, "travel", *animation.travel);
  json.end_object();
}

void write_animation(JsonOutput& out, const ExportAnimation& animation,
                     const std::vector<ChannelAccessors>& accessors, const NodesJson& nodes) {
  JsonWriter& json = out.json;
  json.begin_object();
  write_text(json, "name", animation.name);
  json.key("channels");
  json.begin_array();
  for (std::size_t i = 0; i < animation.channels.size(); ++i) {
    if (out.is_full()) return;
    const ExportChannel& channel = animation.channels[i];
    write_channel(json, i, nodes.first_bone(channel.armature) + channel.bone,
                  channel.path == ChannelPath::Translation ? "translation" : "rotation");
  }
  json.end_array();
  json.key("samplers");
  json.begin_array();
  for (const ChannelAccessors& channel : accessors) {
    if (out.is_full()) return;
    write_sampler(json, channel);
  }
  json.end_array();
  if (animation.is_clip) write_clip_extras(json, animation);
  json.end_object();
}

}  // namespace

void write_animations(JsonOutput& out, const ExportModel& model, const GltfData& data,
                      const NodesJson& nodes) {
  if (model.animations.empty()) return;
  out.json.key("animations");
  out.json.begin_array();
  for (std::size_t i = 0; i < model.animations.size(); ++i) {
    write_animation(out, model.animations[i], data.animations[i], nodes);
  }
  out.json.end_array();
}

}  // namespace rigy::outputs
