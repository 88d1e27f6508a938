// Comparing two documents: their objects, then their surfaces at rest and in poses.
#include "rigy/diff.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "analyze/analyzed_assembly.hpp"
#include "common/guarded.hpp"
#include "diff/compare.hpp"
#include "diff/limits.hpp"
#include "diff/motions.hpp"
#include "diff/scenes.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "motion/moment_pose.hpp"
#include "motion/moments.hpp"

namespace rigy {
using namespace tools;
namespace {

// A document and the scene it makes; both are missing if there is no document.
struct DiffSide {
  const AnalyzedAssembly* analyzed = nullptr;
  std::optional<EvaluatedScene> scene;
};

std::size_t nodes_of(const Assembly& assembly) {
  const auto nodes_in = [](const Tree& tree) { return std::max(tree.nodes.size(), tree.expanded); };
  std::size_t nodes = assembly.rigs == nullptr ? 0 : nodes_in(assembly.rigs->tree);
  for (const auto& asset : assembly.assets) nodes += nodes_in(asset->tree);
  return nodes;
}

// Reports a document that is too large (X50).
bool fits_limits(const AnalyzedAssembly& analyzed, Diagnostics& diagnostics) {
  const std::size_t nodes = nodes_of(analyzed.assembly);
  if (nodes <= max_compared_nodes) return true;
  diagnostics
      .add(Code::TooLargeToShow, {},
           "the document and its imports have {} nodes, too many to be compared", nodes)
      .help("documents of at most {} nodes are compared", max_compared_nodes);
  return false;
}

// The report says what is wrong if there is no scene though there is a document.
DiffSide model_of(const Analysis* analysis, unsigned threads, Report& report, std::string& shown) {
  if (analysis == nullptr) return {};
  report = analysis->report;
  if (!analysis->files.empty()) shown = analysis->files.front();
  if (analysis->assembly == nullptr || !report.ok()) return {};
  Diagnostics diagnostics = analysis->assembly->diagnostics;
  DiffSide model{analysis->assembly.get(), std::nullopt};
  if (fits_limits(*analysis->assembly, diagnostics)) {
    model.scene = build_evaluated_scene(*analysis->assembly, {{}, {}, threads}, diagnostics);
  }
  report = diagnostics.report(analysis->assembly->assembly.sources);
  return model;
}

bool is_farther(const Displacement& one, const std::optional<Displacement>& other) {
  return !other || one.distance > other->distance;
}

// Keeps as many as there is still room for.
template <class Item>
void shorten(std::vector<Item>& items, std::size_t& room, std::size_t& omitted) {
  const std::size_t kept = std::min(items.size(), room);
  omitted += items.size() - kept;
  room -= kept;
  items.resize(kept);
}

// Adds what only the surfaces show.
void compare_surfaces(const EvaluatedScene& before, const EvaluatedScene& after,
                      Comparison& comparison, Work& work, Diff& out) {
  std::size_t room = max_listed_changes;  // for weights
  for (const PlacedPair& pair : placed_pairs(before, after, comparison.kept)) {
    ObjectDiff& object = comparison.objects[comparison.kept.objects.at(pair.after->primitive)];
    const Motion motion = motion_of(pair, after, work);
    if (!motion.is_known) ++out.surfaces_omitted;
    if (const auto& moved = motion.farthest) {
      object.displacement = std::max(object.displacement.value_or(0), moved->distance);
      if (is_farther(*moved, out.displacement)) out.displacement = moved;
    }
    const bool weighted =
        std::any_of(object.changes.begin(), object.changes.end(),
                    [](const Change& change) { return change.kind == ChangeKind::Reweighted; });
    if (weighted) continue;  // at another place, with the same weights
    std::vector<Change> changes = weight_changes(pair, before, after, comparison.kept);
    shorten(changes, room, object.omitted);
    std::move(changes.begin(), changes.end(), std::back_inserter(object.changes));
  }
}

bool differs(const ObjectDiff& object) {
  return object.state != ObjectState::Kept || !object.changes.empty() || object.omitted > 0;
}

// A surface that moved although no value differs, as that of a mirrored wedge that is now written.
void explain_displacement(Comparison& comparison) {
  if (std::any_of(comparison.objects.begin(), comparison.objects.end(), differs)) return;
  for (ObjectDiff& object : comparison.objects) {
    if (!object.displacement) continue;
    Change change;
    change.kind = ChangeKind::Reshaped;
    change.field = "surface";
    object.changes.push_back(std::move(change));
  }
}

void list_objects(Comparison& comparison, Diff& out) {
  std::erase_if(comparison.objects, [](const ObjectDiff& object) { return !differs(object); });
  for (const ObjectDiff& object : comparison.objects) {
    switch (object.state) {
      case ObjectState::Added:
        ++out.added;
        break;
      case ObjectState::Removed:
        ++out.removed;
        break;
      case ObjectState::Kept:
        ++out.changed;
        break;
    }
  }
  if (comparison.objects.size() > max_listed_objects) {
    out.omitted = comparison.objects.size() - max_listed_objects;
    comparison.objects.resize(max_listed_objects);
  }
  std::size_t room = max_listed_changes;
  for (ObjectDiff& object : comparison.objects) {
    shorten(object.changes, room, object.omitted);
    shorten(object.values, room, object.omitted);
  }
  out.objects = std::move(comparison.objects);
  out.files_omitted = comparison.files_omitted;
}

// What it takes to pose a scene, counted in vertices: placing an item is more work than a vertex.
std::uint64_t work_of(const EvaluatedScene& scene) {
  std::uint64_t items = 10 + scene.primitives.size() + scene.instances.size();
  for (const ShownArmature& armature : scene.armatures) items += armature.bones.size();
  std::uint64_t vertices = 0;
  for (const ShownPrimitive& primitive : scene.primitives) vertices += primitive.positions.size();
  return 100 * items + vertices;
}

std::optional<EvaluatedScene> posed(const AnalyzedAssembly& analyzed, std::string_view pose,
                                    unsigned threads, MotionPlans& motions) {
  Diagnostics diagnostics = analyzed.diagnostics;
  EvaluatedSceneOptions asked{std::string(pose), {}, threads};
  asked.motions = &motions;
  return build_evaluated_scene(analyzed, asked, diagnostics);
}

Motion largest(const EvaluatedScene& before, const EvaluatedScene& after, const Kept& kept,
               Work& work) {
  Motion all;
  for (const PlacedPair& pair : placed_pairs(before, after, kept)) {
    Motion one = motion_of(pair, after, work);
    all.is_known = all.is_known && one.is_known;
    if (one.farthest && is_farther(*one.farthest, all.farthest)) {
      all.farthest = std::move(one.farthest);
    }
  }
  return all;
}

// Poses of the later document, in its order. A pose that takes a surface too far away is left out.
void compare_poses(const DiffSide& before, const DiffSide& after, const Kept& kept,
                   unsigned threads, Work& search, Diff& out) {
  const Asset* const root = after.analyzed->assembly.root();
  if (root == nullptr) return;
  std::map<const Pose*, const Pose*> earlier;
  for (const auto& [old_pose, new_pose] : kept.poses) earlier.emplace(new_pose, old_pose);
  const std::uint64_t once = work_of(*before.scene) + work_of(*after.scene);
  MotionPlans motions;
  std::uint64_t work = 0;
  for (const Pose& pose : root->document.poses) {
    const auto old_pose = earlier.find(&pose);
    if (old_pose == earlier.end()) continue;
    work += once;
    if (work > max_compared_vertices) {
      ++out.poses_omitted;
      continue;
    }
    const std::optional<EvaluatedScene> old_scene =
        posed(*before.analyzed, asset_pose_name(before.analyzed->assembly, *old_pose->second),
              threads, motions);
    const std::optional<EvaluatedScene> new_scene =
        posed(*after.analyzed, asset_pose_name(after.analyzed->assembly, pose), threads, motions);
    if (!old_scene || !new_scene) continue;
    Motion motion = largest(*old_scene, *new_scene, kept, search);
    if (!motion.is_known) {
      ++out.poses_omitted;
    } else if (motion.farthest) {
      motion.farthest->pose = pose.id.value;
      out.poses.push_back(std::move(*motion.farthest));
    }
  }
}

// The moment of each clip at which a surface is farthest from where it was.
void compare_clips(const DiffSide& before, const DiffSide& after, const Kept& kept,
                   unsigned threads, Work& search, Diff& out) {
  const std::uint64_t once = work_of(*before.scene) + work_of(*after.scene);
  MotionPlans motions;
  std::uint64_t work = 0;
  for (const auto& moments : common_moments(before.analyzed->assembly, after.analyzed->assembly)) {
    std::optional<Displacement> farthest;
    for (const std::string& moment : moments) {
      work += once;
      if (work > max_compared_vertices) {
        ++out.poses_omitted;
        break;
      }
      const std::optional<EvaluatedScene> old_scene =
          posed(*before.analyzed, moment, threads, motions);
      const std::optional<EvaluatedScene> new_scene =
          posed(*after.analyzed, moment, threads, motions);
      if (!old_scene || !new_scene) continue;
      const Motion motion = largest(*old_scene, *new_scene, kept, search);
      if (!motion.farthest || !is_farther(*motion.farthest, farthest)) continue;
      farthest = motion.farthest;
      farthest->pose = moment;
    }
    if (farthest) out.poses.push_back(std::move(*farthest));
  }
}

Diff compare(const Analysis* before, const Analysis* after, const DiffOptions& options) {
  Diff out;
  const DiffSide earlier = model_of(before, options.threads, out.before_report, out.before);
  const DiffSide later = model_of(after, options.threads, out.after_report, out.after);
  if (!out.comparable()) return out;
  Comparison comparison = compare_documents(earlier.analyzed, later.analyzed);
  const bool both = earlier.scene && later.scene;
  Work work{max_compared_triangles};
  if (both) compare_surfaces(*earlier.scene, *later.scene, comparison, work, out);
  explain_displacement(comparison);
  const Kept kept = std::move(comparison.kept);
  list_objects(comparison, out);
  if (!both || out.same()) return out;
  compare_poses(earlier, later, kept, options.threads, work, out);
  compare_clips(earlier, later, kept, options.threads, work, out);
  return out;
}

Diff without_result(const Failure& failure, const Analysis* before, const Analysis* after) {
  const Analysis* const any = after != nullptr ? after : before;
  Diff out;
  const bool has_name = any != nullptr && !any->files.empty();
  out.after_report = report_of(failure, has_name ? any->files.front() : std::string(), {});
  return out;
}

}  // namespace

bool has_comparable_size(const Analysis& analysis) {
  return analysis.assembly == nullptr ||
         nodes_of(analysis.assembly->assembly) <= max_compared_nodes;
}

Diff diff(const Analysis* before, const Analysis* after, const DiffOptions& options) {
  return guarded([&] { return compare(before, after, options); },
                 [&](const Failure& failure) { return without_result(failure, before, after); });
}

}  // namespace rigy
