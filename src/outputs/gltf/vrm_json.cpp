#include "gltf/vrm_json.hpp"

#include <string>

namespace rigy::outputs {
namespace {

void write_meta(JsonWriter& json, const ExportMeta& meta, std::optional<std::uint32_t> thumbnail) {
  json.key("meta");
  json.begin_object();
  write_text(json, "name", meta.name);
  json.key("authors");
  json.begin_array();
  for (const std::string& author : meta.authors) json.string(author);
  json.end_array();
  write_text(json, "licenseUrl", meta.license_url);
  if (thumbnail) {
    write_count(json, "thumbnailImage", *thumbnail);
  }
  json.end_object();
}

}  // namespace

void write_vrm(JsonWriter& json, const ExportPerson& person, std::uint32_t first_bone,
               std::optional<std::uint32_t> thumbnail) {
  json.begin_object();
  write_text(json, "specVersion", "1.0");
  write_meta(json, person.meta, thumbnail);
  json.key("humanoid");
  json.begin_object();
  json.key("humanBones");
  json.begin_object();
  for (const ExportPerson::Part& part : person.parts) {
    json.key(part.name);
    json.begin_object();
    write_count(json, "node", first_bone + part.bone);
    json.end_object();
  }
  json.end_object();
  json.end_object();
  json.end_object();
}

}  // namespace rigy::outputs
