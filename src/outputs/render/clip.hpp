// Leaves only what a camera sees: a camera that fits the rest shape may not see all of a pose.
#pragma once

#include "render/camera.hpp"
#include "render/surfaces.hpp"

namespace rigy::outputs {

// Cuts away what is outside the picture or behind the camera. `target` is what the camera looks at.
void clip_to_view(const Camera& camera, const Frame& frame, const Vec3& target, Surfaces& surfaces);

}  // namespace rigy::outputs
