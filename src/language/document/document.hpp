// The typed document: what a .rigy.yaml file says, field by field.
//
// Everything keeps the node it was decoded from, so that any later step can point at the author's
// text. A document may be incomplete: what could not be decoded has been reported, carries no node,
// and later steps pass over it in silence.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/index.hpp"
#include "implicit/surface.hpp"
#include "math/quaternion.hpp"
#include "math/vec.hpp"
#include "syntax/item_origin.hpp"
#include "syntax/tree.hpp"
#include "tables/version.hpp"
#include "tables/words.hpp"

namespace rigy::model {
struct ExtractedSurface;  // shapes/implicit_surface.hpp
}  // namespace rigy::model

namespace rigy::language {

// A text of the document: an id, a name, a path.
struct Text {
  std::string_view value;
  NodeId node = no_index;

  [[nodiscard]] bool given() const { return node != no_index; }
};

// The id of something defined elsewhere; linking finds its index.
struct Reference {
  std::string_view id;
  NodeId node = no_index;
  std::uint32_t index = no_index;

  [[nodiscard]] bool given() const { return node != no_index; }
};

struct Number {
  double value = 0;
  NodeId node = no_index;

  [[nodiscard]] bool given() const { return node != no_index; }
};

struct Point {
  Vec3 value;
  NodeId node = no_index;

  [[nodiscard]] bool given() const { return node != no_index; }
};

enum class RotationForm : std::uint8_t { Euler, Degrees, AxisAngle, Quaternion };

struct Material {
  Text id;
  std::vector<Number> base_color;
  NodeId base_color_node = no_index;
  std::vector<Text> uses_uv_roles;
  NodeId uses_uv_roles_node = no_index;
};

struct Rotation {
  NodeId node = no_index;
  RotationForm form = RotationForm::Euler;
  Vec3 vector{};       // the angles in radians, also those written in degrees; or the axis
  double degrees = 0;  // about the axis
  Quaternion quaternion{};
  bool is_canonical = false;  // the quaternion of a macro, which is not made canonical again

  [[nodiscard]] bool given() const { return node != no_index; }
};

struct Transform {
  NodeId node = no_index;
  Point translation;
  Rotation rotation;
};

// A whole number.
struct Count {
  std::int64_t value = 0;
  NodeId node = no_index;

  [[nodiscard]] bool given() const { return node != no_index; }
};

// One term of an implicit surface's field.
struct SurfaceOp {
  ItemOrigin origin;
  bool subtracts = false;
  NodeId op_node = no_index;
  std::optional<FieldKind> field;
  NodeId field_node = no_index;
  Number radius;
  Number strength;
  Number height;  // capsules
  Transform transform;
  Point scale;
};

// What an implicit surface has instead of dimensions.
struct SurfaceFields {
  NodeId domain_node = no_index;
  Point min;
  Point max;
  std::array<Count, 3> grid;
  NodeId grid_node = no_index;
  Number iso;
  std::vector<SurfaceOp> ops;
  NodeId ops_node = no_index;
};

struct Primitive {
  ItemOrigin origin;
  Text id;
  std::optional<PrimitiveType> type;
  // In the order of the shape's dimension names: box and wedge x y z, sphere radius, cylinder and
  // capsule radius height.
  std::array<Number, 3> dimensions;
  Transform transform;
  Reference material;
  bool unreadable_material = false;
  // The import that has the material, if it is not of this file.
  std::uint32_t material_import = no_index;
  std::vector<Text> tags;
  NodeId tags_node = no_index;
  std::shared_ptr<SurfaceFields> surface;  // an implicit surface only
  std::shared_ptr<const model::ExtractedSurface>
      extraction;  // the same, once it has been looked at
};

struct UvSet {
  Text name;                 // uvN
  std::uint32_t number = 0;  // N
  NodeId node = no_index;
  std::optional<UvGenerator> generator;
};

struct UvRole {
  Text name;
  std::optional<UvRoleName> role;
  NodeId node = no_index;
  Text set;  // uvN
};

struct Mesh {
  NodeId node = no_index;
  Text id;
  Text name;
  std::vector<Primitive> primitives;
  NodeId primitives_node = no_index;
  bool incomplete_primitives = false;  // see Document::incomplete
  Reference material;                  // of its primitives that name none
  bool unreadable_material = false;
  std::uint32_t material_import = no_index;  // as in Primitive
  std::vector<UvSet> uv_sets;                // ascending by number once they are checked
  NodeId uv_sets_node = no_index;
  std::vector<UvRole> uv_roles;
  NodeId uv_roles_node = no_index;
};

struct Bone {
  ItemOrigin origin;
  Text id;
  Reference parent;  // "none": a root
  Point head;
  Point tail;
  double roll = 0;

  [[nodiscard]] bool is_root() const { return parent.given() && parent.id == "none"; }
};

struct Armature {
  NodeId node = no_index;
  Text id;
  Text name;
  std::vector<Bone> bones;
  NodeId bones_node = no_index;
  bool incomplete_bones = false;  // see Document::incomplete
};

struct Influence {
  Reference bone;
  Number weight;
};

// A list of influences; `node` is its place, missing if it could not be read.
struct InfluenceList {
  NodeId node = no_index;
  std::vector<Influence> items;
};

struct PrimitiveWeights {
  ItemOrigin origin;
  Reference primitive;
  InfluenceList bones;
};

struct Gradient {
  NodeId node = no_index;
  std::optional<Axis> axis;
  std::array<Number, 2> range;
  NodeId range_node = no_index;
  InfluenceList from;
  InfluenceList to;
};

struct VertexIndex {
  std::int64_t value = 0;
  NodeId node = no_index;
};

struct Override {
  NodeId node = no_index;
  std::vector<VertexIndex> vertices;
  InfluenceList bones;
};

struct WeightMap {
  ItemOrigin origin;
  Reference primitive;
  std::vector<Gradient> gradients;
  std::vector<Override> overrides;
  Text source;
  // Whether gradients, overrides or source are given, readable or not, other than as empty lists.
  bool has_layers = false;
  // The id that the weight file must name: a mirrored map reads its original's file.
  std::string_view source_primitive;
  std::uint32_t weight_file = no_index;  // index into the asset's weight files
  // For each bone the weight file names; maps of the same file and armature share it.
  std::shared_ptr<const std::vector<std::uint32_t>> file_joints;
};

struct Binding {
  NodeId node = no_index;
  Reference mesh;
  Reference armature;
  std::vector<PrimitiveWeights> weights;
  std::vector<WeightMap> weight_maps;
  std::optional<Solver> solver;
};

struct PoseBone {
  Text bone;
  NodeId node = no_index;
  std::array<double, 4> rotation{1, 0, 0, 0};  // w x y z
  NodeId rotation_node = no_index;
  Point translation;
  // A value that could not be read and may mean either of the two.
  bool incomplete = false;
};

struct Pose {
  NodeId node = no_index;
  Text id;
  std::vector<PoseBone> bones;
  bool incomplete_bones = false;  // see Document::incomplete
};

struct MirrorX {
  NodeId node = no_index;
  Text prefix_from;
  Text prefix_to;
};

struct Anchor {
  ItemOrigin origin;
  Text id;
  Point translation;
};

struct Import {
  Text name;
  NodeId node = no_index;
  Text source;
  Text contract;
};

struct Attach3 {
  NodeId node = no_index;
  std::array<Reference, 3> from;
  std::array<Reference, 3> to;
  std::optional<AttachMode> mode;

  [[nodiscard]] bool given() const { return node != no_index; }
};

struct Instance {
  ItemOrigin origin;
  Text id;
  Reference import;
  Reference mesh;
  Attach3 attach3;
};

struct Document {
  Version version;
  std::vector<Material> materials;
  std::vector<Mesh> meshes;
  std::vector<Armature> armatures;
  std::vector<Binding> bindings;
  std::optional<MirrorX> mirror_x;
  Solver solver = Solver::Lbs;
  std::vector<Pose> poses;
  std::vector<Anchor> anchors;
  std::vector<Import> imports;
  std::vector<Instance> instances;

  // Lists that could not be read, or with an item whose id could not be read: a reference to an
  // unknown id may mean what was lost.
  struct {
    bool materials = false;
    bool meshes = false;
    bool armatures = false;
    bool anchors = false;
    bool imports = false;
    bool bindings = false;
  } incomplete;

  // Ids that symmetry made. A deque keeps their addresses.
  std::deque<std::string> made_ids;
};

}  // namespace rigy::language
