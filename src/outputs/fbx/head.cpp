#include <algorithm>

#include "fbx/output.hpp"
#include "fbx/samples.hpp"
#include "rigy/analyze.hpp"

namespace rigy::outputs {
namespace {

void write_creation_time(FbxRecordWriter& writer) {
  writer.begin("CreationTimeStamp");
  put_int32(writer, "Version", 1000);
  put_int32(writer, "Year", 1970);
  put_int32(writer, "Month", 1);
  put_int32(writer, "Day", 1);
  put_int32(writer, "Hour", 10);
  put_int32(writer, "Minute", 0);
  put_int32(writer, "Second", 0);
  put_int32(writer, "Millisecond", 0);
  writer.end();
}

void write_header_extension(FbxRecordWriter& writer, FbxVersion version, std::string_view creator) {
  writer.begin("FBXHeaderExtension");
  put_int32(writer, "FBXHeaderVersion", 1003);
  put_int32(writer, "FBXVersion", static_cast<std::int32_t>(version));
  put_int32(writer, "EncryptionType", 0);
  write_creation_time(writer);
  put_text(writer, "Creator", creator);
  writer.end();
  writer.begin("FileId");
  writer.raw(fbx_file_id);
  writer.end();
  put_text(writer, "CreationTime", fbx_creation_time);
  put_text(writer, "Creator", creator);
}

// Axes are 0, 1, 2 for x, y, z.
void write_axes(FbxRecordWriter& writer) {
  set_int(writer, "UpAxis", 1);
  set_int(writer, "UpAxisSign", 1);
  set_int(writer, "FrontAxis", 2);
  set_int(writer, "FrontAxisSign", 1);
  set_int(writer, "CoordAxis", 0);
  set_int(writer, "CoordAxisSign", 1);
  set_int(writer, "OriginalUpAxis", 1);
  set_int(writer, "OriginalUpAxisSign", 1);
}

void write_global_settings(FbxRecordWriter& writer, double centimeters_per_unit,
                           std::int64_t time_span) {
  constexpr std::int32_t thirty_frames_per_second = 6;
  writer.begin("GlobalSettings");
  put_int32(writer, "Version", 1000);
  begin_settings(writer);
  write_axes(writer);
  set_real(writer, "UnitScaleFactor", centimeters_per_unit);
  set_real(writer, "OriginalUnitScaleFactor", centimeters_per_unit);
  set_color(writer, "AmbientColor", {});
  set_text(writer, "DefaultCamera", "Producer Perspective");
  set_enum(writer, "TimeMode", thirty_frames_per_second);
  set_time(writer, "TimeSpanStart", 0);
  set_time(writer, "TimeSpanStop", time_span);
  set_real(writer, "CustomFrameRate", -1);
  writer.end();
  writer.end();
}

std::int64_t longest_animation(const ExportModel& model) {
  std::int64_t longest = 0;
  for (const ExportAnimation& animation : model.animations) {
    longest = std::max(longest, fbx_end_time(animation));
  }
  return longest;
}

void write_documents(FbxRecordWriter& writer) {
  writer.begin("Documents");
  put_int32(writer, "Count", 1);
  writer.begin("Document");
  writer.int64(fbx_id(FbxKind::Document, 0));
  writer.text("Scene");
  writer.text("Scene");
  put_int64(writer, "RootNode", fbx_root);
  writer.end();
  writer.end();
  writer.begin("References");
  writer.end();
}

struct KindCount {
  std::string_view kind;
  std::uint64_t count = 0;
};

std::uint64_t count_null_nodes(const ExportModel& model) {
  std::uint64_t count = 0;
  for (const ExportNode& node : model.nodes) count += node.mesh == no_index ? 1 : 0;
  return count;
}

std::uint64_t count_deformers(const ExportModel& model, const FbxPlan& plan) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < model.meshes.size(); ++i) {
    if (model.meshes[i].armature != no_index) count += 1 + plan.moving_bones[i].size();
  }
  return count;
}

std::uint64_t count_channels(const ExportModel& model) {
  std::uint64_t count = 0;
  for (const ExportAnimation& animation : model.animations) count += animation.channels.size();
  return count;
}

std::vector<KindCount> count_kinds(const ExportModel& model, const FbxPlan& plan) {
  const std::uint64_t channels = count_channels(model);
  const std::uint64_t stand_ins = plan.stand_in_material.empty() ? 0 : 1;
  return {{"GlobalSettings", 1},
          {"NodeAttribute", count_null_nodes(model) + model.bone_count},
          {"Geometry", model.meshes.size()},
          {"Model", model.nodes.size() + model.bone_count},
          {"Pose", model.armatures.empty() ? 0u : 1u},
          {"Material", model.materials.size() + stand_ins},
          {"Deformer", count_deformers(model, plan)},
          {"AnimationStack", model.animations.size()},
          {"AnimationLayer", model.animations.size()},
          {"AnimationCurveNode", channels},
          {"AnimationCurve", 3 * channels}};
}

void write_definitions(FbxRecordWriter& writer, const std::vector<KindCount>& kinds) {
  std::uint64_t total = 0;
  for (const KindCount& kind : kinds) total += kind.count;
  writer.begin("Definitions");
  put_int32(writer, "Version", 100);
  put_int32(writer, "Count", static_cast<std::int32_t>(total));
  for (const KindCount& kind : kinds) {
    if (kind.count == 0) continue;
    writer.begin("ObjectType");
    writer.text(kind.kind);
    put_int32(writer, "Count", static_cast<std::int32_t>(kind.count));
    writer.end();
  }
  writer.end();
}

}  // namespace

void write_head(FbxRecordWriter& writer, FbxVersion version, const ExportModel& model,
                const FbxPlan& plan) {
  write_header_extension(writer, version, "Rigy " + std::string(rigy::version()));
  write_global_settings(writer, model.centimeters_per_unit, longest_animation(model));
  write_documents(writer);
  write_definitions(writer, count_kinds(model, plan));
}

}  // namespace rigy::outputs
