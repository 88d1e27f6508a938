// Bones that clips move away from the tail of their parent.
#pragma once

#include "export_model/model.hpp"

namespace rigy::outputs {

// Blender's FBX importer connects a bone whose head is at the tail of its parent, and connected
// bones ignore translations. So the heads of bones that a clip moves are shifted: by millionths of
// their distance, which is more than Blender takes for rounding. Skins and clips follow, so no
// vertex moves.
void loosen_joints(ExportModel& model);

}  // namespace rigy::outputs
