#include "glb/layout.hpp"

namespace rigy {
namespace {

constexpr std::uint64_t vec3_size = 3 * sizeof(float);
constexpr std::uint64_t index_size = sizeof(std::uint32_t);
constexpr std::uint64_t joints_size = 4 * sizeof(std::uint16_t);
constexpr std::uint64_t weights_size = 4 * sizeof(float);
constexpr std::uint64_t matrix_size = 16 * sizeof(float);

}  // namespace

Layout plan_layout(const Scene& scene) {
  Layout layout;
  layout.meshes.reserve(scene.meshes.size());
  std::uint32_t accessor = 0;
  const auto next = [&](std::uint64_t count, std::uint64_t size) {
    const Block block{layout.size, count * size, accessor++};
    layout.size += block.size;
    return block;
  };
  for (const SceneMesh& mesh : scene.meshes) {
    MeshLayout& blocks = layout.meshes.emplace_back();
    blocks.positions = next(mesh.vertex_count, vec3_size);
    blocks.normals = next(mesh.vertex_count, vec3_size);
    blocks.indices = next(mesh.index_count, index_size);
    if (!mesh.skinned) continue;
    const Armature& armature = mesh.asset->document.armatures[mesh.binding->armature.index];
    blocks.joints = next(mesh.vertex_count, joints_size);
    blocks.weights = next(mesh.vertex_count, weights_size);
    blocks.inverse_binds = next(armature.bones.size(), matrix_size);
  }
  return layout;
}

}  // namespace rigy
