#include "export_model/model.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "analyze/writable.hpp"
#include "canonical/plan.hpp"
#include "common/limits.hpp"
#include "export_model/bones.hpp"
#include "export_model/colliders.hpp"
#include "export_model/face.hpp"
#include "export_model/geometry.hpp"
#include "export_model/nodes.hpp"
#include "scene/scene.hpp"

namespace rigy::outputs {
namespace {

bool contains(std::span<const Armature> armatures, const Armature& one) {
  return std::any_of(armatures.begin(), armatures.end(),
                     [&one](const Armature& armature) { return &armature == &one; });
}

// Which armatures poses move: those of the root asset. One with a transform that no node can hold
// baked into its bones stays at rest: its motions would need shear, too.
std::vector<std::uint32_t> movable_armatures(const ModelDraft& draft, const Asset& root) {
  std::vector<std::uint32_t> movable;
  for (std::uint32_t i = 0; i < draft.sources.size(); ++i) {
    const ArmatureSource& source = draft.sources[i];
    if (!source.is_transformed && contains(root.document.armatures, *source.armature)) {
      movable.push_back(i);
    }
  }
  return movable;
}

std::vector<PoseKey> keys_of(ExportPoses poses) {
  if (poses == ExportPoses::Stills) return {{0, true}};
  return {{0, false}, {1, true}, {2, false}};
}

void add_animations(ModelDraft& draft, const Asset& root, const ExportOptions& options,
                    Diagnostics& diagnostics) {
  if (options.poses == ExportPoses::None) return;
  const std::vector<std::uint32_t> movable = movable_armatures(draft, root);
  if (movable.empty()) return;
  ExportModel& model = draft.model;
  std::uint64_t bones = 0;
  for (const std::uint32_t armature : movable) {
    bones += model.skeletons[model.armatures[armature].skeleton].bones.size();
  }
  if (bones * root.document.poses.size() > max_posed_bones) {
    report_too_large(diagnostics, fmt::format("{} bones in all poses", max_posed_bones));
    return;
  }
  for (const Pose& pose : root.document.poses) {
    ExportAnimation animation;
    animation.name = pose.id.value;
    animation.keys = keys_of(options.poses);
    for (const std::uint32_t armature : movable) {
      const ExportSkeleton& skeleton = model.skeletons[model.armatures[armature].skeleton];
      animation.skeletons.push_back({armature, posed_bones(skeleton, pose, options.scale)});
    }
    model.animations.push_back(std::move(animation));
  }
}

bool fits(const ExportBone& bone) {
  return fits_binary32(bone.inverse_bind) && fits_binary32(bone.local.translation) &&
         fits_binary32(bone.tail);
}

bool fits(const ExportAnimation& animation) {
  return std::all_of(
      animation.skeletons.begin(), animation.skeletons.end(), [](const PosedSkeleton& skeleton) {
        return std::all_of(skeleton.bones.begin(), skeleton.bones.end(),
                           [](const RigidMotion& bone) { return fits_binary32(bone.translation); });
      });
}

// What documents that fit may still lead to: differences of large coordinates, and large scales.
void check_numbers(const ExportModel& model, Diagnostics& diagnostics) {
  constexpr const char* help = "coordinates must stay below 3.4e38";
  for (const ExportSkeleton& skeleton : model.skeletons) {
    for (const ExportBone& bone : skeleton.bones) {
      if (fits(bone)) continue;
      diagnostics
          .add(Code::HugeCoordinate, {}, "the place of bone '{}' does not fit in binary32", bone.id)
          .help(help);
    }
  }
  for (const ExportAnimation& animation : model.animations) {
    if (fits(animation)) continue;
    diagnostics
        .add(Code::HugeCoordinate, {}, "bones in pose '{}' do not fit in binary32", animation.name)
        .help(help);
  }
  for (const ExportNode& node : model.nodes) {
    if (fits_binary32(node.transform.translation)) continue;
    diagnostics
        .add(Code::HugeCoordinate, {}, "the place of '{}' does not fit in binary32", node.name)
        .help(help);
  }
}

// Whether there were triangles and none is left.
bool is_all_lost(const Scene& scene, std::span<const CollectedPart> parts) {
  return std::any_of(scene.parts.begin(), scene.parts.end(),
                     [](const ScenePart& part) { return part.index_count > 0; }) &&
         std::all_of(parts.begin(), parts.end(),
                     [](const CollectedPart& part) { return part.groups.empty(); });
}

}  // namespace

}  // namespace rigy::outputs

namespace rigy {
using namespace outputs;

bool is_static(ExportFormat format) {
  return format == ExportFormat::Obj || format == ExportFormat::Stl;
}

}  // namespace rigy

namespace rigy::outputs {

std::optional<ExportModel> build_model(const AnalyzedAssembly& analyzed,
                                       const ExportOptions& options, Diagnostics& diagnostics) {
  if (!is_writable(analyzed, options.pose, diagnostics)) return std::nullopt;
  const SceneOptions scene_options{options.pose, is_static(options.format)};
  const std::optional<Scene> scene = plan_scene(analyzed, scene_options, diagnostics);
  if (!scene) return std::nullopt;
  const Vec3 factors = options.scale * signs_of(options.face);
  CollectedParts collected = collect_parts(*scene, factors, options.threads, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  if (is_all_lost(*scene, collected.parts)) {
    diagnostics
        .add(Code::NoTriangles, {},
             "no triangle is left to export: as stored, all of them are degenerate")
        .help("choose a larger scale, or another pose");
    return std::nullopt;
  }
  ModelDraft draft = draft_nodes(*scene, std::move(collected), options);
  if (draft.model.nodes.size() + draft.model.bone_count > max_output_nodes) {
    report_too_large(diagnostics, fmt::format("{} nodes", max_output_nodes));
    return std::nullopt;
  }
  UniqueNames names = settle_names(draft);
  add_colliders(draft.model, options.colliders, names);
  if (scene->asset != nullptr) add_animations(draft, *scene->asset, options, diagnostics);
  turn(draft.model, options.face);
  check_numbers(draft.model, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  return std::move(draft.model);
}

}  // namespace rigy::outputs
