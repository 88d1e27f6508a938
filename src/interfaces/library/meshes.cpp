// The evaluated meshes: the scene, with public types.
#include "rigy/meshes.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/after_analysis.hpp"
#include "common/stopwatch.hpp"
#include "document/primitive_types.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "interfaces_floor.hpp"

namespace rigy {
using namespace interfaces;
namespace {

// What the spans of a primitive refer to.
struct PrimitiveNumbers {
  std::vector<Vector3> positions;
  std::vector<Vector3> normals;
  std::vector<Triangle> triangles;
  std::vector<std::vector<std::array<double, 2>>> uv_sets;
  std::vector<VertexInfluences> influences;
};

Vector3 numbers_of(const Vec3& vector) { return {vector.x, vector.y, vector.z}; }

std::vector<Vector3> numbers_of(const std::vector<Vec3>& vectors) {
  std::vector<Vector3> numbers;
  numbers.reserve(vectors.size());
  for (const Vec3& vector : vectors) numbers.push_back(numbers_of(vector));
  return numbers;
}

std::vector<std::array<double, 2>> numbers_of(const std::vector<UvPoint>& points) {
  std::vector<std::array<double, 2>> numbers;
  numbers.reserve(points.size());
  for (const UvPoint& point : points) numbers.push_back({point.u, point.v});
  return numbers;
}

// Takes what it needs, so that a large scene is not there twice.
PrimitiveNumbers take_numbers(ShownPrimitive& primitive) {
  PrimitiveNumbers numbers;
  numbers.positions = numbers_of(std::exchange(primitive.positions, {}));
  numbers.normals = numbers_of(std::exchange(primitive.normals, {}));
  numbers.triangles = std::exchange(primitive.triangles, {});
  if (primitive.uvs != nullptr) {
    for (const auto& set : *primitive.uvs) numbers.uv_sets.push_back(numbers_of(set));
  }
  if (primitive.influences != nullptr) {
    for (const JointWeights& one : *primitive.influences) {
      numbers.influences.push_back({one.joints, one.weights});
    }
  }
  return numbers;
}

PlacedPrimitive placed(const EvaluatedScene& scene, const ShownPrimitive& primitive,
                       const PrimitiveNumbers& numbers) {
  PlacedPrimitive one;
  one.id = full_id(scene, primitive);
  one.mesh = primitive.mesh;
  one.type = info_of(*primitive.primitive->type).name;
  if (primitive.material != no_index) one.material = scene.materials.list[primitive.material].name;
  one.base_color = primitive.color;
  one.positions = numbers.positions;
  one.normals = numbers.normals;
  one.triangles = numbers.triangles;
  one.uv_sets.assign(numbers.uv_sets.begin(), numbers.uv_sets.end());
  one.influences = numbers.influences;
  return one;
}

PlacedMesh placed(const ShownMesh& mesh) {
  PlacedMesh one{full_id(mesh), mesh.first_primitive, mesh.primitive_count, {}};
  if (mesh.armature != no_index) one.armature = mesh.armature;
  return one;
}

PlacedArmature placed(const ShownArmature& armature) {
  PlacedArmature one{join_path(armature.path, armature.armature->id.value), {}};
  for (const ShownBone& bone : armature.bones) {
    PlacedBone& added = one.bones.emplace_back();
    added.id = bone.bone->id.value;
    if (bone.bone->parent.index != no_index) added.parent = bone.bone->parent.index;
    added.head = numbers_of(bone.head);
    added.tail = numbers_of(bone.tail);
  }
  return one;
}

Meshes meshes_of(EvaluatedScene scene) {
  Meshes result;
  auto numbers = std::make_shared<std::vector<PrimitiveNumbers>>();
  numbers->reserve(scene.primitives.size());  // spans need them to stay where they are
  for (ShownPrimitive& primitive : scene.primitives) {
    numbers->push_back(take_numbers(primitive));
    result.primitives.push_back(placed(scene, primitive, numbers->back()));
  }
  for (const ShownMesh& mesh : scene.meshes) result.meshes.push_back(placed(mesh));
  for (const ShownArmature& armature : scene.armatures) {
    result.armatures.push_back(placed(armature));
  }
  result.numbers = std::move(numbers);
  return result;
}

void evaluate_from(const AnalyzedAssembly& analyzed, const MeshesOptions& options,
                   Diagnostics& diagnostics, MeshesResult& result) {
  Stopwatch stopwatch(result.timings);
  const EvaluatedSceneOptions scene_options{.pose = options.pose,
                                            .solver = {},
                                            .threads = options.analysis.threads,
                                            .uvs = true,
                                            .max_vertices = max_evaluated_vertices};
  std::optional<EvaluatedScene> scene = build_evaluated_scene(analyzed, scene_options, diagnostics);
  result.report = diagnostics.report(analyzed.assembly.sources);
  if (scene) result.meshes = meshes_of(*std::move(scene));
  stopwatch.lap("meshes");
}

}  // namespace

MeshesResult evaluate_meshes(const std::string& entry, FileReader& files,
                             const MeshesOptions& options) {
  return after_analysis<MeshesResult>(entry, files, options, evaluate_from);
}

MeshesResult evaluate_meshes(const Analysis& analysis, const MeshesOptions& options) {
  return after_analysis<MeshesResult>(analysis, options, evaluate_from);
}

}  // namespace rigy
