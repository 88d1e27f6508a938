// Where the legs of a body are, so that the bones of a skeleton lie in them.
#pragma once

#include <vector>

#include "evaluated_scene/evaluated_scene.hpp"
#include "rigging/rig_kinds.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// Moves the legs among the bones, sideways and, if there are two pairs, along the body, to where
// the shapes near the ground are. Where these are not apart from each other, legs stay.
void fit_legs(const EvaluatedScene& scene, const Bounds& bounds, std::vector<RigBone>& bones);

}  // namespace rigy::tools
