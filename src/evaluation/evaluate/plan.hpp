// What is to be evaluated: every primitive of the scene, with everything that decides its vertices.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "influences/influences.hpp"
#include "scene/scene.hpp"
#include "shapes/topology.hpp"
#include "skinning/skinning.hpp"

namespace rigy::evaluation {

// One primitive of a stored mesh, and where its vertices and indices begin in its part.
struct PrimitiveTask {
  const StoredMesh* mesh = nullptr;
  const Primitive* primitive = nullptr;
  const Topology* topology = nullptr;
  const ScenePart* part = nullptr;
  std::uint32_t part_number = 0;  // among the parts of all stored meshes
  std::uint32_t first_vertex = 0;
  std::uint32_t first_index = 0;
  InfluenceLayers layers;                // of a bound mesh
  const PosedArmature* posed = nullptr;  // null: rest shape
  // Of an implicit surface: takes the place of its own extraction.
  const ExtractedSurface* surface = nullptr;
};

struct EvaluationPlan {
  std::vector<PrimitiveTask> tasks;  // in the order of the output
  std::map<std::pair<const Armature*, Solver>, PosedArmature> posed;
};

[[nodiscard]] EvaluationPlan plan_evaluation(const Scene& scene);

}  // namespace rigy::evaluation
