#include "document/decode_parts.hpp"
#include "document/fields.hpp"

namespace rigy::language {
namespace {

constexpr std::string_view axis_names[] = {"x", "y", "z"};

Influence decode_influence(const Reporter& at, NodeId node) {
  const auto [bone, weight] = read_fields<influence_object>(at, node);
  return {read_reference(at, bone, "bone_id"), read_number(at, weight, "weight")};
}

InfluenceList decode_influences(const Reporter& at, NodeId node, std::string_view what) {
  if (node == no_index || !expect_list(at, node, what)) return {};
  InfluenceList list{node, {}};
  list.items.reserve(at.tree[node].size);
  each_element(at, node, what,
               [&](NodeId element) { list.items.push_back(decode_influence(at, element)); });
  return list;
}

// One side of a gradient: a list, or a single influence.
InfluenceList decode_side(const Reporter& at, NodeId node, std::string_view what) {
  if (node != no_index && at.tree[node].kind == NodeKind::Mapping) {
    return {node, {decode_influence(at, node)}};
  }
  return decode_influences(at, node, what);
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
  const auto [primitive, bones] = read_fields<weights_object>(at, node);
  return {node, read_reference(at, primitive, "primitive_id"),
          decode_influences(at, bones, "bones")};
}

Gradient decode_gradient(const Reporter& at, NodeId node) {
  const auto [axis, range, from, to] = read_fields<gradient_object>(at, node);
  Gradient gradient;
  gradient.node = node;
  if (axis != no_index) {
    if (const auto word = read_word(at, axis, "axis", axis_names, Code::WrongGradientAxis)) {
      gradient.axis = static_cast<Axis>(*word);
    }
  }
  if (read_numbers(at, range, "range", "[start, end]", gradient.range)) gradient.range_node = range;
  gradient.from = decode_side(at, from, "from");
  gradient.to = decode_side(at, to, "to");
  return gradient;
}

void decode_vertices(const Reporter& at, NodeId node, Override& result) {
  if (node == no_index) return;
  if (at.tree[node].kind == NodeKind::Sequence) result.vertices.reserve(at.tree[node].size);
  each_element(at, node, "vertices", [&](NodeId element) {
    const Count vertex = read_count(at, element, "a vertex");
    if (vertex.given()) result.vertices.push_back({vertex.value, vertex.node});
  });
}

Override decode_override(const Reporter& at, NodeId node) {
  const auto [vertices, bones] = read_fields<override_object>(at, node);
  Override result;
  result.node = node;
  decode_vertices(at, vertices, result);
  result.bones = decode_influences(at, bones, "bones");
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
  const auto [primitive, gradients, overrides, source] = read_fields<weight_map_object>(at, node);
  WeightMap map;
  map.origin = node;
  map.primitive = read_reference(at, primitive, "primitive_id");
  map.source_primitive = map.primitive.id;
  map.has_layers = has_items(at.tree, gradients) || has_items(at.tree, overrides) ||
                   source != no_index || may_have_layers(at.tree, node);
  each_element(at, gradients, "gradients",
               [&](NodeId element) { map.gradients.push_back(decode_gradient(at, element)); });
  each_element(at, overrides, "overrides",
               [&](NodeId element) { map.overrides.push_back(decode_override(at, element)); });
  map.source = read_text(at, source, "source");
  return map;
}

}  // namespace

Binding decode_binding(const Reporter& at, NodeId node) {
  const auto [mesh, armature, weights, maps, solver] = read_fields<binding_object>(at, node);
  Binding binding;
  binding.node = node;
  binding.mesh = read_reference(at, mesh, "mesh_id");
  binding.armature = read_reference(at, armature, "armature_id");
  each_element(at, weights, "weights",
               [&](NodeId element) { binding.weights.push_back(decode_weights(at, element)); });
  each_element(at, maps, "weight_maps", [&](NodeId element) {
    binding.weight_maps.push_back(decode_weight_map(at, element));
  });
  binding.solver = decode_solver(at, solver);
  return binding;
}

}  // namespace rigy::language
