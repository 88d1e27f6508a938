#include "export_model/colliders.hpp"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "export_model/geometry.hpp"
#include "export_model/nodes.hpp"

namespace rigy::outputs {
namespace {

// `number` is that of the collider before it, of the same mesh.
std::string unreal_name(const std::string& mesh, std::size_t& number, UniqueNames& names) {
  // The importer wants nothing after the number.
  for (;;) {
    const std::string name = fmt::format("UCX_{}_{:02}", mesh, ++number);
    if (!names.has(name)) return names.take(name);
  }
}

std::string godot_name(const std::string& mesh, std::string_view primitive, UniqueNames& names) {
  // The importer cuts the end off. So what makes the name unique comes before that, and the rest
  // is no name of another node either.
  for (;;) {
    const std::string name = names.take(fmt::format("{}_{}", mesh, primitive)) + "-colonly";
    if (!names.has(name)) return names.take(name);
  }
}

class ColliderBuilder {
 public:
  explicit ColliderBuilder(ExportModel& model) : model_(model), store_(model.geometries) {}

  // A mesh for each primitive of the mesh, made once however many nodes show it.
  const std::vector<std::uint32_t>& meshes_for(std::uint32_t mesh) {
    const auto [known, is_new] = made_.try_emplace(mesh);
    if (!is_new) return known->second;
    const std::vector<ExportPart> parts = model_.meshes[mesh].parts;
    for (const ExportPart& part : parts) {
      for (const PrimitiveGroup& group : part.groups) {
        known->second.push_back(add_mesh(part.geometry, group));
      }
    }
    return known->second;
  }

 private:
  std::uint32_t add_mesh(std::uint32_t whole, const PrimitiveGroup& group) {
    std::vector<std::uint32_t> indices;
    Geometry geometry = geometry_of(model_.geometries[whole], group, indices);
    geometry.vertices_of = whole;
    const std::size_t hash = hash_of(geometry);
    model_.collider_indices.push_back(std::move(indices));
    ExportPart part;
    part.id = group.id;
    part.groups = {{group.id, 0, group.index_count}};
    part.geometry = store_.add(std::move(geometry), hash);
    ExportMesh mesh;
    mesh.name = group.id;
    mesh.id = group.id;
    mesh.parts.push_back(std::move(part));
    model_.meshes.push_back(std::move(mesh));
    return static_cast<std::uint32_t>(model_.meshes.size() - 1);
  }

  ExportModel& model_;
  GeometryStore store_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> made_;
};

}  // namespace

void add_colliders(ExportModel& model, ExportColliders colliders, UniqueNames& names) {
  if (colliders == ExportColliders::None) return;
  ColliderBuilder builder(model);
  const std::size_t count = model.nodes.size();
  for (std::size_t i = 0; i < count; ++i) {
    const ExportNode node = model.nodes[i];
    if (node.kind != ExportNodeKind::Mesh || model.meshes[node.mesh].armature != no_index) continue;
    std::size_t number = 0;
    for (const std::uint32_t mesh : builder.meshes_for(node.mesh)) {
      ExportNode collider;
      collider.kind = ExportNodeKind::Collider;
      collider.id = model.meshes[mesh].id;
      collider.name = colliders == ExportColliders::Unreal
                          ? unreal_name(node.name, number, names)
                          : godot_name(node.name, collider.id, names);
      collider.parent = node.parent;
      collider.mesh = mesh;
      add_node(model, std::move(collider));
    }
  }
}

}  // namespace rigy::outputs
