// How large a scene would be, found out without building it.
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "geometry/shape.hpp"
#include "scene/scene.hpp"

namespace rigy {
namespace {

constexpr std::uint64_t bytes_per_vertex = 24;  // position and normal
constexpr std::uint64_t bytes_per_index = 4;
// The shortest texts of things without a name: what they have beside it varies.
constexpr std::uint64_t node_text = 12;   // {"name":""},
constexpr std::uint64_t mesh_text = 450;  // with three accessors and buffer views
constexpr std::uint64_t skin_text = 60;
constexpr std::uint64_t material_text = 180;
// "translation":[0.0,0.0,0.0], and two mentions, as a joint and as a child or a root.
constexpr std::uint64_t bone_text = 28 + 2 + 2;

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum < a ? std::numeric_limits<std::uint64_t>::max() : sum;
}

std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > std::numeric_limits<std::uint64_t>::max() / a) {
    return std::numeric_limits<std::uint64_t>::max();
  }
  return a * b;
}

std::uint64_t name_size(const Text& name, const Text& id) {
  return name.given() ? name.value.size() : id.value.size();
}

std::uint64_t stored_bytes(const Mesh& mesh) {
  std::uint64_t bytes = 0;
  for (const Primitive& primitive : mesh.primitives) {
    const Shape& shape = shape_of(*primitive.type);
    bytes += bytes_per_vertex * shape.vertex_count() + bytes_per_index * shape.indices.size();
  }
  return bytes;
}

// Adds what stands under a name of `prefix` more bytes.
void add(SceneSize& total, const SceneSize& more, std::uint64_t prefix) {
  const std::uint64_t named = saturating_add(more.nodes, more.bones);
  total.nodes = saturating_add(total.nodes, more.nodes);
  total.bones = saturating_add(total.bones, more.bones);
  total.text = saturating_add(total.text, more.text);
  total.text = saturating_add(total.text, saturating_multiply(prefix, named));
  total.baked = saturating_add(total.baked, more.baked);
}

// Goes through the assets in the order of build_scene, but through each only once for every way in
// which it can be placed.
class SceneMeasure {
 public:
  SceneMeasure(const Assembly& assembly, const Placements& placements,
               const CompileOptions& options)
      : assembly_(assembly),
        placements_(placements),
        options_(options),
        path_sizes_(assembly.assets.size()),
        materials_counted_(assembly.assets.size()) {
    path_sizes_[0] = 0;
  }

  SceneSize measure() {
    SceneSize total = of_asset(0, false);
    total.text = saturating_add(total.text, shared_text_);
    return total;
  }

 private:
  // `baked`: below an instance whose transform is baked.
  SceneSize of_asset(std::uint32_t asset, bool baked) {
    if (const auto known = sizes_.find({asset, baked}); known != sizes_.end()) {
      return known->second;
    }
    const Document& document = assembly_.assets[asset]->document;
    const std::vector<SceneSize> meshes = of_meshes(asset, baked);
    const std::vector<SceneSize> baked_meshes = of_meshes(asset, true);
    if (!baked) count_shared_meshes(asset);
    SceneSize total;
    for (const SceneSize& mesh : meshes) add(total, mesh, 0);
    for (std::uint32_t i = 0; i < document.instances.size(); ++i) {
      const Instance& instance = document.instances[i];
      const bool bakes = baked || is_baked(asset, i);
      const std::uint64_t name = instance.id.value.size();
      add(total, {.nodes = 1, .text = node_text + name}, 0);
      add(total,
          instance.import.given() ? of_asset(reach(asset, instance.import.index), bakes)
                                  : (bakes ? baked_meshes : meshes)[instance.mesh.index],
          name + 1);
    }
    sizes_.emplace(std::pair(asset, baked), total);
    return total;
  }

  // The asset that an import names. Its names carry the path by which it is first reached.
  std::uint32_t reach(std::uint32_t from, std::uint32_t import) {
    const Asset& importer = *assembly_.assets[from];
    const std::uint32_t asset = assembly_.number_of(*importer.imports[import]);
    std::optional<std::uint64_t>& size = path_sizes_[asset];
    if (!size) size = *path_sizes_[from] + importer.document.imports[import].name.value.size() + 1;
    return asset;
  }

  [[nodiscard]] bool is_baked(std::uint32_t asset, std::uint32_t instance) const {
    const std::optional<Placement>& placed = placements_[asset][instance];
    return placed && !is_identity(placed->transform) &&
           (options_.bake_transforms || !placed->fits_node);
  }

  // The nodes of each mesh, and the mesh itself if every node has its own.
  std::vector<SceneSize> of_meshes(std::uint32_t asset, bool baked) {
    const Document& document = assembly_.assets[asset]->document;
    std::vector<SceneSize> sizes;
    for (const Mesh& mesh : document.meshes) {
      count_material(asset, mesh.primitives.front());
      const std::uint64_t name = name_size(mesh.name, mesh.id);
      SceneSize& size = sizes.emplace_back(SceneSize{.nodes = 1, .text = node_text + name});
      if (!baked) continue;
      size.text += mesh_text + *path_sizes_[asset] + name;
      size.baked = stored_bytes(mesh);
    }
    std::vector<SceneSize> armatures;
    for (const Armature& armature : document.armatures) {
      armatures.push_back(of_armature(asset, armature));
    }
    for (const Binding& binding : document.bindings) {
      add(sizes[binding.mesh.index], armatures[binding.armature.index], 0);
    }
    return sizes;
  }

  void count_shared_meshes(std::uint32_t asset) {
    for (const Mesh& mesh : assembly_.assets[asset]->document.meshes) {
      shared_text_ += mesh_text + *path_sizes_[asset] + name_size(mesh.name, mesh.id);
    }
  }

  void count_material(std::uint32_t asset, const Primitive& primitive) {
    if (!primitive.material.given()) return;
    if (primitive.material_import != unresolved) {
      asset = reach(asset, primitive.material_import);
    }
    const std::vector<Material>& materials = assembly_.assets[asset]->document.materials;
    std::vector<bool>& counted = materials_counted_[asset];
    counted.resize(materials.size());
    if (counted[primitive.material.index]) return;
    counted[primitive.material.index] = true;
    shared_text_ +=
        material_text + *path_sizes_[asset] + materials[primitive.material.index].id.value.size();
  }

  // The bones of one mesh, and its skin.
  [[nodiscard]] SceneSize of_armature(std::uint32_t asset, const Armature& armature) const {
    SceneSize size;
    size.bones = armature.bones.size();
    // A baked pose has no skins, and neither translations nor joints.
    const bool skinned = options_.pose.empty();
    if (skinned) {
      size.text = skin_text + *path_sizes_[asset] + name_size(armature.name, armature.id);
    }
    const std::uint64_t own_text = node_text + (skinned ? bone_text : 0);
    for (const Bone& bone : armature.bones) size.text += own_text + bone.id.value.size();
    return size;
  }

  const Assembly& assembly_;
  const Placements& placements_;
  const CompileOptions& options_;
  std::vector<std::optional<std::uint64_t>> path_sizes_;  // of each asset: of "axle.wheel."
  std::vector<std::vector<bool>> materials_counted_;      // of each asset
  std::uint64_t shared_text_ = 0;                         // of what is stored once
  std::map<std::pair<std::uint32_t, bool>, SceneSize> sizes_;
};

}  // namespace

SceneSize measure_scene(const Assembly& assembly, const Placements& placements,
                        const CompileOptions& options) {
  return SceneMeasure(assembly, placements, options).measure();
}

}  // namespace rigy
