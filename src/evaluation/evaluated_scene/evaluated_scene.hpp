// The evaluated scene: everything the output shows, where it is, in binary64. The basis of
// pictures, measurements and comparisons.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/analyzed_assembly.hpp"
#include "common/index.hpp"
#include "evaluate/uv.hpp"
#include "evaluated_scene/limits.hpp"
#include "influences/influences.hpp"
#include "math/affine.hpp"
#include "math/bounds.hpp"
#include "scene/names.hpp"
#include "scene/scene.hpp"

namespace rigy::evaluation {

struct EvaluatedSceneOptions {
  std::string pose;              // of the root asset; if empty, everything keeps its rest shape
  std::optional<Solver> solver;  // of the pose, instead of those that the documents name
  unsigned threads = 1;          // the result does not depend on it
  bool despite_errors = false;   // leave out what errors are about instead of giving up
  bool uvs = false;              // also the UV sets, which pictures and measurements do not need
  std::uint64_t max_vertices = max_placed_vertices;
  MotionPlans* motions = nullptr;  // kept for further moments
};

// Corners count from the primitive's first vertex. Seen from outside they run counterclockwise,
// even where the canonical files have them the other way round.
using Triangle = std::array<std::uint32_t, 3>;

// One primitive at one place: a mesh with several instances has its primitives several times.
// Without positions if it has no vertices, as an implicit surface that is empty.
struct ShownPrimitive {
  std::uint32_t mesh = 0;                   // of EvaluatedScene::meshes
  const Primitive* primitive = nullptr;     // id, type, dimensions, and where it is written
  std::uint32_t material = no_index;        // of EvaluatedScene::materials
  std::array<double, 4> color{1, 1, 1, 1};  // linear, as the material has it; white without one
  std::vector<Vec3> positions;              // in meters, posed
  std::vector<Vec3> normals;                // of unit length, one for each position
  std::vector<Triangle> triangles;
  // Per vertex; joints are indices of bones. Null unless the mesh is bound. All places of a
  // primitive share them.
  std::shared_ptr<const std::vector<JointWeights>> influences;
  // Per UV set of the mesh and vertex, of the rest shape. Null unless asked for; shared likewise.
  std::shared_ptr<const std::vector<std::vector<UvPoint>>> uvs;
};

// One mesh at one place. A mesh without any vertices is not listed.
struct ShownMesh {
  std::uint32_t node = 0;  // of Scene::nodes
  std::string path;        // of the instances it lies in: "car.axle"; empty in the root asset
  const Asset* asset = nullptr;
  const Mesh* mesh = nullptr;
  const Binding* binding = nullptr;   // null: not bound
  std::uint32_t armature = no_index;  // of EvaluatedScene::armatures, if it is bound
  std::uint32_t first_primitive = 0;  // of EvaluatedScene::primitives
  std::uint32_t primitive_count = 0;  // all of the mesh, in its order
  std::uint32_t instance = no_index;  // of EvaluatedScene::instances, the innermost one it lies in
  Affine transform;                   // from mesh space to world space
  Affine node_transform;              // the same without what is baked into the stored mesh
};

struct ShownBone {
  const Bone* bone = nullptr;  // id and parent
  Vec3 head;                   // posed
  Vec3 tail;
};

// One armature at one place, however many meshes are bound to it there. Armatures of the root asset
// are listed even if nothing is bound to them, after the others.
struct ShownArmature {
  std::string path;  // as in ShownMesh
  const Asset* asset = nullptr;
  const Armature* armature = nullptr;
  std::vector<ShownBone> bones;  // in the order of the armature
};

// Anchors of the root asset and of every instance of an import.
struct ShownAnchor {
  std::string path;  // as in ShownMesh
  const Asset* asset = nullptr;
  const Anchor* anchor = nullptr;
  Vec3 position;
};

struct ShownInstance {
  std::string path;                 // its own id is the last part
  std::uint32_t node = 0;           // of Scene::nodes
  const Asset* import = nullptr;    // null: an instance of a mesh
  std::uint32_t parent = no_index;  // of EvaluatedScene::instances
  Affine transform;                 // to world space
};

// Lists are in the order of the output. Points into the assembly that it was made from.
struct EvaluatedScene {
  Scene tree;  // what it was made from
  NamedMaterials materials;
  std::vector<ShownPrimitive> primitives;
  std::vector<ShownMesh> meshes;
  std::vector<ShownArmature> armatures;
  std::vector<ShownAnchor> anchors;
  std::vector<ShownInstance> instances;

  [[nodiscard]] std::span<const ShownPrimitive> primitives_of(const ShownMesh& mesh) const {
    return std::span(primitives).subspan(mesh.first_primitive, mesh.primitive_count);
  }
  [[nodiscard]] const ShownMesh& mesh_of(const ShownPrimitive& primitive) const {
    return meshes[primitive.mesh];
  }
};

// Nothing if something is wrong, which is then reported: errors of the documents, a pose that does
// not exist, geometry that does not fit, or more than the limits of a scene (X50). Despite errors,
// it takes drawable_part() of a document, and primitives whose geometry does not fit have no
// positions.
[[nodiscard]] std::optional<EvaluatedScene> build_evaluated_scene(
    const AnalyzedAssembly& analyzed, const EvaluatedSceneOptions& options,
    Diagnostics& diagnostics);

// "car.axle" and "rim" give "car.axle.rim"; no dot after an empty path.
[[nodiscard]] std::string join_path(std::string_view path, std::string_view id);

// "car.axle.rim": path and id of the mesh.
[[nodiscard]] std::string full_id(const ShownMesh& mesh);
// "car.axle.rim.tire": path, mesh and primitive.
[[nodiscard]] std::string full_id(const EvaluatedScene& scene, const ShownPrimitive& primitive);

// The box of all positions; nothing if there are none.
[[nodiscard]] std::optional<Bounds> bounds_of(const EvaluatedScene& scene);

}  // namespace rigy::evaluation
