#include "fbx/fbx.hpp"

#include <array>
#include <cstdint>
#include <utility>

#include "analyze/writable.hpp"
#include "export_model/files.hpp"
#include "fbx/output.hpp"

namespace rigy::outputs {
namespace {

struct FbxContents {
  const ExportModel& model;
  const FbxPlan& plan;
  unsigned threads = 1;
};

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
void write_file(FbxRecordWriter& writer, FbxVersion version, const FbxContents& contents,
                std::uint64_t max_size) {
  const auto& [model, plan, threads] = contents;
  std::vector<FbxConnection> connections;
  const FbxOutput output{model, plan, max_size, writer, connections, threads};
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
}

std::string file_of(FbxVersion version, const FbxContents& contents, std::uint64_t max_size) {
  FbxRecordWriter writer(version);
  write_file(writer, version, contents, max_size);
  return std::move(writer).finish();
}

constexpr std::array<std::pair<FbxVersion, std::uint64_t FbxLimits::*>, 2> versions{
    {{FbxVersion::V74, &FbxLimits::file_of_7_4}, {FbxVersion::V75, &FbxLimits::file}}};

}  // namespace

std::string write_fbx(const ExportModel& model, const FbxLimits& limits) {
  const FbxPlan plan = plan_fbx(model);
  for (const auto& [version, limit] : versions) {
    std::string file = file_of(version, {model, plan}, limits.*limit);
    if (file.size() <= limits.*limit) return file;
  }
  return {};
}

bool stream_fbx(const ExportModel& model, unsigned threads, const FbxSink& sink) {
  const FbxLimits limits;
  const FbxPlan plan = plan_fbx(model);
  for (const auto& [version, limit] : versions) {
    FbxRecordWriter measuring = FbxRecordWriter::measuring(version);
    write_file(measuring, version, {model, plan, threads}, limits.*limit);
    measuring.end_file();
    if (measuring.size() > limits.*limit) continue;
    OutputSink& file = sink();
    file.expect(measuring.size());
    FbxRecordWriter writer =
        FbxRecordWriter::streaming(version, std::move(measuring).take_measures(), file);
    write_file(writer, version, {model, plan, threads}, limits.*limit);
    writer.end_file();
    return true;
  }
  return false;
}

std::vector<ExportedFile> export_as_fbx(const ExportInput& input) {
  const std::string name = input.name + ".fbx";
  const bool is_later = input.model.source != nullptr;
  std::string bytes = is_later ? std::string() : write_fbx(input.model);
  const bool fits = is_later ? stream_fbx(input.model, input.threads,
                                          [&]() -> OutputSink& { return input.sink_of(name); })
                             : !bytes.empty();
  if (!fits) {
    report_too_large(input.diagnostics, "4 GiB - 1 byte");
    return {};
  }
  return one_file(name, std::move(bytes));
}

}  // namespace rigy::outputs
