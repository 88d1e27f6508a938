#include "scene/measure.hpp"

#include <unordered_map>
#include <vector>

namespace rigy::evaluation {
namespace {

class SceneMeasurer {
 public:
  explicit SceneMeasurer(const Scene& scene) : scene_(scene) {
    for (const SceneAsset& asset : scene.assets) path_bytes_.push_back(path_bytes_of(asset));
  }

  SceneSize measure(const NamedMaterials& materials) {
    for (const StoredMesh& mesh : scene_.meshes) add_mesh(mesh);
    size_.materials = materials.list.size();
    for (const NamedMaterial& material : materials.list) size_.name_bytes += material.name.size();
    NodeNames names(scene_);
    for (std::uint32_t i = 0; i < scene_.nodes.size(); ++i) {
      names.enter(i);
      add_node(scene_.nodes[i], names);
    }
    return size_;
  }

 private:
  // Each comes after the one it was reached from.
  [[nodiscard]] std::uint64_t path_bytes_of(const SceneAsset& asset) const {
    if (asset.from == no_index) return 0;
    const Document& importing = scene_.assets[asset.from].asset->document;
    return path_bytes_[asset.from] + importing.imports[asset.import].name.value.size() + 1;
  }

  void add_mesh(const StoredMesh& mesh) {
    add_stored_mesh(*mesh.mesh, *mesh.shape, mesh.skinned ? &mesh.armature() : nullptr, size_);
    size_.name_bytes += path_bytes_[mesh.origin];
  }

  void add_node(const SceneNode& node, const NodeNames& names) {
    const bool is_mesh = node.kind == SceneNodeKind::Mesh;
    if (is_mesh && node.armature != no_index) add_bones(node, names);
    if (node.kind != SceneNodeKind::Group && !(is_mesh && node.stored != no_index)) return;
    ++size_.nodes;
    size_.name_bytes += names.prefix().size() + names.own().size();
  }

  void add_bones(const SceneNode& node, const NodeNames& names) {
    const Armature& armature = scene_.armature_of(node);
    const std::uint64_t bones = armature.bones.size();
    size_.bones += bones;
    size_.name_bytes += bones * names.prefix().size() + id_bytes_of(armature);
    if (!scene_.is_skinned(node)) return;
    ++size_.skins;
    size_.joints += bones;
    size_.name_bytes += names.root_prefix().size() +
                        path_bytes_[scene_.meshes[node.stored].origin] +
                        name_or_id(armature.name, armature.id).size();
  }

  // Of all its bones.
  std::uint64_t id_bytes_of(const Armature& armature) {
    const auto [known, is_new] = id_bytes_.try_emplace(&armature);
    if (is_new) {
      for (const Bone& bone : armature.bones) known->second += bone.id.value.size();
    }
    return known->second;
  }

  const Scene& scene_;
  SceneSize size_;
  std::vector<std::uint64_t> path_bytes_;  // of each of Scene::assets
  std::unordered_map<const Armature*, std::uint64_t> id_bytes_;
};

}  // namespace

void add(const SceneSize& more, SceneSize& sum) {
  sum.nodes += more.nodes;
  sum.bones += more.bones;
  sum.joints += more.joints;
  sum.inverse_binds += more.inverse_binds;
  sum.skins += more.skins;
  sum.materials += more.materials;
  sum.meshes += more.meshes;
  sum.parts += more.parts;
  sum.skinned_parts += more.skinned_parts;
  sum.vertices += more.vertices;
  sum.skinned_vertices += more.skinned_vertices;
  sum.indices += more.indices;
  sum.uv_sets += more.uv_sets;
  sum.uv_vertices += more.uv_vertices;
  sum.name_bytes += more.name_bytes;
}

void add_stored_mesh(const Mesh& mesh, const MeshParts& shape, const Armature* skin,
                     SceneSize& size) {
  ++size.meshes;
  size.parts += shape.parts.size();
  size.vertices += shape.vertices;
  size.indices += shape.indices;
  size.uv_sets += shape.parts.size() * shape.uv_generators.size();
  size.uv_vertices += shape.vertices * shape.uv_generators.size();
  if (skin != nullptr) {
    size.skinned_parts += shape.parts.size();
    size.skinned_vertices += shape.vertices;
    size.inverse_binds += skin->bones.size();
  }
  size.name_bytes += name_or_id(mesh.name, mesh.id).size() + shape.extras_bytes;
}

SceneSize measure_scene(const Scene& scene, const NamedMaterials& materials) {
  return SceneMeasurer(scene).measure(materials);
}

}  // namespace rigy::evaluation
