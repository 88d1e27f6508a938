// How the primitives of a mesh are divided into parts of the output.
#pragma once

#include <cstdint>
#include <vector>

#include "scene/scene.hpp"

namespace rigy::evaluation {

// Computed once, however often the mesh is stored.
struct MeshParts {
  std::vector<ScenePart> parts;
  std::uint64_t vertices = 0;
  std::uint64_t indices = 0;
  std::uint64_t extras_bytes = 0;  // of the ids and tags that its parts have
};

// Everything except the materials. A primitive without vertices is left out, and so is a part
// without any.
[[nodiscard]] MeshParts parts_of_mesh(const Mesh& mesh, Version version);

}  // namespace rigy::evaluation
