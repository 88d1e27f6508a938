// How large a scene would be, found out without building it.
#include <limits>
#include <map>
#include <utility>

#include "geometry/shape.hpp"
#include "scene/scene.hpp"

namespace rigy {
namespace {

constexpr std::uint64_t bytes_per_vertex = 24;  // position and normal
constexpr std::uint64_t bytes_per_index = 4;
constexpr std::uint64_t node_text = 12;  // {"name":""},
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

// Assets stand behind those that first import them, but one may import an earlier one, so sizes
// are remembered rather than taken in order.
class SceneMeasure {
 public:
  SceneMeasure(const Assembly& assembly, const Placements& placements,
               const CompileOptions& options)
      : assembly_(assembly), placements_(placements), options_(options) {}

  // `baked`: below an instance whose transform is baked.
  SceneSize of_asset(std::uint32_t asset, bool baked) {
    if (const auto known = sizes_.find({asset, baked}); known != sizes_.end()) {
      return known->second;
    }
    const Document& document = assembly_.assets[asset]->document;
    const std::vector<SceneSize> meshes = of_meshes(document, baked);
    const std::vector<SceneSize> baked_meshes = of_meshes(document, true);
    SceneSize total;
    for (const SceneSize& mesh : meshes) add(total, mesh, 0);
    for (std::uint32_t i = 0; i < document.instances.size(); ++i) {
      const Instance& instance = document.instances[i];
      const bool bakes = baked || is_baked(asset, i);
      const std::uint64_t name = instance.id.value.size();
      add(total, {1, 0, node_text + name, 0}, 0);
      const SceneSize inside = instance.import.given()
                                   ? of_asset(document.imports[instance.import.index].asset, bakes)
                                   : (bakes ? baked_meshes : meshes)[instance.mesh.index];
      add(total, inside, name + 1);
    }
    sizes_.emplace(std::pair(asset, baked), total);
    return total;
  }

 private:
  [[nodiscard]] bool is_baked(std::uint32_t asset, std::uint32_t instance) const {
    const std::optional<Placement>& placed = placements_[asset][instance];
    return placed && !is_identity(placed->transform) &&
           (options_.bake_transforms || !placed->fits_node);
  }

  [[nodiscard]] std::vector<SceneSize> of_meshes(const Document& document, bool baked) const {
    std::vector<SceneSize> sizes;
    for (const Mesh& mesh : document.meshes) {
      const std::uint64_t name = mesh.name.given() ? mesh.name.value.size() : mesh.id.value.size();
      sizes.push_back({1, 0, node_text + name, baked ? stored_bytes(mesh) : 0});
    }
    std::vector<SceneSize> armatures;
    for (const Armature& armature : document.armatures) armatures.push_back(of_bones(armature));
    for (const Binding& binding : document.bindings) {
      add(sizes[binding.mesh.index], armatures[binding.armature.index], 0);
    }
    return sizes;
  }

  [[nodiscard]] SceneSize of_bones(const Armature& armature) const {
    SceneSize size;
    size.bones = armature.bones.size();
    // A baked pose has neither translations nor joints.
    const std::uint64_t own_text = node_text + (options_.pose.empty() ? bone_text : 0);
    for (const Bone& bone : armature.bones) size.text += own_text + bone.id.value.size();
    return size;
  }

  const Assembly& assembly_;
  const Placements& placements_;
  const CompileOptions& options_;
  std::map<std::pair<std::uint32_t, bool>, SceneSize> sizes_;
};

}  // namespace

SceneSize measure_scene(const Assembly& assembly, const Placements& placements,
                        const CompileOptions& options) {
  return SceneMeasure(assembly, placements, options).of_asset(0, false);
}

}  // namespace rigy
