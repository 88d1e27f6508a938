#include <numeric>
#include <unordered_map>
#include <utility>

#include "scene/scene.hpp"
#include "scene/traversal.hpp"

namespace rigy::evaluation {
namespace {

std::unique_ptr<BoneTree> tree_of(const Armature& armature) {
  auto tree = std::make_unique<BoneTree>();
  const std::size_t count = armature.bones.size();
  tree->first_child.assign(count + 1, 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Bone& bone = armature.bones[i];
    if (bone.is_root()) {
      tree->roots.push_back(i);
    } else {
      ++tree->first_child[bone.parent.index + 1];
    }
  }
  std::partial_sum(tree->first_child.begin(), tree->first_child.end(), tree->first_child.begin());
  tree->children.resize(count - tree->roots.size());
  std::vector<std::uint32_t> next = tree->first_child;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Bone& bone = armature.bones[i];
    if (!bone.is_root()) tree->children[next[bone.parent.index]++] = i;
  }
  return tree;
}

class SceneBuilder {
 public:
  using Name = std::string;
  using Children = std::vector<std::uint32_t>;

  explicit SceneBuilder(Scene& scene) : scene_(scene) {}

  // A scene that would be too large is refused before it is built.
  [[nodiscard]] static bool is_full() { return false; }

  void add_mesh(SceneMesh mesh, Name name, const MeshParts& parts) {
    mesh.name = std::move(name);
    mesh.first_part = static_cast<std::uint32_t>(scene_.parts.size());
    mesh.part_count = static_cast<std::uint32_t>(parts.parts.size());
    scene_.parts.insert(scene_.parts.end(), parts.parts.begin(), parts.parts.end());
    scene_.meshes.push_back(std::move(mesh));
  }

  void add_material(const Material& material, Name name) {
    SceneMaterial& result = scene_.materials.emplace_back();
    result.name = std::move(name);
    result.base_color = stored_color(material);
  }

  void add_mesh_node(Name name, std::uint32_t mesh, Children& siblings) {
    SceneNode node;
    node.name = std::move(name);
    node.mesh = mesh;
    add_node(std::move(node), siblings);
  }

  // Its index in scene_.nodes.
  std::size_t add_instance_node(Name name, const InstanceTransforms& transforms,
                                Children& siblings) {
    SceneNode node;
    node.name = std::move(name);
    node.matrix = transforms.matrix;
    node.baked = transforms.baked;
    add_node(std::move(node), siblings);
    return scene_.nodes.size() - 1;
  }

  void set_id(std::size_t node, std::string_view id) { scene_.nodes[node].id = id; }
  void set_asset(std::size_t node, const Asset& asset) { scene_.nodes[node].asset = &asset; }

  std::size_t add_root_node(Name name, const InstanceTransforms& transforms, Children& siblings) {
    const std::size_t node = add_instance_node(std::move(name), transforms, siblings);
    scene_.root_nodes.push_back(siblings.back());
    return node;
  }

  void set_children(std::size_t node, Children children) {
    scene_.nodes[node].children = std::move(children);
  }

  // Stands for a mesh that has no node, before its bones.
  void omit_mesh_node() {
    SceneNode node;
    node.only_bones = true;
    scene_.nodes.push_back(std::move(node));
  }

  // The bones of the mesh whose node was added last.
  void add_bones(const Armature& armature, const Name& prefix, const std::optional<Affine>& baked,
                 Children& siblings) {
    SceneBones bones;
    bones.armature = &armature;
    bones.tree = &bone_tree(armature);
    bones.prefix = prefix;
    bones.baked = baked;
    bones.skeleton = scene_.node_count;
    if (bones.has_common_root()) {
      // D7: glTF wants one common root of a skin's joints.
      bones.common_root = Name(prefix).append(name_or_id(armature.name, armature.id));
      ++scene_.node_count;
    } else {
      bones.skeleton += bones.tree->roots.front();
    }
    siblings.push_back(bones.skeleton);
    bones.first = scene_.node_count;
    scene_.node_count += static_cast<std::uint32_t>(armature.bones.size());
    scene_.nodes.back().bones = static_cast<std::uint32_t>(scene_.bones.size());
    scene_.bones.push_back(std::move(bones));
  }

  // The skin of the bones that were added last.
  void add_skin(const Armature& armature, Name name, std::uint32_t mesh) {
    const SceneBones& bones = scene_.bones.back();
    scene_.nodes.back().skin = static_cast<std::uint32_t>(scene_.skins.size());
    scene_.skins.push_back({std::move(name), mesh, bones.skeleton, bones.first,
                            static_cast<std::uint32_t>(armature.bones.size())});
  }

 private:
  // The node's number in the output differs from its index in scene_.nodes, which has no bones.
  void add_node(SceneNode node, Children& siblings) {
    scene_.nodes.push_back(std::move(node));
    siblings.push_back(scene_.node_count++);
  }

  const BoneTree& bone_tree(const Armature& armature) {
    const BoneTree*& known = trees_[&armature];
    if (known == nullptr) known = scene_.trees.emplace_back(tree_of(armature)).get();
    return *known;
  }

  Scene& scene_;
  std::unordered_map<const Armature*, const BoneTree*> trees_;
};

}  // namespace

Scene build_scene(const Assembly& assembly, const Placements& placements,
                  const SceneOptions& options) {
  Scene scene;
  SceneBuilder builder(scene);
  SceneTraversal traversal(assembly, placements, options, builder);
  scene.assembly = &assembly;
  scene.asset = assembly.root();
  scene.posed = traversal.posed();
  scene.roots = traversal.run();
  return scene;
}

}  // namespace rigy::evaluation
