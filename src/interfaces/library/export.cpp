// Exporting: the analysis, then the model, then one of the formats.
#include "rigy/export.hpp"

#include <cstdint>
#include <optional>
#include <utility>

#include "analyze/after_analysis.hpp"
#include "analyze/writable.hpp"
#include "common/stopwatch.hpp"
#include "export_model/files.hpp"
#include "export_model/model.hpp"
#include "gltf/quantize.hpp"
#include "interfaces_floor.hpp"
#include "library/streamed.hpp"
#include "load/document_kind.hpp"

namespace rigy {
using namespace interfaces;
namespace {

std::size_t size_of(const std::vector<ExportedFile>& files) {
  std::size_t size = 0;
  for (const ExportedFile& file : files) size += file.bytes.size();
  return size;
}

// Where large files go while they are made.
struct Streaming {
  SinkOf sink_of = {};
  std::uint64_t from = UINT64_MAX;  // bytes of numbers
};

// Goes on from an analysis whose findings, and now also those of writing, are in `diagnostics`.
void export_analyzed(const AnalyzedAssembly& analyzed, const ExportOptions& options,
                     const Streaming& streaming, Diagnostics& diagnostics, ExportResult& result) {
  Stopwatch stopwatch(result.timings);
  std::optional<ExportModel> model = build_model(analyzed, options, diagnostics, streaming.from);
  stopwatch.lap("model");
  if (model && model->source != nullptr && is_rejected(diagnostics, analyzed.assembly))
    model.reset();
  if (model) {
    result.levels = model->levels;
    result.position_error = position_error(*model);
    const std::string name =
        options.name.empty() ? document_stem(result.files.front()) : options.name;
    result.exported = write_export(
        options.format, {*model, name, options.analysis.threads, diagnostics, streaming.sink_of});
    stopwatch.lap("format", size_of(result.exported));
  }
  result.report = diagnostics.report(analyzed.assembly.sources);
  if (!result.report.ok()) result.exported.clear();
}

auto go_on_with(const Streaming& streaming) {
  return [&streaming](const AnalyzedAssembly& analyzed, const ExportOptions& options,
                      Diagnostics& diagnostics, ExportResult& result) {
    export_analyzed(analyzed, options, streaming, diagnostics, result);
  };
}

const Streaming none;

}  // namespace

ExportResult export_asset(const std::string& entry, FileReader& files,
                          const ExportOptions& options) {
  return after_analysis<ExportResult>(entry, files, options, go_on_with(none));
}

ExportResult export_asset(const Analysis& analysis, const ExportOptions& options) {
  return after_analysis<ExportResult>(analysis, options, go_on_with(none));
}

ExportResult export_asset(const std::string& entry, FileReader& files, const ExportOptions& options,
                          const SinkOf& sink_of, std::uint64_t streamed_from) {
  const Streaming streaming{sink_of, streamed_from};
  return after_analysis<ExportResult>(entry, files, options, go_on_with(streaming));
}

}  // namespace rigy
