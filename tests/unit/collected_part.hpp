// A sink that collects what is evaluated, as a writer other than the GLB writer sees the scene.
#pragma once

#include <cstdint>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "evaluate/evaluate.hpp"
#include "influences/influences.hpp"
#include "scene/scene.hpp"
#include "tests/every_floor.hpp"

namespace rigy::test {

struct CollectedPart {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;
  std::vector<std::uint32_t> indices;
  std::vector<JointWeights> influences;  // of a bound mesh
};

// The parts of the scene, in their order.
[[nodiscard]] std::vector<CollectedPart> collect_parts(const Scene& scene,
                                                       const EvaluateOptions& options,
                                                       Diagnostics& diagnostics);

}  // namespace rigy::test
