#include "scene/scene.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "geometry/shape.hpp"

namespace rigy {
namespace {

std::string_view name_or_id(const Text& name, const Text& id) {
  return name.given() ? name.value : id.value;
}

class SceneBuilder {
 public:
  SceneBuilder(const Assembly& assembly, const Placements& placements,
               const CompileOptions& options);

  Scene build();

 private:
  // Where nodes are being added: under which names, and with which transform baked in.
  struct Context {
    std::uint32_t asset = 0;
    std::string prefix;           // of node names: "" or "<instance>."
    std::optional<Affine> baked;  // not given: nothing is baked
  };

  void add_asset(const Context& context, std::vector<std::uint32_t>& children);
  void add_mesh(const Context& context, std::uint32_t mesh, std::vector<std::uint32_t>& children);
  void add_bones(const Context& context, std::uint32_t scene_mesh,
                 std::vector<std::uint32_t>& children);
  void add_instance(const Context& context, std::uint32_t instance,
                    std::vector<std::uint32_t>& children);
  std::uint32_t store_mesh(const Context& context, std::uint32_t mesh);
  SceneMesh describe_mesh(const Context& context, std::uint32_t mesh);
  std::uint32_t store_material(std::uint32_t asset, const Primitive& primitive);
  // The asset that an import names. Notes by which path it is first reached; its names carry it.
  std::uint32_t reach(std::uint32_t from, std::uint32_t import);
  std::uint32_t add_node(SceneNode node);
  const BoneTree& bone_tree(const Armature& armature);

  const Document& document(std::uint32_t asset) const { return assembly_.assets[asset]->document; }

  const Assembly& assembly_;
  const Placements& placements_;
  const CompileOptions& options_;
  Scene scene_;
  const Pose* pose_ = nullptr;
  std::vector<std::optional<std::string>> paths_;      // of each asset: "axle.wheel."
  std::vector<std::vector<const Binding*>> bindings_;  // of each mesh of each asset
  std::vector<std::vector<std::uint32_t>> stored_;     // the shared copy of each mesh
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> materials_;
  std::unordered_map<const Armature*, const BoneTree*> trees_;
};

SceneBuilder::SceneBuilder(const Assembly& assembly, const Placements& placements,
                           const CompileOptions& options)
    : assembly_(assembly),
      placements_(placements),
      options_(options),
      paths_(assembly.assets.size()) {
  for (const auto& asset : assembly.assets) {
    std::vector<const Binding*> bindings(asset->document.meshes.size(), nullptr);
    for (const Binding& binding : asset->document.bindings) bindings[binding.mesh.index] = &binding;
    bindings_.push_back(std::move(bindings));
    stored_.emplace_back(asset->document.meshes.size(), none);
  }
  for (const Pose& pose : document(0).poses) {
    if (!options.pose.empty() && pose.id.value == options.pose) pose_ = &pose;
  }
}

Scene SceneBuilder::build() {
  scene_.assembly = &assembly_;
  scene_.posed = pose_ != nullptr;
  paths_[0] = "";
  std::vector<std::uint32_t> roots;
  add_asset({}, roots);
  scene_.roots = std::move(roots);
  return std::move(scene_);
}

// The node's number in the output; its place in scene_.nodes is another, for bones are not there.
std::uint32_t SceneBuilder::add_node(SceneNode node) {
  scene_.nodes.push_back(std::move(node));
  return scene_.node_count++;
}

void SceneBuilder::add_asset(const Context& context, std::vector<std::uint32_t>& children) {
  const Document& asset = document(context.asset);
  for (std::uint32_t mesh = 0; mesh < asset.meshes.size(); ++mesh) {
    add_mesh(context, mesh, children);
  }
  for (std::uint32_t instance = 0; instance < asset.instances.size(); ++instance) {
    add_instance(context, instance, children);
  }
}

void SceneBuilder::add_mesh(const Context& context, std::uint32_t mesh,
                            std::vector<std::uint32_t>& children) {
  const Mesh& source = document(context.asset).meshes[mesh];
  const std::uint32_t scene_mesh = store_mesh(context, mesh);
  SceneNode node;
  node.name = context.prefix;
  node.name += name_or_id(source.name, source.id);
  node.mesh = scene_mesh;
  children.push_back(add_node(std::move(node)));
  if (bindings_[context.asset][mesh] != nullptr) add_bones(context, scene_mesh, children);
}

const BoneTree& SceneBuilder::bone_tree(const Armature& armature) {
  const BoneTree*& known = trees_[&armature];
  if (known != nullptr) return *known;
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
  scene_.trees.push_back(std::move(tree));
  known = scene_.trees.back().get();
  return *known;
}

// Adds the bones of the mesh whose node was added last.
void SceneBuilder::add_bones(const Context& context, std::uint32_t scene_mesh,
                             std::vector<std::uint32_t>& children) {
  const SceneMesh& mesh = scene_.meshes[scene_mesh];
  const Armature& armature = document(context.asset).armatures[mesh.binding->armature.index];
  const std::string_view armature_name = name_or_id(armature.name, armature.id);
  SceneBones bones;
  bones.armature = &armature;
  bones.tree = &bone_tree(armature);
  bones.prefix = context.prefix;
  bones.baked = mesh.baked;
  std::uint32_t skeleton = scene_.node_count;
  if (bones.has_common_root()) {
    // D7: glTF wants one common root of a skin's joints.
    bones.common_root = std::string(context.prefix).append(armature_name);
    children.push_back(scene_.node_count++);
  }
  bones.first = scene_.node_count;
  if (!bones.has_common_root()) {
    skeleton = bones.first + bones.tree->roots.front();
    children.push_back(skeleton);
  }
  const auto count = static_cast<std::uint32_t>(armature.bones.size());
  scene_.node_count += count;
  SceneNode& node = scene_.nodes.back();
  node.bones = static_cast<std::uint32_t>(scene_.bones.size());
  if (mesh.skinned) {
    node.skin = static_cast<std::uint32_t>(scene_.skins.size());
    scene_.skins.push_back({std::string(*paths_[context.asset]).append(armature_name), scene_mesh,
                            skeleton, bones.first, count});
  }
  scene_.bones.push_back(std::move(bones));
}

void SceneBuilder::add_instance(const Context& context, std::uint32_t index,
                                std::vector<std::uint32_t>& children) {
  const Document& owner = document(context.asset);
  const Instance& instance = owner.instances[index];
  const std::optional<Placement>& placed = placements_[context.asset][index];
  Context inside;
  inside.prefix = std::string(context.prefix).append(instance.id.value);
  SceneNode node;
  node.name = inside.prefix;
  inside.prefix += '.';
  // Below a baked instance everything is baked; else this one is if a node cannot hold it.
  inside.baked = context.baked;
  if (placed && !is_identity(placed->transform)) {
    const Affine& transform = placed->transform;
    if (context.baked) {
      inside.baked = *context.baked * transform;
    } else if (options_.bake_transforms || !placed->fits_node) {
      inside.baked = transform;
    } else {
      node.matrix = transform;
    }
  }
  if (inside.baked && is_identity(*inside.baked)) inside.baked.reset();
  children.push_back(add_node(std::move(node)));
  const std::size_t place = scene_.nodes.size() - 1;
  std::vector<std::uint32_t> below;
  if (instance.import.given()) {
    inside.asset = reach(context.asset, instance.import.index);
    add_asset(inside, below);
  } else {
    inside.asset = context.asset;
    add_mesh(inside, instance.mesh.index, below);
  }
  scene_.nodes[place].children = std::move(below);
}

std::uint32_t SceneBuilder::reach(std::uint32_t from, std::uint32_t import) {
  const std::uint32_t asset = assembly_.number_of(*assembly_.assets[from]->imports[import]);
  std::optional<std::string>& path = paths_[asset];
  const std::string_view name = document(from).imports[import].name.value;
  if (!path) path = std::string(*paths_[from]).append(name).append(".");
  return asset;
}

std::uint32_t SceneBuilder::store_mesh(const Context& context, std::uint32_t mesh) {
  std::uint32_t& shared = stored_[context.asset][mesh];
  if (!context.baked && shared != none) return shared;
  const auto id = static_cast<std::uint32_t>(scene_.meshes.size());
  scene_.meshes.push_back(describe_mesh(context, mesh));
  if (!context.baked) shared = id;
  return id;
}

SceneMesh SceneBuilder::describe_mesh(const Context& context, std::uint32_t index) {
  const Mesh& mesh = document(context.asset).meshes[index];
  SceneMesh result;
  result.name = std::string(*paths_[context.asset]).append(name_or_id(mesh.name, mesh.id));
  result.asset = assembly_.assets[context.asset].get();
  result.mesh = &mesh;
  result.binding = bindings_[context.asset][index];
  result.skinned = result.binding != nullptr && !scene_.posed;
  // A pose moves the root asset; imported ones keep their rest shape.
  if (result.binding != nullptr && context.asset == 0) result.pose = pose_;
  result.baked = context.baked;
  result.material = store_material(context.asset, mesh.primitives.front());
  for (const Primitive& primitive : mesh.primitives) {
    const Shape& shape = shape_of(*primitive.type);
    result.vertex_count += shape.vertex_count();
    result.index_count += static_cast<std::uint32_t>(shape.indices.size());
  }
  return result;
}

std::uint32_t SceneBuilder::store_material(std::uint32_t asset, const Primitive& primitive) {
  if (!primitive.material.given()) return none;
  if (primitive.material_import != unresolved) {
    asset = reach(asset, primitive.material_import);
  }
  const auto next = static_cast<std::uint32_t>(scene_.materials.size());
  const auto [found, added] = materials_.emplace(std::pair(asset, primitive.material.index), next);
  if (!added) return found->second;
  const Material& material = document(asset).materials[primitive.material.index];
  SceneMaterial& result = scene_.materials.emplace_back();
  result.name = std::string(*paths_[asset]).append(material.id.value);
  for (std::size_t i = 0; i < 4; ++i) {
    // The file holds binary32; −0.0 becomes 0.0.
    result.base_color[i] = static_cast<float>(material.base_color[i].value) + 0.0f;
  }
  return next;
}

}  // namespace

Scene build_scene(const Assembly& assembly, const Placements& placements,
                  const CompileOptions& options) {
  return SceneBuilder(assembly, placements, options).build();
}

}  // namespace rigy
