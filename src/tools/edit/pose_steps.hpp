// The steps of a pose, carried out on the bones of an armature.
#pragma once

#include <string>
#include <vector>

#include "document/document.hpp"
#include "motion/skeleton.hpp"
#include "rigy/posing.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// Where the bones of an armature are after all steps, which begin at rest or as a pose; `notes` are
// about what could not be reached.
[[nodiscard]] WorldMotions moved_bones(const Document& document, const Armature& armature,
                                       const Pose* start, const PoseSteps& steps,
                                       std::vector<std::string>& notes);

}  // namespace rigy::tools
