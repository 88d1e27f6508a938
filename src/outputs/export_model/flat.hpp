// Flat shading: every triangle has its own normal at all of its corners.
#pragma once

#include "export_model/model.hpp"

namespace rigy::outputs {

void shade_flat(ExportModel& model);

}  // namespace rigy::outputs
