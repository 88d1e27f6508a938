#include <algorithm>

#include <fmt/format.h>

#include "diagnostics/suggestions.hpp"
#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "document/primitive_types.hpp"
#include "tables/features.hpp"

namespace rigy::language {
namespace {

// In the order of PrimitiveType. Only an implicit surface has different fields, so it is recognised
// before the fields are read.
constexpr std::string_view type_names[] = {"box",     "sphere", "cylinder",
                                           "capsule", "wedge",  "implicit_surface"};

// The types that a document of that version may be told of.
std::span<const std::string_view> type_names_in(Version version) {
  const std::span<const std::string_view> names = type_names;
  if (version >= surface_version) return names;
  return names.first(version >= wedge_version ? 5 : 4);
}

// D4: an axis given under both of its names.
void report_both_names(const Reporter& at, NodeId node, const Field& dimension) {
  NodeId first = no_index;
  each_pair(at, node, "dimensions", [&](NodeId key, NodeId) {
    const std::string_view name = at.tree.text_of(key);
    if (dimension.alias.empty() || (name != dimension.name && name != dimension.alias)) return;
    if (first == no_index) {
      first = key;
      return;
    }
    at.report(Code::ExclusiveFields, key, "'{}' and '{}' are names of the same dimension",
              dimension.name, dimension.alias)
        .help("keep one of the two")
        .related(at.spot_of(first), "the other one");
  });
}

// The list [1, 2, 3] as the mapping that was meant.
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
  if (node == no_index) return;
  if (at.tree[node].kind == NodeKind::Sequence) {
    const NewFinding added =
        at.report(Code::WrongType, node, "dimensions must be a mapping, not a list");
    if (added) added.help(named_dimensions(at.tree, node, dimensions));
    return;
  }
  std::array<NodeId, 3> nodes{no_index, no_index, no_index};
  const std::size_t count = dimensions.fields.size();
  if (!read_fields(at, node, dimensions, std::span(nodes).first(count))) return;
  for (std::size_t i = 0; i < count; ++i) {
    report_both_names(at, node, dimensions.fields[i]);
    primitive.dimensions[i] = read_number(at, nodes[i], dimensions.fields[i].name);
  }
}

std::vector<Text> decode_tags(const Reporter& at, NodeId node) {
  std::vector<Text> tags;
  each_element(at, node, "tags",
               [&](NodeId element) { tags.push_back(read_text(at, element, "tag")); });
  std::erase_if(tags, [](const Text& tag) { return !tag.given(); });
  return tags;
}

// The dimensions of a primitive of unknown type: numbers greater than 0, whatever they mean.
void check_unknown_dimensions(const Reporter& at, NodeId node) {
  each_pair(at, node, "dimensions", [&](NodeId key, NodeId value) {
    const Number dimension = read_number(at, value, at.tree.text_of(key));
    if (!dimension.given() || dimension.value > 0) return;
    at.report(Code::NonPositiveDimension, value, "{} is {}; it must be greater than 0",
              at.tree.text_of(key), at.tree.text_of(value));
  });
}

// Nothing if the text at `node` is not close to any of them.
std::optional<PrimitiveType> meant_type(const Reporter& at, NodeId node) {
  if (at.tree[node].kind != NodeKind::Scalar) return std::nullopt;
  const std::span<const std::string_view> names = type_names_in(at.version);
  ClosestWord closest(at.tree.text_of(node));
  for (const std::string_view name : names) closest.offer(name);
  const auto found = std::find(names.begin(), names.end(), closest.best());
  if (found == names.end()) return std::nullopt;
  return static_cast<PrimitiveType>(found - names.begin());
}

// A wedge in an older document and a misspelled type are refused, but still read.
std::optional<PrimitiveType> decode_type(const Reporter& at, NodeId node) {
  if (node == no_index) return std::nullopt;
  const bool is_wedge = at.tree[node].kind == NodeKind::Scalar && at.tree.text_of(node) == "wedge";
  if (is_wedge && at.version < wedge_version) {
    at.report(Code::TooNewFeature, node, "a wedge in a document of version {}.{}", at.version.major,
              at.version.minor)
        .help("wedges were added in version 0.9: {}", help_for_version(wedge_version));
    return PrimitiveType::Wedge;
  }
  const auto word = read_word(at, node, "type", type_names_in(at.version));
  if (!word) return meant_type(at, node);
  return static_cast<PrimitiveType>(*word);
}

// A macro of a later version becomes other primitives; nothing more can be checked.
bool is_too_new_macro(const Reporter& at, NodeId primitive) {
  if (at.tree[primitive].kind != NodeKind::Mapping) return false;
  const NodeId macro = find_value(at.tree, primitive, "macro");
  if (macro == no_index) return false;
  const bool is_prism = at.tree[macro].kind == NodeKind::Scalar &&
                        at.tree.text_of(macro) == "triangle_prism_on_plane";
  if (is_prism) {
    at.report(Code::TooNewForDocument, macro,
              "triangle_prism_on_plane in a document of version {}.{}", at.version.major,
              at.version.minor)
        .help(help_for_version(expression_version));
    return true;
  }
  if (at.version >= macro_version) return false;
  at.report(Code::UnknownField, macro - 1, "a macro in a document of version {}.{}",
            at.version.major, at.version.minor)
      .help("macros were added in version 0.11: {}", help_for_version(macro_version));
  return true;
}

// Whether the type is that of an implicit surface, or is none at all and the fields are.
bool is_implicit_surface(const Reporter& at, NodeId primitive) {
  const Tree& tree = at.tree;
  if (tree[primitive].kind != NodeKind::Mapping) return false;
  const NodeId type = find_value(tree, primitive, "type");
  if (type == no_index || tree[type].kind != NodeKind::Scalar) return false;
  const std::string_view name = tree.text_of(type);
  if (name == "implicit_surface") return true;
  if (at.version < surface_version) return false;
  if (std::find(std::begin(type_names), std::end(type_names), name) != std::end(type_names)) {
    return false;
  }
  return meant_type(at, type) == PrimitiveType::ImplicitSurface ||
         find_value(tree, primitive, "domain") != no_index ||
         find_value(tree, primitive, "ops") != no_index;
}

Primitive decode_primitive(const Reporter& at, NodeId node) {
  Primitive primitive;
  primitive.origin = node;
  if (is_too_new_macro(at, node)) return primitive;
  if (is_implicit_surface(at, node)) {
    const NodeId type = find_value(at.tree, node, "type");
    if (at.version >= surface_version) static_cast<void>(decode_type(at, type));
    decode_implicit_surface(at, node, primitive);
    return primitive;
  }
  const auto [id, type, dimensions, name, transform, material, surface, tags, aabb] =
      read_fields<primitive_object>(at, node);
  decode_common(at, {id, name, material, surface, tags}, primitive);
  primitive.type = decode_type(at, type);
  if (primitive.type) {
    decode_dimensions(at, dimensions, *primitive.type, primitive);
  } else {
    check_unknown_dimensions(at, dimensions);
  }
  primitive.transform = decode_transform(at, transform);
  return primitive;
}

}  // namespace

Reference decode_material_reference(const Reporter& at, NodeId node, bool& unreadable) {
  Reference material;
  if (node != no_index && at.tree[node].kind == NodeKind::Mapping) {
    at.report(Code::WrongType, node, "material must be text, not a mapping")
        .help("define it under 'materials' and give its id here");
  } else {
    material = read_reference(at, node, "material");
  }
  unreadable = node != no_index && !material.given();
  return material;
}

void decode_common(const Reporter& at, const CommonNodes& nodes, Primitive& primitive) {
  primitive.id = read_id(at, nodes.id, "primitive id");
  static_cast<void>(read_text(at, nodes.name, "primitive name"));
  static_cast<void>(read_text(at, nodes.surface, "surface"));
  primitive.material = decode_material_reference(at, nodes.material, primitive.unreadable_material);
  primitive.tags = decode_tags(at, nodes.tags);
  primitive.tags_node = nodes.tags;
}

Mesh decode_mesh(const Reporter& at, NodeId node) {
  const auto [id, name, primitives, material, uv_sets, uv_roles] =
      read_fields<mesh_object>(at, node);
  Mesh mesh;
  mesh.node = node;
  mesh.id = read_id(at, id, "mesh id");
  mesh.name = read_text(at, name, "mesh name");
  mesh.material = decode_material_reference(at, material, mesh.unreadable_material);
  decode_uv_sets(at, uv_sets, mesh);
  decode_uv_roles(at, uv_roles, mesh);
  if (primitives == no_index || !expect_list(at, primitives, "primitives")) {
    mesh.incomplete_primitives = true;
    return mesh;
  }
  mesh.incomplete_primitives = at.tree[primitives].damaged;
  const bool is_lost = mesh.incomplete_primitives && at.tree[primitives].size == 0;
  mesh.primitives_node = is_lost ? no_index : primitives;
  mesh.primitives.reserve(at.tree[primitives].size);
  each_element(at, primitives, "primitives", [&](NodeId element) {
    mesh.primitives.push_back(decode_primitive(at, element));
    mesh.incomplete_primitives |= !mesh.primitives.back().id.given();
  });
  return mesh;
}

}  // namespace rigy::language
