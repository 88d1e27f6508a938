#include "export_model/colliders.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "common/unreachable.hpp"
#include "export_model/geometry.hpp"
#include "export_model/nodes.hpp"
#include "export_model/number_source.hpp"
#include "export_model/sockets.hpp"
#include "scene/baking.hpp"

namespace rigy::outputs {
namespace {

// What the importer makes of a mesh; it fits a shape that is exact itself.
std::string_view unreal_prefix(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::Box:
      return "UBX";
    case ShapeKind::Sphere:
      return "USP";
    case ShapeKind::Capsule:
      return "UCP";
    case ShapeKind::Cylinder:
    case ShapeKind::Convex:
      return "UCX";
  }
  unreachable();
}

// `number` is that of the collider before it, of the same mesh.
std::string unreal_name(const std::string& mesh, ShapeKind kind, std::size_t& number,
                        UniqueNames& names) {
  // The importer wants nothing after the number.
  for (;;) {
    const std::string name = fmt::format("{}_{}_{:02}", unreal_prefix(kind), mesh, ++number);
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

// Levels of detail collide as the full shape does.
bool is_full_mesh(const ExportModel& model, const ExportNode& node) {
  return node.kind == ExportNodeKind::Mesh && model.meshes[node.mesh].level == 0;
}

bool stretches(const ExportNode& node) {
  const auto& [x, y, z] = node.transform.scale;
  return is_stretched({{{{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}}, {}});
}

// Beside a mesh; not among its levels of detail.
std::uint32_t parent_beside(const ExportModel& model, const ExportNode& node) {
  if (node.parent == no_index) return no_index;
  const ExportNode& parent = model.nodes[node.parent];
  return parent.kind == ExportNodeKind::Levels ? parent.parent : node.parent;
}

// Whether each node is scaled differently along its axes, by itself or by those above it. Round
// shapes there are not what they are called, and turned ones are sheared.
std::vector<bool> stretched_nodes(const ExportModel& model) {
  std::vector<bool> are_stretched;
  for (const ExportNode& node : model.nodes) {
    const bool is_above = node.parent != no_index && are_stretched[node.parent];
    are_stretched.push_back(is_above || stretches(node));
  }
  return are_stretched;
}

// Where the numbers of primitives come from that are made later.
class GroupSlots {
 public:
  explicit GroupSlots(const ExportModel& model) : model_(model) {}

  [[nodiscard]] const PrimitiveSlot& slot_of(std::uint32_t geometry, const PrimitiveGroup& group) {
    const auto [known, is_new] = slots_.try_emplace(geometry);
    if (is_new) known->second = model_.source->slots_of(model_.geometries[geometry]);
    // Groups are in the same order.
    return *std::partition_point(
        known->second.begin(), known->second.end(),
        [&](const PrimitiveSlot& slot) { return slot.place.first_index < group.first_index; });
  }

 private:
  const ExportModel& model_;
  std::unordered_map<std::uint32_t, std::vector<PrimitiveSlot>> slots_;  // of each geometry
};

class ColliderBuilder {
 public:
  explicit ColliderBuilder(ExportModel& model)
      : model_(model), store_(model.geometries, model.source.get()) {}

  struct ColliderMesh {
    std::uint32_t mesh = 0;
    ShapeKind kind = ShapeKind::Convex;
  };

  // A mesh for each primitive of the mesh, made once however many nodes show it.
  const std::vector<ColliderMesh>& meshes_for(std::uint32_t mesh) {
    const auto [known, is_new] = made_.try_emplace(mesh);
    if (!is_new) return known->second;
    const std::vector<ExportPart> parts = model_.meshes[mesh].parts;
    for (const ExportPart& part : parts) {
      for (const PrimitiveGroup& group : part.groups) {
        known->second.push_back({add(part.geometry, group, false), group.shape.kind});
      }
    }
    return known->second;
  }

  // The mesh of a shape, which has no node of its own.
  std::uint32_t add_hull(std::uint32_t whole, const PrimitiveGroup& group) {
    return add(whole, group, model_.is_small);
  }

 private:
  std::uint32_t add(std::uint32_t whole, const PrimitiveGroup& group, bool is_hull) {
    std::size_t hash = 0;
    Geometry geometry = model_.source != nullptr ? make_later(whole, group, is_hull, hash)
                                                 : make(whole, group, is_hull, hash);
    geometry.vertices_of = whole;
    geometry.is_hull = is_hull;
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

  Geometry make(std::uint32_t whole, const PrimitiveGroup& group, bool is_hull, std::size_t& hash) {
    std::vector<std::uint32_t> indices;
    Geometry geometry = geometry_of(model_.geometries[whole], group, indices);
    if (is_hull) geometry.normals = {};
    hash = hash_of(geometry);
    model_.collider_indices.push_back(std::move(indices));
    return geometry;
  }
  Geometry make_later(std::uint32_t whole, const PrimitiveGroup& group, bool is_hull,
                      std::size_t& hash) {
    const PrimitiveSlot& slot = slots_.slot_of(whole, group);
    hash = static_cast<std::size_t>(model_.source->facts(slot).shape_hash);
    return shape_later(*model_.source, slot, !is_hull);
  }

  ExportModel& model_;
  GeometryStore store_;
  GroupSlots slots_{model_};
  std::unordered_map<std::uint32_t, std::vector<ColliderMesh>> made_;
};

// Beside the node of each mesh that is not bound, named for an importer.
void add_named(ExportModel& model, ExportColliders colliders, UniqueNames& names) {
  ColliderBuilder builder(model);
  const std::vector<bool> are_stretched = stretched_nodes(model);
  const std::size_t count = model.nodes.size();
  for (std::size_t i = 0; i < count; ++i) {
    const ExportNode node = model.nodes[i];
    if (!is_full_mesh(model, node) || model.meshes[node.mesh].armature != no_index) continue;
    std::size_t number = 0;
    for (const auto& [mesh, exact] : builder.meshes_for(node.mesh)) {
      const ShapeKind kind = are_stretched[i] ? ShapeKind::Convex : exact;
      ExportNode collider;
      collider.kind = ExportNodeKind::Collider;
      collider.id = model.meshes[mesh].id;
      collider.name = colliders == ExportColliders::Unreal
                          ? unreal_name(node.name, kind, number, names)
                          : godot_name(node.name, collider.id, names);
      collider.parent = parent_beside(model, node);
      collider.mesh = mesh;
      add_node(model, std::move(collider));
    }
  }
}

// A node with a shape for each primitive: beside meshes, or below the bone that a primitive
// follows.
class ShapeBuilder {
 public:
  ShapeBuilder(ExportModel& model, UniqueNames& names)
      : model_(model), names_(names), meshes_(model), are_stretched_(stretched_nodes(model)) {}

  void run() {
    const std::size_t count = model_.nodes.size();
    for (std::size_t i = 0; i < count; ++i) {
      const ExportNode node = model_.nodes[i];
      if (!is_full_mesh(model_, node)) continue;
      const std::vector<ExportPart> parts = model_.meshes[node.mesh].parts;
      for (std::uint32_t part = 0; part < parts.size(); ++part) {
        for (std::uint32_t group = 0; group < parts[part].groups.size(); ++group) {
          add(node, parts[part], parts[part].groups[group], {node.mesh, part, group});
        }
      }
    }
  }

 private:
  using Place = std::array<std::uint32_t, 3>;  // of a primitive: mesh, part, group

  void add(const ExportNode& node, const ExportPart& part, const PrimitiveGroup& group,
           const Place& place) {
    ExportNode collider;
    collider.kind = ExportNodeKind::Collider;
    collider.id = group.id;
    collider.name = names_.take(fmt::format("{}_{}_collider", node.name, group.id));
    const std::uint32_t armature = model_.meshes[node.mesh].armature;
    const std::uint32_t space =
        armature == no_index ? node.parent : model_.armatures[armature].node;
    const bool is_exact = space == no_index || !are_stretched_[space];
    const PrimitiveShape shape = is_exact ? group.shape : PrimitiveShape{};
    collider.shape = shape_for(shape, part, group, place);
    collider.transform.translation = shape.place.translation;
    collider.transform.rotation = shape.place.rotation;
    if (armature == no_index) {
      collider.parent = node.parent;
    } else {
      put_below_bone(model_, collider, armature, strongest_bone(part.geometry, group));
    }
    add_node(model_, std::move(collider));
  }

  std::uint32_t strongest_bone(std::uint32_t number, const PrimitiveGroup& group) {
    if (model_.source != nullptr) {
      return model_.source->facts(slots_.slot_of(number, group)).strongest_joint;
    }
    const Geometry& geometry = model_.geometries[number];
    return strongest_joint(geometry,
                           geometry.indices.subspan(group.first_index, group.index_count));
  }

  std::uint32_t shape_for(const PrimitiveShape& shape, const ExportPart& part,
                          const PrimitiveGroup& group, const Place& place) {
    const auto next = static_cast<std::uint32_t>(model_.shapes.size());
    const Vec3& size = shape.size;
    if (shape.kind == ShapeKind::Convex) {
      const auto [known, is_new] = convex_.try_emplace(place, next);
      if (!is_new) return known->second;
      const std::uint32_t mesh = meshes_.add_hull(part.geometry, group);
      model_.shapes.push_back({ShapeKind::Convex, {}, mesh});
      return next;
    }
    const auto [exact, is_other] = exact_.try_emplace({shape.kind, size.x, size.y, size.z}, next);
    if (is_other) model_.shapes.push_back({shape.kind, size, no_index});
    return exact->second;
  }

  ExportModel& model_;
  UniqueNames& names_;
  ColliderBuilder meshes_;
  GroupSlots slots_{model_};
  std::vector<bool> are_stretched_;
  std::map<Place, std::uint32_t> convex_;
  std::map<std::tuple<ShapeKind, double, double, double>, std::uint32_t> exact_;
};

}  // namespace

void add_colliders(ExportModel& model, ExportColliders colliders, UniqueNames& names) {
  if (colliders == ExportColliders::None) return;
  if (colliders == ExportColliders::Omi) return ShapeBuilder(model, names).run();
  add_named(model, colliders, names);
}

}  // namespace rigy::outputs
