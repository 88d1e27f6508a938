// The files of an export, and who writes them.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "export_model/model.hpp"
#include "io/output_sink.hpp"
#include "outputs_floor.hpp"
#include "rigy/export.hpp"

namespace rigy::outputs {

// Where the file of this name goes.
using SinkOf = std::function<OutputSink&(const std::string& name)>;

// What a writer gets. A model for a format without bones has no transforms of nodes.
struct ExportInput {
  const ExportModel& model;
  const std::string& name;  // of the files, without extension
  unsigned threads = 1;
  Diagnostics& diagnostics;
  // Where a file goes while it is made, if the numbers of the model are made later. What fails is
  // known to the sink.
  const SinkOf& sink_of;
};

// The writers: the main file, then the side file if there is one. Nothing, and a reported error, if
// a file would be too large. Files that went to their sinks have no bytes.
#define RIGY_EXPORT_FORMAT(enumerator, name, has_bones, side_file) \
  [[nodiscard]] std::vector<ExportedFile> export_as_##name(const ExportInput& input);
#include "rigy/export_formats.def"
#undef RIGY_EXPORT_FORMAT

// Calls the writer of the format.
[[nodiscard]] std::vector<ExportedFile> write_export(ExportFormat format, const ExportInput& input);

// The names of side files of an export under this name; empty: there is none.
#define RIGY_EXPORT_FORMAT(enumerator, name, has_bones, side_file) \
  [[nodiscard]] std::string side_file(const std::string& export_name);
#include "rigy/export_formats.def"
#undef RIGY_EXPORT_FORMAT

// A list of one file, to which more can be added. An initializer list would copy the bytes.
[[nodiscard]] inline std::vector<ExportedFile> one_file(std::string name, std::string bytes) {
  std::vector<ExportedFile> files;
  files.push_back({std::move(name), std::move(bytes)});
  return files;
}

}  // namespace rigy::outputs
