// The model as glTF: one binary file, or JSON and a file with its data.
#pragma once

#include <string>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "export_model/model.hpp"
#include "rigy/export.hpp"

namespace rigy::outputs {

// Nothing, and a reported error, if it is too large.
[[nodiscard]] std::vector<ExportedFile> write_glb(const ExportModel& model, const std::string& name,
                                                  unsigned threads, Diagnostics& diagnostics);
[[nodiscard]] std::vector<ExportedFile> write_gltf(const ExportModel& model,
                                                   const std::string& name, unsigned threads,
                                                   Diagnostics& diagnostics);

}  // namespace rigy::outputs
