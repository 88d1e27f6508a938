#include "gltf/meshes_json.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace rigy::outputs {
namespace {

void write_attributes(JsonWriter& json, const GeometryAccessors& accessors) {
  json.key("attributes");
  json.begin_object();
  write_count(json, "POSITION", accessors.positions);
  if (accessors.normals != no_index) write_count(json, "NORMAL", accessors.normals);
  for (std::size_t set = 0; set < accessors.uv_sets.size(); ++set) {
    write_count(json, fmt::format("TEXCOORD_{}", set), accessors.uv_sets[set]);
  }
  if (accessors.colors != no_index) write_count(json, "COLOR_0", accessors.colors);
  if (accessors.joints != no_index) {
    write_count(json, "JOINTS_0", accessors.joints);
    write_count(json, "WEIGHTS_0", accessors.weights);
  }
  json.end_object();
}

void write_tags(JsonWriter& json, const Tags& tags) {
  if (tags == nullptr) return;
  json.key("rigy_tags");
  json.begin_array();
  for (const std::string_view tag : *tags) json.string(tag);
  json.end_array();
}

// Which indices each primitive has.
void write_ranges(JsonWriter& json, const std::vector<PrimitiveGroup>& groups) {
  json.key("rigy_ranges");
  json.begin_array();
  for (const PrimitiveGroup& group : groups) {
    json.begin_object();
    write_text(json, "rigy_id", group.id);
    write_count(json, "first", group.first_index);
    write_count(json, "count", group.index_count);
    write_tags(json, group.tags);
    json.end_object();
  }
  json.end_array();
}

void write_part_extras(JsonWriter& json, const ExportPart& part, bool model_is_merged) {
  const bool is_merged = model_is_merged && part.groups.size() > 1;
  if (part.id.empty() && part.tags == nullptr && !is_merged) return;
  json.key("extras");
  json.begin_object();
  if (!part.id.empty()) write_text(json, "rigy_id", part.id);
  write_tags(json, part.tags);
  if (is_merged) write_ranges(json, part.groups);
  json.end_object();
}

void write_part(JsonWriter& json, const ExportPart& part, const GeometryAccessors& accessors,
                bool model_is_merged) {
  json.begin_object();
  write_attributes(json, accessors);
  write_count(json, "indices", accessors.indices);
  if (part.material != no_index) write_count(json, "material", part.material);
  write_part_extras(json, part, model_is_merged);
  json.end_object();
}

void write_mesh_extras(JsonWriter& json, const ExportMesh& mesh) {
  json.key("extras");
  json.begin_object();
  write_text(json, "rigy_id", mesh.id);
  if (mesh.armature != no_index) {
    write_text(json, "rigy_solver", mesh.solver == Solver::Dqs ? "dqs" : "lbs");
  }
  json.end_object();
}

}  // namespace

void write_meshes(JsonOutput& out, const ExportModel& model, const GltfData& data) {
  JsonWriter& json = out.json;
  write_array(out, "meshes", model.meshes, [&](const ExportMesh& mesh) {
    json.begin_object();
    write_text(json, "name", mesh.name);
    json.key("primitives");
    json.begin_array();
    for (const ExportPart& part : mesh.parts) {
      write_part(json, part, data.geometries[part.geometry], model.is_merged);
    }
    json.end_array();
    write_mesh_extras(json, mesh);
    json.end_object();
  });
}

}  // namespace rigy::outputs
