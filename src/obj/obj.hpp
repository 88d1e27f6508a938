// The shape of the model as Wavefront OBJ, with its materials beside it.
#pragma once

#include <string>
#include <vector>

#include "export/model.hpp"
#include "rigy/export.hpp"

namespace rigy {

// The name of the file with the materials of that of the same name: a word without spaces.
[[nodiscard]] std::string material_file_name(const std::string& name);

// Of a model whose nodes have no transforms. An object for each mesh node, a group for each
// primitive. The format knows one UV set, and neither bones nor empties.
[[nodiscard]] std::vector<ExportedFile> write_obj(const ExportModel& model,
                                                  const std::string& name);

}  // namespace rigy
