// Comparing two documents: their objects, then their surfaces at rest and in poses.
#include "rigy/diff.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "analyze/analyzed_assembly.hpp"
#include "base/guarded.hpp"
#include "diff/compare.hpp"
#include "diff/limits.hpp"
#include "diff/worlds.hpp"
#include "world/world.hpp"

namespace rigy {
namespace {

// A document and the world it makes; both are missing if there is no document.
struct Model {
  const AnalyzedAssembly* analyzed = nullptr;
  std::optional<World> world;
};

// The report says what is wrong if there is no world though there is a document.
Model model_of(const Analysis* analysis, unsigned threads, Report& report, std::string& shown) {
  if (analysis == nullptr) return {};
  report = analysis->report;
  if (!analysis->files.empty()) shown = analysis->files.front();
  if (analysis->assembly == nullptr || !report.ok()) return {};
  Diagnostics diagnostics = analysis->assembly->diagnostics;
  Model model{analysis->assembly.get(),
              build_world(*analysis->assembly, {{}, {}, threads}, diagnostics)};
  report = diagnostics.report(analysis->assembly->assembly.sources);
  return model;
}

bool is_farther(const Displacement& one, const std::optional<Displacement>& other) {
  return !other || one.distance > other->distance;
}

// Adds what only the surfaces show.
void compare_surfaces(const World& before, const World& after, Comparison& comparison, Diff& out) {
  for (const PlacedPair& pair : placed_pairs(before, after, comparison.kept)) {
    ObjectDiff& object = comparison.objects[comparison.kept.objects.at(pair.after->primitive)];
    const std::optional<Displacement> moved = displacement_of(pair, after);
    if (moved) {
      object.displacement = std::max(object.displacement.value_or(0), moved->distance);
      if (is_farther(*moved, out.displacement)) out.displacement = moved;
    }
    const bool weighted =
        std::any_of(object.changes.begin(), object.changes.end(),
                    [](const Change& change) { return change.kind == ChangeKind::Reweighted; });
    if (weighted) continue;  // at another place, with the same weights
    std::vector<Change> changes = weight_changes(pair, before, after, comparison.kept);
    std::move(changes.begin(), changes.end(), std::back_inserter(object.changes));
  }
}

bool differs(const ObjectDiff& object) {
  return object.state != ObjectState::Kept || !object.changes.empty();
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

// Keeps as many as there is still room for.
template <class Item>
void shorten(std::vector<Item>& items, std::size_t& room, std::size_t& omitted) {
  const std::size_t kept = std::min(items.size(), room);
  omitted += items.size() - kept;
  room -= kept;
  items.resize(kept);
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

// What it takes to pose a world, counted in vertices: placing an item is more work than a vertex.
std::uint64_t work_of(const World& world) {
  std::uint64_t items = 10 + world.primitives.size() + world.instances.size();
  for (const WorldArmature& armature : world.armatures) items += armature.bones.size();
  std::uint64_t vertices = 0;
  for (const WorldPrimitive& primitive : world.primitives) vertices += primitive.positions.size();
  return 100 * items + vertices;
}

std::optional<World> posed(const AnalyzedAssembly& analyzed, std::string_view pose,
                           unsigned threads) {
  Diagnostics diagnostics = analyzed.diagnostics;
  return build_world(analyzed, {std::string(pose), {}, threads}, diagnostics);
}

std::optional<Displacement> largest(const World& before, const World& after, const Kept& kept) {
  std::optional<Displacement> farthest;
  for (const PlacedPair& pair : placed_pairs(before, after, kept)) {
    std::optional<Displacement> moved = displacement_of(pair, after);
    if (moved && is_farther(*moved, farthest)) farthest = std::move(moved);
  }
  return farthest;
}

// Poses of the later document, in its order. A pose that takes a surface too far away is left out.
void compare_poses(const Model& before, const Model& after, const Kept& kept, unsigned threads,
                   Diff& out) {
  const Asset* const root = after.analyzed->assembly.root();
  if (root == nullptr) return;
  std::map<const Pose*, const Pose*> earlier;
  for (const auto& [old_pose, new_pose] : kept.poses) earlier.emplace(new_pose, old_pose);
  const std::uint64_t once = work_of(*before.world) + work_of(*after.world);
  std::uint64_t work = 0;
  for (const Pose& pose : root->document.poses) {
    const auto old_pose = earlier.find(&pose);
    if (old_pose == earlier.end()) continue;
    work += once;
    if (work > max_compared_vertices) {
      ++out.poses_omitted;
      continue;
    }
    const std::optional<World> old_world =
        posed(*before.analyzed, old_pose->second->id.value, threads);
    const std::optional<World> new_world = posed(*after.analyzed, pose.id.value, threads);
    if (!old_world || !new_world) continue;
    if (std::optional<Displacement> farthest = largest(*old_world, *new_world, kept)) {
      farthest->pose = pose.id.value;
      out.poses.push_back(std::move(*farthest));
    }
  }
}

Diff compare(const Analysis* before, const Analysis* after, const DiffOptions& options) {
  Diff out;
  const Model earlier = model_of(before, options.threads, out.before_report, out.before);
  const Model later = model_of(after, options.threads, out.after_report, out.after);
  if (!out.comparable()) return out;
  Comparison comparison = compare_documents(earlier.analyzed, later.analyzed);
  const bool both = earlier.world && later.world;
  if (both) compare_surfaces(*earlier.world, *later.world, comparison, out);
  explain_displacement(comparison);
  const Kept kept = std::move(comparison.kept);
  list_objects(comparison, out);
  if (both && !out.same()) compare_poses(earlier, later, kept, options.threads, out);
  return out;
}

Diff without_memory(const Analysis* before, const Analysis* after) {
  const Analysis* const any = after != nullptr ? after : before;
  Diff out;
  const bool has_name = any != nullptr && !any->files.empty();
  out.after_report = out_of_memory(has_name ? any->files.front() : std::string(), {});
  return out;
}

}  // namespace

Diff diff(const Analysis* before, const Analysis* after, const DiffOptions& options) {
  return guarded([&] { return compare(before, after, options); },
                 [&] { return without_memory(before, after); });
}

}  // namespace rigy
