// Inspecting a document: the analysis, the scene, then the parts of the inspection.
#include "rigy/inspect.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "analyze/after_analysis.hpp"
#include "common/limits.hpp"
#include "common/stopwatch.hpp"
#include "evaluated_scene/lookup.hpp"
#include "expand/emit.hpp"
#include "inspect/build.hpp"
#include "inspect/intent.hpp"

namespace rigy {
using namespace tools;
namespace {

// How much an inspection of the scene would list, and the bytes of its ids.
struct ListSize {
  std::uint64_t items = 0;
  std::uint64_t names = 0;
};

ListSize size_of(const EvaluatedScene& scene) {
  ListSize size;
  size.items =
      scene.meshes.size() + scene.primitives.size() + scene.anchors.size() + scene.instances.size();
  for (const ShownPrimitive& primitive : scene.primitives) {
    const ShownMesh& mesh = scene.mesh_of(primitive);
    size.names += mesh.path.size() + mesh.mesh->id.value.size() +
                  primitive.primitive->id.value.size() +
                  note_of(*mesh.asset, primitive.primitive->origin, "surface").size();
    if (primitive.primitive->surface) size.items += primitive.primitive->surface->ops.size();
  }
  for (const ShownArmature& armature : scene.armatures) {
    size.items += armature.bones.size();
    for (const ShownBone& bone : armature.bones) size.names += bone.bone->id.value.size();
  }
  for (const ShownMesh& mesh : scene.meshes) {
    size.items += mesh.mesh->uv_sets.size() + mesh.mesh->uv_roles.size();
  }
  for (const ShownAnchor& anchor : scene.anchors) {
    size.names +=
        anchor.path.size() + note_of(*anchor.asset, anchor.anchor->origin, "scope").size();
  }
  for (const ShownInstance& instance : scene.instances) size.names += instance.path.size();
  return size;
}

bool fits_limits(const EvaluatedScene& scene, Diagnostics& diagnostics) {
  const ListSize size = size_of(scene);
  if (size.items > max_inspected_items) {
    diagnostics
        .add(Code::TooLargeToShow, {},
             "there are {} meshes, primitives, ops, UV sets, bones, anchors and instances to list, "
             "more than {}",
             size.items, max_inspected_items)
        .help("use fewer instances, or inspect an imported asset by itself");
    return false;
  }
  if (size.names > max_inspected_names) {
    diagnostics
        .add(Code::TooLargeToShow, {},
             "the ids and notes to list have {} bytes together, more than {}", size.names,
             max_inspected_names)
        .help("use shorter texts, or inspect an imported asset by itself");
    return false;
  }
  return true;
}

void report_weights(Diagnostics& diagnostics) {
  diagnostics
      .add(Code::TooLargeToShow, {},
           "more than {} times a bone moves a primitive, too often to list", max_inspected_items)
      .help("use fewer instances, or inspect an imported asset by itself");
}

// Marks what the id names: primitives, or else everything in a mesh or an instance.
bool select(const PrimitiveNames& names, const std::string& id, std::vector<bool>& selected) {
  const std::vector<std::uint32_t> named = names.named(id);
  for (const std::uint32_t number : named) selected[number] = true;
  if (!named.empty()) return true;
  bool found = false;
  for (std::size_t i = 0; i < selected.size(); ++i) {
    if (!names_a_part(id, names.full_id(i))) continue;
    selected[i] = true;
    found = true;
  }
  return found;
}

std::vector<bool> selection_of(const EvaluatedScene& scene, const PrimitiveNames& names,
                               const std::vector<std::string>& ids, Diagnostics& diagnostics) {
  std::vector<bool> selected(scene.primitives.size(), ids.empty());
  for (const std::string& id : ids) {
    if (select(names, id, selected)) continue;
    std::vector<std::string> known;
    for (std::uint32_t i = 0; i < selected.size(); ++i) known.emplace_back(names.full_id(i));
    report_unknown_id(Code::UnknownIdInOptions, "primitive, mesh or instance", id, known,
                      diagnostics);
  }
  return selected;
}

void check_pairs(const std::vector<bool>& selected, std::vector<std::string>& faults) {
  const auto count = static_cast<std::uint64_t>(std::count(selected.begin(), selected.end(), true));
  const std::uint64_t pairs = count * (count > 0 ? count - 1 : 0) / 2;
  if (pairs <= max_inspected_pairs) return;
  faults.push_back(
      fmt::format("the primitives form {} pairs, more than {}; choose some of the primitives",
                  pairs, max_inspected_pairs));
}

Place place_of(const Asset& asset, NodeId node) {
  Place place;
  place.file = asset.source->name;
  place.start = asset.tree[node].start;
  place.end = asset.tree[node].end;
  return place;
}

std::vector<InspectedCheck> checks_of(const InspectedScene& inspected) {
  const Asset* const root = inspected.analyzed.assembly.root();
  if (root == nullptr) return {};
  const std::vector<IntentCheck> checks = read_checks(root->tree);
  std::vector<InspectedCheck> results = evaluate_checks(inspected, checks);
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i].place = place_of(*root, checks[i].node);
  }
  return results;
}

std::string version_of(const Assembly& assembly) {
  return version_text(assembly.root() == nullptr ? rigs_version
                                                 : assembly.root()->document.version);
}

// Nothing if it would be too long.
std::optional<Inspection> inspect_scene(const InspectedScene& inspected,
                                        const InspectOptions& options) {
  Inspection inspection;
  const Assembly& assembly = inspected.analyzed.assembly;
  inspection.is_scene = assembly.rigs != nullptr;
  inspection.version = version_of(assembly);
  add_meshes(inspected, inspection);
  add_primitives(inspected, inspection);
  add_materials(inspected, inspection);
  add_faces(inspected, inspection);
  if (!add_armatures(inspected, inspection)) return std::nullopt;
  add_unweighted(inspected, inspection);
  add_skins(inspected, inspection);
  add_anchors(inspected, inspection);
  add_instances(inspected, inspection);
  add_poses(inspected, options.analysis.threads, inspection);
  add_motions(inspected, inspection);
  if (options.pairwise_gaps) inspection.pairs = pairs_of(inspected);
  if (options.intent_checks) inspection.checks = checks_of(inspected);
  if (options.humanoid) inspection.humanoids = humanoids_of(inspected);
  if (options.expanded) inspection.expanded_yaml = expanded_yaml(assembly.entry()->tree, {});
  return inspection;
}

void inspect_from(const AnalyzedAssembly& analyzed, const InspectOptions& options,
                  Diagnostics& diagnostics, InspectResult& result) {
  Stopwatch stopwatch(result.timings);
  const std::optional<EvaluatedScene> scene =
      build_evaluated_scene(analyzed, {options.pose, {}, options.analysis.threads}, diagnostics);
  stopwatch.lap("scene");
  if (scene && fits_limits(*scene, diagnostics)) {
    const PrimitiveNames names(*scene);
    const InspectedScene inspected{analyzed, *scene, names,
                                   selection_of(*scene, names, options.primitives, diagnostics)};
    if (options.pairwise_gaps) check_pairs(inspected.selected, result.option_faults);
    if (result.option_faults.empty() && !diagnostics.has_errors()) {
      result.inspection = inspect_scene(inspected, options);
      if (!result.inspection) report_weights(diagnostics);
    }
    stopwatch.lap("inspect");
  }
  result.report = diagnostics.report(analyzed.assembly.sources);
  if (!result.report.ok()) result.inspection.reset();
  if (!result.inspection) return;
  result.inspection->files = result.files;
  result.inspection->entry = result.files.front();
}

}  // namespace

Vector3 center_of(const Aabb& box) {
  Vector3 center{};
  for (std::size_t i = 0; i < 3; ++i) center[i] = (box.min[i] + box.max[i]) / 2;
  return center;
}

Vector3 extents_of(const Aabb& box) {
  Vector3 extents{};
  for (std::size_t i = 0; i < 3; ++i) extents[i] = box.max[i] - box.min[i];
  return extents;
}

bool intent_holds(const Inspection& inspection) {
  if (!inspection.checks) return true;
  return std::all_of(inspection.checks->begin(), inspection.checks->end(),
                     [](const InspectedCheck& check) { return check.pass.value_or(false); });
}

InspectResult inspect(const std::string& entry, FileReader& files, const InspectOptions& options) {
  return after_analysis<InspectResult>(entry, files, options, inspect_from);
}

InspectResult inspect(const Analysis& analysis, const InspectOptions& options) {
  return after_analysis<InspectResult>(analysis, options, inspect_from);
}

}  // namespace rigy
