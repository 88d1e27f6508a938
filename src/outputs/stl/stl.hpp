// The shape of the model as binary STL: triangles and nothing else.
#pragma once

#include <string>

#include "export_model/model.hpp"

namespace rigy::outputs {

// For a model whose nodes have no transforms.
[[nodiscard]] std::string write_stl(const ExportModel& model);

}  // namespace rigy::outputs
