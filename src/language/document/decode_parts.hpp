// The decoders of a document's parts, one per object of the schema.
#pragma once

#include "document/document.hpp"
#include "syntax/reporter.hpp"

namespace rigy::language {

// The tables of UV sets and roles of a mesh.
void decode_uv_sets(const Reporter& at, NodeId node, Mesh& mesh);
void decode_uv_roles(const Reporter& at, NodeId node, Mesh& mesh);
[[nodiscard]] Mesh decode_mesh(const Reporter& at, NodeId node);
[[nodiscard]] Armature decode_armature(const Reporter& at, NodeId node);
[[nodiscard]] Binding decode_binding(const Reporter& at, NodeId node);
[[nodiscard]] Pose decode_pose(const Reporter& at, NodeId node);
[[nodiscard]] Anchor decode_anchor(const Reporter& at, NodeId node);
[[nodiscard]] Import decode_import(const Reporter& at, NodeId key, NodeId node);
[[nodiscard]] Instance decode_instance(const Reporter& at, NodeId node);
[[nodiscard]] Transform decode_transform(const Reporter& at, NodeId node);
// The transform of an op, and its scale.
void decode_op_transform(const Reporter& at, NodeId node, SurfaceOp& op);
// The fields of all primitives: id, name, material, surface and tags.
struct CommonNodes {
  NodeId id;
  NodeId name;
  NodeId material;
  NodeId surface;
  NodeId tags;
};
void decode_common(const Reporter& at, const CommonNodes& nodes, Primitive& primitive);
void decode_implicit_surface(const Reporter& at, NodeId node, Primitive& primitive);
// A material by its id; sets `unreadable` if the value is something else.
[[nodiscard]] Reference decode_material_reference(const Reporter& at, NodeId node,
                                                  bool& unreadable);
[[nodiscard]] std::optional<Solver> decode_solver(const Reporter& at, NodeId node);

}  // namespace rigy::language
