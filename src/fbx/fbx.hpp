// The model as binary FBX.
#pragma once

#include <string>

#include "export/model.hpp"

namespace rigy {

[[nodiscard]] std::string write_fbx(const ExportModel& model);

}  // namespace rigy
