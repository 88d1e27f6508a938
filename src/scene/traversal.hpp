// The one walk through the assets of an assembly that finds out what the output has, in which
// order, and under which names. What becomes of it is the business of the Output: SceneBuilder
// builds the scene (build.cpp), SceneCounter only counts (measure.cpp).
//
// An Output has
//   Name      a text that can be copied and appended to, or as much of it as it needs
//   Children  the nodes below an instance
//   is_full() whether the walk may end early
// and the add_… functions called below.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "scene/parts.hpp"
#include "scene/scene.hpp"

namespace rigy {

[[nodiscard]] inline std::string_view name_or_id(const Text& name, const Text& id) {
  return name.given() ? name.value : id.value;
}

// What becomes of an instance's transform: what is baked into all below it, and what its node has.
struct InstanceTransforms {
  std::optional<Affine> baked;
  std::optional<Affine> matrix;
};

template <class Output>
class SceneTraversal {
 public:
  using Name = typename Output::Name;
  using Children = typename Output::Children;

  SceneTraversal(const Assembly& assembly, const Placements& placements,
                 const SceneOptions& options, Output& output)
      : assembly_(assembly),
        placements_(placements),
        options_(options),
        output_(output),
        paths_(assembly.assets.size()) {
    for (const auto& asset : assembly.assets) {
      const std::size_t meshes = asset->document.meshes.size();
      std::vector<const Binding*> bindings(meshes, nullptr);
      for (const Binding& binding : asset->document.bindings) {
        bindings[binding.mesh.index] = &binding;
      }
      bindings_.push_back(std::move(bindings));
      stored_.emplace_back(meshes, no_index);
      parts_.emplace_back(meshes);
    }
    for (const Pose& pose : document(0).poses) {
      if (!options.pose.empty() && pose.id.value == options.pose) pose_ = &pose;
    }
  }

  // Returns the nodes of the scene that have no parent.
  Children run() {
    paths_[0] = Name();
    Children roots;
    add_asset({}, roots);
    return roots;
  }

  // Whether the output is a baked export.
  [[nodiscard]] bool posed() const { return pose_ != nullptr; }

 private:
  // Where nodes are being added: under which names, and with which transform baked in.
  struct Context {
    std::uint32_t asset = 0;
    Name prefix{};                // of node names: "" or "<instance>."
    std::optional<Affine> baked;  // not given: nothing is baked
  };

  [[nodiscard]] const Document& document(std::uint32_t asset) const {
    return assembly_.assets[asset]->document;
  }

  void add_asset(const Context& context, Children& children) {
    const Document& asset = document(context.asset);
    for (std::uint32_t mesh = 0; mesh < asset.meshes.size() && !output_.is_full(); ++mesh) {
      add_mesh(context, mesh, children);
    }
    for (std::uint32_t i = 0; i < asset.instances.size() && !output_.is_full(); ++i) {
      add_instance(context, i, children);
    }
  }

  void add_mesh(const Context& context, std::uint32_t index, Children& children) {
    const Mesh& mesh = document(context.asset).meshes[index];
    const bool has_vertices = !parts_of(context.asset, index).parts.empty();
    std::uint32_t stored = no_index;
    if (has_vertices) {
      stored = store_mesh(context, index);
      output_.add_mesh_node(Name(context.prefix).append(name_or_id(mesh.name, mesh.id)), stored,
                            children);
    }
    const Binding* binding = bindings_[context.asset][index];
    if (binding == nullptr) return;
    const Armature& armature = document(context.asset).armatures[binding->armature.index];
    if (!has_vertices) output_.omit_mesh_node();
    output_.add_bones(armature, context.prefix, context.baked, children);
    if (posed() || !has_vertices) return;
    output_.add_skin(armature,
                     Name(*paths_[context.asset]).append(name_or_id(armature.name, armature.id)),
                     stored);
  }

  void add_instance(const Context& context, std::uint32_t index, Children& children) {
    const Document& owner = document(context.asset);
    const Instance& instance = owner.instances[index];
    const InstanceTransforms transforms = transforms_of(context, placements_[context.asset][index]);
    Context inside{context.asset, Name(context.prefix).append(instance.id.value), transforms.baked};
    const auto node = output_.add_instance_node(inside.prefix, transforms, children);
    inside.prefix.append(".");
    Children below;
    if (instance.import.given()) {
      inside.asset = reach(context.asset, instance.import.index);
      output_.set_asset(node, *assembly_.assets[inside.asset]);
      add_asset(inside, below);
    } else {
      add_mesh(inside, instance.mesh.index, below);
    }
    output_.set_children(node, std::move(below));
  }

  // Below a baked instance everything is baked; else this one is if a node cannot hold it.
  [[nodiscard]] InstanceTransforms transforms_of(const Context& context,
                                                 const std::optional<Placement>& placed) const {
    InstanceTransforms result{context.baked, std::nullopt};
    if (placed && !is_identity(placed->transform)) {
      const Affine& transform = placed->transform;
      if (context.baked) {
        result.baked = *context.baked * transform;
      } else if (options_.bake_transforms || !placed->fits_node) {
        result.baked = transform;
      } else {
        result.matrix = transform;
      }
    }
    if (result.baked && is_identity(*result.baked)) result.baked.reset();
    return result;
  }

  [[nodiscard]] Solver solver_of(const Binding& binding, const Document& owner) const {
    return options_.solver.value_or(binding.solver.value_or(owner.solver));
  }

  // The asset that an import names. Notes by which path it is first reached; its names carry it.
  std::uint32_t reach(std::uint32_t from, std::uint32_t import) {
    const std::uint32_t asset = assembly_.number_of(*assembly_.assets[from]->imports[import]);
    std::optional<Name>& path = paths_[asset];
    const std::string_view name = document(from).imports[import].name.value;
    if (!path) path = Name(*paths_[from]).append(name).append(".");
    return asset;
  }

  // The number of the stored mesh. Only what a transform is baked into has a copy of its own.
  std::uint32_t store_mesh(const Context& context, std::uint32_t index) {
    std::uint32_t& shared = stored_[context.asset][index];
    if (!context.baked && shared != no_index) return shared;
    const Mesh& mesh = document(context.asset).meshes[index];
    SceneMesh stored;
    stored.asset = assembly_.assets[context.asset].get();
    stored.mesh = &mesh;
    stored.binding = bindings_[context.asset][index];
    stored.skinned = stored.binding != nullptr && !posed();
    // A pose moves the root asset; imported ones keep their rest shape.
    if (stored.binding != nullptr && context.asset == 0) stored.pose = pose_;
    if (stored.pose != nullptr) stored.solver = solver_of(*stored.binding, document(0));
    stored.baked = context.baked;
    stored.uv_generators.resize(mesh.uv_sets.size());
    for (const UvSet& set : mesh.uv_sets) stored.uv_generators[set.number] = *set.generator;
    const MeshParts& parts = parts_of(context.asset, index);
    output_.add_mesh(std::move(stored),
                     Name(*paths_[context.asset]).append(name_or_id(mesh.name, mesh.id)), parts);
    const std::uint32_t id = mesh_count_++;
    if (!context.baked) shared = id;
    return id;
  }

  const MeshParts& parts_of(std::uint32_t asset, std::uint32_t index) {
    std::optional<MeshParts>& known = parts_[asset][index];
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

  // The material that a mesh or a primitive names.
  template <class Item>
  std::uint32_t store_material(std::uint32_t asset, const Item& item) {
    if (!item.material.given()) return no_index;
    if (item.material_import != no_index) asset = reach(asset, item.material_import);
    const auto next = static_cast<std::uint32_t>(materials_.size());
    const auto [found, added] = materials_.emplace(std::pair(asset, item.material.index), next);
    if (!added) return found->second;
    const Material& material = document(asset).materials[item.material.index];
    output_.add_material(material, Name(*paths_[asset]).append(material.id.value));
    return next;
  }

  const Assembly& assembly_;
  const Placements& placements_;
  const SceneOptions& options_;
  Output& output_;
  const Pose* pose_ = nullptr;
  std::vector<std::optional<Name>> paths_;                    // of each asset: "axle.wheel."
  std::vector<std::vector<const Binding*>> bindings_;         // of each mesh of each asset
  std::vector<std::vector<std::uint32_t>> stored_;            // the shared copy of each mesh
  std::vector<std::vector<std::optional<MeshParts>>> parts_;  // of each mesh
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> materials_;
  std::uint32_t mesh_count_ = 0;
};

}  // namespace rigy
