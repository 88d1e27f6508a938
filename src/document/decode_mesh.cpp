#include <algorithm>

#include <fmt/format.h>

#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "document/primitive_types.hpp"

namespace rigy {
namespace {

constexpr std::string_view type_names[] = {"box", "sphere", "cylinder", "capsule"};

Transform decode_transform(const Reporter& at, NodeId node) {
  if (node == no_node) return {};
  const auto [translation, rotation] = read_fields<transform_object>(at, node);
  Transform transform{node, read_point(at, translation, "translation"), {}};
  const Point angles = read_point(at, rotation, "rotation_euler");
  transform.rotation = {.node = angles.node, .vector = angles.value};
  return transform;
}

// D4: an axis given under both of its names.
void report_both_names(const Reporter& at, NodeId node, const Field& dimension) {
  NodeId first = no_node;
  each_pair(at, node, "dimensions", [&](NodeId key, NodeId) {
    const std::string_view name = at.tree.text_of(key);
    if (dimension.alias.empty() || (name != dimension.name && name != dimension.alias)) return;
    if (first == no_node) {
      first = key;
      return;
    }
    at.report(Code::P10, key, "'{}' and '{}' are two names of one dimension", dimension.name,
              dimension.alias)
        .help("keep one of the two")
        .related(at.spot_of(first), "the other one");
  });
}

// The list [1, 2, 3] as the mapping it was meant to be.
std::string named_dimensions(const Tree& tree, NodeId list, const Object& dimensions) {
  std::string form;
  NodeId element = list + 1;
  for (const Field& one : dimensions.fields) {
    const bool given = element < tree[list].after && is_number(tree, tree.resolve(element));
    form += message_of("{}{}: {}", form.empty() ? "" : ", ", one.name,
                       given ? tree.text_of(tree.resolve(element)) : "…");
    if (element < tree[list].after) element = tree[element].after;
  }
  return fmt::format("name them: dimensions: {{{}}}", form);
}

void decode_dimensions(const Reporter& at, NodeId node, PrimitiveType type, Primitive& primitive) {
  const Object& dimensions = info_of(type).dimensions_object;
  if (node == no_node) return;
  if (at.tree[node].kind == NodeKind::Sequence) {
    const NewFinding added = at.report(Code::P04, node, "dimensions must be a mapping, not a list");
    if (added) added.help(named_dimensions(at.tree, node, dimensions));
    return;
  }
  std::array<NodeId, 3> nodes{no_node, no_node, no_node};
  const std::size_t count = dimensions.fields.size();
  if (!read_fields(at, node, dimensions, std::span(nodes).first(count))) return;
  for (std::size_t i = 0; i < count; ++i) {
    report_both_names(at, node, dimensions.fields[i]);
    primitive.dimensions[i] = read_number(at, nodes[i], dimensions.fields[i].name);
  }
}

Primitive decode_primitive(const Reporter& at, NodeId node) {
  const auto [id, type, dimensions, name, transform, material] =
      read_fields<primitive_object>(at, node);
  Primitive primitive;
  primitive.origin = node;
  primitive.id = read_id(at, id, "primitive id");
  static_cast<void>(read_text(at, name, "primitive name"));
  if (type != no_node) {
    if (const auto word = read_word(at, type, "type", type_names)) {
      primitive.type = static_cast<PrimitiveType>(*word);
      decode_dimensions(at, dimensions, *primitive.type, primitive);
    }
  }
  primitive.transform = decode_transform(at, transform);
  if (material != no_node && at.tree[material].kind == NodeKind::Mapping) {
    at.report(Code::P04, material, "material must be text, not a mapping")
        .help("define it under 'materials' and give its id here");
  } else {
    primitive.material = read_reference(at, material, "material");
  }
  primitive.unreadable_material = material != no_node && !primitive.material.given();
  return primitive;
}

}  // namespace

Mesh decode_mesh(const Reporter& at, NodeId node) {
  const auto [id, name, primitives] = read_fields<mesh_object>(at, node);
  Mesh mesh;
  mesh.node = node;
  mesh.id = read_id(at, id, "mesh id");
  mesh.name = read_text(at, name, "mesh name");
  if (primitives == no_node || !expect_list(at, primitives, "primitives")) {
    mesh.incomplete_primitives = true;
    return mesh;
  }
  mesh.primitives_node = primitives;
  mesh.primitives.reserve(at.tree[primitives].size);
  each_element(at, primitives, "primitives", [&](NodeId element) {
    mesh.primitives.push_back(decode_primitive(at, element));
    mesh.incomplete_primitives |= !mesh.primitives.back().id.given();
  });
  return mesh;
}

}  // namespace rigy
