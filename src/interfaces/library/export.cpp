// Exporting: the analysis, then the model, then one of the formats.
#include "rigy/export.hpp"

#include <optional>
#include <utility>

#include "analyze/after_analysis.hpp"
#include "analyze/writable.hpp"
#include "common/stopwatch.hpp"
#include "export_model/files.hpp"
#include "export_model/model.hpp"
#include "fbx/fbx.hpp"
#include "gltf/gltf.hpp"
#include "interfaces_floor.hpp"
#include "load/document_kind.hpp"
#include "obj/obj.hpp"
#include "stl/stl.hpp"

namespace rigy {
using namespace interfaces;
namespace {

std::vector<ExportedFile> write_fbx_file(const ExportModel& model, const std::string& name,
                                         Diagnostics& diagnostics) {
  std::string bytes = write_fbx(model);
  if (bytes.empty()) {
    report_too_large(diagnostics, "4 GiB - 1 byte");
    return {};
  }
  return one_file(name + ".fbx", std::move(bytes));
}

std::vector<ExportedFile> write_format(const ExportModel& model, const ExportOptions& options,
                                       const std::string& name, Diagnostics& diagnostics) {
  switch (options.format) {
    case ExportFormat::Glb:
      return write_glb(model, name, options.threads, diagnostics);
    case ExportFormat::Gltf:
      return write_gltf(model, name, options.threads, diagnostics);
    case ExportFormat::Obj:
      return write_obj(model, name);
    case ExportFormat::Stl:
      return one_file(name + ".stl", write_stl(model));
    case ExportFormat::Fbx:
      return write_fbx_file(model, name, diagnostics);
  }
  return {};
}

std::size_t size_of(const std::vector<ExportedFile>& files) {
  std::size_t size = 0;
  for (const ExportedFile& file : files) size += file.bytes.size();
  return size;
}

// Goes on from an analysis whose findings, and now also those of writing, are in `diagnostics`.
void write_from(const AnalyzedAssembly& analyzed, const ExportOptions& options,
                Diagnostics& diagnostics, ExportResult& result) {
  Stopwatch stopwatch(result.timings);
  const std::optional<ExportModel> model = build_model(analyzed, options, diagnostics);
  stopwatch.lap("model");
  if (model) {
    const std::string name =
        options.name.empty() ? document_stem(result.read_files.front()) : options.name;
    result.files = write_format(*model, options, name, diagnostics);
    stopwatch.lap("format", size_of(result.files));
  }
  result.report = diagnostics.report(analyzed.assembly.sources);
  if (!result.report.ok()) result.files.clear();
}

}  // namespace

std::string_view extension_of(ExportFormat format) {
  switch (format) {
    case ExportFormat::Glb:
      return ".glb";
    case ExportFormat::Gltf:
      return ".gltf";
    case ExportFormat::Obj:
      return ".obj";
    case ExportFormat::Stl:
      return ".stl";
    case ExportFormat::Fbx:
      break;
  }
  return ".fbx";
}

std::vector<std::string> export_file_names(ExportFormat format, const std::string& name) {
  std::vector<std::string> names{name + std::string(extension_of(format))};
  if (format == ExportFormat::Gltf) names.push_back(name + ".bin");
  if (format == ExportFormat::Obj) names.push_back(material_file_name(name));
  return names;
}

ExportResult export_asset(const std::string& entry, FileReader& files,
                          const ExportOptions& options) {
  return after_analysis<ExportResult>(entry, files, options, write_from);
}

ExportResult export_asset(const Analysis& analysis, const ExportOptions& options) {
  return after_analysis<ExportResult>(analysis, options, write_from);
}

}  // namespace rigy
