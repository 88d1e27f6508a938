#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "motion/moment_pose.hpp"
#include "scene/baking.hpp"
#include "scene/scene.hpp"

namespace rigy::evaluation {
namespace {

// Scenes are moved where nothing may throw. A deque allocates when it is moved.
static_assert(std::is_nothrow_move_constructible_v<decltype(Scene::shapes)> &&
              std::is_nothrow_move_constructible_v<decltype(Scene::baked)>);

const Affine identity;

class SceneBuilder {
 public:
  SceneBuilder(const Placements& placements, const SceneOptions& options, Scene& scene)
      : placements_(placements), options_(options), scene_(scene) {}

  void run() {
    if (!placements_.roots.empty()) add_root(0, no_index);
  }

 private:
  // What is known of one of Scene::assets.
  struct Storage {
    const std::vector<std::optional<Placement>>* placements = nullptr;  // of its instances
    std::vector<const Binding*> bindings;  // of each mesh; null: not bound
    std::vector<const MeshParts*> shapes;  // of each mesh; null: not asked for yet
    std::vector<std::uint32_t> meshes;     // the shared copy of each mesh
    std::map<std::uint32_t, std::uint32_t> materials;
    struct PlacedArmature {
      std::uint32_t group = no_index;
      std::uint32_t node = no_index;
    };
    std::vector<PlacedArmature> armatures;  // where each was placed last
  };

  // What the roots of one import share.
  struct SharedRoot {
    std::unordered_map<const Asset*, std::uint32_t> origins;  // of Scene::assets
    // The nodes of the first root that nothing is baked into; all others have the same.
    std::optional<std::pair<std::uint32_t, std::uint32_t>> nodes;
  };

  // A root, and everything placed on it.
  void add_root(std::uint32_t index, std::uint32_t parent) {
    const RootPlacement& root = placements_.roots[index];
    if (root.import == no_index) return add_root_asset(root, no_index);
    SceneNode node;
    node.asset = root.asset;
    if (root.child != nullptr) {
      node.object = root.child;
      place(node, parent, *root.transform, !is_stretched_over_bones(*root.transform, index));
      // A child of a Rigs document always has a transform.
      if (node.transform == nullptr) node.transform = &identity;
    }
    const std::uint32_t group = add_node(node, parent);
    add_root_asset(root, group);
    for (std::uint32_t child = index + 1; child < root.after;
         child = placements_.roots[child].after) {
      add_root(child, group);
    }
    close_group(group);
  }

  void add_root_asset(const RootPlacement& root, std::uint32_t group) {
    root_ = &roots_[root.import];
    const bool is_shared = baked_into(group) == nullptr;
    if (is_shared && root_->nodes) return copy_nodes(*root_->nodes, group);
    const auto begin = static_cast<std::uint32_t>(scene_.nodes.size());
    add_asset(origin_of({root.asset, root.import}), group);
    if (is_shared) root_->nodes.emplace(begin, static_cast<std::uint32_t>(scene_.nodes.size()));
  }

  void copy_nodes(std::pair<std::uint32_t, std::uint32_t> range, std::uint32_t group) {
    const auto [begin, end] = range;
    const auto moved = static_cast<std::uint32_t>(scene_.nodes.size()) - begin;
    for (std::uint32_t i = begin; i < end; ++i) {
      SceneNode node = scene_.nodes[i];
      node.parent = node.parent < begin ? group : node.parent + moved;
      node.after += moved;
      if (node.armature != no_index) node.armature += moved;
      scene_.nodes.push_back(node);
    }
  }

  void add_asset(std::uint32_t origin, std::uint32_t group) {
    const Asset& asset = *scene_.assets[origin].asset;
    if (options_.anchors) add_anchors(asset, group);
    for (std::uint32_t i = 0; i < asset.document.meshes.size(); ++i) add_mesh(origin, i, group);
    for (std::uint32_t i = 0; i < asset.document.instances.size(); ++i) {
      add_instance(origin, i, group);
    }
  }

  void add_anchors(const Asset& asset, std::uint32_t group) {
    for (const Anchor& anchor : asset.document.anchors) {
      SceneNode node;
      node.kind = SceneNodeKind::Anchor;
      node.asset = &asset;
      node.object = &anchor;
      add_node(node, group);
    }
  }

  void add_mesh(std::uint32_t origin, std::uint32_t index, std::uint32_t group) {
    const bool has_parts = !shape_of(origin, index).parts.empty();
    const Binding* binding = storage_[origin].bindings[index];
    if (!has_parts && binding == nullptr) return;
    const Asset& asset = *scene_.assets[origin].asset;
    SceneNode node;
    node.kind = SceneNodeKind::Mesh;
    node.asset = &asset;
    node.object = &asset.document.meshes[index];
    if (binding != nullptr) node.armature = armature_at(origin, binding->armature.index, group);
    if (has_parts) node.stored = store_mesh(origin, index, baked_into(group));
    add_node(node, group);
  }

  // The node of the armature in this group, which all meshes bound to it there share.
  std::uint32_t armature_at(std::uint32_t origin, std::uint32_t index, std::uint32_t group) {
    Storage::PlacedArmature& placed = storage_[origin].armatures[index];
    if (placed.node != no_index && placed.group == group) return placed.node;
    const Asset& asset = *scene_.assets[origin].asset;
    SceneNode node;
    node.kind = SceneNodeKind::Armature;
    node.asset = &asset;
    node.object = &asset.document.armatures[index];
    placed = {group, add_node(node, group)};
    return placed.node;
  }

  void add_instance(std::uint32_t origin, std::uint32_t index, std::uint32_t parent) {
    const Instance& instance = scene_.assets[origin].asset->document.instances[index];
    const std::optional<Placement>& placement = (*storage_[origin].placements)[index];
    SceneNode node;
    node.object = &instance;
    place(node, parent, placement ? placement->transform : identity,
          !placement || (placement->fits_node &&
                         !is_stretched_over_bones(placement->transform, origin, instance)));
    if (!instance.import.given()) {
      const std::uint32_t group = add_node(node, parent);
      add_mesh(origin, instance.mesh.index, group);
      return close_group(group);
    }
    const std::uint32_t inside = reach(origin, instance.import.index);
    node.asset = scene_.assets[inside].asset;
    const std::uint32_t group = add_node(node, parent);
    add_asset(inside, group);
    close_group(group);
  }

  [[nodiscard]] bool has_bones(const Asset& asset) {
    const auto [known, is_new] = with_bones_.try_emplace(&asset, false);
    if (!is_new) return known->second;
    bool found = !asset.document.bindings.empty();
    for (const auto& import : asset.imports) found = found || has_bones(*import);
    return with_bones_[&asset] = found;
  }

  // Of a child of a Rigs document, with everything that is placed on it.
  [[nodiscard]] bool is_stretched_over_bones(const Affine& transform, std::uint32_t root) {
    if (!options_.bake_stretched_bones || !is_stretched(transform)) return false;
    const auto below =
        std::span(placements_.roots).subspan(root, placements_.roots[root].after - root);
    return std::any_of(below.begin(), below.end(),
                       [&](const RootPlacement& one) { return has_bones(*one.asset); });
  }
  [[nodiscard]] bool is_stretched_over_bones(const Affine& transform, std::uint32_t origin,
                                             const Instance& instance) {
    if (!options_.bake_stretched_bones || !is_stretched(transform)) return false;
    if (!instance.import.given()) return storage_[origin].bindings[instance.mesh.index] != nullptr;
    return has_bones(*scene_.assets[origin].asset->imports[instance.import.index]);
  }

  void place(SceneNode& group, std::uint32_t parent, const Affine& transform, bool fits_node) {
    const Affine* outer = baked_into(parent);
    const bool node_may_hold_it = fits_node && !options_.bake_transforms;
    Affine both;
    group.baked = baked_in_group(outer, transform, node_may_hold_it, both);
    if (group.baked == &both) group.baked = &scene_.baked.emplace_back(both);
    const bool is_held = outer == nullptr && group.baked == nullptr;
    if (is_held && !is_identity(transform)) group.transform = &transform;
  }

  [[nodiscard]] const Affine* baked_into(std::uint32_t group) const {
    return group == no_index ? nullptr : scene_.nodes[group].baked;
  }

  std::uint32_t add_node(SceneNode node, std::uint32_t parent) {
    const auto number = static_cast<std::uint32_t>(scene_.nodes.size());
    node.parent = parent;
    node.after = number + 1;
    scene_.nodes.push_back(node);
    return number;
  }

  void close_group(std::uint32_t group) {
    scene_.nodes[group].after = static_cast<std::uint32_t>(scene_.nodes.size());
  }

  // The asset that an import names.
  std::uint32_t reach(std::uint32_t from, std::uint32_t import) {
    const SceneAsset& source = scene_.assets[from];
    return origin_of({source.asset->imports[import].get(), source.root_import, from, import});
  }

  std::uint32_t origin_of(const SceneAsset& reached) {
    const auto next = static_cast<std::uint32_t>(scene_.assets.size());
    const auto [known, is_new] = root_->origins.try_emplace(reached.asset, next);
    if (!is_new) return known->second;
    scene_.assets.push_back(reached);
    const Document& document = reached.asset->document;
    Storage& storage = storage_.emplace_back();
    storage.placements = &placements_.instances[scene_.assembly->number_of(*reached.asset)];
    storage.bindings.assign(document.meshes.size(), nullptr);
    for (const Binding& binding : document.bindings) {
      storage.bindings[binding.mesh.index] = &binding;
    }
    storage.shapes.assign(document.meshes.size(), nullptr);
    storage.meshes.assign(document.meshes.size(), no_index);
    storage.armatures.resize(document.armatures.size());
    return next;
  }

  const MeshParts& shape_of(std::uint32_t origin, std::uint32_t index) {
    const MeshParts* known = storage_[origin].shapes[index];
    if (known != nullptr) return *known;
    const Document& document = scene_.assets[origin].asset->document;
    const Mesh& mesh = document.meshes[index];
    MeshParts& shape = scene_.shapes.emplace_back(parts_of_mesh(mesh, document.version));
    storage_[origin].shapes[index] = &shape;
    if (shape.parts.empty()) return shape;
    // A mesh's own material comes first, even if no primitive has it.
    const std::uint32_t of_mesh = store_material(origin, mesh);
    for (ScenePart& part : shape.parts) {
      part.material = store_material(origin, mesh.primitives[part.first_primitive]);
      if (part.material == no_index) part.material = of_mesh;
      part.bounds_as_stored = part.bounds_as_stored || scene_.is_posed();
    }
    return shape;
  }

  // The material that a mesh or a primitive names.
  template <class Item>
  std::uint32_t store_material(std::uint32_t origin, const Item& item) {
    if (!item.material.given()) return no_index;
    if (item.material_import != no_index) origin = reach(origin, item.material_import);
    const auto next = static_cast<std::uint32_t>(scene_.materials.size());
    const auto [known, is_new] = storage_[origin].materials.try_emplace(item.material.index, next);
    if (is_new) {
      const Document& document = scene_.assets[origin].asset->document;
      scene_.materials.push_back({&document.materials[item.material.index], origin});
    }
    return known->second;
  }

  // Only meshes that a transform is baked into have their own copy.
  std::uint32_t store_mesh(std::uint32_t origin, std::uint32_t index, const Affine* baked) {
    std::uint32_t& shared = storage_[origin].meshes[index];
    if (baked == nullptr && shared != no_index) return shared;
    const auto number = static_cast<std::uint32_t>(scene_.meshes.size());
    if (baked == nullptr) shared = number;
    const Asset& asset = *scene_.assets[origin].asset;
    StoredMesh& mesh = scene_.meshes.emplace_back();
    mesh.origin = origin;
    mesh.first_part = scene_.part_count;
    mesh.asset = &asset;
    mesh.mesh = &asset.document.meshes[index];
    mesh.binding = storage_[origin].bindings[index];
    mesh.skinned = mesh.binding != nullptr && !scene_.is_posed();
    // A pose moves the entry; imported assets keep their rest shape.
    if (mesh.binding != nullptr && &asset == scene_.asset) mesh.pose = scene_.pose;
    if (mesh.pose != nullptr) mesh.solver = solver_of(*mesh.binding, asset.document);
    mesh.baked = baked;
    mesh.shape = storage_[origin].shapes[index];
    // A number that does not fit is refused before it is used.
    scene_.part_count += static_cast<std::uint32_t>(mesh.shape->parts.size());
    return number;
  }

  [[nodiscard]] Solver solver_of(const Binding& binding, const Document& owner) const {
    return options_.solver.value_or(binding.solver.value_or(owner.solver));
  }

  const Placements& placements_;
  const SceneOptions& options_;
  Scene& scene_;
  std::unordered_map<const Asset*, bool> with_bones_;    // or importing one that has some
  std::unordered_map<std::uint32_t, SharedRoot> roots_;  // by import of the Rigs document
  SharedRoot* root_ = nullptr;                           // the current one
  std::vector<Storage> storage_;                         // of each of Scene::assets
};

// A pose of the asset, or a moment of its motions: the entry's own come first.
void find_pose(const Assembly& assembly, const SceneOptions& options, Scene& scene) {
  const std::optional<Moment> moment = find_moment(assembly, options.pose);
  scene.pose = find_asset_pose(*scene.asset, options.pose);
  if (!moment || (scene.pose != nullptr && !assembly.begins_with_motion)) return;
  MotionPlans own;
  MotionPlans& plans = options.motions != nullptr ? *options.motions : own;
  scene.moment = std::make_shared<const Pose>(pose_at(assembly, *moment, plans));
  scene.pose = scene.moment.get();
}

}  // namespace

Scene build_scene(const Assembly& assembly, const Placements& placements,
                  const SceneOptions& options) {
  Scene scene;
  scene.assembly = &assembly;
  scene.asset = assembly.root();
  if (scene.asset != nullptr && !options.pose.empty()) find_pose(assembly, options, scene);
  SceneBuilder(placements, options, scene).run();
  return scene;
}

}  // namespace rigy::evaluation
