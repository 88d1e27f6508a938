// The decoders of a document's parts, one per object of the schema.
#pragma once

#include <vector>

#include "document/document.hpp"
#include "document/fields.hpp"
#include "syntax/reporter.hpp"

namespace rigy::language {

// The list of the named items of an object, such as the bones of an armature. `node` is its node,
// if something of it can be read; it is `incomplete` if it lacks an item, or an item its id.
template <class Item>
void decode_items(const Reporter& at, const FieldValue& list,
                  Item (*decode)(const Reporter&, NodeId), std::vector<Item>& items, NodeId& node,
                  bool& incomplete) {
  if (!list.given() || !expect_list(at, list)) {
    incomplete = true;
    return;
  }
  const Node& written = at.tree[list.node];
  incomplete = written.damaged;
  node = incomplete && written.size == 0 ? no_index : list.node;
  items.reserve(written.size);
  each_element(at, list, [&](NodeId element) {
    items.push_back(decode(at, element));
    incomplete |= !items.back().id.given();
  });
}

// The tables of UV sets and roles of a mesh.
void decode_uv_sets(const Reporter& at, const FieldValue& sets, Mesh& mesh);
void decode_uv_roles(const Reporter& at, const FieldValue& roles, Mesh& mesh);
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
// A material by its id; sets `unreadable` if the value is something else.
[[nodiscard]] Reference decode_material_reference(const Reporter& at, const FieldValue& value,
                                                  bool& unreadable);
// The fields of all primitives: id, name, material, surface and tags.
void decode_tags(const Reporter& at, const FieldValue& tags, Primitive& primitive);
template <const Object& object>
void decode_common(const Reporter& at, const FieldValues<object>& fields, Primitive& primitive) {
  primitive.id = read_id(at, fields.template get<"id">());
  static_cast<void>(read_text(at, fields.template get<"name">()));
  static_cast<void>(read_text(at, fields.template get<"surface">()));
  primitive.material = decode_material_reference(at, fields.template get<"material">(),
                                                 primitive.unreadable_material);
  decode_tags(at, fields.template get<"tags">(), primitive);
}
void decode_implicit_surface(const Reporter& at, NodeId node, Primitive& primitive);

}  // namespace rigy::language
