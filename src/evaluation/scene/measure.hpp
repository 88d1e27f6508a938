// How much a scene holds, for limits that are checked before anything is made from it.
#pragma once

#include <cstdint>

#include "evaluation_floor.hpp"
#include "scene/names.hpp"
#include "scene/scene.hpp"

namespace rigy::evaluation {

// What is stored once counts once.
struct SceneSize {
  std::uint64_t nodes = 0;          // of meshes and groups
  std::uint64_t bones = 0;          // of every bound mesh
  std::uint64_t joints = 0;         // bones that belong to a skin
  std::uint64_t inverse_binds = 0;  // bones of skinned meshes
  std::uint64_t skins = 0;
  std::uint64_t materials = 0;
  std::uint64_t meshes = 0;
  std::uint64_t parts = 0;
  std::uint64_t skinned_parts = 0;
  std::uint64_t vertices = 0;
  std::uint64_t skinned_vertices = 0;
  std::uint64_t indices = 0;
  std::uint64_t uv_sets = 0;      // of all parts
  std::uint64_t uv_vertices = 0;  // of all UV sets
  std::uint64_t name_bytes = 0;   // of the names of all these
};

void add(const SceneSize& more, SceneSize& sum);

// One copy of a mesh, named without the path of its imports. `skin` is null if it has none.
void add_stored_mesh(const Mesh& mesh, const MeshParts& shape, const Armature* skin,
                     SceneSize& size);

[[nodiscard]] SceneSize measure_scene(const Scene& scene, const NamedMaterials& materials);

}  // namespace rigy::evaluation
