// Measures a scene without building it.
#include <unordered_map>

#include "scene/scene.hpp"
#include "scene/traversal.hpp"

namespace rigy::evaluation {
namespace {

// The part of a name that is counted.
struct NameSize {
  std::uint64_t bytes = 0;

  NameSize& append(std::string_view text) {
    bytes += text.size();
    return *this;
  }
  NameSize& append(const NameSize& name) {
    bytes += name.bytes;
    return *this;
  }
};

class SceneCounter {
 public:
  using Name = NameSize;
  struct Children {};
  struct Node {};

  explicit SceneCounter(std::uint64_t max_nodes) : max_nodes_(max_nodes) {}

  [[nodiscard]] bool is_full() const { return size_.nodes > max_nodes_; }
  [[nodiscard]] const SceneSize& size() const { return size_; }

  void add_mesh(const SceneMesh& mesh, Name name, const MeshParts& parts) {
    ++size_.meshes;
    size_.parts += parts.parts.size();
    size_.vertices += parts.vertices;
    size_.indices += parts.indices;
    size_.uv_sets += parts.parts.size() * mesh.uv_generators.size();
    size_.uv_vertices += parts.vertices * mesh.uv_generators.size();
    if (mesh.skinned) {
      size_.skinned_parts += parts.parts.size();
      size_.skinned_vertices += parts.vertices;
      size_.inverse_binds += mesh.armature().bones.size();
    }
    size_.name_bytes += name.bytes + parts.extras_bytes;
  }
  void add_material(const Material&, Name name) {
    ++size_.materials;
    size_.name_bytes += name.bytes;
  }
  void add_mesh_node(Name name, std::uint32_t, Children&) { add_node(name); }
  Node add_instance_node(Name name, const InstanceTransforms&, Children&) {
    add_node(name);
    return {};
  }
  Node add_root_node(Name name, const InstanceTransforms& transforms, Children& siblings) {
    return add_instance_node(name, transforms, siblings);
  }
  void set_id(Node, std::string_view) {}
  void set_asset(Node, const Asset&) {}
  void set_children(Node, Children) {}
  void omit_mesh_node() {}
  void add_bones(const Armature& armature, Name prefix, const std::optional<Affine>&, Children&) {
    size_.bones += armature.bones.size();
    size_.name_bytes += armature.bones.size() * prefix.bytes + id_bytes_of(armature);
  }
  void add_skin(const Armature& armature, Name name, std::uint32_t) {
    ++size_.skins;
    size_.joints += armature.bones.size();
    size_.name_bytes += name.bytes;
  }

 private:
  void add_node(Name name) {
    ++size_.nodes;
    size_.name_bytes += name.bytes;
  }

  std::uint64_t id_bytes_of(const Armature& armature) {
    const auto [known, is_new] = id_bytes_.try_emplace(&armature);
    if (is_new) {
      for (const Bone& bone : armature.bones) known->second += bone.id.value.size();
    }
    return known->second;
  }

  std::uint64_t max_nodes_;
  SceneSize size_;
  std::unordered_map<const Armature*, std::uint64_t> id_bytes_;  // of all bones of an armature
};

}  // namespace

SceneSize measure_scene(const Assembly& assembly, const Placements& placements,
                        const SceneOptions& options, std::uint64_t max_nodes) {
  SceneCounter counter(max_nodes);
  SceneTraversal(assembly, placements, options, counter).run();
  return counter.size();
}

}  // namespace rigy::evaluation
