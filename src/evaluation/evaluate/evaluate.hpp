// Evaluation: every primitive of a scene becomes vertices and triangles.
//
//     tessellate → UV sets → influences → pose → bake → bounds
//
// One primitive at a time, in a worker's scratch space; the sink decides what is done with it. The
// GLB writer is a sink that writes each primitive to its place in the file.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "evaluate/plan.hpp"
#include "evaluate/uv.hpp"
#include "math/bounds.hpp"
#include "rigy/compile.hpp"
#include "scene/scene.hpp"
#include "shapes/vertices.hpp"

namespace rigy::evaluation {

// Other extractions of implicit surfaces, each with at most as many vertices as its own.
using SurfaceLevel = std::unordered_map<const Primitive*, std::shared_ptr<const ExtractedSurface>>;

struct EvaluateOptions {
  Winding winding = Winding::Canonical;
  unsigned threads = 1;                    // the result does not depend on it
  const SurfaceLevel* surfaces = nullptr;  // that take the place of those of the documents
};

// Consecutive triangles of a primitive. Flipping a triangle keeps its first corner and swaps the
// other two.
struct TriangleRun {
  std::span<const std::uint32_t> indices;  // counted from the primitive's first vertex
  bool turned = false;
  std::uint32_t consecutive = 0;  // without indices: how many vertices, from the first one on

  [[nodiscard]] std::size_t size() const { return indices.empty() ? consecutive : indices.size(); }
  [[nodiscard]] std::uint32_t operator[](std::size_t i) const {
    return indices.empty() ? static_cast<std::uint32_t>(i) : indices[i];
  }
};

// A primitive as it is to be stored. Valid while the sink runs.
struct EvaluatedPrimitive {
  const PrimitiveTask& task;          // which one it is, and its place in its part
  const PrimitiveVertices& vertices;  // positions and normals, posed and baked
  const InfluenceRuns& influences;    // empty unless the mesh is bound
  std::array<TriangleRun, 3> triangles;
  std::span<const std::vector<UvPoint>> uvs;  // of each UV set of the mesh, of the rest shape
};

// Called once per primitive, from several threads at the same time, in no particular order.
using PrimitiveSink = std::function<void(const EvaluatedPrimitive&)>;

// Evaluates the scene and returns the bounds of each part. Reports what only the vertices show:
// W01, coordinates that exceed binary32 (X13), poses without a solution (X27) and fields of
// implicit surfaces that are not finite (X38). Primitives with an error are not delivered.
[[nodiscard]] std::vector<Bounds> evaluate_scene(const Scene& scene, const EvaluateOptions& options,
                                                 const PrimitiveSink& sink,
                                                 Diagnostics& diagnostics);

// The same with a plan of this scene, which takes the place of `options.surfaces`.
[[nodiscard]] std::vector<Bounds> evaluate_scene(const Scene& scene, const EvaluationPlan& plan,
                                                 const EvaluateOptions& options,
                                                 const PrimitiveSink& sink,
                                                 Diagnostics& diagnostics);

// A plan with other surfaces, which must outlive it.
[[nodiscard]] EvaluationPlan plan_evaluation(const Scene& scene, const SurfaceLevel& surfaces);

// The same bounds and reports for a scene of checked documents without delivering anything.
// Primitives that have nothing to report and whose bounds are known without their vertices are not
// evaluated.
[[nodiscard]] std::vector<Bounds> measure_bounds(const Scene& scene, const EvaluationPlan& plan,
                                                 const EvaluateOptions& options,
                                                 Diagnostics& diagnostics);

// Evaluates single primitives of a scene about which measure_bounds has reported no error, in its
// own scratch space.
class PrimitiveEvaluator {
 public:
  // Up to `threads` threads work on one large primitive.
  explicit PrimitiveEvaluator(Winding winding, unsigned threads = 1);
  PrimitiveEvaluator(const PrimitiveEvaluator&) = delete;
  PrimitiveEvaluator& operator=(const PrimitiveEvaluator&) = delete;
  ~PrimitiveEvaluator();

  // Valid until the next one.
  [[nodiscard]] EvaluatedPrimitive evaluate(const PrimitiveTask& task);

 private:
  struct State;
  Winding winding_;
  unsigned threads_;
  std::unique_ptr<State> state_;
};

// Reports the same for a scene of checked documents without delivering anything; evaluates only
// primitives that may have something to report.
void check_geometry(const Scene& scene, const EvaluateOptions& options, Diagnostics& diagnostics);

}  // namespace rigy::evaluation
