// The picture of a comparison.
#pragma once

#include "rigy/analyze.hpp"
#include "rigy/render.hpp"

namespace rigy {

// Two documents with the same camera: before, after, and the difference in color. What was added
// is green; what moved is blue. What was removed, and the earlier place of what moved, is
// translucent red; what only has another color is orange, and the rest is faded. Of the options,
// those of the camera, the background, the pose, the solver and the size count.
[[nodiscard]] RenderResult render_diff(const Analysis& before, const Analysis& after,
                                       const RenderOptions& options = {});

}  // namespace rigy
