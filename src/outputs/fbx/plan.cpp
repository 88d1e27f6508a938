#include <algorithm>
#include <string>

#include "fbx/output.hpp"
#include "fbx/transform.hpp"

namespace rigy::outputs {
namespace {

// Parents come before their children.
std::vector<Affine> world_transforms(const ExportModel& model) {
  std::vector<Affine> world;
  world.reserve(model.nodes.size());
  for (const ExportNode& node : model.nodes) {
    const Affine local = to_affine(node.transform);
    world.push_back(node.parent == no_index ? local : world[node.parent] * local);
  }
  return world;
}

std::vector<std::uint64_t> first_bones(const ExportModel& model) {
  std::vector<std::uint64_t> first;
  std::uint64_t count = 0;
  for (const ExportArmature& armature : model.armatures) {
    first.push_back(count);
    count += armature.bone_names.size();
  }
  return first;
}

std::vector<std::uint16_t> moving_bones(const ExportModel& model, const ExportMesh& mesh) {
  if (mesh.armature == no_index) return {};
  std::vector<bool> moves(model.armatures[mesh.armature].bone_names.size());
  for (const ExportPart& part : mesh.parts) {
    const Geometry& geometry = model.geometries[part.geometry];
    for (std::size_t i = 0; i < geometry.weights.size(); ++i) {
      if (geometry.weights[i] > 0) moves[geometry.joints[i]] = true;
    }
  }
  std::vector<std::uint16_t> bones;
  for (std::size_t bone = 0; bone < moves.size(); ++bone) {
    if (moves[bone]) bones.push_back(static_cast<std::uint16_t>(bone));
  }
  return bones;
}

// Each material once; empty if no part has a material.
std::vector<std::uint32_t> materials_of(const ExportMesh& mesh) {
  std::vector<std::uint32_t> materials;
  for (const ExportPart& part : mesh.parts) {
    if (std::find(materials.begin(), materials.end(), part.material) == materials.end()) {
      materials.push_back(part.material);
    }
  }
  if (materials == std::vector{no_index}) materials.clear();
  return materials;
}

std::string unused_material_name(const ExportModel& model) {
  std::string name = "default";
  const auto is_used = [&name](const ExportMaterial& material) { return material.name == name; };
  while (std::any_of(model.materials.begin(), model.materials.end(), is_used)) name += '_';
  return name;
}

}  // namespace

FbxPlan plan_fbx(const ExportModel& model) {
  FbxPlan plan;
  plan.world = world_transforms(model);
  plan.first_bone = first_bones(model);
  for (const ExportMesh& mesh : model.meshes) {
    std::vector<PartPoints>& points = plan.points.emplace_back();
    for (const ExportPart& part : mesh.parts) {
      points.push_back(points_of(model.geometries[part.geometry], part));
    }
    plan.moving_bones.push_back(moving_bones(model, mesh));
    plan.materials.push_back(materials_of(mesh));
    const std::vector<std::uint32_t>& materials = plan.materials.back();
    if (std::find(materials.begin(), materials.end(), no_index) == materials.end()) continue;
    if (plan.stand_in_material.empty()) plan.stand_in_material = unused_material_name(model);
  }
  return plan;
}

}  // namespace rigy::outputs
