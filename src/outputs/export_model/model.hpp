// The asset as other programs expect it: what all formats of `rigy export` are written from.
//
// The canonical GLB follows the specification; this follows what tools and engines take for
// granted. A writer only has to spell the model out in its format, and never has to look at
// documents, scenes or options:
//
// - Y is up and the model faces as ExportOptions::face says; lengths are in meters times
//   ExportOptions::scale, angles in radians, quaternions of unit length. Matrices and frames are
//   right-handed.
// - Triangles face outward (counter-clockwise seen from outside) and none is degenerate. There is
//   no geometry, part or mesh without triangles.
// - Vertex data is binary32, rounded from binary64 once: the same values in every format. No number
//   is -0.
// - An armature is there once for each place where it is used, with one node of its own, one tree
//   of bones and one skin, which all meshes bound to it there share.
// - Names of nodes and bones are unique: no two in the whole model are equal. With
//   ExportNames::Godot those of bones are unique within each armature.
// - Everything is in a fixed order that depends on the documents and options alone.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "analyze/analyzed_assembly.hpp"
#include "common/index.hpp"
#include "diagnostics/diagnostics.hpp"
#include "document/document.hpp"
#include "math/affine.hpp"
#include "math/quaternion.hpp"
#include "math/vec.hpp"
#include "outputs_floor.hpp"
#include "rigy/compile.hpp"
#include "rigy/export.hpp"
#include "shapes/shape.hpp"

namespace rigy::outputs {

// Turned, then moved.
struct RigidMotion {
  Vec3 translation;
  Quaternion rotation;
};

// Scaled along the axes, turned, then moved. A scale may be negative where the whole mirrors; then
// x is. Never a shear.
struct NodeTransform {
  Vec3 translation;
  Quaternion rotation;
  Vec3 scale{1, 1, 1};
};

struct ExportMaterial {
  std::string name;                   // unique among materials
  std::array<float, 4> base_color{};  // linear red, green, blue; alpha, 1 is opaque
  bool is_transparent = false;        // whatever its alpha
  bool has_palette = false;           // its color is that of ExportModel::palette at UV set 0
};

class NumberSource;
struct MovedPrimitives;

// The color of a material as data of vertices, all of which have the same.
struct VertexPaint {
  std::optional<std::array<float, 4>> color;
  std::optional<float> palette_place;  // the u of a UV set that comes first
};

// Consecutive primitives of a level of detail.
struct PrimitiveRange {
  std::uint32_t level = 0;
  std::uint32_t begin = 0;  // of the evaluation plan's tasks
  std::uint32_t end = 0;
  VertexPaint paint{};
  std::shared_ptr<const MovedPrimitives> moved = nullptr;  // if bones have moved them; or null
};

// What a geometry has while its numbers are not made: where they come from, and what of them is
// known.
struct LaterNumbers {
  std::vector<PrimitiveRange> primitives;
  std::uint32_t vertices = 0;
  std::uint32_t indices = 0;
  std::vector<bool> are_large_uvs;  // of each UV set: whether it leaves the unit square
  bool has_colors = false;
  bool is_bound = false;
  bool has_shape_only = false;  // of a collider: positions, normals and triangles
  bool has_normals = true;
  std::uint16_t greatest_joint = 0;
};

// Vertices and triangles that are stored together. No two geometries of a model are equal. Their
// numbers lie in ExportModel::numbers and ExportModel::collider_indices, or are made later.
struct Geometry {
  std::span<const float> positions;  // 3 for each vertex, in the space of its mesh
  std::span<const float> normals;    // 3 for each vertex, of unit length; or none
  // 2 for each vertex; v = 0 is at the top, as in glTF
  std::vector<std::span<const float>> uv_sets;
  std::span<const float> colors;  // 4 for each vertex, as base_color, which they multiply; or none
  // 4 for each vertex, strongest first; empty unless bound. They are indices into the bones of the
  // armature of the mesh. Weights sum to 1; where a weight is 0, the joint is 0 too.
  std::span<const std::uint16_t> joints;
  std::span<const float> weights;
  std::span<const std::uint32_t> indices;  // 3 for each triangle
  std::array<float, 3> min{};              // bounds of the positions
  std::array<float, 3> max{};
  // Of a collider: the geometry that its vertices are those of, from `first_vertex` on.
  std::uint32_t vertices_of = no_index;
  std::uint32_t first_vertex = 0;
  // Of the shape of such a collider, where others are stored in fewer bytes: no node could undo
  // that, so it has positions of its own, which are stored as they are, and no normals.
  bool is_hull = false;
  std::shared_ptr<const LaterNumbers> later;  // then there are no numbers yet; else null

  [[nodiscard]] std::uint32_t vertex_count() const {
    return later != nullptr ? later->vertices : static_cast<std::uint32_t>(positions.size() / 3);
  }
  [[nodiscard]] std::size_t index_count() const {
    return later != nullptr ? later->indices : indices.size();
  }
  [[nodiscard]] std::size_t uv_set_count() const {
    return later != nullptr ? later->are_large_uvs.size() : uv_sets.size();
  }
  [[nodiscard]] bool has_colors() const {
    return later != nullptr ? later->has_colors : !colors.empty();
  }
  [[nodiscard]] bool has_own_vertices() const { return vertices_of == no_index || is_hull; }
  [[nodiscard]] bool is_bound() const {
    return later != nullptr ? later->is_bound : !joints.empty();
  }
};

using Tags = std::shared_ptr<const std::vector<std::string_view>>;  // null: none

// The shape of a primitive in the space of its mesh. A box has three edges; others have a radius
// and, but for spheres, a height along y: of a capsule, the distance of its centers.
struct PrimitiveShape {
  ShapeKind kind = ShapeKind::Convex;
  Vec3 size;
  RigidMotion place;
};

// What one primitive of the language contributed to a part: consecutive triangles.
struct PrimitiveGroup {
  std::string_view id;
  std::uint32_t first_index = 0;  // of Geometry::indices
  std::uint32_t index_count = 0;  // not 0
  Tags tags = nullptr;            // of a part that was merged with others
  PrimitiveShape shape{};
};

// The triangles of a mesh with one material.
struct ExportPart {
  std::uint32_t geometry = 0;         // of ExportModel::geometries; several parts may share one
  std::uint32_t material = no_index;  // of ExportModel::materials; no_index: none is given
  std::string_view id;                // of the primitive that it is by itself; else empty
  Tags tags;
  std::vector<PrimitiveGroup> groups;  // all of its triangles, in order
};

// A mesh, once for each armature that it is bound to. Nodes share meshes that are equal but for the
// name; a mesh that is bound belongs to exactly one node.
struct ExportMesh {
  std::string name;
  std::string_view id;  // of the mesh in the document
  std::vector<ExportPart> parts;
  std::uint32_t armature = no_index;  // of ExportModel::armatures; no_index: not bound
  std::uint32_t level = 0;            // of detail; 0 is the finest
  Solver solver = Solver::Lbs;        // of the binding
};

// One bone of a skeleton. Its own axes: +Y points from head to tail, the roll turns about it; the
// origin is the head. With roll 0 the axes are those of the armature turned the shortest way that
// brings +Y there (straight down: half a turn about Z).
struct ExportBone {
  std::string_view id;              // in the document
  std::uint32_t parent = no_index;  // of ExportSkeleton::bones; may come later; no_index: a root
  std::vector<std::uint32_t> children;
  Vec3 head;  // in armature space, as is the tail
  Vec3 tail;
  double roll = 0;
  double length = 0;    // from head to tail, not 0
  RigidMotion rest;     // in armature space
  RigidMotion local;    // the same relative to the parent; for a root the same as `rest`
  Affine inverse_bind;  // the inverse of `rest`: from armature space to the bone
};

// The bones of an armature, shared by all places where it is used.
struct ExportSkeleton {
  std::string_view id;  // of the armature in the document
  std::vector<ExportBone> bones;
  std::vector<std::uint32_t> roots;
};

// An armature in one place.
struct ExportArmature {
  std::uint32_t node = 0;               // of ExportModel::nodes; the root bones are its children
  std::uint32_t skeleton = 0;           // of ExportModel::skeletons
  std::vector<std::string> bone_names;  // of each bone
  // Whether a mesh is bound to it here. Else it is a tree of bones without a skin.
  bool has_skin = false;
};

enum class ExportNodeKind : std::uint8_t {
  Group,     // an instance, or what a scene has above its instances
  Mesh,      // has `mesh`
  Armature,  // has `armature`
  Anchor,    // an empty: a named point
  Levels,    // FBX: its children are the levels of detail of one mesh, the finest first
  Collider,  // for physics: has `mesh`, which is not to be seen, or `shape`
};

// A bound mesh has its node at the root of the scene, or below its levels, without a transform: its
// bones say where it is. Bones are no nodes here: those of an armature belong right below its node.
struct ExportNode {
  ExportNodeKind kind = ExportNodeKind::Group;
  std::string name;
  std::string id;                   // in the document; empty: what a scene has above its instances
  std::uint32_t parent = no_index;  // comes before it; no_index: at the root of the scene
  std::vector<std::uint32_t> children;
  NodeTransform transform;  // relative to the parent
  std::uint32_t mesh = no_index;
  std::uint32_t armature = no_index;
  // The bone that it lies below; then it has no parent.
  std::uint32_t followed_armature = no_index;  // of ExportModel::armatures
  std::uint32_t followed_bone = no_index;      // of its skeleton
  std::uint32_t shape = no_index;  // of a collider without a mesh: of ExportModel::shapes
};

// A shape that colliders share.
struct ExportShape {
  ShapeKind kind = ShapeKind::Convex;
  Vec3 size;
  std::uint32_t mesh = no_index;  // of a convex one
};

enum class ChannelPath : std::uint8_t { Translation, Rotation };

// How values change between two keys.
enum class Interpolation : std::uint8_t {
  Linear,  // rotations along the great arc
};

// What moves one bone of one armature: a value of ExportBone::local over time.
struct ExportChannel {
  std::uint32_t armature = 0;  // of ExportModel::armatures
  std::uint32_t bone = 0;      // of its skeleton
  ChannelPath path = ChannelPath::Translation;
  Interpolation interpolation = Interpolation::Linear;
  std::uint32_t key_count = 0;
  std::uint32_t first_time = 0;   // of ExportAnimation::times
  std::uint64_t first_value = 0;  // of ExportAnimation::values

  // The numbers of one value: x, y, z or w, x, y, z.
  [[nodiscard]] std::size_t width() const { return path == ChannelPath::Translation ? 3 : 4; }
};

// Everything without a channel stays at rest. The channels of a bone follow one another, its
// translation first.
struct ExportAnimation {
  // The id of the pose or clip; of a pose after the names of the instances that it lies in.
  std::string name;
  bool is_clip = false;
  bool loops = false;          // its end leads to its beginning
  std::optional<Vec3> travel;  // how far the ground is covered meanwhile, if no bone has it
  std::vector<ExportChannel> channels;
  std::vector<double> times;   // seconds, ascending; channels with the same keys share them
  std::vector<double> values;  // rotations in the hemisphere of that of the rest

  [[nodiscard]] std::span<const double> times_of(const ExportChannel& channel) const {
    return std::span(times).subspan(channel.first_time, channel.key_count);
  }
  [[nodiscard]] Vec3 translation_at(const ExportChannel& channel, std::size_t key) const {
    const double* value = values.data() + channel.first_value + 3 * key;
    return {value[0], value[1], value[2]};
  }
  [[nodiscard]] Quaternion rotation_at(const ExportChannel& channel, std::size_t key) const {
    const double* value = values.data() + channel.first_value + 4 * key;
    return {value[0], value[1], value[2], value[3]};
  }
};

// Numbers that steps after the first have made.
class OwnNumbers {
 public:
  template <class Number>
  [[nodiscard]] std::span<const Number> keep(std::vector<Number> numbers) {
    auto& all = std::get<std::deque<std::vector<Number>>>(kept_);
    all.push_back(std::move(numbers));
    return all.back();
  }

 private:
  std::tuple<std::deque<std::vector<float>>, std::deque<std::vector<std::uint16_t>>,
             std::deque<std::vector<std::uint32_t>>>
      kept_;
};

// What a VRM file says about the model: whose bones are where, who made it, how it looks.
struct ExportPerson {
  std::uint32_t armature = 0;  // of ExportModel::armatures
  struct Part {
    std::string_view name;   // in VRM
    std::uint32_t bone = 0;  // of its skeleton
  };
  std::vector<Part> parts;  // in alphabetical order
  ExportMeta meta;
  std::string thumbnail;  // a PNG; empty: there is none
};

struct ExportModel {
  // One block for all geometries of a level of detail: getting the memory of many small ones takes
  // longer than filling it.
  std::vector<Buffer> numbers;
  std::shared_ptr<const NumberSource> source;  // of all geometries, if they are made later; or null
  std::vector<std::vector<std::uint32_t>> collider_indices;
  OwnNumbers own;
  std::vector<ExportMaterial> materials;
  std::vector<Geometry> geometries;
  std::vector<ExportMesh> meshes;
  std::vector<ExportSkeleton> skeletons;
  std::vector<ExportArmature> armatures;
  std::vector<ExportNode> nodes;
  std::vector<std::uint32_t> roots;  // nodes without a parent or a bone, in order
  std::vector<ExportShape> shapes;
  std::vector<ExportAnimation> animations;
  std::size_t bone_count = 0;  // of all armatures
  double centimeters_per_unit = 100;
  bool z_is_up = false;                // writers turn y to z as they write
  bool is_merged = false;              // parts may hold several primitives that were parts before
  bool is_small = false;               // glTF stores vertices in fewer bytes
  bool is_compressed = false;          // glTF stores data for libmeshoptimizer's decoder
  std::string palette;                 // a PNG; empty: there is none
  std::optional<ExportPerson> person;  // of a VRM file
  std::vector<ExportedLevel> levels;   // of detail
};

// The model of checked documents; nothing, and a reported error, if there is none. Texts of the
// model lie in the documents. From `later_from` bytes on its numbers are made later.
[[nodiscard]] std::optional<ExportModel> build_model(const AnalyzedAssembly& analyzed,
                                                     const ExportOptions& options,
                                                     Diagnostics& diagnostics,
                                                     std::uint64_t later_from = UINT64_MAX);

}  // namespace rigy::outputs
