// The JSON chunk of a canonical GLB: key order and number text are part of the bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "canonical/layout.hpp"
#include "math/bounds.hpp"
#include "scene/scene.hpp"

namespace rigy::outputs {

// `bounds` are those of the parts. Stops early once `out` has more than `max_size` bytes: it will
// be discarded.
void append_gltf_json(std::string& out, const Scene& scene, const Layout& layout,
                      const std::vector<Bounds>& bounds, std::uint64_t max_size);

}  // namespace rigy::outputs
