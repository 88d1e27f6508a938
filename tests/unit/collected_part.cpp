#include "collected_part.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "evaluate/evaluate.hpp"
#include "tests/every_floor.hpp"

namespace rigy::test {
namespace {

void collect(const EvaluatedPrimitive& primitive, CollectedPart& part) {
  const std::uint32_t first = primitive.task.first_vertex;
  std::ranges::copy(primitive.vertices.positions(), part.positions.begin() + first);
  std::ranges::copy(primitive.vertices.normals(), part.normals.begin() + first);
  auto index = part.indices.begin() + primitive.task.first_index;
  for (const TriangleRun& run : primitive.triangles) {
    const std::array<std::size_t, 3> corners{0, run.turned ? 2u : 1u, run.turned ? 1u : 2u};
    for (std::size_t i = 0; i < run.size(); i += 3) {
      for (const std::size_t corner : corners) *index++ = first + run[i + corner];
    }
  }
  for (const InfluenceRun& run : primitive.influences.runs) {
    std::fill_n(part.influences.begin() + first + run.begin, run.end - run.begin, run.value);
  }
}

}  // namespace

std::vector<CollectedPart> collect_parts(const Scene& scene, const EvaluateOptions& options,
                                         Diagnostics& diagnostics) {
  std::vector<CollectedPart> parts;
  for (const ScenePart& part : scene.parts) {
    parts.push_back({std::vector<Vec3>(part.vertex_count), std::vector<Vec3>(part.vertex_count),
                     std::vector<std::uint32_t>(part.index_count),
                     std::vector<JointWeights>(part.vertex_count)});
  }
  static_cast<void>(evaluate_scene(
      scene, options,
      [&parts](const EvaluatedPrimitive& primitive) {
        collect(primitive, parts[primitive.task.part]);
      },
      diagnostics));
  return parts;
}

}  // namespace rigy::test
