// The JSON chunk of a canonical GLB: key order and number text are part of the bytes.
#pragma once

#include <string>
#include <vector>

#include "glb/fill.hpp"
#include "glb/layout.hpp"
#include "scene/scene.hpp"

namespace rigy {

void append_gltf_json(std::string& out, const Scene& scene, const Layout& layout,
                      const std::vector<Bounds>& bounds);

}  // namespace rigy
