// What the output stores of the assets: their meshes, in parts, and their materials, each once if
// possible. SceneTraversal asks for them in the order in which nodes use them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scene/material_names.hpp"
#include "scene/parts.hpp"
#include "scene/scene.hpp"

namespace rigy::evaluation {

[[nodiscard]] inline std::string_view name_or_id(const Text& name, const Text& id) {
  return name.given() ? name.value : id.value;
}

// See traversal.hpp for what an Output is.
template <class Output>
class SceneStorage {
 public:
  using Name = typename Output::Name;

  SceneStorage(const Assembly& assembly, const SceneOptions& options, Output& output)
      : assembly_(assembly), options_(options), output_(output) {
    for (const auto& asset : assembly.assets) {
      std::vector<const Binding*> bindings(asset->document.meshes.size(), nullptr);
      for (const Binding& binding : asset->document.bindings) {
        bindings[binding.mesh.index] = &binding;
      }
      bindings_.push_back(std::move(bindings));
    }
    if (assembly.root() == nullptr || options.pose.empty()) return;
    for (const Pose& pose : assembly.root()->document.poses) {
      if (pose.id.value == options.pose) pose_ = &pose;
    }
  }

  // Whether the output is a baked export.
  [[nodiscard]] bool posed() const { return pose_ != nullptr; }
  [[nodiscard]] const Asset& asset(std::uint32_t number) const { return *assembly_.assets[number]; }
  [[nodiscard]] const Document& document(std::uint32_t asset) const {
    return assembly_.assets[asset]->document;
  }
  // Null if the mesh is not bound.
  [[nodiscard]] const Binding* binding_of(std::uint32_t asset, std::uint32_t mesh) const {
    return bindings_[asset][mesh];
  }

  // Starts storing this root; returns its asset. `baked`: as a separate copy.
  std::uint32_t begin(const RootPlacement& root, bool baked) {
    const std::uint32_t asset = assembly_.number_of(*root.asset);
    shelf_ = &shelves_[root.import];
    add_stored(asset);
    import_ = root.import;
    use_ = baked ? Use::Neither : shelf_->meshes_known ? Use::Again : Use::First;
    if (use_ == Use::First) shelf_->meshes_known = true;
    next_mesh_ = 0;
    return asset;
  }

  // The asset that an import names. Records the path by which it is first reached, which prefixes
  // its names.
  std::uint32_t reach(std::uint32_t from, std::uint32_t import) {
    const std::uint32_t asset = assembly_.number_of(*assembly_.assets[from]->imports[import]);
    if (shelf_->assets.contains(asset)) return asset;
    const std::string_view name = document(from).imports[import].name.value;
    Name path = Name(path_of(from)).append(name).append(".");
    StoredAsset& added = add_stored(asset);
    added.path = std::move(path);
    added.from = from;
    added.import = import;
    return asset;
  }

  // "axle.wheel." for an asset that has been reached.
  [[nodiscard]] const Name& path_of(std::uint32_t asset) { return stored(asset).path; }

  const MeshParts& parts_of(std::uint32_t asset, std::uint32_t index) {
    std::optional<MeshParts>& known = stored(asset).parts[index];
    if (known) return *known;
    const Mesh& mesh = document(asset).meshes[index];
    known.emplace(parts_of_mesh(mesh, document(asset).version));
    if (known->parts.empty()) return *known;
    // A mesh's own material comes first, even if no primitive has it.
    const std::uint32_t of_mesh = store_material(asset, mesh);
    for (ScenePart& part : known->parts) {
      part.material = store_material(asset, mesh.primitives[part.first_primitive]);
      if (part.material == no_index) part.material = of_mesh;
      part.bounds_as_stored = part.bounds_as_stored || posed();
    }
    return *known;
  }

  // The number of the stored mesh. Only meshes that a transform is baked into have their own copy,
  // which is shared with the other roots of the same import.
  std::uint32_t store_mesh(std::uint32_t asset, std::uint32_t index,
                           const std::optional<Affine>& baked) {
    if (use_ == Use::Again) return shelf_->meshes[next_mesh_++];
    std::uint32_t number = stored(asset).shared[index];
    if (baked || number == no_index) number = add_mesh(asset, index, baked);
    if (use_ == Use::First) shelf_->meshes.push_back(number);
    return number;
  }

 private:
  struct StoredAsset {
    explicit StoredAsset(std::size_t meshes) : shared(meshes, no_index), parts(meshes) {}

    // How it was first reached.
    Name path{};
    std::uint32_t from = no_index;
    std::uint32_t import = no_index;
    std::vector<std::uint32_t> shared;            // the shared copy of each mesh
    std::vector<std::optional<MeshParts>> parts;  // of each mesh
    std::map<std::uint32_t, std::uint32_t> materials;
  };

  // What the roots of one import of a scene share; an entry that is an asset has one shelf.
  struct Shelf {
    std::unordered_map<std::uint32_t, StoredAsset> assets;
    // For a root without its own copy, in the order in which it uses them.
    std::vector<std::uint32_t> meshes;
    bool meshes_known = false;
  };

  // How the current root uses Shelf::meshes.
  enum class Use : std::uint8_t { First, Again, Neither };

  StoredAsset& stored(std::uint32_t asset) { return shelf_->assets.find(asset)->second; }

  StoredAsset& add_stored(std::uint32_t asset) {
    return shelf_->assets.try_emplace(asset, document(asset).meshes.size()).first->second;
  }

  std::uint32_t add_mesh(std::uint32_t asset, std::uint32_t index,
                         const std::optional<Affine>& baked) {
    const Mesh& mesh = document(asset).meshes[index];
    SceneMesh added;
    added.asset = assembly_.assets[asset].get();
    added.mesh = &mesh;
    added.binding = bindings_[asset][index];
    added.skinned = added.binding != nullptr && !posed();
    // A pose moves the entry; imported assets keep their rest shape.
    if (added.binding != nullptr && added.asset == assembly_.root()) added.pose = pose_;
    if (added.pose != nullptr) added.solver = solver_of(*added.binding, document(asset));
    added.baked = baked;
    added.uv_generators.resize(mesh.uv_sets.size());
    for (const UvSet& set : mesh.uv_sets) added.uv_generators[set.number] = *set.generator;
    const MeshParts& parts = parts_of(asset, index);
    output_.add_mesh(std::move(added), Name(path_of(asset)).append(name_or_id(mesh.name, mesh.id)),
                     parts);
    const std::uint32_t number = mesh_count_++;
    if (!baked) stored(asset).shared[index] = number;
    return number;
  }

  // The material that a mesh or a primitive names.
  template <class Item>
  std::uint32_t store_material(std::uint32_t asset, const Item& item) {
    if (!item.material.given()) return no_index;
    if (item.material_import != no_index) asset = reach(asset, item.material_import);
    const auto [known, is_new] = stored(asset).materials.try_emplace(item.material.index, no_index);
    if (!is_new) return known->second;
    const Material& material = document(asset).materials[item.material.index];
    known->second = add_material(asset, material);
    return known->second;
  }

  std::uint32_t add_material(std::uint32_t asset, const Material& material) {
    if (import_ == no_index) {
      output_.add_material(material, Name(path_of(asset)).append(material.id.value));
      return material_count_++;
    }
    const std::string_view import = assembly_.rigs->document.imports[import_].name.value;
    const MaterialNames::Entry entry =
        names_.add(import, path_text(asset).append(material.id.value), stored_color(material));
    if (entry.name != nullptr) output_.add_material(material, Name().append(*entry.name));
    return entry.number;
  }

  // The path itself, even if Name is less than a text.
  std::string path_text(std::uint32_t asset) {
    const StoredAsset& one = stored(asset);
    if (one.from == no_index) return {};
    return path_text(one.from)
        .append(document(one.from).imports[one.import].name.value)
        .append(".");
  }

  [[nodiscard]] Solver solver_of(const Binding& binding, const Document& owner) const {
    return options_.solver.value_or(binding.solver.value_or(owner.solver));
  }

  const Assembly& assembly_;
  const SceneOptions& options_;
  Output& output_;
  const Pose* pose_ = nullptr;
  std::vector<std::vector<const Binding*>> bindings_;  // of each mesh of each asset
  std::unordered_map<std::uint32_t, Shelf> shelves_;   // by import of the scene
  MaterialNames names_;
  std::uint32_t mesh_count_ = 0;
  std::uint32_t material_count_ = 0;
  // The current root.
  Shelf* shelf_ = nullptr;
  std::uint32_t import_ = no_index;
  Use use_ = Use::Neither;
  std::size_t next_mesh_ = 0;
};

}  // namespace rigy::evaluation
