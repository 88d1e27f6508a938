// Lint: the analysis, a scene for the rest shape and each pose, and the rules over each.
#include "rigy/lint.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "analyze/after_analysis.hpp"
#include "check/check.hpp"
#include "common/limits.hpp"
#include "common/stopwatch.hpp"
#include "lint/context.hpp"
#include "lint/limits.hpp"
#include "motion/moment_pose.hpp"
#include "motion/moments.hpp"

namespace rigy {
using namespace tools;
namespace {

enum class LintScope { Placement, Rest, Pose, Shape, Motion, Moment };

struct LintRule {
  LintScope scope;
  void (*look)(const LintContext& context);
};

constexpr auto rules = std::to_array<LintRule>({
#define LINT_RULE(name, id, since, scope, function, summary, help, threshold) \
  {LintScope::scope, lint_##function},
#include "diagnostics/lint_rules.def"
#undef LINT_RULE
});

// Applies the rules of these scopes, one scope after the other. Several rules may have one
// function.
void apply_rules(const LintContext& context, std::initializer_list<std::vector<LintScope>> stages) {
  std::vector<void (*)(const LintContext&)> applied;
  for (const std::vector<LintScope>& stage : stages) {
    for (const LintRule& rule : rules) {
      const bool is_wanted = std::find(stage.begin(), stage.end(), rule.scope) != stage.end();
      const bool is_new = std::find(applied.begin(), applied.end(), rule.look) == applied.end();
      if (!is_wanted || !is_new) continue;
      applied.push_back(rule.look);
      rule.look(context);
    }
  }
}

std::vector<std::string> poses_of(const AnalyzedAssembly& analyzed, const LintOptions& options) {
  if (!options.pose.empty()) return {options.pose};
  std::vector<std::string> poses;
  const Asset* root = analyzed.assembly.root();
  if (!options.all_poses || root == nullptr) return poses;
  for (const Pose& pose : root->document.poses) {
    poses.push_back(asset_pose_name(analyzed.assembly, pose));
  }
  return poses;
}

// Moments of all clips, or of the one that is asked for, at equal distances.
std::vector<std::string> moments_of(const AnalyzedAssembly& analyzed, const std::string& asked) {
  constexpr int moments_of_clip = 16;
  std::vector<std::string> moments;
  for (const auto& motion : analyzed.assembly.motions) {
    for (const MotionClip& clip : motion->document.clips) {
      if (!asked.empty() && asked != clip.id.value) continue;
      for (int i = 0; i < moments_of_clip; ++i) {
        // To microseconds, which people can read.
        const double seconds = std::nearbyint(1e6 * clip.length.value * i / moments_of_clip) / 1e6;
        moments.push_back(moment_name(clip.id.value, seconds));
      }
    }
  }
  return moments;
}

// What it takes to look at a pose, counted in vertices.
std::uint64_t work_of_pose(const EvaluatedScene& scene) {
  std::uint64_t work = 1000 + 100 * (scene.primitives.size() + scene.instances.size());
  for (const ShownPrimitive& primitive : scene.primitives) work += primitive.positions.size();
  for (const ShownArmature& armature : scene.armatures) work += 10 * armature.bones.size();
  return work;
}

std::vector<std::string> faults_of(const LintOptions& options) {
  std::vector<std::string> faults;
  if (!options.pose.empty() && options.all_poses) {
    faults.emplace_back("lint looks at one pose or at all poses, not at both");
  }
  if (!options.clip.empty() && (!options.pose.empty() || options.all_poses)) {
    faults.emplace_back("lint looks at a clip or at poses, not at both");
  }
  return faults;
}

bool refuse_poses(Diagnostics& diagnostics) {
  diagnostics.add(Code::CostlyMeasurement, {}, "there are too many poses to look at")
      .help("look at a pose with --pose ID, or at a clip with --clip ID");
  return false;
}

// The rules that apply to the rest shape, then those that apply to each pose. False if a scene
// cannot be built, or there is too much to do, which is then reported.
bool lint_all(const AnalyzedAssembly& analyzed, const LintOptions& options, Memory& memory,
              Diagnostics& diagnostics, Work& work) {
  const std::string no_pose;
  if (!check_asked_clip(analyzed.assembly, options.clip, diagnostics)) return false;
  const std::optional<EvaluatedScene> rest = build_evaluated_scene(
      analyzed, {no_pose, std::nullopt, options.analysis.threads}, diagnostics);
  if (!rest) return false;
  LintContext context = make_context(*rest, analyzed.placements, no_pose, memory, work);
  find_contacts(context);
  context.clip = options.clip;
  if (options.pose.empty() && options.clip.empty()) {
    apply_rules(context, {{LintScope::Placement}, {LintScope::Shape, LintScope::Rest}});
  }
  const std::vector<std::string> poses = poses_of(analyzed, options);
  const Joints joints = poses.empty() ? Joints() : joints_of(context);
  MotionPlans motions;
  context.motions = &motions;
  Work posing{max_linted_vertices};
  const auto look_at = [&](const std::string& pose, const LintContext* known,
                           std::initializer_list<std::vector<LintScope>> stages) {
    if (work.is_exceeded()) return true;
    posing.spend(work_of_pose(*rest));
    if (posing.is_exceeded()) return refuse_poses(diagnostics);
    EvaluatedSceneOptions asked{pose, std::nullopt, options.analysis.threads};
    asked.motions = &motions;
    const std::optional<EvaluatedScene> scene = build_evaluated_scene(analyzed, asked, diagnostics);
    if (!scene) return false;
    LintContext posed = make_context(*scene, analyzed.placements, pose, memory, work);
    find_contacts(posed, known);
    posed.rest = &context;
    posed.joints = &joints;
    apply_rules(posed, stages);
    return true;
  };
  for (const std::string& pose : poses) {
    if (!look_at(pose, nullptr, {{LintScope::Pose}, {LintScope::Shape}})) return false;
  }
  if (!options.pose.empty()) return true;
  // A part may always be inside another that it touches at rest.
  const std::vector<std::string> moments = moments_of(analyzed, options.clip);
  if (moments.size() * work_of_pose(*rest) > max_linted_vertices) return refuse_poses(diagnostics);
  for (const std::string& moment : moments) {
    if (!look_at(moment, &context, {{LintScope::Moment}})) return false;
  }
  apply_rules(context, {{LintScope::Motion}});
  return true;
}

std::size_t count_findings(const Report& report) {
  std::size_t count = 0;
  for (const WarningCount& one : report.warning_counts) {
    if (one.id.starts_with('L')) count += one.count;
  }
  return count;
}

// Goes on from an analysis whose findings, and now also those of the rules, are in `diagnostics`.
void lint_from(const AnalyzedAssembly& analyzed, const LintOptions& options,
               Diagnostics& diagnostics, LintResult& result) {
  result.option_faults = faults_of(options);
  if (!result.option_faults.empty()) return;
  Stopwatch stopwatch(result.timings);
  Work work{max_distance_work};
  Memory memory;
  const bool is_done = lint_all(analyzed, options, memory, diagnostics, work);
  report_findings(memory, options.allowed, analyzed.assembly, diagnostics);
  if (is_done && work.is_exceeded()) {
    diagnostics
        .add(Code::CostlyMeasurement, {}, "too many parts are near each other to be compared")
        .help("lint a part of the document by itself");
  }
  stopwatch.lap("lint");
  result.report = diagnostics.report(analyzed.assembly.sources);
  result.findings = count_findings(result.report);
}

}  // namespace

LintResult lint(const std::string& entry, FileReader& files, const LintOptions& options) {
  return after_analysis<LintResult>(entry, files, options, lint_from);
}

LintResult lint(const Analysis& analysis, const LintOptions& options) {
  return after_analysis<LintResult>(analysis, options, lint_from);
}

}  // namespace rigy
