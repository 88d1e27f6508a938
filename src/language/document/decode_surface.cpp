// Implicit surfaces: their domain, grid and ops.
#include <cstddef>
#include <memory>
#include <optional>

#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "tables/features.hpp"

namespace rigy::language {
namespace {

void decode_domain(const Reporter& at, NodeId node, SurfaceFields& surface) {
  surface.domain_node = node;
  if (node == no_index) return;
  const auto fields = read_fields<domain_object>(at, node);
  const auto aabb = read_fields<aabb_object>(at, fields.node<"aabb">());
  surface.min = read_point(at, aabb.get<"min">(), Code::EmptyDomain);
  surface.max = read_point(at, aabb.get<"max">(), Code::EmptyDomain);
  surface.grid_node = fields.node<"grid">();
  const auto grid = read_fields<grid_object>(at, surface.grid_node);
  surface.grid = {read_count(at, grid.get<"nx">()), read_count(at, grid.get<"ny">()),
                  read_count(at, grid.get<"nz">())};
}

// An op of an unknown field may have a height.
bool has_capsule_field(const Tree& tree, NodeId op) {
  if (tree[op].kind != NodeKind::Mapping) return false;
  const NodeId field = find_value(tree, op, "field");
  const bool is_word = field != no_index && tree[field].kind == NodeKind::Scalar;
  const std::string_view name = is_word ? tree.text_of(field) : std::string_view();
  const auto kind = value_of_word<FieldKind>(name);
  return kind ? is_capsule(*kind) : find_value(tree, op, "height") != no_index;
}

// A sphere has the fields of a capsule but one.
FieldValues<capsule_op_object> read_op_fields(const Reporter& at, NodeId node) {
  if (has_capsule_field(at.tree, node)) return read_fields<capsule_op_object>(at, node);
  const auto sphere = read_fields<sphere_op_object>(at, node);
  FieldValues<capsule_op_object> fields;
  for (std::size_t i = 0; i < sphere.nodes.size(); ++i) {
    fields.nodes[index_of(capsule_op_object, sphere_op_object.fields[i].name)] = sphere.nodes[i];
  }
  return fields;
}

SurfaceOp decode_op(const Reporter& at, NodeId node) {
  const auto fields = read_op_fields(at, node);
  SurfaceOp op;
  op.origin = node;
  if (at.tree[at.tree.resolve(node)].kind != NodeKind::Mapping) return op;
  op.op_node = fields.node<"op">();
  op.subtracts = read_word_as<OpKind>(at, fields.get<"op">()) == OpKind::Subtract;
  op.field_node = fields.node<"field">();
  op.field =
      read_word_as<FieldKind>(at, fields.get<"field">(), some_op_field, Code::UnknownOpField);
  op.radius = read_number(at, fields.get<"radius">());
  op.strength = read_number(at, fields.get<"strength">());
  op.height = read_number(at, fields.get<"height">());
  if (fields.node<"height">() == no_index && op.field && is_capsule(*op.field)) {
    at.report(Code::NonPositiveOp, node, "an op with {} has no height", word_for(*op.field))
        .help("add height: the length of the capsule's axis");
  }
  decode_op_transform(at, fields.node<"transform">(), op);
  return op;
}

void decode_extraction(const Reporter& at, NodeId node) {
  const auto fields = read_fields<extraction_object>(at, node);
  static_cast<void>(read_word(at, fields.get<"algorithm">(), Code::UnknownAlgorithm));
}

}  // namespace

void decode_implicit_surface(const Reporter& at, NodeId node, Primitive& primitive) {
  if (!has(at.version, Feature::ImplicitSurfaces)) {
    at.report(Code::TooNewSurface, find_value(at.tree, node, "type"),
              "an implicit_surface in a document of version {}.{}", at.version.major,
              at.version.minor)
        .help(help_for_version(Feature::ImplicitSurfaces));
    return;
  }
  const auto fields = read_fields<implicit_surface_object>(at, node);
  decode_common(at, fields, primitive);
  primitive.type = PrimitiveType::ImplicitSurface;
  primitive.surface = std::make_shared<SurfaceFields>();
  SurfaceFields& surface = *primitive.surface;
  decode_domain(at, fields.node<"domain">(), surface);
  surface.iso = read_number(at, fields.get<"iso">());
  surface.ops_node = fields.node<"ops">();
  each_element(at, fields.get<"ops">(),
               [&](NodeId one) { surface.ops.push_back(decode_op(at, one)); });
  decode_extraction(at, fields.node<"extraction">());
  primitive.transform = decode_transform(at, fields.node<"transform">());
}

}  // namespace rigy::language
