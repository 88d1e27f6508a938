// Exporting: the analysis, then the model, then one of the formats.
#include "rigy/export.hpp"

#include <optional>
#include <utility>

#include "analyze/after_analysis.hpp"
#include "common/stopwatch.hpp"
#include "export_model/files.hpp"
#include "export_model/model.hpp"
#include "interfaces_floor.hpp"
#include "load/document_kind.hpp"

namespace rigy {
using namespace interfaces;
namespace {

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
    result.levels = model->levels;
    const std::string name =
        options.name.empty() ? document_stem(result.files.front()) : options.name;
    result.exported =
        write_export(options.format, {*model, name, options.analysis.threads, diagnostics});
    stopwatch.lap("format", size_of(result.exported));
  }
  result.report = diagnostics.report(analyzed.assembly.sources);
  if (!result.report.ok()) result.exported.clear();
}

}  // namespace

ExportResult export_asset(const std::string& entry, FileReader& files,
                          const ExportOptions& options) {
  return after_analysis<ExportResult>(entry, files, options, write_from);
}

ExportResult export_asset(const Analysis& analysis, const ExportOptions& options) {
  return after_analysis<ExportResult>(analysis, options, write_from);
}

}  // namespace rigy
