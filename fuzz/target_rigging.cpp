// Weights made from bones over a set of files in memory.
#include <fmt/format.h>

#include "fuzz/file_set.hpp"
#include "fuzz/report_checks.hpp"
#include "fuzz/targets.hpp"
#include "rigy/meshes.hpp"
#include "rigy/weights.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

// Small enough that no input takes long.
constexpr std::size_t max_primitives = 60;

bool descends(const PlacedArmature& armature, std::size_t bone, std::size_t from) {
  for (std::optional<std::size_t> at = bone; at; at = armature.bones[*at].parent) {
    if (*at == from) return true;
  }
  return false;
}

std::string check_vertex(const PlacedArmature& armature, const VertexInfluences& vertex) {
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (vertex.weights[i] == 0 || vertex.weights[j] == 0) continue;
      const std::size_t a = vertex.joints[i];
      const std::size_t b = vertex.joints[j];
      if (!descends(armature, a, b) && !descends(armature, b, a)) {
        return fmt::format("bones '{}' and '{}' share a vertex", armature.bones[a].id,
                           armature.bones[b].id);
      }
    }
  }
  return {};
}

// Of an armature with one root: others blend.
std::string check_meshes(const Meshes& meshes, const std::string& id) {
  for (const PlacedPrimitive& primitive : meshes.primitives) {
    const PlacedMesh& mesh = meshes.meshes[primitive.mesh];
    if (mesh.id != id || !mesh.armature) continue;
    const PlacedArmature& armature = meshes.armatures[*mesh.armature];
    std::size_t roots = 0;
    for (const PlacedBone& bone : armature.bones) roots += bone.parent ? 0 : 1;
    if (roots > 1) continue;
    for (const VertexInfluences& vertex : primitive.influences) {
      if (std::string problem = check_vertex(armature, vertex); !problem.empty()) return problem;
    }
  }
  return {};
}

std::string check_written(FileSet set, const WeightsResult& made) {
  std::string& text = set.files[set.entry];
  for (const MadeWeights& one : made.weights) {
    const std::string source = fmt::format("made-{}.json", set.files.size());
    std::optional<std::string> next = with_weights(text, one, source);
    if (!next) return {};
    text = std::move(*next);
    set.files[source] = one.file;
  }
  MemoryFiles files(set.files);
  const MeshesResult result = evaluate_meshes(set.entry, files);
  // The text may have no place for them, as where a macro makes a binding.
  return result.report.ok() ? check_meshes(result.meshes, made.weights.front().mesh) : "";
}

}  // namespace

std::string run_rigging(std::string_view input) {
  const FileSet set = parse_file_set(input);
  if (may_be_enormous(set)) return {};
  MemoryFiles files(set.files);
  WeightsOptions options;
  const WeightsResult made = make_weights(set.entry, files, options);
  if (!made.ok() || made.weights.empty() || made.weights.size() > max_primitives) return {};
  options.analysis.threads = 3;
  const WeightsResult again = make_weights(set.entry, files, options);
  for (std::size_t i = 0; i < made.weights.size(); ++i) {
    if (again.weights[i].file != made.weights[i].file) return "made again, weights are others";
  }
  return check_written(set, made);
}

}  // namespace rigy::fuzz
