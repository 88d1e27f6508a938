// Meshes, primitives and materials.
#include <algorithm>
#include <set>
#include <utility>

#include "document/primitive_types.hpp"
#include "document/uv_names.hpp"
#include "inspect/build.hpp"
#include "math/rotation.hpp"
#include "shapes/implicit_surface.hpp"

namespace rigy::tools {
namespace {

GeometryCounts counts_of(const Primitive& primitive) {
  const Topology* topology = topology_of(primitive);
  if (topology == nullptr) return {};
  const std::size_t triangles = topology->index_count() / 3;
  // Without indices it is an implicit surface, and all of it faces inward.
  const std::size_t inward =
      topology->indices.empty() ? triangles : (topology->inward_end - topology->inward_begin) / 3;
  return {topology->vertex_count, triangles, inward};
}

void add(GeometryCounts& sum, const GeometryCounts& more) {
  sum.vertices += more.vertices;
  sum.triangles += more.triangles;
  sum.inward_triangles += more.inward_triangles;
}

bool is_empty(const Mesh& mesh) {
  return std::all_of(mesh.primitives.begin(), mesh.primitives.end(),
                     [](const Primitive& primitive) { return counts_of(primitive).vertices == 0; });
}

std::string_view written_material(const Mesh& mesh, const Primitive& primitive) {
  if (primitive.material.given()) return primitive.material.id;
  return mesh.material.given() ? mesh.material.id : "implicit_default";
}

std::string material_of(const EvaluatedScene& scene, const ShownPrimitive& primitive) {
  if (primitive.material != no_index) return scene.materials.list[primitive.material].name;
  if (!primitive.positions.empty()) return "implicit_default";
  return std::string(written_material(*scene.mesh_of(primitive).mesh, *primitive.primitive));
}

InspectedOp described(const FieldOp& op) {
  InspectedOp one;
  one.subtracts = op.subtracts;
  one.field = word_for(op.field);
  one.radius = op.radius;
  if (is_capsule(op.field)) one.height = op.height;
  one.strength = op.strength;
  one.translation = numbers_of(op.translation);
  const Quaternion turn = op.rotation ? quaternion_from_matrix(*op.rotation) : Quaternion{};
  one.rotation = {turn.w, turn.x, turn.y, turn.z};
  one.scale = op.scale;
  return one;
}

InspectedSurface described(const ImplicitSurface& surface) {
  InspectedSurface one;
  one.domain = {numbers_of(surface.grid.min), numbers_of(surface.grid.max)};
  one.grid = surface.grid.counts;
  one.iso = surface.iso;
  for (const FieldOp& op : surface.ops) one.ops.push_back(described(op));
  return one;
}

InspectedPrimitive described(const Primitive& primitive, const Asset& asset) {
  InspectedPrimitive one;
  one.id = primitive.id.value;
  const PrimitiveTypeInfo& info = info_of(*primitive.type);
  one.type = info.name;
  if (primitive.surface != nullptr) {
    if (const auto surface = sound_surface(*primitive.surface)) one.implicit = described(*surface);
  } else {
    for (std::size_t i = 0; i < info.dimensions.size(); ++i) {
      one.dimensions.emplace_back(info.dimensions[i].name, primitive.dimensions[i].value);
    }
  }
  one.surface = note_of(asset, primitive.origin, "surface");
  for (const Text& tag : primitive.tags) one.tags.emplace_back(tag.value);
  one.mirrored = primitive.origin.is_mirrored();
  one.counts = counts_of(primitive);
  return one;
}

InspectedMesh described(const Mesh& mesh, const Asset& asset, const std::string& path) {
  InspectedMesh one;
  one.id = mesh.id.value;
  one.ref = join_path(path, mesh.id.value);
  one.name = mesh.name.value;
  one.file = asset.source->name;
  one.primitives = mesh.primitives.size();
  for (const UvSet& set : mesh.uv_sets) {
    one.uv_sets.push_back({std::string(set.name.value),
                           set.generator ? word_for(*set.generator) : std::string_view()});
  }
  for (const UvRole& role : mesh.uv_roles) {
    one.uv_roles.push_back({std::string(role.name.value), std::string(role.set.value)});
  }
  return one;
}

InspectedMesh shown_mesh(const EvaluatedScene& scene, const ShownMesh& mesh) {
  InspectedMesh one = described(*mesh.mesh, *mesh.asset, mesh.path);
  std::set<std::string> materials;
  for (const ShownPrimitive& primitive : scene.primitives_of(mesh)) {
    one.aabb = both(one.aabb, box_of(primitive.positions));
    add(one.counts, counts_of(*primitive.primitive));
    materials.insert(material_of(scene, primitive));
  }
  one.materials.assign(materials.begin(), materials.end());
  if (mesh.binding == nullptr) return one;
  const ShownArmature& armature = scene.armatures[mesh.armature];
  one.armature = join_path(armature.path, armature.armature->id.value);
  const Solver solver = mesh.binding->solver.value_or(mesh.asset->document.solver);
  one.solver = word_for(solver);
  return one;
}

// The scene lists no meshes without vertices; this calls visit(asset, mesh, path) for each place of
// one.
template <class Visit>
void each_empty_mesh(const EvaluatedScene& scene, const Visit& visit) {
  const auto visit_asset = [&](const Asset& asset, const std::string& path) {
    for (const Mesh& mesh : asset.document.meshes) {
      if (is_empty(mesh)) visit(asset, mesh, path);
    }
  };
  if (scene.tree.asset != nullptr) visit_asset(*scene.tree.asset, {});
  for (const ShownInstance& instance : scene.instances) {
    if (instance.import != nullptr) visit_asset(*instance.import, instance.path);
  }
}

InspectedMesh empty_mesh(const Asset& asset, const Mesh& mesh, const std::string& path) {
  InspectedMesh one = described(mesh, asset, path);
  std::set<std::string> materials;
  for (const Primitive& primitive : mesh.primitives) {
    materials.emplace(written_material(mesh, primitive));
  }
  one.materials.assign(materials.begin(), materials.end());
  return one;
}

void add_empty_primitives(const Asset& asset, const Mesh& mesh, const std::string& mesh_ref,
                          Inspection& inspection) {
  for (const Primitive& primitive : mesh.primitives) {
    InspectedPrimitive one = described(primitive, asset);
    one.mesh = mesh_ref;
    one.ref = join_path(mesh_ref, one.id);
    one.material = written_material(mesh, primitive);
    inspection.primitives.push_back(std::move(one));
  }
}

}  // namespace

std::optional<Aabb> box_of(std::span<const Vec3> positions) {
  if (positions.empty()) return std::nullopt;
  const Bounds bounds = bounds_of(positions);
  return Aabb{numbers_of(bounds.min), numbers_of(bounds.max)};
}

std::optional<Aabb> both(const std::optional<Aabb>& a, const std::optional<Aabb>& b) {
  if (!a || !b) return a ? a : b;
  Aabb box = *a;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    box.min[axis] = std::min(box.min[axis], b->min[axis]);
    box.max[axis] = std::max(box.max[axis], b->max[axis]);
  }
  return box;
}

void add_meshes(const InspectedScene& inspected, Inspection& inspection) {
  for (const ShownMesh& mesh : inspected.scene.meshes) {
    InspectedMesh one = shown_mesh(inspected.scene, mesh);
    inspection.primitive_count += one.primitives;
    add(inspection.counts, one.counts);
    inspection.bounds = both(inspection.bounds, one.aabb);
    inspection.meshes.push_back(std::move(one));
  }
  each_empty_mesh(inspected.scene,
                  [&](const Asset& asset, const Mesh& mesh, const std::string& path) {
                    inspection.primitive_count += mesh.primitives.size();
                    inspection.meshes.push_back(empty_mesh(asset, mesh, path));
                  });
  inspection.mesh_count = inspection.meshes.size();
}

void add_primitives(const InspectedScene& inspected, Inspection& inspection) {
  const EvaluatedScene& scene = inspected.scene;
  bool all = true;
  for (std::size_t i = 0; i < scene.primitives.size(); ++i) {
    all = all && inspected.selected[i];
    if (!inspected.selected[i]) continue;
    const ShownPrimitive& primitive = scene.primitives[i];
    InspectedPrimitive one = described(*primitive.primitive, *scene.mesh_of(primitive).asset);
    one.ref = inspected.names.ref(i);
    one.mesh = full_id(scene.mesh_of(primitive));
    one.material = material_of(scene, primitive);
    one.aabb = box_of(primitive.positions);
    inspection.primitives.push_back(std::move(one));
  }
  each_empty_mesh(scene, [&](const Asset& asset, const Mesh& mesh, const std::string& path) {
    if (all) add_empty_primitives(asset, mesh, join_path(path, mesh.id.value), inspection);
  });
}

void add_materials(const InspectedScene& inspected, Inspection& inspection) {
  for (const NamedMaterial& material : inspected.scene.materials.list) {
    inspection.materials.push_back({material.name, material.base_color, 0});
  }
  for (const ShownPrimitive& primitive : inspected.scene.primitives) {
    if (primitive.material != no_index) ++inspection.materials[primitive.material].primitives;
  }
}

}  // namespace rigy::tools
