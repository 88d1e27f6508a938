// Filling the planned binary data: every primitive writes its own slices.
#pragma once

#include <span>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "glb/layout.hpp"
#include "rigy/compile.hpp"
#include "scene/scene.hpp"

namespace rigy {

// What the JSON must say about positions. Of equal values the first one met is kept, so that the
// sign of a zero does not depend on anything else.
struct Bounds {
  Vec3 min;
  Vec3 max;
};

// Fills `out`, which has the layout's size, and returns the bounds of each mesh. Reports what only
// shows while vertices are computed: W01 and coordinates that leave binary32 (X13).
[[nodiscard]] std::vector<Bounds> fill_binary(const Scene& scene, const Layout& layout,
                                              const CompileOptions& options,
                                              std::span<std::byte> out, Diagnostics& diagnostics);

}  // namespace rigy
