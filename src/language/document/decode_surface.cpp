// Implicit surfaces: their domain, grid and ops.
#include <algorithm>
#include <array>
#include <memory>

#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "document/primitive_types.hpp"
#include "tables/features.hpp"

namespace rigy::language {
namespace {

Point read_corner(const Reporter& at, NodeId node, std::string_view what) {
  std::array<Number, 3> numbers;
  if (!read_numbers(at, node, what, "[x, y, z]", numbers, Code::EmptyDomain)) return {};
  return {{numbers[0].value, numbers[1].value, numbers[2].value}, node};
}

void decode_domain(const Reporter& at, NodeId node, SurfaceFields& surface) {
  surface.domain_node = node;
  if (node == no_index) return;
  const auto [aabb, grid] = read_fields<domain_object>(at, node);
  if (aabb != no_index) {
    const auto [min, max] = read_fields<aabb_object>(at, aabb);
    surface.min = read_corner(at, min, "min");
    surface.max = read_corner(at, max, "max");
  }
  surface.grid_node = grid;
  if (grid == no_index) return;
  const auto counts = read_fields<grid_object>(at, grid);
  for (std::size_t axis = 0; axis < counts.size(); ++axis) {
    surface.grid[axis] = read_count(at, counts[axis], grid_fields[axis].name);
  }
}

// Nothing if it is unknown; that has been reported.
std::optional<FieldKind> decode_field(const Reporter& at, NodeId node) {
  const auto word = read_word(at, node, "field", field_names, Code::UnknownOpField);
  if (!word) return std::nullopt;
  return static_cast<FieldKind>(*word);
}

// An op of an unknown field may have a height.
bool has_capsule_field(const Tree& tree, NodeId op) {
  if (tree[op].kind != NodeKind::Mapping) return false;
  const NodeId field = find_value(tree, op, "field");
  const bool is_word = field != no_index && tree[field].kind == NodeKind::Scalar;
  const std::string_view name = is_word ? tree.text_of(field) : std::string_view();
  const auto* kind = std::find(std::begin(field_names), std::end(field_names), name);
  if (kind == std::end(field_names)) return find_value(tree, op, "height") != no_index;
  return is_capsule(static_cast<FieldKind>(kind - std::begin(field_names)));
}

SurfaceOp decode_op(const Reporter& at, NodeId node) {
  static constexpr std::string_view ops[] = {"add", "subtract"};
  std::array<NodeId, std::size(capsule_op_fields)> nodes;
  nodes.fill(no_index);
  const Object& object = has_capsule_field(at.tree, node) ? capsule_op_object : sphere_op_object;
  SurfaceOp op;
  op.origin = node;
  if (!read_fields(at, node, object, std::span(nodes).first(object.fields.size()))) return op;
  const auto [kind, field, radius, strength, transform, height] = nodes;
  op.op_node = kind;
  op.subtracts = kind != no_index && read_word(at, kind, "op", ops) == 1u;
  op.field_node = field;
  if (field != no_index) op.field = decode_field(at, field);
  op.radius = read_number(at, radius, "radius");
  op.strength = read_number(at, strength, "strength");
  op.height = read_number(at, height, "height");
  if (height == no_index && op.field && is_capsule(*op.field)) {
    at.report(Code::NonPositiveOp, node, "an op with {} has no height", name_of(*op.field))
        .help("add height: the length of the capsule's axis");
  }
  decode_op_transform(at, transform, op);
  return op;
}

void decode_extraction(const Reporter& at, NodeId node) {
  static constexpr std::string_view algorithms[] = {"marching_cubes@1"};
  if (node == no_index) return;
  const auto [algorithm] = read_fields<extraction_object>(at, node);
  if (algorithm == no_index) return;
  static_cast<void>(read_word(at, algorithm, "algorithm", algorithms, Code::UnknownAlgorithm));
}

}  // namespace

void decode_implicit_surface(const Reporter& at, NodeId node, Primitive& primitive) {
  if (at.version < surface_version) {
    at.report(Code::TooNewSurface, find_value(at.tree, node, "type"),
              "an implicit_surface in a document of version {}.{}", at.version.major,
              at.version.minor)
        .help(help_for_version(surface_version));
    return;
  }
  const auto [id, type, domain, iso, ops, extraction, name, material, surface, tags, transform] =
      read_fields<implicit_surface_object>(at, node);
  decode_common(at, {id, name, material, surface, tags}, primitive);
  primitive.type = PrimitiveType::ImplicitSurface;
  primitive.surface = std::make_shared<SurfaceFields>();
  SurfaceFields& fields = *primitive.surface;
  decode_domain(at, domain, fields);
  fields.iso = read_number(at, iso, "iso");
  fields.ops_node = ops;
  each_element(at, ops, "ops", [&](NodeId one) { fields.ops.push_back(decode_op(at, one)); });
  decode_extraction(at, extraction);
  primitive.transform = decode_transform(at, transform);
}

}  // namespace rigy::language
