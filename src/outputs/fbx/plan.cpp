#include <algorithm>
#include <string>

#include "export_model/number_source.hpp"
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

// Calls work(part, facts) for the primitives of a mesh whose numbers are made later.
template <class Work>
void each_primitive(const ExportModel& model, const ExportMesh& mesh, const Work& work) {
  for (std::size_t part = 0; part < mesh.parts.size(); ++part) {
    const Geometry& geometry = model.geometries[mesh.parts[part].geometry];
    for (const PrimitiveSlot& slot : model.source->slots_of(geometry)) {
      work(part, model.source->facts(slot));
    }
  }
}

std::vector<std::uint16_t> moving_bones(const ExportModel& model, const ExportMesh& mesh) {
  if (mesh.armature == no_index) return {};
  std::vector<bool> moves(model.armatures[mesh.armature].bone_names.size());
  if (model.source != nullptr) {
    each_primitive(model, mesh, [&](std::size_t, const PrimitiveFacts& facts) {
      for (const JointUse& use : facts.joints) moves[use.joint] = true;
    });
  }
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

void add_points(const ExportModel& model, const ExportMesh& mesh, FbxPlan& plan) {
  std::vector<std::uint32_t>& counts = plan.point_counts.emplace_back(mesh.parts.size());
  std::vector<PartPoints>& points = plan.points.emplace_back();
  if (model.source != nullptr) {
    each_primitive(model, mesh, [&](std::size_t part, const PrimitiveFacts& facts) {
      counts[part] += facts.points;
    });
    return;
  }
  for (std::size_t i = 0; i < mesh.parts.size(); ++i) {
    const ExportPart& part = mesh.parts[i];
    points.push_back(points_of(model.geometries[part.geometry], part.groups));
    counts[i] = static_cast<std::uint32_t>(points[i].vertices.size());
  }
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
    add_points(model, mesh, plan);
    plan.moving_bones.push_back(moving_bones(model, mesh));
    plan.materials.push_back(materials_of(mesh));
    const std::vector<std::uint32_t>& materials = plan.materials.back();
    if (std::find(materials.begin(), materials.end(), no_index) == materials.end()) continue;
    if (plan.stand_in_material.empty()) plan.stand_in_material = unused_material_name(model);
  }
  return plan;
}

}  // namespace rigy::outputs
