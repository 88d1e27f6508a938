#include "export_model/merge.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "export_model/geometry.hpp"

namespace rigy::outputs {
namespace {

template <class Number>
void append(std::span<const Number> numbers, std::vector<Number>& out) {
  out.insert(out.end(), numbers.begin(), numbers.end());
}

// The vertices and triangles of several geometries, one after the other.
class Joined {
 public:
  explicit Joined(std::size_t uv_sets) : uv_sets_(uv_sets) {}

  // Returns the place of its first index.
  std::uint32_t add(const Geometry& geometry) {
    const auto first_index = static_cast<std::uint32_t>(indices_.size());
    const auto first_vertex = static_cast<std::uint32_t>(positions_.size() / 3);
    append(geometry.positions, positions_);
    append(geometry.normals, normals_);
    append(geometry.colors, colors_);
    for (std::size_t set = 0; set < uv_sets_.size(); ++set) {
      append(geometry.uv_sets[set], uv_sets_[set]);
    }
    append(geometry.joints, joints_);
    append(geometry.weights, weights_);
    for (const std::uint32_t index : geometry.indices) indices_.push_back(first_vertex + index);
    return first_index;
  }

  [[nodiscard]] Geometry finish(OwnNumbers& own) {
    Geometry geometry;
    geometry.positions = own.keep(std::move(positions_));
    geometry.normals = own.keep(std::move(normals_));
    geometry.colors = own.keep(std::move(colors_));
    for (std::vector<float>& uvs : uv_sets_) geometry.uv_sets.push_back(own.keep(std::move(uvs)));
    geometry.joints = own.keep(std::move(joints_));
    geometry.weights = own.keep(std::move(weights_));
    geometry.indices = own.keep(std::move(indices_));
    set_bounds(geometry);
    return geometry;
  }

 private:
  std::vector<float> positions_;
  std::vector<float> normals_;
  std::vector<float> colors_;
  std::vector<std::vector<float>> uv_sets_;
  std::vector<std::uint16_t> joints_;
  std::vector<float> weights_;
  std::vector<std::uint32_t> indices_;
};

// The same for geometries whose numbers are made later.
class JoinedLater {
 public:
  std::uint32_t add(const Geometry& geometry) {
    const LaterNumbers& later = *geometry.later;
    const std::uint32_t first_index = all_.indices;
    join_bounds({geometry.min, geometry.max}, all_.primitives.empty(), geometry_);
    all_.primitives.insert(all_.primitives.end(), later.primitives.begin(), later.primitives.end());
    all_.vertices += later.vertices;
    all_.indices += later.indices;
    all_.are_large_uvs.resize(later.are_large_uvs.size());
    for (std::size_t set = 0; set < later.are_large_uvs.size(); ++set) {
      if (later.are_large_uvs[set]) all_.are_large_uvs[set] = true;
    }
    all_.has_colors = later.has_colors;
    all_.is_bound = later.is_bound;
    all_.greatest_joint = std::max(all_.greatest_joint, later.greatest_joint);
    return first_index;
  }

  [[nodiscard]] Geometry finish(OwnNumbers& /*own*/) {
    geometry_.later = std::make_shared<const LaterNumbers>(std::move(all_));
    return std::move(geometry_);
  }

 private:
  LaterNumbers all_;
  Geometry geometry_;
};

template <class Data>
ExportPart joined(ExportModel& model, const std::vector<const ExportPart*>& parts, Data data) {
  ExportPart result;
  result.material = parts.front()->material;
  for (const ExportPart* part : parts) {
    const std::uint32_t first = data.add(model.geometries[part->geometry]);
    for (PrimitiveGroup group : part->groups) {
      group.first_index += first;
      if (group.tags == nullptr) group.tags = part->tags;
      result.groups.push_back(std::move(group));
    }
  }
  result.geometry = static_cast<std::uint32_t>(model.geometries.size());
  model.geometries.push_back(data.finish(model.own));
  return result;
}

ExportPart joined(ExportModel& model, const std::vector<const ExportPart*>& parts) {
  if (parts.size() == 1) return *parts.front();
  if (model.source != nullptr) return joined(model, parts, JoinedLater());
  return joined(model, parts, Joined(model.geometries[parts.front()->geometry].uv_sets.size()));
}

// In the order in which materials first appear.
void merge_by_material(ExportModel& model, ExportMesh& mesh) {
  std::vector<std::uint32_t> materials;
  std::map<std::uint32_t, std::vector<const ExportPart*>> parts;
  for (const ExportPart& part : mesh.parts) {
    std::vector<const ExportPart*>& same = parts[part.material];
    if (same.empty()) materials.push_back(part.material);
    same.push_back(&part);
  }
  std::vector<ExportPart> merged;
  for (const std::uint32_t material : materials) merged.push_back(joined(model, parts[material]));
  mesh.parts = std::move(merged);
}

// Meshes that can be one: bound alike, with the same attributes.
auto key_of(const ExportModel& model, const ExportMesh& mesh) {
  return std::tuple(mesh.armature, mesh.level, mesh.solver,
                    model.geometries[mesh.parts.front().geometry].uv_set_count());
}

// Takes nodes away and numbers the others anew. None of them has children that stay.
void drop_nodes(ExportModel& model, const std::vector<bool>& dropped) {
  std::vector<std::uint32_t> numbers;
  std::uint32_t next = 0;
  for (const bool is_dropped : dropped) numbers.push_back(is_dropped ? no_index : next++);
  const auto renumber = [&](std::vector<std::uint32_t>& nodes) {
    for (std::uint32_t& node : nodes) node = numbers[node];
    std::erase(nodes, no_index);
  };
  std::vector<ExportNode> kept;
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    if (dropped[i]) continue;
    ExportNode& node = kept.emplace_back(std::move(model.nodes[i]));
    if (node.parent != no_index) node.parent = numbers[node.parent];
    renumber(node.children);
  }
  model.nodes = std::move(kept);
  renumber(model.roots);
  for (ExportArmature& armature : model.armatures) armature.node = numbers[armature.node];
}

// Groups whose levels all go away go away, too.
void drop_empty_levels(const ExportModel& model, std::vector<bool>& dropped) {
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const ExportNode& node = model.nodes[i];
    if (node.kind != ExportNodeKind::Levels) continue;
    dropped[i] = std::all_of(node.children.begin(), node.children.end(),
                             [&](std::uint32_t child) { return dropped[child]; });
  }
}

// A bound mesh belongs to exactly one node, so the nodes of meshes that are merged go away.
void merge_by_armature(ExportModel& model) {
  std::map<decltype(key_of(model, model.meshes.front())), std::uint32_t> first;
  std::vector<bool> dropped(model.nodes.size());
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const std::uint32_t mesh = model.nodes[i].mesh;
    if (mesh == no_index || model.meshes[mesh].armature == no_index) continue;
    const auto [known, is_new] = first.try_emplace(key_of(model, model.meshes[mesh]), mesh);
    if (is_new) continue;
    dropped[i] = true;
    std::vector<ExportPart>& parts = model.meshes[mesh].parts;
    std::move(parts.begin(), parts.end(), std::back_inserter(model.meshes[known->second].parts));
    parts.clear();
  }
  drop_empty_levels(model, dropped);
  drop_nodes(model, dropped);
  std::vector<std::uint32_t> numbers;
  std::uint32_t next = 0;
  for (const ExportMesh& mesh : model.meshes) {
    numbers.push_back(mesh.parts.empty() ? no_index : next++);
  }
  std::erase_if(model.meshes, [](const ExportMesh& mesh) { return mesh.parts.empty(); });
  for (ExportNode& node : model.nodes) {
    if (node.mesh != no_index) node.mesh = numbers[node.mesh];
  }
}

}  // namespace

void drop_unused_geometries(ExportModel& model) {
  std::vector<std::uint32_t> numbers(model.geometries.size(), no_index);
  std::vector<Geometry> kept;
  for (ExportMesh& mesh : model.meshes) {
    for (ExportPart& part : mesh.parts) {
      std::uint32_t& number = numbers[part.geometry];
      if (number == no_index) {
        number = static_cast<std::uint32_t>(kept.size());
        kept.push_back(model.geometries[part.geometry]);
      }
      part.geometry = number;
    }
  }
  model.geometries = std::move(kept);
}

void merge_parts(ExportModel& model, ExportMerge merge) {
  if (merge == ExportMerge::None || model.meshes.empty()) return;
  if (merge == ExportMerge::Armature) merge_by_armature(model);
  for (ExportMesh& mesh : model.meshes) merge_by_material(model, mesh);
  drop_unused_geometries(model);
  model.is_merged = true;
}

}  // namespace rigy::outputs
