// The shape of the model as Wavefront OBJ, with its materials in a second file.
#pragma once

#include <string>
#include <vector>

#include "export_model/model.hpp"
#include "rigy/export.hpp"

namespace rigy::outputs {

// The name of the material file of an export under that name: a word without spaces.
[[nodiscard]] std::string material_file_name(const std::string& name);

// For a model whose nodes have no transforms. One object per mesh node, one group per primitive.
// The format has one UV set, and neither bones nor empties.
[[nodiscard]] std::vector<ExportedFile> write_obj(const ExportModel& model,
                                                  const std::string& name);

}  // namespace rigy::outputs
