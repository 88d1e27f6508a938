#include "fbx/output.hpp"
#include "fbx/samples.hpp"
#include "fbx/transform.hpp"

namespace rigy::outputs {
namespace {

struct Channel {
  std::string_view name;
  std::string_view setting;
};

constexpr Channel translation_channel{"T", "Lcl Translation"};
constexpr Channel rotation_channel{"R", "Lcl Rotation"};
constexpr std::array<std::string_view, 3> axes = {"d|X", "d|Y", "d|Z"};

struct Numbers {
  std::uint64_t curve_node = 0;
  std::uint64_t curve = 0;
};

void write_curve(const FbxOutput& output, std::int64_t id, const std::vector<std::int64_t>& times,
                 const std::vector<Vec3>& values, std::size_t axis) {
  constexpr std::int32_t linear = 4;
  FbxRecordWriter& writer = output.writer;
  begin_object(writer, {"AnimationCurve", "AnimCurve", ""}, id, "");
  put_real(writer, "Default", values.front()[axis]);
  put_int32(writer, "KeyVer", 4008);
  writer.begin("KeyTime");
  writer.array<std::int64_t>(times.size(), [&times](std::size_t i) { return times[i]; });
  writer.end();
  writer.begin("KeyValueFloat");
  writer.array<float>(values.size(), [&](std::size_t i) { return values[i][axis]; });
  writer.end();
  // The interpolation after a key; all keys share it.
  writer.begin("KeyAttrFlags");
  writer.array<std::int32_t>(1, [](std::size_t) { return linear; });
  writer.end();
  writer.begin("KeyAttrDataFloat");
  writer.array<float>(4, [](std::size_t) { return 0.0f; });
  writer.end();
  writer.begin("KeyAttrRefCount");
  writer.array<std::int32_t>(1, [&times](std::size_t) { return times.size(); });
  writer.end();
  writer.end();
}

void write_channel(const FbxOutput& output, const Channel& channel, std::int64_t layer,
                   std::int64_t bone, const std::vector<std::int64_t>& times,
                   const std::vector<Vec3>& values, Numbers& numbers) {
  const std::int64_t node = fbx_id(FbxKind::AnimationCurveNode, numbers.curve_node++);
  begin_object(output.writer, {"AnimationCurveNode", "AnimCurveNode", ""}, node, channel.name);
  begin_settings(output.writer);
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    set_animatable_number(output.writer, axes[axis], values.front()[axis]);
  }
  output.writer.end();
  output.writer.end();
  output.connections.push_back({node, layer, {}});
  output.connections.push_back({node, bone, channel.setting});
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    const std::int64_t curve = fbx_id(FbxKind::AnimationCurve, numbers.curve++);
    write_curve(output, curve, times, values, axis);
    output.connections.push_back({curve, node, axes[axis]});
  }
}

void write_skeleton(const FbxOutput& output, const PosedSkeleton& posed,
                    const std::vector<AnimationSample>& samples, std::int64_t layer,
                    Numbers& numbers) {
  const ExportArmature& armature = output.model.armatures[posed.armature];
  const std::vector<ExportBone>& bones = output.model.skeletons[armature.skeleton].bones;
  const std::vector<std::int64_t> times = times_of(samples);
  for (std::uint32_t i = 0; i < posed.bones.size() && !is_full(output); ++i) {
    const BoneCurves curves = bone_curves(bones[i].local, posed.bones[i], samples);
    const std::int64_t bone = fbx_bone_id(output, posed.armature, i);
    write_channel(output, translation_channel, layer, bone, times, curves.translations, numbers);
    write_channel(output, rotation_channel, layer, bone, times, curves.degrees, numbers);
  }
}

void write_stack(FbxRecordWriter& writer, std::int64_t id, const ExportAnimation& animation) {
  const std::int64_t end = fbx_end_time(animation);
  begin_object(writer, {"AnimationStack", "AnimStack", ""}, id, animation.name);
  begin_settings(writer);
  set_time(writer, "LocalStart", 0);
  set_time(writer, "LocalStop", end);
  set_time(writer, "ReferenceStart", 0);
  set_time(writer, "ReferenceStop", end);
  writer.end();
  writer.end();
}

void write_animation(const FbxOutput& output, std::size_t number, Numbers& numbers) {
  const ExportAnimation& animation = output.model.animations[number];
  const std::int64_t stack = fbx_id(FbxKind::AnimationStack, number);
  const std::int64_t layer = fbx_id(FbxKind::AnimationLayer, number);
  write_stack(output.writer, stack, animation);
  begin_object(output.writer, {"AnimationLayer", "AnimLayer", ""}, layer, animation.name);
  output.writer.end();
  output.connections.push_back({layer, stack, {}});
  const std::vector<AnimationSample> samples = samples_of(animation);
  for (const PosedSkeleton& skeleton : animation.skeletons) {
    write_skeleton(output, skeleton, samples, layer, numbers);
  }
}

void write_time_span(FbxRecordWriter& writer, std::string_view record, std::int64_t end) {
  writer.begin(record);
  writer.int64(0);
  writer.int64(end);
  writer.end();
}

}  // namespace

void write_animations(const FbxOutput& output) {
  Numbers numbers;
  for (std::size_t i = 0; i < output.model.animations.size() && !is_full(output); ++i) {
    write_animation(output, i, numbers);
  }
}

void write_takes(FbxRecordWriter& writer, const ExportModel& model) {
  writer.begin("Takes");
  put_text(writer, "Current", "");
  for (const ExportAnimation& animation : model.animations) {
    writer.begin("Take");
    writer.text(animation.name);
    put_text(writer, "FileName", animation.name + ".tak");
    write_time_span(writer, "LocalTime", fbx_end_time(animation));
    write_time_span(writer, "ReferenceTime", fbx_end_time(animation));
    writer.end();
  }
  writer.end();
}

}  // namespace rigy::outputs
