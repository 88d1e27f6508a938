#include "evaluated_scene/drawable.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "document/primitive_types.hpp"
#include "shapes/topology.hpp"

namespace rigy::evaluation {
namespace {

using Copies = std::unordered_map<const Asset*, std::shared_ptr<Asset>>;

bool has_direction(const Rotation& rotation) {
  const Quaternion& q = rotation.quaternion;
  const double length = rotation.form == RotationForm::AxisAngle
                            ? base::length(rotation.vector)
                            : std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return std::isfinite(length) && length > 0;
}

bool is_drawable(const Rotation& rotation) {
  if (rotation.form == RotationForm::Euler || rotation.form == RotationForm::Degrees) return true;
  return has_direction(rotation);
}

// At the origin it would hide what belongs there.
bool has_unreadable_place(const Asset& asset, const Transform& transform) {
  return transform.node != no_index && !transform.translation.given() &&
         asset.tree[transform.node].kind == NodeKind::Mapping &&
         find_value(asset.tree, transform.node, "translation") != no_index;
}

bool is_drawable(const Asset& asset, const Primitive& primitive) {
  if (topology_of(primitive) == nullptr) return false;
  if (has_unreadable_place(asset, primitive.transform)) return false;
  const auto& dimensions = primitive.dimensions;
  const auto count = static_cast<std::ptrdiff_t>(info_of(*primitive.type).dimensions.size());
  const bool has_size =
      std::all_of(dimensions.begin(), dimensions.begin() + count,
                  [](const Number& dimension) { return dimension.given() && dimension.value > 0; });
  const Rotation& rotation = primitive.transform.rotation;
  return has_size && (!rotation.given() || is_drawable(rotation));
}

bool has_color(const Material& material) {
  return material.base_color.size() == 4 &&
         std::all_of(material.base_color.begin(), material.base_color.end(),
                     [](const Number& component) {
                       return component.given() && component.value >= 0 && component.value <= 1;
                     });
}

// `item` is a mesh or a primitive of the asset, which still has the imports of the original.
template <class Item>
void drop_unknown_material(const Asset& asset, Item& item) {
  const Asset* owner = &asset;
  if (item.material_import != no_index) owner = asset.imports[item.material_import].get();
  const bool is_known = item.material.given() && item.material.index != no_index &&
                        owner != nullptr &&
                        has_color(owner->document.materials[item.material.index]);
  if (is_known) return;
  item.material = {};
  item.material_import = no_index;
}

bool is_drawable(const Asset& asset, const Instance& instance,
                 const std::optional<Placement>& placement) {
  if (instance.attach3.given() && !placement) return false;
  if (!instance.import.given()) return instance.mesh.index != no_index;
  return instance.import.index != no_index && asset.imports[instance.import.index] != nullptr;
}

// Keeps instances and their placements together.
void drop_instances(Asset& asset, std::vector<std::optional<Placement>>& placements) {
  std::vector<Instance>& instances = asset.document.instances;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    if (!is_drawable(asset, instances[i], placements[i])) continue;
    std::swap(instances[kept], instances[i]);
    std::swap(placements[kept++], placements[i]);
  }
  instances.resize(kept);
  placements.resize(kept);
}

// Drops what has no shape or place; indices of meshes and materials stay as they are.
void drop_undrawable(Asset& asset, std::vector<std::optional<Placement>>& placements) {
  Document& document = asset.document;
  document.bindings.clear();
  document.poses.clear();
  for (Mesh& mesh : document.meshes) {
    mesh.uv_sets.clear();
    drop_unknown_material(asset, mesh);
    std::erase_if(mesh.primitives,
                  [&asset](const Primitive& one) { return !is_drawable(asset, one); });
    for (Primitive& primitive : mesh.primitives) drop_unknown_material(asset, primitive);
  }
  for (Armature& armature : document.armatures) {
    std::erase_if(armature.bones,
                  [](const Bone& bone) { return !bone.head.given() || !bone.tail.given(); });
  }
  std::erase_if(document.anchors, [](const Anchor& one) { return !one.translation.given(); });
  drop_instances(asset, placements);
}

// Without the roots that have no asset or place, and what is placed on them.
std::vector<RootPlacement> drawable_roots(const std::vector<RootPlacement>& roots,
                                          const Copies& copies) {
  std::vector<RootPlacement> kept;
  std::vector<std::uint32_t> kept_before(roots.size() + 1, 0);  // how many, for each root
  std::uint32_t next = 0;                                       // the first that is not skipped
  for (std::uint32_t i = 0; i < roots.size(); ++i) {
    kept_before[i] = static_cast<std::uint32_t>(kept.size());
    if (i < next) continue;
    if (roots[i].asset == nullptr || (i > 0 && !roots[i].transform)) {
      next = roots[i].after;
      continue;
    }
    kept.push_back(roots[i]);
    kept.back().asset = copies.at(roots[i].asset).get();
  }
  kept_before[roots.size()] = static_cast<std::uint32_t>(kept.size());
  for (RootPlacement& root : kept) root.after = kept_before[root.after];
  return kept;
}

}  // namespace

AnalyzedAssembly drawable_part(const AnalyzedAssembly& analyzed) {
  AnalyzedAssembly part;
  part.assembly = analyzed.assembly;
  part.assembly.assets.clear();
  part.placements.instances = analyzed.placements.instances;
  Copies copies;
  for (std::size_t i = 0; i < analyzed.assembly.assets.size(); ++i) {
    const Asset& original = *analyzed.assembly.assets[i];
    auto copy = std::make_shared<Asset>(original);
    drop_undrawable(*copy, part.placements.instances[i]);
    copies.emplace(&original, copy);
    part.assembly.add(copy);
  }
  for (const auto& [original, copy] : copies) {
    for (auto& import : copy->imports) {
      if (import != nullptr) import = copies.at(import.get());
    }
  }
  part.placements.roots = drawable_roots(analyzed.placements.roots, copies);
  return part;
}

}  // namespace rigy::evaluation
