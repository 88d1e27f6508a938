// The scene: which meshes, materials, nodes and skins the output has, and in which order. Geometry
// does not exist yet, but every count is known.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "load/assembly.hpp"
#include "place/frame.hpp"
#include "place/place.hpp"
#include "rigy/compile.hpp"

namespace rigy {

inline constexpr std::uint32_t none = UINT32_MAX;

struct SceneMaterial {
  std::string name;
  std::array<float, 4> base_color{};
};

// One stored mesh.
struct SceneMesh {
  std::string name;
  std::uint32_t material = none;
  const Asset* asset = nullptr;
  const Mesh* mesh = nullptr;
  const Binding* binding = nullptr;  // null: not bound
  bool skinned = false;              // has joints, weights and inverse bind matrices
  const Pose* pose = nullptr;        // null: rest shape
  std::optional<Affine> baked;       // transform to bake into the geometry
  std::uint32_t vertex_count = 0;
  std::uint32_t index_count = 0;
};

// How the bones of an armature hang together, found out once however often they are written.
struct BoneTree {
  std::vector<std::uint32_t> roots;
  std::vector<std::uint32_t> first_child;  // into children; one more than there are bones
  std::vector<std::uint32_t> children;
};

// The bone nodes of one bound mesh. They follow its node, in bone order; D7's common root, if there
// is one, comes before them. They are not spelt out here: many meshes may share a large armature.
struct SceneBones {
  const Armature* armature = nullptr;
  const BoneTree* tree = nullptr;
  std::string prefix;  // of their names
  std::string common_root;
  std::optional<Affine> baked;
  std::uint32_t first = 0;  // the node of bone 0

  [[nodiscard]] bool has_common_root() const { return tree->roots.size() > 1; }
};

// The node of a mesh or an instance.
struct SceneNode {
  std::string name;
  std::uint32_t mesh = none;
  std::uint32_t skin = none;
  std::optional<Affine> matrix;
  std::vector<std::uint32_t> children;
  std::uint32_t bones = none;  // into Scene::bones
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
  std::vector<SceneMaterial> materials;
  std::vector<SceneMesh> meshes;
  std::vector<SceneNode> nodes;
  std::vector<SceneBones> bones;
  std::vector<SceneSkin> skins;
  std::vector<std::uint32_t> roots;
  std::vector<std::unique_ptr<BoneTree>> trees;  // what `bones` refer to
  std::uint32_t node_count = 0;                  // bone nodes included
  bool posed = false;                            // a baked export
};

// How much the scene would hold, saturating: instances of instances multiply.
struct SceneSize {
  std::uint64_t nodes = 0;  // of meshes and instances
  std::uint64_t bones = 0;
  std::uint64_t text = 0;   // at least so many bytes of JSON say what they are called
  std::uint64_t baked = 0;  // bytes of vertices and indices if every baked instance stores its own
};
[[nodiscard]] SceneSize measure_scene(const Assembly& assembly, const Placements& placements,
                                      const CompileOptions& options);

[[nodiscard]] Scene build_scene(const Assembly& assembly, const Placements& placements,
                                const CompileOptions& options);

}  // namespace rigy
