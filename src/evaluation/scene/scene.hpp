// The scene: one tree of everything that an asset or a Rigs document places. It knows the authored
// objects, where they are and what they share, but neither names nor numbers of an output: the
// canonical file, the export model, the evaluated scene and the source map are views of it. There
// is no geometry yet, but every count is known.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "common/index.hpp"
#include "evaluation_floor.hpp"
#include "load/assembly.hpp"
#include "math/affine.hpp"
#include "placement/roots.hpp"
#include "scene/parts.hpp"

namespace rigy::evaluation {

class MotionPlans;

struct SceneOptions {
  std::string
      pose;  // that the entry is in (find_moment); if empty, everything keeps its rest shape
  bool bake_transforms = false;
  std::optional<Solver> solver = std::nullopt;  // instead of those that the documents name
  bool anchors = false;                         // whether they have nodes
  // Whether a transform that scales axes differently is baked where bones lie in the group: not all
  // readers of an output turn bones within it alike.
  bool bake_stretched_bones = false;
  MotionPlans* motions = nullptr;  // kept for further moments
};

enum class SceneNodeKind : std::uint8_t {
  Group,     // an instance, a child of a Rigs document, or its base
  Mesh,      // of its own asset, or what an instance places
  Armature,  // once for each group that has meshes bound to it
  Anchor,
};

// What a node stands for. The base of a Rigs document has no object of its own.
using SceneObject = std::variant<std::monostate, const Instance*, const RigsChild*, const Mesh*,
                                 const Armature*, const Anchor*>;

struct SceneNode {
  SceneNodeKind kind = SceneNodeKind::Group;
  std::uint32_t parent = no_index;    // of Scene::nodes: the group that it lies in
  std::uint32_t after = 0;            // the first node that does not lie in it
  std::uint32_t stored = no_index;    // of a mesh: of Scene::meshes; no_index: it has no vertices
  std::uint32_t armature = no_index;  // of a bound mesh: the node of its armature, beside it
  // Of a group: what it places; null for an instance of a mesh of the asset that it lies in. Of
  // others: where they are written.
  const Asset* asset = nullptr;
  SceneObject object;
  // Of a group: relative to the group that it lies in (null: nothing), and what is baked into
  // everything that lies in it, because no node can hold it or because it is wanted.
  const Affine* transform = nullptr;
  const Affine* baked = nullptr;

  [[nodiscard]] const Mesh& mesh() const { return *std::get<const Mesh*>(object); }
  [[nodiscard]] const Anchor& anchor() const { return *std::get<const Anchor*>(object); }
  // Null unless the group is a child of a Rigs document.
  [[nodiscard]] const RigsChild* child() const {
    const auto* found = std::get_if<const RigsChild*>(&object);
    return found == nullptr ? nullptr : *found;
  }
};

// What meshes of one shape, in one or many places, share.
struct StoredMesh {
  std::uint32_t origin = 0;      // of Scene::assets
  std::uint32_t first_part = 0;  // among the parts of all stored meshes
  const Asset* asset = nullptr;
  const Mesh* mesh = nullptr;
  const Binding* binding = nullptr;  // null: not bound
  const Pose* pose = nullptr;        // null: rest shape
  const Affine* baked = nullptr;     // into the geometry; null: nothing
  const MeshParts* shape = nullptr;  // shared with those that something else is baked into
  Solver solver = Solver::Lbs;       // of the pose
  bool skinned = false;              // has joints, weights and inverse bind matrices

  // Of a bound mesh.
  [[nodiscard]] const Armature& armature() const {
    return asset->document.armatures[binding->armature.index];
  }
  [[nodiscard]] std::span<const ScenePart> parts() const { return shape->parts; }
  [[nodiscard]] std::span<const UvGenerator> uv_generators() const { return shape->uv_generators; }
};

// An asset that stores something, and how it was first reached. Only what lies below roots of the
// same import is shared: each alias of a Rigs document is stored like a separate file.
struct SceneAsset {
  const Asset* asset = nullptr;
  std::uint32_t root_import = no_index;  // of the Rigs document; no_index: the entry is an asset
  std::uint32_t from = no_index;         // of Scene::assets; no_index: it is a root itself
  std::uint32_t import = no_index;       // of the asset `from`
};

struct SceneMaterial {
  const Material* material = nullptr;
  std::uint32_t origin = 0;  // of Scene::assets
};

struct Scene {
  Scene() = default;
  // Nodes and meshes point into it.
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;
  Scene(Scene&&) noexcept = default;
  Scene& operator=(Scene&&) noexcept = default;

  const Assembly* assembly = nullptr;
  const Asset* asset = nullptr;        // the entry; null: it is a Rigs document
  const Pose* pose = nullptr;          // of the entry; null: everything keeps its rest shape
  std::shared_ptr<const Pose> moment;  // that pose, if it is a moment of a motion
  // Depth first. In a group: its anchors, its meshes, each armature before the first mesh that is
  // bound to it, then groups. A mesh without vertices is there only if it is bound.
  std::vector<SceneNode> nodes;
  // In the order in which nodes first use them.
  std::vector<StoredMesh> meshes;
  std::vector<SceneMaterial> materials;
  std::vector<SceneAsset> assets;
  std::uint32_t part_count = 0;  // of all stored meshes
  std::list<MeshParts> shapes;   // what `meshes` refer to
  std::list<Affine> baked;       // what is baked into nodes and meshes

  [[nodiscard]] bool is_posed() const { return pose != nullptr; }
  [[nodiscard]] const Armature& armature_of(const SceneNode& mesh) const {
    return *std::get<const Armature*>(nodes[mesh.armature].object);
  }
  // What is baked into a node that is no group; null: nothing.
  [[nodiscard]] const Affine* baked_into(const SceneNode& node) const {
    return node.parent == no_index ? nullptr : nodes[node.parent].baked;
  }
  // Whether the node has a skin in an output that has skins.
  [[nodiscard]] bool is_skinned(const SceneNode& mesh) const {
    return mesh.stored != no_index && meshes[mesh.stored].skinned;
  }
};

// Points into the assembly and the placements. Instances of instances multiply: see count_scene().
[[nodiscard]] Scene build_scene(const Assembly& assembly, const Placements& placements,
                                const SceneOptions& options);

// Calls visit(number) for every child of a group, or for every node that lies in none.
template <class Visit>
void visit_children(const Scene& scene, std::uint32_t group, const Visit& visit) {
  const std::size_t end = group == no_index ? scene.nodes.size() : scene.nodes[group].after;
  for (std::uint32_t i = group == no_index ? 0 : group + 1; i < end; i = scene.nodes[i].after) {
    visit(i);
  }
}

}  // namespace rigy::evaluation
