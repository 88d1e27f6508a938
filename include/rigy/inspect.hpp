// Inspection: what a document is, in numbers. Sizes, counts, bones, weights, places, and whether
// its geometry is what its author intends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rigy/analyze.hpp"

namespace rigy {

// The version of the JSON; increases when a key changes its meaning or is removed.
inline constexpr int inspect_schema_version = 1;

struct InspectOptions {
  AnalyzeOptions analysis;
  // The primitives to list; empty: all. Ids of primitives, meshes or instances, with as much of the
  // path as necessary: "head", "body.head", "car.body.head".
  std::vector<std::string> primitives;
  bool pairwise_gaps = false;
  bool intent_checks = false;  // evaluate geometry_checks.alignment
  bool humanoid = false;       // find the bones of a person in each armature of the entry
  bool expanded = false;       // also return the document after preprocessing
  std::string pose;            // what is listed is in this pose; if empty, at rest
};

// In meters, in world space: where the output shows it, at rest.
using Vector3 = std::array<double, 3>;

struct Aabb {
  Vector3 min{};
  Vector3 max{};
};
[[nodiscard]] Vector3 center_of(const Aabb& box);
[[nodiscard]] Vector3 extents_of(const Aabb& box);

struct GeometryCounts {
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
  std::uint64_t inward_triangles = 0;  // that face inward in the canonical output
};

// One term of the field of an implicit surface.
struct InspectedOp {
  bool subtracts = false;
  std::string_view field;  // "metaball_sphere@1"
  double radius = 0;
  std::optional<double> height;  // of a capsule
  double strength = 0;
  Vector3 translation{};
  std::array<double, 4> rotation{1, 0, 0, 0};  // w x y z
  double scale = 1;
};

// What an implicit surface has in place of dimensions, in its own space: before its transform, with
// what symmetry adds.
struct InspectedSurface {
  Aabb domain;
  std::array<std::uint32_t, 3> grid{};  // corners along x, y and z
  double iso = 0;
  std::vector<InspectedOp> ops;
};

// A primitive at one place: a mesh with several instances has its primitives several times.
struct InspectedPrimitive {
  std::string id;
  std::string ref;   // the shortest text that names only this one: "head", "body.head"
  std::string mesh;  // as in InspectedMesh::ref
  std::string type;
  std::string material;  // "implicit_default" if neither it nor its mesh names one
  std::vector<std::pair<std::string, double>> dimensions;
  std::optional<InspectedSurface> implicit;  // of an implicit surface
  std::string surface;                       // what it is made of, for other tools; empty: not said
  std::vector<std::string> tags;
  bool mirrored = false;     // made by symmetry
  std::optional<Aabb> aabb;  // nothing if it has no vertices
  GeometryCounts counts;
};

struct InspectedUvSet {
  std::string name;            // "uv0"
  std::string_view generator;  // "planar_xy@1"; empty: none
};

// What a UV set is for.
struct InspectedUvRole {
  std::string role;  // "albedo"
  std::string set;   // "uv0"
};

struct InspectedMesh {
  std::string id;
  std::string ref;   // with the path of the instances it lies in: "car.axle.rim"
  std::string name;  // empty: none
  std::string file;  // the document that has it
  std::vector<std::string> materials;
  std::optional<Aabb> aabb;
  std::size_t primitives = 0;
  GeometryCounts counts;
  std::string armature;  // as in InspectedArmature::ref; empty: not bound
  std::string solver;    // "lbs" or "dqs"; empty: not bound
  std::vector<InspectedUvSet> uv_sets;
  std::vector<InspectedUvRole> uv_roles;
};

// A face of a box or wedge, in documents of version 0.9 and later.
struct InspectedFace {
  std::string primitive;  // as in InspectedPrimitive::ref
  std::string_view surface_key;
  Vector3 normal{};
  double d = 0;  // of the plane n·p + d = 0
};

struct InspectedMaterial {
  std::string id;
  std::array<float, 4> base_color{};  // linear, as the output stores it
  std::size_t primitives = 0;
};

// How much of a primitive follows a bone.
struct WeightedPrimitive {
  std::string primitive;       // as in InspectedPrimitive::ref
  std::uint64_t vertices = 0;  // with a weight above 0
  double share = 0;            // of the weight of all its vertices: 1 if it follows no other bone
};

struct InspectedBone {
  std::string id;
  std::optional<std::size_t> parent;  // of InspectedArmature::bones
  std::vector<std::size_t> children;
  std::size_t depth = 0;  // 0: a root
  Vector3 head{};
  Vector3 tail{};
  double length = 0;
  std::optional<Vector3> direction;  // of unit length, from head to tail
  double roll = 0;                   // about that direction, in radians, as the document has it
  // All its numbers as the document has them, by the names of their fields; also the roll.
  std::vector<std::pair<std::string_view, double>> numbers;
  bool mirrored = false;
  std::uint64_t vertices = 0;  // with a weight above 0
  double share = 0;            // of the weight of all vertices that follow the armature
  std::vector<WeightedPrimitive> primitives;
};

struct InspectedArmature {
  std::string id;
  std::string ref;
  std::string name;                 // empty: none
  std::vector<std::string> meshes;  // that are bound to it
  std::vector<InspectedBone> bones;
};

// A primitive that no weights are written for, in a document that has armatures.
struct UnweightedPrimitive {
  std::string primitive;  // as in InspectedPrimitive::ref
  bool bound = false;     // its mesh is bound, so it follows the root bone as a whole
  std::string follows;    // that bone; empty: nothing moves it
  std::uint64_t vertices = 0;
};

struct InspectedSkin {
  std::string name;
  std::string mesh;
  std::string armature;
  std::size_t joints = 0;
  std::string solver;
};

struct InspectedPoseBone {
  std::string id;
  std::array<double, 4> rotation{1, 0, 0, 0};  // w x y z
  Vector3 translation{};
};

struct InspectedPose {
  std::string id;
  std::vector<InspectedPoseBone> bones;
  std::optional<Aabb> bounds;  // of everything in that pose; nothing if that cannot be computed
};

struct InspectedAnchor {
  std::string id;
  std::string ref;
  bool mirrored = false;
  Vector3 position{};
  std::string scope;  // a note for readers; empty: none
};

struct InspectedInstance {
  std::string id;
  std::string ref;
  std::string parent;  // the instance it lies in; empty: none
  std::string file;    // of the imported document; empty: an instance of a mesh
  std::string mesh;    // id of that mesh; empty: an import
  Vector3 translation{};
  std::optional<std::array<double, 4>> rotation;  // w x y z; nothing if the axes are skewed
  Vector3 scale{1, 1, 1};
  bool mirrors = false;
  std::array<std::array<double, 4>, 4> matrix{};  // by row, for column vectors
};

// Between the boxes of two primitives; negative where they overlap.
struct InspectedPair {
  std::string a;  // as in InspectedPrimitive::ref
  std::string b;
  Vector3 gap{};
  double overall = 0;  // the largest
};

// A bone of a person, by its name in VRM.
struct InspectedHumanBone {
  std::string name;
  std::string bone;       // of the armature; empty: none was found
  bool required = false;  // by VRM
};

struct InspectedHumanoid {
  std::string armature;
  std::string profile;    // "humanoid", or as the bone map says "quadruped"
  bool complete = false;  // there is every bone that VRM requires
  std::vector<InspectedHumanBone> bones;
};

// One of geometry_checks.alignment.
struct InspectedCheck {
  std::string check;
  std::string label;
  // The fields that say what is checked, as written: {"a", "roof.+x"}.
  std::vector<std::pair<std::string_view, std::string>> operands;
  double tolerance = 1e-6;
  std::optional<bool> pass;  // nothing: it cannot be evaluated
  std::string error;         // why
  std::string status;        // of the surfaces, where these are compared: "apart", "touching"
  // What was measured: {"distance", 0.02}.
  std::vector<std::pair<std::string_view, double>> values;
  Place place;
};

// A key of a clip, as written.
struct InspectedKey {
  double at = 0;
  std::string pose;
  bool mirror = false;
  std::string_view ease;
};

// What a bone does in a clip, over all samples.
struct InspectedMotionBone {
  std::string bone;
  double degrees = 0;   // the largest turn from its rest, relative to its parent
  double distance = 0;  // how far its tail moves in the asset, from one end of its way to the other
  double speed = 0;     // of the tail, in meters per second, at most
};

struct InspectedClip {
  std::string id;
  double length = 0;
  double rate = 30;
  bool loop = false;
  Vector3 travel{};
  std::size_t sample_count = 0;
  std::vector<InspectedKey> keys;
  std::vector<InspectedMotionBone> bones;  // only those that move
};

// A motion document (Rigm).
struct InspectedMotion {
  std::string file;
  std::string armature;
  std::vector<std::string> poses;
  std::vector<InspectedClip> clips;
};

struct Inspection {
  std::string entry;  // the document, as shown in messages
  bool is_scene = false;
  std::string version;  // of the language that the document is written in
  std::size_t mesh_count = 0;
  std::size_t primitive_count = 0;
  GeometryCounts counts;
  std::optional<Aabb> bounds;
  std::vector<InspectedMesh> meshes;
  std::vector<InspectedPrimitive> primitives;
  std::vector<InspectedFace> faces;
  std::vector<InspectedMaterial> materials;
  std::vector<InspectedArmature> armatures;
  std::vector<UnweightedPrimitive> unweighted;
  std::vector<InspectedSkin> skins;
  std::vector<InspectedPose> poses;
  std::vector<InspectedAnchor> anchors;
  std::vector<InspectedInstance> instances;
  std::vector<InspectedMotion> motions;
  std::vector<std::string> files;  // that were read, the document first
  // These only if they are asked for.
  std::optional<std::vector<InspectedPair>> pairs;
  std::optional<std::vector<InspectedCheck>> checks;
  std::optional<std::vector<InspectedHumanoid>> humanoids;
  std::optional<std::string> expanded_yaml;
};

struct InspectResult : Outcome {
  std::optional<Inspection> inspection;  // nothing unless report.ok() and there are no faults
};

// Inspects the document at `entry`. Never throws; everything it finds is in the report.
[[nodiscard]] InspectResult inspect(const std::string& entry, FileReader& files,
                                    const InspectOptions& options = {});
// Inspects what was analyzed before.
[[nodiscard]] InspectResult inspect(const Analysis& analysis, const InspectOptions& options = {});

// Whether every check passes; one that cannot be evaluated does not.
[[nodiscard]] bool intent_holds(const Inspection& inspection);

// As one JSON object, described in docs/inspect.schema.json.
[[nodiscard]] std::string inspection_json(const Inspection& inspection);
// Its key "summary" alone: kind, versions, counts and bounds, as one JSON object.
[[nodiscard]] std::string inspection_summary_json(const Inspection& inspection);
// For people, with six digits; `color` adds the colors of terminals.
[[nodiscard]] std::string inspection_text(const Inspection& inspection, bool color = false);

}  // namespace rigy
