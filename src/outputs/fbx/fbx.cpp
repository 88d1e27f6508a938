#include "fbx/fbx.hpp"

#include <cstdint>
#include <utility>

#include "fbx/output.hpp"

namespace rigy::outputs {
namespace {

void write_connections(FbxRecordWriter& writer, const std::vector<FbxConnection>& connections) {
  writer.begin("Connections");
  for (const FbxConnection& connection : connections) {
    writer.begin("C");
    writer.text(connection.property.empty() ? "OO" : "OP");
    writer.int64(connection.child);
    writer.int64(connection.parent);
    if (!connection.property.empty()) writer.text(connection.property);
    writer.end();
  }
  writer.end();
}

// Stops soon after the file has become larger than `max_size`.
std::string write_version(const ExportModel& model, const FbxPlan& plan, FbxVersion version,
                          std::uint64_t max_size) {
  FbxRecordWriter writer(version);
  std::vector<FbxConnection> connections;
  const FbxOutput output{model, plan, max_size, writer, connections};
  write_head(writer, version, model, plan);
  writer.begin("Objects");
  write_geometries(output);
  write_materials(output);
  write_nodes(output);
  write_skins(output);
  write_bind_pose(output);
  write_animations(output);
  writer.end();
  write_connections(writer, connections);
  write_takes(writer, model);
  return std::move(writer).finish();
}

}  // namespace

std::string write_fbx(const ExportModel& model, const FbxLimits& limits) {
  const FbxPlan plan = plan_fbx(model);
  std::string file = write_version(model, plan, FbxVersion::V74, limits.file_of_7_4);
  if (file.size() <= limits.file_of_7_4) return file;
  file = write_version(model, plan, FbxVersion::V75, limits.file);
  return file.size() <= limits.file ? file : std::string();
}

}  // namespace rigy::outputs
