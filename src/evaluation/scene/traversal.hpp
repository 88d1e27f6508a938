// The one walk through the assets of an assembly that finds out what the output has, in which
// order, and under which names. What becomes of it is the business of the Output: SceneBuilder
// builds the scene (build.cpp), SceneCounter only counts (measure.cpp).
//
// An Output has
//   Name      a text that can be copied and appended to, or as much of it as it needs
//   Children  the nodes below an instance
//   is_full() whether the walk may end early
// and the add_… functions called below and by SceneStorage.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "scene/scene.hpp"
#include "scene/storage.hpp"

namespace rigy::evaluation {

// What happens to an instance's transform: what is baked into everything below it, and what its
// node has.
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
      : placements_(placements),
        options_(options),
        output_(output),
        storage_(assembly, options, output) {}

  // Returns the nodes of the scene that have no parent.
  Children run() {
    Children nodes;
    add_root(0, std::nullopt, nodes);
    return nodes;
  }

  // Whether the output is a baked export.
  [[nodiscard]] bool posed() const { return storage_.posed(); }

 private:
  // Where nodes are being added: their name prefix, and the transform that is baked in.
  struct Context {
    std::uint32_t asset = 0;
    Name prefix{};                // of node names: "" or "<instance>."
    std::optional<Affine> baked;  // not given: nothing is baked
    Name root_prefix{};           // of the names of skins, before their asset's path
  };

  // A root, and everything placed on it. `baked` is what is baked into the root below it.
  void add_root(std::uint32_t index, const std::optional<Affine>& baked, Children& siblings) {
    const RootPlacement& root = placements_.roots[index];
    if (root.node.empty()) return add_root_asset(root, {}, siblings);
    Context context;
    InstanceTransforms transforms;
    if (root.transform) {
      transforms = transforms_of(baked, Placement{*root.transform});
      context.baked = transforms.baked;
      context.prefix.append(root.node).append(".");
      // A child of a scene always has a matrix.
      if (!transforms.matrix) transforms.matrix = Affine{};
    }
    const auto node = output_.add_root_node(Name().append(root.node), transforms, siblings);
    if (root.transform) output_.set_id(node, root.node);
    output_.set_asset(node, *root.asset);
    Children below;
    add_root_asset(root, context, below);
    for (std::uint32_t child = index + 1; child < root.after && !output_.is_full();
         child = placements_.roots[child].after) {
      add_root(child, context.baked, below);
    }
    output_.set_children(node, std::move(below));
  }

  void add_root_asset(const RootPlacement& root, Context context, Children& children) {
    context.asset = storage_.begin(root, context.baked.has_value());
    context.root_prefix = context.prefix;
    add_asset(context, children);
  }

  void add_asset(const Context& context, Children& children) {
    const Document& asset = storage_.document(context.asset);
    for (std::uint32_t mesh = 0; mesh < asset.meshes.size() && !output_.is_full(); ++mesh) {
      add_mesh(context, mesh, children);
    }
    for (std::uint32_t i = 0; i < asset.instances.size() && !output_.is_full(); ++i) {
      add_instance(context, i, children);
    }
  }

  void add_mesh(const Context& context, std::uint32_t index, Children& children) {
    const Document& asset = storage_.document(context.asset);
    const Mesh& mesh = asset.meshes[index];
    const bool has_vertices = !storage_.parts_of(context.asset, index).parts.empty();
    std::uint32_t stored = no_index;
    if (has_vertices) {
      stored = storage_.store_mesh(context.asset, index, context.baked);
      output_.add_mesh_node(Name(context.prefix).append(name_or_id(mesh.name, mesh.id)), stored,
                            children);
    }
    const Binding* binding = storage_.binding_of(context.asset, index);
    if (binding == nullptr) return;
    const Armature& armature = asset.armatures[binding->armature.index];
    if (!has_vertices) output_.omit_mesh_node();
    output_.add_bones(armature, context.prefix, context.baked, children);
    if (posed() || !has_vertices) return;
    output_.add_skin(armature,
                     Name(context.root_prefix)
                         .append(storage_.path_of(context.asset))
                         .append(name_or_id(armature.name, armature.id)),
                     stored);
  }

  void add_instance(const Context& context, std::uint32_t index, Children& children) {
    const Instance& instance = storage_.document(context.asset).instances[index];
    const InstanceTransforms transforms =
        transforms_of(context.baked, placements_.instances[context.asset][index]);
    Context inside{context.asset, Name(context.prefix).append(instance.id.value), transforms.baked,
                   context.root_prefix};
    const auto node = output_.add_instance_node(inside.prefix, transforms, children);
    output_.set_id(node, instance.id.value);
    inside.prefix.append(".");
    Children below;
    if (instance.import.given()) {
      inside.asset = storage_.reach(context.asset, instance.import.index);
      output_.set_asset(node, storage_.asset(inside.asset));
      add_asset(inside, below);
    } else {
      add_mesh(inside, instance.mesh.index, below);
    }
    output_.set_children(node, std::move(below));
  }

  // Everything below a baked instance is baked; otherwise this one is if a node cannot hold it.
  [[nodiscard]] InstanceTransforms transforms_of(const std::optional<Affine>& outer,
                                                 const std::optional<Placement>& placed) const {
    InstanceTransforms result{outer, std::nullopt};
    if (placed && !is_identity(placed->transform)) {
      const Affine& transform = placed->transform;
      if (outer) {
        result.baked = *outer * transform;
      } else if (options_.bake_transforms || !placed->fits_node) {
        result.baked = transform;
      } else {
        result.matrix = transform;
      }
    }
    if (result.baked && is_identity(*result.baked)) result.baked.reset();
    return result;
  }

  const Placements& placements_;
  const SceneOptions& options_;
  Output& output_;
  SceneStorage<Output> storage_;
};

}  // namespace rigy::evaluation
