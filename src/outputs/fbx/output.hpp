// State that the parts of an FBX file share while it is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "export_model/model.hpp"
#include "export_model/number_source.hpp"
#include "export_model/points.hpp"
#include "fbx/objects.hpp"
#include "fbx/record_writer.hpp"

namespace rigy::outputs {

// Counts and positions that several parts need, computed before anything is written.
struct FbxPlan {
  std::vector<Affine> world;                             // of each node
  std::vector<std::uint64_t> first_bone;                 // of each armature, among the bones of all
  std::vector<std::vector<std::uint32_t>> point_counts;  // of each part of each mesh
  std::vector<std::vector<PartPoints>> points;           // unless numbers are made later
  // For each bound mesh, the bones that move some of its vertices, ascending.
  std::vector<std::vector<std::uint16_t>> moving_bones;
  std::vector<std::vector<std::uint32_t>> materials;  // of each mesh, in the order of its parts
  // FBX has no faces without a material in a mesh that has one. The name of the substitute
  // material; empty if none is needed.
  std::string stand_in_material;
};

[[nodiscard]] FbxPlan plan_fbx(const ExportModel& model);

// Connects a child to its parent, or to one of the parent's properties if one is named.
struct FbxConnection {
  std::int64_t child = 0;
  std::int64_t parent = 0;
  std::string_view property;
};

struct FbxOutput {
  const ExportModel& model;
  const FbxPlan& plan;
  std::uint64_t max_size;
  FbxRecordWriter& writer;
  std::vector<FbxConnection>& connections;
  unsigned threads = 1;
};

// Numbers of a mesh that are there at once: those of a part, or of one primitive.
struct FbxPiece {
  const Geometry& geometry;
  const PartPoints& points;
  std::size_t first_point = 0;  // of the mesh
  std::size_t first_vertex = 0;
};

// The numbers of a mesh while it is written: those of the model, or, if they are made later, made
// for it; a large mesh is made again, primitive by primitive, for each array. Nothing but counts
// while everything is measured.
class FbxMeshNumbers {
 public:
  FbxMeshNumbers(const FbxOutput& output, std::size_t mesh);

  [[nodiscard]] std::size_t part_count() const { return geometries_.size(); }
  // Of a large mesh, without numbers.
  [[nodiscard]] const Geometry& geometry(std::size_t part) const { return geometries_[part]; }
  [[nodiscard]] std::size_t vertex_count() const { return vertex_count_; }
  [[nodiscard]] std::size_t point_count() const { return point_count_; }
  [[nodiscard]] std::size_t index_count() const { return index_count_; }
  // No values are asked for.
  [[nodiscard]] bool is_counted_only() const { return is_counted_only_; }

  using Work = std::function<void(const FbxPiece&)>;
  using Wanted = std::function<bool(const PrimitiveFacts&)>;
  // Calls work(piece) for all of them, in order. `wanted`: may leave out primitives.
  void each_piece(const Work& work, const Wanted& wanted = nullptr) const;

 private:
  void each_primitive(const Work& work, const Wanted& wanted) const;

  const ExportModel& model_;
  const std::vector<PartPoints>* points_;
  unsigned threads_;
  bool is_counted_only_;
  bool is_large_ = false;
  std::size_t vertex_count_ = 0;
  std::size_t point_count_ = 0;
  std::size_t index_count_ = 0;
  std::vector<Geometry> geometries_;  // of each part
  OwnNumbers memory_;
  std::vector<PartPoints> made_points_;
};

// Whether the file is already too large, so that writing more is pointless.
[[nodiscard]] inline bool is_full(const FbxOutput& output) {
  return output.writer.size() > output.max_size;
}

// The parent of everything at the root of the scene.
inline constexpr std::int64_t fbx_root = 0;

// Bones are numbered after the nodes. A node and its attribute have the same number.
[[nodiscard]] inline std::uint64_t bone_number(const FbxOutput& output, std::uint32_t armature,
                                               std::uint32_t bone) {
  return output.model.nodes.size() + output.plan.first_bone[armature] + bone;
}
[[nodiscard]] inline std::int64_t fbx_node_id(std::uint32_t node) {
  return fbx_id(FbxKind::Model, node);
}
[[nodiscard]] inline std::int64_t fbx_bone_id(const FbxOutput& output, std::uint32_t armature,
                                              std::uint32_t bone) {
  return fbx_id(FbxKind::Model, bone_number(output, armature, bone));
}

// Everything before the objects.
void write_head(FbxRecordWriter& writer, FbxVersion version, const ExportModel& model,
                const FbxPlan& plan);
// Objects of each kind, and their connections.
void write_geometries(const FbxOutput& output);
void write_materials(const FbxOutput& output);
void write_nodes(const FbxOutput& output);
void write_skins(const FbxOutput& output);
void write_bind_pose(const FbxOutput& output);
void write_animations(const FbxOutput& output);
// After the objects: the animations once more.
void write_takes(FbxRecordWriter& writer, const ExportModel& model);

}  // namespace rigy::outputs
