// Exporting: the analysis, then the model, then one of the formats.
#include "rigy/export.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "analyze/after_analysis.hpp"
#include "base/stopwatch.hpp"
#include "export/files.hpp"
#include "export/model.hpp"
#include "load/document_kind.hpp"

namespace rigy {
namespace {

struct Format {
  std::string_view name;
  std::string_view extension;
  bool has_bones;
  std::string (*side_file)(const std::string& export_name);
  std::vector<ExportedFile> (*write)(const ExportInput& input);
};

// In the order of the enumerators.
constexpr auto formats = std::to_array<Format>({
#define RIGY_EXPORT_FORMAT(enumerator, name, has_bones, side_file) \
  {#name, "." #name, has_bones, side_file, export_as_##name},
#include "rigy/export_formats.def"
#undef RIGY_EXPORT_FORMAT
});

const Format& row_of(ExportFormat format) { return formats[static_cast<std::size_t>(format)]; }

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
        options.name.empty() ? document_stem(result.files.front()) : options.name;
    result.exported =
        row_of(options.format).write({*model, name, options.analysis.threads, diagnostics});
    stopwatch.lap("format", size_of(result.exported));
  }
  result.report = diagnostics.report(analyzed.assembly.sources);
  if (!result.report.ok()) result.exported.clear();
}

}  // namespace

std::string no_side_file(const std::string& /*export_name*/) { return {}; }

std::string_view name_of(ExportFormat format) { return row_of(format).name; }

std::vector<ExportFormat> export_formats() {
  std::vector<ExportFormat> all;
  for (std::size_t i = 0; i < formats.size(); ++i) all.push_back(static_cast<ExportFormat>(i));
  return all;
}

std::string_view extension_of(ExportFormat format) { return row_of(format).extension; }

bool is_static(ExportFormat format) { return !row_of(format).has_bones; }

std::vector<std::string> export_file_names(ExportFormat format, const std::string& name) {
  std::vector<std::string> names{name + std::string(extension_of(format))};
  if (std::string side = row_of(format).side_file(name); !side.empty()) names.push_back(side);
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
