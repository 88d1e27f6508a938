// Which way an exported model faces.
#pragma once

#include "export_model/model.hpp"

namespace rigy::outputs {

// What turns a point: factors of its coordinates, 1 or -1.
[[nodiscard]] Vec3 signs_of(ExportFace face);

// Turns nodes, bones and animations, each within the space that it is in, so that no node has to
// turn the whole. Geometry is turned as it is stored. Leaves no -0.
void turn(ExportModel& model, ExportFace face);

}  // namespace rigy::outputs
