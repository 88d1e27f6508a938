// Shapes for collisions, for the importers of engines that find them by their names.
#pragma once

#include "export_model/model.hpp"
#include "export_model/names.hpp"

namespace rigy::outputs {

// One for each primitive of each mesh that is not bound, beside the node of the mesh; with Omi also
// of bound ones, below the bone that the primitive follows.
void add_colliders(ExportModel& model, ExportColliders colliders, UniqueNames& names);

}  // namespace rigy::outputs
