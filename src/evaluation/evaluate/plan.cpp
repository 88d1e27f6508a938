#include "evaluate/plan.hpp"

#include <span>

namespace rigy::evaluation {
namespace {

// Null if the mesh keeps its rest shape.
const PosedArmature* posed_armature(const SceneMesh& mesh, EvaluationPlan& plan) {
  if (mesh.pose == nullptr) return nullptr;
  const auto [known, is_new] = plan.posed.try_emplace({&mesh.armature(), mesh.solver});
  if (is_new) known->second = pose_armature(mesh.armature(), *mesh.pose, mesh.solver);
  return &known->second;
}

// What the binding says about each primitive with vertices.
void add_layers(const SceneMesh& mesh, std::span<PrimitiveTask> tasks) {
  const std::uint16_t root = root_bone(mesh.armature());
  const Primitive* first = mesh.mesh->primitives.data();
  std::vector<InfluenceLayers> of_primitives(mesh.mesh->primitives.size());
  for (const PrimitiveWeights& weights : mesh.binding->weights) {
    of_primitives[weights.primitive.index].weights = &weights;
  }
  for (const WeightMap& map : mesh.binding->weight_maps) {
    InfluenceLayers& layers = of_primitives[map.primitive.index];
    layers.map = &map;
    if (map.weight_file != no_index) layers.file = mesh.asset->weight_files[map.weight_file].get();
  }
  for (PrimitiveTask& task : tasks) {
    task.layers = of_primitives[static_cast<std::size_t>(task.primitive - first)];
    task.layers.armature = &mesh.armature();
    task.layers.root = root;
    task.layers.topology = task.topology;
  }
}

void add_part(const SceneMesh& mesh, const ScenePart& part, PrimitiveTask task,
              std::vector<PrimitiveTask>& tasks) {
  const std::span primitives(mesh.mesh->primitives);
  for (const Primitive& primitive :
       primitives.subspan(part.first_primitive, part.primitive_count)) {
    task.primitive = &primitive;
    task.topology = topology_of(primitive);
    tasks.push_back(task);
    task.first_vertex += task.topology->vertex_count;
    task.first_index += static_cast<std::uint32_t>(task.topology->index_count());
  }
}

}  // namespace

EvaluationPlan plan_evaluation(const Scene& scene) {
  EvaluationPlan plan;
  for (const SceneMesh& mesh : scene.meshes) {
    const std::size_t first = plan.tasks.size();
    PrimitiveTask task;
    task.mesh = &mesh;
    task.posed = posed_armature(mesh, plan);
    task.part = mesh.first_part;
    for (const ScenePart& part : scene.parts_of(mesh)) {
      add_part(mesh, part, task, plan.tasks);
      ++task.part;
    }
    if (mesh.binding != nullptr) add_layers(mesh, std::span(plan.tasks).subspan(first));
  }
  return plan;
}

}  // namespace rigy::evaluation
