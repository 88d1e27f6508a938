#include "export_model/model.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "analyze/writable.hpp"
#include "canonical/plan.hpp"
#include "export_model/animations.hpp"
#include "export_model/bone_names.hpp"
#include "export_model/cache_order.hpp"
#include "export_model/clips.hpp"
#include "export_model/coarse.hpp"
#include "export_model/colliders.hpp"
#include "export_model/colors.hpp"
#include "export_model/face.hpp"
#include "export_model/flat.hpp"
#include "export_model/geometry.hpp"
#include "export_model/loosen.hpp"
#include "export_model/merge.hpp"
#include "export_model/motion_clips.hpp"
#include "export_model/nodes.hpp"
#include "export_model/number_source.hpp"
#include "export_model/person.hpp"
#include "export_model/sockets.hpp"
#include "scene/count.hpp"

namespace rigy::outputs {
namespace {

bool fits(const ExportBone& bone) {
  return fits_binary32(bone.inverse_bind) && fits_binary32(bone.local.translation) &&
         fits_binary32(bone.tail);
}

// Keys at rest fit if the bone does.
bool fits(const ExportModel& model, const ExportAnimation& animation,
          const ExportChannel& channel) {
  if (channel.path != ChannelPath::Translation) return true;
  const Vec3& rest = rest_of(model, channel).translation;
  for (std::size_t key = 0; key < channel.key_count; ++key) {
    const Vec3 translation = animation.translation_at(channel, key);
    if (translation != rest && !fits_binary32(translation)) return false;
  }
  return true;
}

bool fits(const ExportModel& model, const ExportAnimation& animation) {
  return std::all_of(animation.channels.begin(), animation.channels.end(),
                     [&](const ExportChannel& channel) { return fits(model, animation, channel); });
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
    if (fits(model, animation)) continue;
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
  return std::any_of(scene.meshes.begin(), scene.meshes.end(),
                     [](const StoredMesh& mesh) { return mesh.shape->indices > 0; }) &&
         std::all_of(parts.begin(), parts.end(),
                     [](const CollectedPart& part) { return part.groups.empty(); });
}

bool is_gltf(ExportFormat format) {
  return format == ExportFormat::Glb || format == ExportFormat::Gltf || format == ExportFormat::Vrm;
}

// What the format can hold. Only FBX says which unit its lengths are in.
ExportOptions fitting_format(ExportOptions options) {
  if (options.format != ExportFormat::Fbx) options.unit = ExportUnit::Meter;
  if (options.format == ExportFormat::Vrm) {
    options.face = ExportFace::PlusZ;
    options.poses = ExportPoses::None;
    options.pose.clear();
  }
  if (options.colliders == ExportColliders::Omi && !is_gltf(options.format)) {
    options.colliders = ExportColliders::None;
  }
  if (options.unit == ExportUnit::Centimeter) options.scale *= 100;
  options.lods = is_static(options.format) ? 1 : std::clamp(options.lods, 1u, max_export_lods);
  return options;
}

NumberSteps steps_of(const ExportOptions& options) {
  return {.shades_flat = options.shading == ExportShading::Flat,
          .makes_small = options.small && is_gltf(options.format)};
}

bool has_points(ExportFormat format) {
  return format == ExportFormat::Fbx || format == ExportFormat::Obj;
}

CollectedLevels collect_levels(const std::shared_ptr<const PlannedScene>& planned,
                               const ExportOptions& options, std::uint64_t later_from,
                               Diagnostics& diagnostics) {
  CollectOptions collect;
  collect.factors = options.scale * signs_of(options.face);
  collect.threads = options.analysis.threads;
  const Scene& scene = planned->scene;
  std::shared_ptr<NumberSource> source;
  if (size_of_numbers(scene) >= later_from) {
    const WantedFacts wanted{.points = has_points(options.format),
                             .shapes = options.colliders != ExportColliders::None};
    source = std::make_shared<NumberSource>(planned, steps_of(options), wanted);
  }
  std::vector<CollectedParts> levels;
  for (std::uint32_t level = 0; level < options.lods && !diagnostics.has_errors(); ++level) {
    collect.step = coarse_step(options.detail, level);
    levels.push_back(source != nullptr ? source->add_level(collect, diagnostics)
                                       : collect_parts(scene, collect, diagnostics));
  }
  return {std::move(levels), std::move(source)};
}

void count_triangles(ExportModel& model) {
  for (const ExportMesh& mesh : model.meshes) {
    for (const ExportPart& part : mesh.parts) {
      model.levels[mesh.level].triangles += model.geometries[part.geometry].index_count() / 3;
    }
  }
}

bool is_z_up(const ExportOptions& options) {
  if (!is_static(options.format)) return false;
  if (options.up == ExportUp::Usual) return options.format == ExportFormat::Stl;
  return options.up == ExportUp::Z;
}

// Fewer parts, materials and bytes.
void lighten(ExportModel& model, const ExportOptions& options) {
  if (options.shading == ExportShading::Flat) shade_flat(model);
  if (is_gltf(options.format)) spread_colors(model, options.colors);
  merge_parts(model, options.merge);
  model.is_small = options.small && is_gltf(options.format);
  model.is_compressed = options.compress && is_gltf(options.format) && can_compress_exports();
  if (!model.is_small || model.source != nullptr) return;
  order_for_cache(model);
  round_weights(model);
}

// Lengths are a hundred times as large by now; what levels are said to be off is in meters.
void count_in_centimeters(ExportModel& model) {
  model.centimeters_per_unit = 1;
  for (ExportedLevel& level : model.levels) level.error /= 100;
}

void finish_clips(ExportModel& model, const ExportOptions& options) {
  if (options.rest_clip) add_rest_clip(model);
  if (options.names == ExportNames::Godot) name_clips_for_godot(model);
}

}  // namespace

std::optional<ExportModel> build_model(const AnalyzedAssembly& analyzed, const ExportOptions& asked,
                                       Diagnostics& diagnostics, std::uint64_t later_from) {
  const ExportOptions options = fitting_format(asked);
  if (!is_writable(analyzed, options.pose, diagnostics)) return std::nullopt;
  const SceneOptions scene_options{.pose = options.pose,
                                   .bake_transforms = is_static(options.format),
                                   .solver = std::nullopt,
                                   .anchors = options.anchors,
                                   .bake_stretched_bones = options.format == ExportFormat::Fbx};
  std::optional<PlannedScene> found = plan_scene(analyzed, scene_options, diagnostics);
  if (!found) return std::nullopt;
  const auto planned = std::make_shared<const PlannedScene>(std::move(*found));
  const Scene& scene = planned->scene;
  CollectedLevels collected = collect_levels(planned, options, later_from, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  if (is_all_lost(scene, collected.levels.front().parts)) {
    diagnostics
        .add(Code::NoTriangles, {},
             "no triangle is left to export: as stored, all of them are degenerate")
        .help("choose a larger scale, or another pose");
    return std::nullopt;
  }
  if (options.anchors && !fits_node_limit(planned->anchors, diagnostics)) return std::nullopt;
  ModelDraft draft = draft_nodes(*planned, std::move(collected), options);
  if (!fits_node_limit(draft.model.nodes.size() + draft.model.bone_count, diagnostics)) {
    return std::nullopt;
  }
  lighten(draft.model, options);
  count_triangles(draft.model);
  UniqueNames names = settle_names(draft, options.names);
  name_bones(draft, analyzed.assembly, options.bones);
  add_colliders(draft.model, options.colliders, names);
  attach_anchors(draft, analyzed.assembly, options.sockets, names);
  add_animations(draft, options, diagnostics);
  if (options.pose.empty()) add_clips(draft, analyzed.assembly, options);
  if (options.format == ExportFormat::Fbx) loosen_joints(draft.model);
  turn(draft.model, options.face);
  pose_person(scene, draft, analyzed, options, diagnostics);
  finish_clips(draft.model, options);
  if (options.unit == ExportUnit::Centimeter) count_in_centimeters(draft.model);
  draft.model.z_is_up = is_z_up(options);
  check_numbers(draft.model, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  return std::move(draft.model);
}

}  // namespace rigy::outputs
