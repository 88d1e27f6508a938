// From a mesh at rest and its bones to weights.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analyze/after_analysis.hpp"
#include "common/stopwatch.hpp"
#include "diagnostics/suggestions.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "rigging/bone_weights.hpp"
#include "rigy/weights.hpp"
#include "tools_floor.hpp"
#include "weights/weight_file_text.hpp"

namespace rigy {
using namespace tools;
namespace {

// --- which mesh ---

template <class Items>
std::string unknown(std::string_view kind, const std::string& id, const Items& items) {
  ClosestWord closest(id);
  for (const auto& item : items) closest.offer(item.id.value);
  const std::string_view best = closest.best();
  const std::string hint = best.empty() ? "" : fmt::format("; did you mean '{}'?", best);
  return fmt::format("there is no {} '{}'{}", kind, id, hint);
}

const Binding* binding_of(const Document& document, const Mesh& mesh) {
  for (const Binding& binding : document.bindings) {
    if (&document.meshes[binding.mesh.index] == &mesh) return &binding;
  }
  return nullptr;
}

const Mesh* chosen_mesh(const Document& document, const std::string& id,
                        std::vector<std::string>& faults) {
  std::vector<const Mesh*> found;
  for (const Mesh& mesh : document.meshes) {
    const bool fits = id.empty() ? binding_of(document, mesh) != nullptr : mesh.id.value == id;
    if (fits) found.push_back(&mesh);
  }
  if (found.size() == 1) return found[0];
  if (id.empty() && found.empty() && document.meshes.size() == 1) return document.meshes.data();
  faults.push_back(id.empty() ? "the document has several meshes; name one with --mesh"
                              : unknown("mesh", id, document.meshes));
  return nullptr;
}

const Armature* chosen_armature(const Document& document, const Mesh& mesh,
                                std::vector<std::string>& faults) {
  if (const Binding* binding = binding_of(document, mesh)) {
    return &document.armatures[binding->armature.index];
  }
  if (document.armatures.size() == 1) return document.armatures.data();
  faults.push_back(document.armatures.empty()
                       ? "the document has no armature, so there is nothing to follow"
                       : fmt::format("mesh '{}' is bound to none of several armatures; write its "
                                     "binding first",
                                     mesh.id.value));
  return nullptr;
}

bool has_primitive(const Mesh& mesh, const std::string& id, std::vector<std::string>& faults) {
  if (id.empty()) return true;
  const auto found =
      std::find_if(mesh.primitives.begin(), mesh.primitives.end(),
                   [&id](const Primitive& primitive) { return primitive.id.value == id; });
  if (found == mesh.primitives.end()) {
    faults.push_back(unknown("primitive", id, mesh.primitives));
  } else if (found->origin.is_mirrored()) {
    faults.push_back(fmt::format(
        "'{}' is made by symmetry and follows the weights of what it is the mirror image of", id));
  } else {
    return true;
  }
  return false;
}

// --- from the scene to plain numbers ---

std::vector<WeightedBone> bones_of(const ShownArmature& armature) {
  std::vector<WeightedBone> bones;
  for (const ShownBone& bone : armature.bones) {
    const std::uint32_t parent = bone.bone->is_root() ? no_index : bone.bone->parent.index;
    bones.push_back({bone.head, bone.tail, parent});
  }
  return bones;
}

const ShownMesh* place_of(const EvaluatedScene& scene, const Mesh& mesh) {
  for (const ShownMesh& shown : scene.meshes) {
    if (shown.mesh == &mesh) return &shown;
  }
  return nullptr;
}

// Where the armature is for the mesh at this place.
const ShownArmature* place_of(const EvaluatedScene& scene, const ShownMesh& mesh,
                              const Armature& armature) {
  if (mesh.armature != no_index) return &scene.armatures[mesh.armature];
  for (const ShownArmature& shown : scene.armatures) {
    if (shown.armature == &armature && shown.path.empty()) return &shown;
  }
  return nullptr;
}

double largest_step(const ShownPrimitive& primitive, std::span<const BoneWeights> weights) {
  int largest = 0;
  const auto weight_of = [](const BoneWeights& one, std::uint16_t bone) {
    int sum = 0;
    for (std::size_t i = 0; i < 4; ++i) sum += one.bones[i] == bone ? one.weights[i] : 0;
    return sum;
  };
  for (const Triangle& triangle : primitive.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const BoneWeights& from = weights[triangle[i]];
      const BoneWeights& to = weights[triangle[(i + 1) % 3]];
      for (const std::uint16_t bone : from.bones) {
        largest = std::max(largest, std::abs(weight_of(from, bone) - weight_of(to, bone)));
      }
    }
  }
  return double(largest) / weight_unit;
}

std::vector<std::string> bones_used(const Armature& armature,
                                    std::span<const BoneWeights> weights) {
  std::vector<bool> is_used(armature.bones.size());
  for (const BoneWeights& one : weights) {
    for (std::size_t i = 0; i < 4; ++i) {
      if (one.weights[i] > 0) is_used[one.bones[i]] = true;
    }
  }
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < is_used.size(); ++i) {
    if (is_used[i]) ids.emplace_back(armature.bones[i].id.value);
  }
  return ids;
}

MadeWeights made(const Mesh& mesh, const Armature& armature, const ShownPrimitive& primitive,
                 std::span<const BoneWeights> weights) {
  MadeWeights out;
  out.mesh = mesh.id.value;
  out.primitive = primitive.primitive->id.value;
  out.armature = armature.id.value;
  out.vertex_count = weights.size();
  out.bones = bones_used(armature, weights);
  out.largest_step = largest_step(primitive, weights);
  out.file = weight_file_text(out.primitive, armature, weights);
  return out;
}

void weigh(const EvaluatedScene& scene, const Mesh& mesh, const Armature& armature,
           const WeightsOptions& options, WeightsResult& result) {
  const ShownMesh* const place = place_of(scene, mesh);
  const ShownArmature* const rig = place == nullptr ? nullptr : place_of(scene, *place, armature);
  if (rig == nullptr) {
    result.option_faults.push_back(
        fmt::format("mesh '{}' is not shown, so there is nothing to weigh", mesh.id.value));
    return;
  }
  std::vector<const ShownPrimitive*> shown;
  std::vector<ClosedSurface> surfaces;
  for (const ShownPrimitive& primitive : scene.primitives_of(*place)) {
    if (primitive.triangles.empty()) continue;
    shown.push_back(&primitive);
    surfaces.push_back({primitive.positions, primitive.normals, primitive.triangles});
  }
  const auto weights = bone_weights(surfaces, bones_of(*rig), options.analysis.threads);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Primitive& primitive = *shown[i]->primitive;
    if (primitive.origin.is_mirrored()) continue;
    if (!options.primitive.empty() && primitive.id.value != options.primitive) continue;
    result.weights.push_back(made(mesh, armature, *shown[i], weights[i]));
  }
}

void make_weights_in(const AnalyzedAssembly& analyzed, const WeightsOptions& options,
                     Diagnostics& diagnostics, WeightsResult& result) {
  Stopwatch stopwatch(result.timings);
  result.report = diagnostics.report(analyzed.assembly.sources);
  const Asset* const asset = analyzed.assembly.root();
  if (!result.ok()) return;
  if (asset == nullptr) {
    result.option_faults.emplace_back("weights belong to assets, and this is a scene");
    return;
  }
  const Document& document = asset->document;
  const Mesh* const mesh = chosen_mesh(document, options.mesh, result.option_faults);
  if (mesh == nullptr || !has_primitive(*mesh, options.primitive, result.option_faults)) return;
  const Armature* const armature = chosen_armature(document, *mesh, result.option_faults);
  if (armature == nullptr) return;
  const std::optional<EvaluatedScene> scene = build_evaluated_scene(
      analyzed, {std::string(), std::nullopt, options.analysis.threads}, diagnostics);
  if (scene) weigh(*scene, *mesh, *armature, options, result);
  stopwatch.lap("weights");
  result.report = diagnostics.report(analyzed.assembly.sources);
  if (!result.ok()) result.weights.clear();
}

}  // namespace

WeightsResult make_weights(const std::string& entry, FileReader& files,
                           const WeightsOptions& options) {
  return after_analysis<WeightsResult>(entry, files, options, make_weights_in);
}

WeightsResult make_weights(const Analysis& analysis, const WeightsOptions& options) {
  return after_analysis<WeightsResult>(analysis, options, make_weights_in);
}

}  // namespace rigy
