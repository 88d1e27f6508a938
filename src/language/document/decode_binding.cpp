#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "document/members.hpp"

namespace rigy::language {
namespace {

Influence decode_influence(const Reporter& at, NodeId node) {
  Influence influence;
  InfluenceMembers::fill(read_fields<influence_object>(at, node), influence, ReadMember{at});
  return influence;
}

InfluenceList decode_influences(const Reporter& at, const FieldValue& bones) {
  if (!bones.given() || !expect_list(at, bones)) return {};
  InfluenceList list{bones.node, {}};
  list.items.reserve(at.tree[bones.node].size);
  each_element(at, bones,
               [&](NodeId element) { list.items.push_back(decode_influence(at, element)); });
  return list;
}

// One side of a gradient: a list, or a single influence.
InfluenceList decode_side(const Reporter& at, const FieldValue& side) {
  if (side.given() && at.tree[side.node].kind == NodeKind::Mapping) {
    return {side.node, {decode_influence(at, side.node)}};
  }
  return decode_influences(at, side);
}

// Whether an entry of weights is an influence without its primitive: {bone_id: root, weight: 1}.
bool is_lone_influence(const Tree& tree, NodeId node) {
  if (tree[node].kind != NodeKind::Mapping) return false;
  const auto has = [&](std::string_view name) { return find_value(tree, node, name) != no_index; };
  const bool is_whole = !tree[node].damaged;
  return is_whole && has("bone_id") && !has("primitive_id") && !has("bones");
}

PrimitiveWeights decode_weights(const Reporter& at, NodeId node) {
  if (is_lone_influence(at.tree, node)) {
    at.report(Code::MissingField, node, "missing field 'primitive_id' in weights entry")
        .help(
            "bones belong to a primitive: write {primitive_id: <primitive id>, bones: [{bone_id: "
            "<bone id>, weight: 1}]}");
    return {node, {}, {}};
  }
  const auto fields = read_fields<weights_object>(at, node);
  return {node, read_reference(at, fields.get<"primitive_id">()),
          decode_influences(at, fields.get<"bones">())};
}

Gradient decode_gradient(const Reporter& at, NodeId node) {
  const auto fields = read_fields<gradient_object>(at, node);
  Gradient gradient;
  gradient.node = node;
  gradient.axis = read_word_as<Axis>(at, fields.get<"axis">(), Code::WrongGradientAxis);
  const FieldValue range = fields.get<"range">();
  if (read_numbers(at, range, gradient.range)) gradient.range_node = range.node;
  gradient.from = decode_side(at, fields.get<"from">());
  gradient.to = decode_side(at, fields.get<"to">());
  return gradient;
}

void decode_vertices(const Reporter& at, const FieldValue& vertices, Override& result) {
  if (!vertices.given()) return;
  const Node& list = at.tree[vertices.node];
  if (list.kind == NodeKind::Sequence) result.vertices.reserve(list.size);
  each_element(at, vertices, [&](NodeId element) {
    const Count vertex = read_count(at, element, "a vertex");
    if (vertex.given()) result.vertices.push_back({vertex.value, vertex.node});
  });
}

Override decode_override(const Reporter& at, NodeId node) {
  const auto fields = read_fields<override_object>(at, node);
  Override result;
  result.node = node;
  decode_vertices(at, fields.get<"vertices">(), result);
  result.bones = decode_influences(at, fields.get<"bones">());
  return result;
}

// Whether there is anything other than an empty list.
bool has_items(const Tree& tree, NodeId node) {
  return node != no_index && (tree[node].kind != NodeKind::Sequence || tree[node].size > 0);
}

// Whether something was reported that may have been meant as a layer.
bool may_have_layers(const Tree& tree, NodeId map) {
  return tree[map].kind != NodeKind::Mapping || has_other_fields(tree, map, weight_map_object);
}

WeightMap decode_weight_map(const Reporter& at, NodeId node) {
  const auto fields = read_fields<weight_map_object>(at, node);
  const FieldValue gradients = fields.get<"gradients">();
  const FieldValue overrides = fields.get<"overrides">();
  const FieldValue source = fields.get<"source">();
  WeightMap map;
  map.origin = node;
  map.primitive = read_reference(at, fields.get<"primitive_id">());
  map.source_primitive = map.primitive.id;
  map.has_layers = has_items(at.tree, gradients.node) || has_items(at.tree, overrides.node) ||
                   source.given() || may_have_layers(at.tree, node);
  each_element(at, gradients,
               [&](NodeId element) { map.gradients.push_back(decode_gradient(at, element)); });
  each_element(at, overrides,
               [&](NodeId element) { map.overrides.push_back(decode_override(at, element)); });
  map.source = read_text(at, source);
  return map;
}

}  // namespace

Binding decode_binding(const Reporter& at, NodeId node) {
  const auto fields = read_fields<binding_object>(at, node);
  Binding binding;
  binding.node = node;
  binding.mesh = read_reference(at, fields.get<"mesh_id">());
  binding.armature = read_reference(at, fields.get<"armature_id">());
  each_element(at, fields.get<"weights">(),
               [&](NodeId element) { binding.weights.push_back(decode_weights(at, element)); });
  each_element(at, fields.get<"weight_maps">(), [&](NodeId element) {
    binding.weight_maps.push_back(decode_weight_map(at, element));
  });
  binding.solver = read_word_as<Solver>(at, fields.get<"skinning_solver">());
  return binding;
}

}  // namespace rigy::language
