// The JSON chunk of a canonical GLB: key order and number text are part of the bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evaluate/bounds.hpp"
#include "glb/layout.hpp"
#include "scene/scene.hpp"

namespace rigy {

// `bounds` are those of the parts. Stops in the middle once `out` has more than `max_size` bytes:
// nobody will have it then.
void append_gltf_json(std::string& out, const Scene& scene, const Layout& layout,
                      const std::vector<Bounds>& bounds, std::uint64_t max_size);

}  // namespace rigy
