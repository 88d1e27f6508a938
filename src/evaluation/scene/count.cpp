#include "scene/count.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "analyze/writable.hpp"
#include "common/limits.hpp"
#include "scene/parts.hpp"

namespace rigy::evaluation {
namespace {

void add(std::uint64_t& sum, std::uint64_t number) { sum += std::min(number, UINT64_MAX - sum); }

void add(SceneCount& sum, const SceneCount& count) {
  add(sum.nodes, count.nodes);
  add(sum.bones, count.bones);
  add(sum.anchors, count.anchors);
}

class SceneCounter {
 public:
  explicit SceneCounter(const Assembly& assembly)
      : assembly_(assembly), known_(assembly.assets.size()) {}

  // Imports have no cycles.
  const SceneCount& count_of(const Asset& asset) {
    std::optional<SceneCount>& known = known_[assembly_.number_of(asset)];
    if (!known) known = counted(asset);
    return *known;
  }

 private:
  SceneCount counted(const Asset& asset) {
    const Document& document = asset.document;
    const std::vector<SceneCount> meshes = counted_meshes(document);
    SceneCount count;
    count.anchors = document.anchors.size();
    for (const SceneCount& mesh : meshes) add(count, mesh);
    for (const Instance& instance : document.instances) {
      add(count.nodes, 1);
      add(count, instance.import.given() ? count_of(*asset.imports[instance.import.index])
                                         : meshes[instance.mesh.index]);
    }
    return count;
  }

  static std::vector<SceneCount> counted_meshes(const Document& document) {
    std::vector<SceneCount> counts(document.meshes.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      counts[i].nodes = has_vertices(document.meshes[i]) ? 1 : 0;
    }
    for (const Binding& binding : document.bindings) {
      counts[binding.mesh.index].bones = document.armatures[binding.armature.index].bones.size();
    }
    return counts;
  }

  const Assembly& assembly_;
  std::vector<std::optional<SceneCount>> known_;  // of each asset
};

}  // namespace

SceneCount count_scene(const Assembly& assembly, const Placements& placements) {
  SceneCounter counter(assembly);
  SceneCount count;
  for (const RootPlacement& root : placements.roots) {
    if (root.import != no_index) add(count.nodes, 1);
    add(count, counter.count_of(*root.asset));
  }
  return count;
}

bool fits_node_limit(std::uint64_t nodes, Diagnostics& diagnostics) {
  if (nodes <= max_output_nodes) return true;
  report_too_large(diagnostics, fmt::format("{} nodes", max_output_nodes));
  return false;
}

}  // namespace rigy::evaluation
