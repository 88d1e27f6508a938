#include "scene/bound.hpp"

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "scene/baking.hpp"
#include "scene/names.hpp"
#include "scene/parts.hpp"

namespace rigy::evaluation {
namespace {

const Affine no_transform;

// What is known of each mesh of an asset, wherever it is placed.
struct MeshSizes {
  std::vector<SceneSize> placed;  // its node and its bones, named without a prefix
  std::vector<SceneSize> stored;  // one copy
  SceneSize all_stored;           // one copy of each
};

void add_node(std::size_t name_bytes, SceneSize& size) {
  ++size.nodes;
  size.name_bytes += name_bytes;
}

void add_bones(const Armature& armature, bool skinned, SceneSize& size) {
  size.bones += armature.bones.size();
  for (const Bone& bone : armature.bones) size.name_bytes += bone.id.value.size();
  if (!skinned) return;
  ++size.skins;
  size.joints += armature.bones.size();
  size.name_bytes += name_or_id(armature.name, armature.id).size();
}

// A group around what is placed, the names of which begin with its id.
void add_group(std::size_t id_bytes, SceneSize& placed) {
  placed.name_bytes += (placed.nodes + placed.bones) * (id_bytes + 1);
  add_node(id_bytes, placed);
}

MeshSizes sizes_of_meshes(const Document& document, bool skinned) {
  MeshSizes sizes;
  sizes.placed.resize(document.meshes.size());
  sizes.stored.resize(document.meshes.size());
  std::vector<const Armature*> armatures(document.meshes.size(), nullptr);
  for (const Binding& binding : document.bindings) {
    armatures[binding.mesh.index] = &document.armatures[binding.armature.index];
  }
  for (std::size_t i = 0; i < document.meshes.size(); ++i) {
    const Mesh& mesh = document.meshes[i];
    const MeshParts shape = parts_of_mesh(mesh, document.version);
    const Armature* armature = armatures[i];
    const Armature* skin = skinned && !shape.parts.empty() ? armature : nullptr;
    if (armature != nullptr) add_bones(*armature, skin != nullptr, sizes.placed[i]);
    if (shape.parts.empty()) continue;
    add_node(name_or_id(mesh.name, mesh.id).size(), sizes.placed[i]);
    add_stored_mesh(mesh, shape, skin, sizes.stored[i]);
    add(sizes.stored[i], sizes.all_stored);
  }
  return sizes;
}

class SceneBound {
 public:
  SceneBound(const Assembly& assembly, const Placements& placements, const SceneOptions& options)
      : assembly_(assembly),
        placements_(placements),
        options_(options),
        known_(assembly.assets.size()) {}

  SceneSize run() {
    if (!placements_.roots.empty()) add_root(0, nullptr);
    return size_;
  }

 private:
  struct Known {
    std::optional<MeshSizes> meshes;
    std::optional<SceneSize> placed;         // named without a prefix
    std::optional<SceneSize> stored_copies;  // because of what is baked into groups in it
  };

  // A root, and everything placed on it.
  void add_root(std::uint32_t index, const Affine* outer) {
    const RootPlacement& root = placements_.roots[index];
    SceneSize placed = placed_in(*root.asset);
    Affine both;
    const Affine* baked = outer;
    if (root.child != nullptr) {
      add_group(root.child->id.value.size(), placed);
      placed.name_bytes += placed.skins * (root.child->id.value.size() + 1);
      baked = baked_in_group(outer, *root.transform, !options_.bake_transforms, both);
    } else if (root.import != no_index) {
      add_node(0, placed);
    }
    add(placed, size_);
    // Roots of one import that nothing is baked into share even what is baked in them.
    if (baked != nullptr || shared_roots_.insert(root.import).second) {
      add_stored(*root.asset, baked, size_);
    }
    if (root.import == no_index) return;
    for (std::uint32_t child = index + 1; child < root.after;
         child = placements_.roots[child].after) {
      add_root(child, baked);
    }
  }

  // Imports have no cycles.
  const SceneSize& placed_in(const Asset& asset) {
    std::optional<SceneSize>& known = known_of(asset).placed;
    if (known) return *known;
    const MeshSizes& meshes = meshes_of(asset);
    SceneSize sum;
    for (const SceneSize& mesh : meshes.placed) add(mesh, sum);
    for (const Instance& instance : asset.document.instances) {
      SceneSize placed = instance.import.given() ? placed_in(imported(asset, instance))
                                                 : meshes.placed[instance.mesh.index];
      add_group(instance.id.value.size(), placed);
      add(placed, sum);
    }
    return known.emplace(sum);
  }

  // What an asset stores where that is baked into it.
  void add_stored(const Asset& asset, const Affine* baked, SceneSize& sum) {
    if (baked == nullptr) {
      add(stored_copies_in(asset), sum);
      return;
    }
    add(meshes_of(asset).all_stored, sum);
    add_stored_in_instances(asset, baked, sum);
  }

  // Where nothing is baked into the asset. What it shares is stored once.
  const SceneSize& stored_copies_in(const Asset& asset) {
    std::optional<SceneSize>& known = known_of(asset).stored_copies;
    if (known) return *known;
    add(meshes_of(asset).all_stored, size_);
    SceneSize sum;
    add_stored_in_instances(asset, nullptr, sum);
    return known.emplace(sum);
  }

  void add_stored_in_instances(const Asset& asset, const Affine* outer, SceneSize& sum) {
    const std::vector<Instance>& instances = asset.document.instances;
    const auto& placements = placements_.instances[assembly_.number_of(asset)];
    for (std::size_t i = 0; i < instances.size(); ++i) {
      const std::optional<Placement>& placement = placements[i];
      const bool fits_node = !placement || placement->fits_node;
      Affine both;
      const Affine* baked = baked_in_group(outer, placement ? placement->transform : no_transform,
                                           fits_node && !options_.bake_transforms, both);
      if (instances[i].import.given()) {
        add_stored(imported(asset, instances[i]), baked, sum);
      } else if (baked != nullptr) {
        add(meshes_of(asset).stored[instances[i].mesh.index], sum);
      }
    }
  }

  static const Asset& imported(const Asset& asset, const Instance& instance) {
    return *asset.imports[instance.import.index];
  }

  Known& known_of(const Asset& asset) { return known_[assembly_.number_of(asset)]; }

  const MeshSizes& meshes_of(const Asset& asset) {
    std::optional<MeshSizes>& known = known_of(asset).meshes;
    if (!known) known = sizes_of_meshes(asset.document, options_.pose.empty());
    return *known;
  }

  const Assembly& assembly_;
  const Placements& placements_;
  const SceneOptions& options_;
  std::vector<Known> known_;                        // of each asset
  std::unordered_set<std::uint32_t> shared_roots_;  // by import of the Rigs document
  SceneSize size_;
};

}  // namespace

SceneSize least_scene_size(const Assembly& assembly, const Placements& placements,
                           const SceneOptions& options) {
  return SceneBound(assembly, placements, options).run();
}

}  // namespace rigy::evaluation
