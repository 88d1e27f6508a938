// The scene: which meshes, materials, nodes and skins the output has, and in which order. There is
// no geometry yet, but every count is known.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/index.hpp"
#include "common/limits.hpp"
#include "evaluation_floor.hpp"
#include "load/assembly.hpp"
#include "math/affine.hpp"
#include "placement/roots.hpp"

namespace rigy::evaluation {

struct SceneOptions {
  std::string pose;  // to bake; if empty, no pose is baked
  bool bake_transforms = false;
  std::optional<Solver> solver = std::nullopt;  // instead of those that the documents name
};

struct SceneMaterial {
  std::string name;
  std::array<float, 4> base_color{};
};

// Consecutive primitives of a mesh that the output stores together: one set of attributes, one list
// of indices, one material. Before 0.12 all primitives of a mesh, from 0.12 on each by itself.
struct ScenePart {
  std::uint32_t first_primitive = 0;  // of Mesh::primitives
  std::uint32_t primitive_count = 0;
  std::uint32_t material = no_index;
  std::uint32_t vertex_count = 0;
  std::uint32_t index_count = 0;
  // Whether its bounds are those of the binary32 positions rather than of the binary64 ones.
  bool bounds_as_stored = false;
  std::string_view id;  // of the primitive that it is by itself; else empty
  std::shared_ptr<const std::vector<std::string_view>> tags;  // null: none
};

// One stored mesh.
struct SceneMesh {
  std::string name;
  std::uint32_t first_part = 0;  // of Scene::parts
  std::uint32_t part_count = 0;
  const Asset* asset = nullptr;
  const Mesh* mesh = nullptr;
  const Binding* binding = nullptr;        // null: not bound
  bool skinned = false;                    // has joints, weights and inverse bind matrices
  const Pose* pose = nullptr;              // null: rest shape
  Solver solver = Solver::Lbs;             // of the pose
  std::optional<Affine> baked;             // transform to bake into the geometry
  std::vector<UvGenerator> uv_generators;  // of each UV set, in order

  // Of a bound mesh.
  [[nodiscard]] const Armature& armature() const {
    return asset->document.armatures[binding->armature.index];
  }
};

// The tree of an armature's bones, computed once however often they are written.
struct BoneTree {
  std::vector<std::uint32_t> roots;
  std::vector<std::uint32_t> first_child;  // into children; one more than there are bones
  std::vector<std::uint32_t> children;
};

// The bone nodes of one bound mesh. They follow its node, in bone order; D7's common root, if there
// is one, comes before them. They are not listed here: many meshes may share a large armature.
struct SceneBones {
  const Armature* armature = nullptr;
  const BoneTree* tree = nullptr;
  std::string prefix;  // of their names
  std::string common_root;
  std::optional<Affine> baked;
  std::uint32_t first = 0;     // the node of bone 0
  std::uint32_t skeleton = 0;  // the node of their only root or of the common one

  [[nodiscard]] bool has_common_root() const { return tree->roots.size() > 1; }
};

// The node of a mesh or an instance.
struct SceneNode {
  // Whether there is no such node: a mesh without vertices has only the nodes of its bones.
  bool only_bones = false;
  std::string name;
  std::uint32_t mesh = no_index;
  std::uint32_t skin = no_index;
  std::optional<Affine> matrix;
  std::vector<std::uint32_t> children;
  std::uint32_t bones = no_index;  // into Scene::bones
  std::string_view id;             // of an instance or a child of a scene; else empty
  // For an instance: the asset below it (null for a mesh of its own asset), and the transform that
  // is baked into everything there.
  const Asset* asset = nullptr;
  std::optional<Affine> baked;
};

struct SceneSkin {
  std::string name;
  std::uint32_t mesh = 0;  // whose inverse bind matrices it uses
  std::uint32_t skeleton = 0;
  std::uint32_t first_joint = 0;  // joints are consecutive nodes
  std::uint32_t joint_count = 0;
};

struct Scene {
  const Assembly* assembly = nullptr;
  const Asset* asset = nullptr;  // whose meshes have their nodes at the root; null: of nodes only
  std::vector<SceneMaterial> materials;
  std::vector<SceneMesh> meshes;
  std::vector<ScenePart> parts;  // of all meshes, in their order
  std::vector<SceneNode> nodes;
  std::vector<SceneBones> bones;
  std::vector<SceneSkin> skins;
  std::vector<std::uint32_t> roots;
  std::vector<std::uint32_t> root_nodes;         // of each of Placements::roots that has a node
  std::vector<std::unique_ptr<BoneTree>> trees;  // what `bones` refer to
  std::uint32_t node_count = 0;                  // bone nodes included
  bool posed = false;                            // a baked export

  [[nodiscard]] std::span<const ScenePart> parts_of(const SceneMesh& mesh) const {
    return std::span(parts).subspan(mesh.first_part, mesh.part_count);
  }
};

// How much the scene would hold. What is stored once counts once.
struct SceneSize {
  std::uint64_t nodes = 0;  // of meshes and instances
  std::uint64_t bones = 0;
  std::uint64_t joints = 0;         // bones that belong to a skin
  std::uint64_t inverse_binds = 0;  // bones of skinned meshes
  std::uint64_t skins = 0;
  std::uint64_t materials = 0;
  std::uint64_t meshes = 0;
  std::uint64_t parts = 0;
  std::uint64_t skinned_parts = 0;
  std::uint64_t vertices = 0;
  std::uint64_t skinned_vertices = 0;
  std::uint64_t indices = 0;
  std::uint64_t uv_sets = 0;      // of all parts
  std::uint64_t uv_vertices = 0;  // of all UV sets
  std::uint64_t name_bytes = 0;   // of the names of all these
};

// Counts what build_scene would build, without building it. Instances of instances multiply: it
// stops beyond `max_nodes` nodes, and then the other numbers are too small.
[[nodiscard]] SceneSize measure_scene(const Assembly& assembly, const Placements& placements,
                                      const SceneOptions& options,
                                      std::uint64_t max_nodes = max_output_nodes);

[[nodiscard]] Scene build_scene(const Assembly& assembly, const Placements& placements,
                                const SceneOptions& options);

}  // namespace rigy::evaluation
