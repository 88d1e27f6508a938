// Motions: the input is a motion of a sound asset, which is checked, exported and evaluated.
#include <cmath>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "fuzz/decisions.hpp"
#include "fuzz/report_checks.hpp"
#include "fuzz/targets.hpp"
#include "motion/clip.hpp"
#include "rigy/export.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

constexpr const char* motion_name = "main.rigm.yaml";

constexpr std::string_view asset = R"(version: "0.13"
meshes:
  - {id: body, primitives: [{id: box, type: box, dimensions: {x: 0.2, y: 0.2, z: 0.2}}]}
armatures:
  - id: rig
    bones:
      - {id: hips, parent: none, head: [0, 0.94, 0], tail: [0, 1.04, 0]}
      - {id: spine, parent: hips, head: [0, 1.04, 0], tail: [0, 1.48, 0.1], roll: 0.4}
      - {id: L_upper_arm, parent: spine, head: [-0.2, 1.4, 0], tail: [-0.2, 1.15, 0]}
      - {id: L_forearm, parent: L_upper_arm, head: [-0.2, 1.15, 0], tail: [-0.2, 0.9, 0]}
      - {id: L_thigh, parent: hips, head: [-0.09, 0.9, 0], tail: [-0.09, 0.49, 0]}
      - {id: L_shin, parent: L_thigh, head: [-0.09, 0.49, 0], tail: [-0.09, 0.08, 0]}
      - {id: L_foot, parent: L_shin, head: [-0.09, 0.08, 0], tail: [-0.09, 0, -0.17]}
bindings:
  - {mesh_id: body, armature_id: rig, weights: [{primitive_id: box, bones: [{bone_id: hips, weight: 1}]}]}
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
poses:
  - {id: wave, bones: {hips: {rotation: [0.8, 0.6, 0, 0], translation: [0, 1, 0]}}}
)";

// Unit rotations, finite places, and bones as long as they are.
std::string check_motions(const MotionSkeleton& skeleton, const LocalMotions& locals) {
  const WorldMotions worlds = world_motions(skeleton, locals);
  for (std::uint32_t i = 0; i < worlds.size(); ++i) {
    const Quaternion& q = worlds[i].rotation;
    if (!(std::abs(dot(q, q) - 1) < 1e-9)) return fmt::format("bone {} is not turned", i);
    if (!std::isfinite(length(worlds[i].head))) return fmt::format("bone {} is nowhere", i);
  }
  return {};
}

std::string check_clip(const MotionSkeleton& skeleton, const ClipPlan& clip) {
  double last = -1;
  for (const SampleTime& time : sample_times(clip)) {
    if (!(time.seconds > last)) return "samples do not ascend";
    last = time.seconds;
    std::string problem = check_motions(skeleton, motions_at(skeleton, clip, time.seconds));
    if (!problem.empty()) return problem;
  }
  return last == clip.length ? "" : "the last sample is not at the end";
}

// How clips can be exported.
ExportOptions options_for(std::string_view input) {
  Decisions decisions(seed_of(input));
  ExportOptions options;
  options.format = decisions.flip() ? ExportFormat::Glb : ExportFormat::Fbx;
  options.names = decisions.flip() ? ExportNames::Unique : ExportNames::Godot;
  options.root_motion = decisions.flip();
  options.rest_clip = decisions.flip();
  options.t_pose = decisions.flip();
  return options;
}

}  // namespace

std::string run_motion(std::string_view input) {
  const Files files = {{"fox.rigy.yaml", std::string(asset)}, {motion_name, std::string(input)}};
  MemoryFiles reader(files);
  const Analysis analysis = analyze(motion_name, reader);
  if (std::string problem = check_report(analysis.report, files); !problem.empty()) return problem;
  if (!analysis.report.ok() || analysis.assembly->assembly.motions.empty()) return {};
  const MotionPlan motion = plan_motion(*analysis.assembly->assembly.motions.front());
  for (const ClipPlan& clip : motion.clips) {
    // Moves may be as large as numbers are.
    if (clip.length * clip.rate > 1000) return {};
    std::string problem = check_clip(motion.rig.skeleton, clip);
    if (!problem.empty()) return problem;
  }
  const ExportResult exported = export_asset(analysis, options_for(input));
  if (std::string problem = check_report(exported.report, files); !problem.empty()) return problem;
  return exported.report.ok() && exported.exported.empty() ? "nothing was exported" : "";
}

}  // namespace rigy::fuzz
