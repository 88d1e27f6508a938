#include "export_model/t_pose_error.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "evaluate/evaluate.hpp"
#include "export_model/coarse.hpp"
#include "export_model/face.hpp"
#include "platform/threads.hpp"

namespace rigy::outputs {
namespace {

// Where the moves bring the vertices, by linear blend skinning.
std::vector<Vec3> moved_points(const EvaluatedPrimitive& primitive, const Vec3& factors,
                               const std::vector<Affine>& moves) {
  const std::span<const Vec3> points = primitive.vertices.positions();
  std::vector<Vec3> moved(points.size());
  for (const InfluenceRun& run : primitive.influences.runs) {
    for (std::size_t vertex = run.begin; vertex < run.end; ++vertex) {
      const Vec3& point = points[vertex];
      const Vec3 stored{factors.x * point.x, factors.y * point.y, factors.z * point.z};
      moved[vertex] = {};
      for (std::size_t i = 0; i < run.value.joints.size(); ++i) {
        const double weight = run.value.weights[i];
        if (weight == 0) continue;
        moved[vertex] = moved[vertex] + weight * moves[run.value.joints[i]](stored);
      }
    }
  }
  return moved;
}

// The skeletons of armatures that got another rest, and how much larger they are shown at most. The
// flag says whether a transform is baked into them.
class MovedArmatures {
 public:
  MovedArmatures(const ExportModel& model, const std::vector<ArmatureSource>& sources,
                 const SkeletonMoves& moves) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const ExportArmature& armature = model.armatures[i];
      const auto moved = moves.find(armature.skeleton);
      if (moved == moves.end()) continue;
      double& scale = scales_[{sources[i].armature, sources[i].is_transformed}][&moved->second];
      scale = std::max(scale, most_scaled(model, armature.node));
    }
  }

  // Calls visit(moves, scale) for each skeleton that the mesh may be bound to.
  template <class Visit>
  void each_of(const StoredMesh& mesh, const Visit& visit) const {
    if (!mesh.skinned) return;
    const auto found = scales_.find({&mesh.armature(), mesh.baked != nullptr});
    if (found == scales_.end()) return;
    for (const auto& [moves, scale] : found->second) visit(*moves, scale);
  }

 private:
  using Scales = std::map<const std::vector<Affine>*, double>;
  std::map<std::pair<const Armature*, bool>, Scales> scales_;
};

}  // namespace

void bound_moved_levels(const Scene& scene, const SkeletonMoves& moves,
                        const ExportOptions& options, ExportModel& model,
                        const std::vector<ArmatureSource>& sources) {
  const MovedArmatures armatures(model, sources, moves);
  const Vec3 factors = options.scale * signs_of(options.face);
  for (std::uint32_t level = 0; level < model.levels.size() && !moves.empty(); ++level) {
    const std::uint32_t step = coarse_step(options.detail, level);
    if (step == 1) continue;
    const SurfaceLevel surfaces = coarse_surfaces(scene, step, options.analysis.threads);
    double& error = model.levels[level].error;
    platform::Monitor monitor;
    const auto look = [&](const EvaluatedPrimitive& primitive) {
      armatures.each_of(*primitive.task.mesh, [&](const std::vector<Affine>& own, double scale) {
        const auto points_of = [&](const EvaluatedPrimitive& one) {
          return moved_points(one, factors, own);
        };
        const double moved = scale * moved_error(primitive, step, points_of);
        const platform::Monitor::Held held(monitor);
        error = std::max(error, moved);
      });
    };
    Diagnostics known;
    static_cast<void>(evaluate_scene(scene, {Winding::Outward, options.analysis.threads, &surfaces},
                                     look, known));
  }
}

}  // namespace rigy::outputs
