// How the primitives of a mesh are divided into parts of the output.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "common/index.hpp"
#include "document/document.hpp"
#include "evaluation_floor.hpp"

namespace rigy::evaluation {

// Consecutive primitives of a mesh that the output stores together: one set of attributes, one list
// of indices, one material. Before 0.12 all primitives of a mesh, from 0.12 on each by itself.
struct ScenePart {
  std::uint32_t first_primitive = 0;  // of Mesh::primitives
  std::uint32_t primitive_count = 0;
  std::uint32_t material = no_index;  // of Scene::materials
  std::uint32_t vertex_count = 0;
  std::uint32_t index_count = 0;
  // Whether its bounds are those of the binary32 positions rather than of the binary64 ones.
  bool bounds_as_stored = false;
  std::string_view id;  // of the primitive that it is by itself; else empty
  std::shared_ptr<const std::vector<std::string_view>> tags;  // null: none
};

// Computed once, however often the mesh is stored.
struct MeshParts {
  std::vector<ScenePart> parts;
  std::vector<UvGenerator> uv_generators;  // of each UV set, in order
  std::uint64_t vertices = 0;
  std::uint64_t indices = 0;
  std::uint64_t extras_bytes = 0;  // of the ids and tags that its parts have
};

// Everything except the materials. A primitive without vertices is left out, and so is a part
// without any.
[[nodiscard]] MeshParts parts_of_mesh(const Mesh& mesh, Version version);

// Whether the mesh has any parts.
[[nodiscard]] bool has_vertices(const Mesh& mesh);

}  // namespace rigy::evaluation
