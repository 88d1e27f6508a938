#include <algorithm>

#include <fmt/format.h>

#include "diagnostics/suggestions.hpp"
#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "document/primitive_types.hpp"
#include "tables/features.hpp"

namespace rigy::language {
namespace {

// D4: an axis given under both of its names.
void report_both_names(const Reporter& at, NodeId node, const Field& dimension) {
  NodeId first = no_index;
  each_pair(at.tree, node, [&](NodeId key, NodeId) {
    const std::string_view name = at.tree.text_of(key);
    if (dimension.alias.empty() || (name != dimension.name && name != dimension.alias)) return;
    if (first == no_index) {
      first = key;
      return;
    }
    at.report(Code::ExclusiveFields, key, "'{}' and '{}' are names of the same dimension",
              dimension.name, dimension.alias)
        .help("keep one of the two")
        .related(at.range_of(first), "the other one");
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
  if (at.tree[node].kind == NodeKind::Sequence && !at.tree[node].damaged) {
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

// The dimensions of a primitive of unknown type: numbers greater than 0, whatever they mean.
void check_unknown_dimensions(const Reporter& at, const FieldValue& dimensions) {
  each_pair(at, dimensions, [&](NodeId key, NodeId value) {
    const Number dimension = read_number(at, value, at.tree.text_of(key));
    if (!dimension.given() || dimension.value > 0) return;
    at.report(Code::NonPositiveDimension, value, "{} is {}; it must be greater than 0",
              at.tree.text_of(key), at.tree.text_of(value));
  });
}

// Nothing if the text at `node` is not close to any of them.
std::optional<PrimitiveType> meant_type(const Reporter& at, NodeId node) {
  if (at.tree[node].kind != NodeKind::Scalar) return std::nullopt;
  ClosestWord closest(at.tree.text_of(node));
  for (const Word& word : some_shape.words) {
    if (!is_too_new(word.feature, at.version)) closest.offer(word.name);
  }
  return value_of_word<PrimitiveType>(closest.best());
}

// Null unless the text at `node` is a shape that the document is too old for.
const Word* too_new_shape(const Reporter& at, NodeId node) {
  if (at.tree[node].kind != NodeKind::Scalar) return nullptr;
  for (const Word& word : shape_words) {
    if (word.name == at.tree.text_of(node) && is_too_new(word.feature, at.version)) return &word;
  }
  return nullptr;
}

// A shape of a newer version and a misspelled type are refused, but still read.
std::optional<PrimitiveType> decode_type(const Reporter& at, NodeId node) {
  if (node == no_index) return std::nullopt;
  if (const Word* shape = too_new_shape(at, node)) {
    const Version added = since(shape->feature);
    at.report(Code::TooNewFeature, node, "a {} in a document of version {}.{}", shape->name,
              at.version.major, at.version.minor)
        .help("{}s were added in version {}.{}: {}", shape->name, added.major, added.minor,
              help_for_version(shape->feature));
    return static_cast<PrimitiveType>(shape->value);
  }
  const Word* word = read_word(at, node, "type", some_shape);
  if (word == nullptr) return meant_type(at, node);
  return static_cast<PrimitiveType>(word->value);
}

// A macro of a later version becomes other primitives; nothing more can be checked.
bool is_too_new_macro(const Reporter& at, NodeId primitive) {
  if (at.tree[primitive].kind != NodeKind::Mapping) return false;
  const NodeId macro = find_value(at.tree, primitive, "macro");
  if (macro == no_index) return false;
  const bool is_prism = at.tree[macro].kind == NodeKind::Scalar &&
                        at.tree.text_of(macro) == word_for(Macro::TrianglePrism);
  if (is_prism) {
    at.report(Code::TooNewForDocument, macro,
              "triangle_prism_on_plane in a document of version {}.{}", at.version.major,
              at.version.minor)
        .help(help_for_version(Feature::TrianglePrism));
    return true;
  }
  if (has(at.version, Feature::Macros)) return false;
  at.report(Code::UnknownField, macro - 1, "a macro in a document of version {}.{}",
            at.version.major, at.version.minor)
      .help("macros were added in version 0.11: {}", help_for_version(Feature::Macros));
  return true;
}

// Whether the type is that of an implicit surface, or is none at all and the fields are.
bool is_implicit_surface(const Reporter& at, NodeId primitive) {
  const Tree& tree = at.tree;
  if (tree[primitive].kind != NodeKind::Mapping) return false;
  const NodeId type = find_value(tree, primitive, "type");
  if (type == no_index || tree[type].kind != NodeKind::Scalar) return false;
  const std::string_view name = tree.text_of(type);
  const auto known = value_of_word<PrimitiveType>(name);
  if (known == PrimitiveType::ImplicitSurface) return true;
  if (known || !has(at.version, Feature::ImplicitSurfaces)) return false;
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
    if (has(at.version, Feature::ImplicitSurfaces)) static_cast<void>(decode_type(at, type));
    decode_implicit_surface(at, node, primitive);
    return primitive;
  }
  const auto fields = read_fields<primitive_object>(at, node);
  decode_common(at, fields, primitive);
  primitive.type = decode_type(at, fields.node<"type">());
  if (primitive.type) {
    decode_dimensions(at, fields.node<"dimensions">(), *primitive.type, primitive);
  } else {
    check_unknown_dimensions(at, fields.get<"dimensions">());
  }
  primitive.transform = decode_transform(at, fields.node<"transform">());
  return primitive;
}

}  // namespace

Reference decode_material_reference(const Reporter& at, const FieldValue& value, bool& unreadable) {
  Reference material;
  if (value.given() && at.tree[value.node].kind == NodeKind::Mapping &&
      !at.tree[value.node].damaged) {
    at.report(Code::WrongType, value.node, "material must be text, not a mapping")
        .help("define it under 'materials' and give its id here");
  } else {
    material = read_reference(at, value);
  }
  unreadable = value.given() && !material.given();
  return material;
}

void decode_tags(const Reporter& at, const FieldValue& tags, Primitive& primitive) {
  primitive.tags_node = tags.node;
  each_element(at, tags, [&](NodeId element) {
    const Text tag = read_text(at, element, "tag");
    if (tag.given()) primitive.tags.push_back(tag);
  });
}

Mesh decode_mesh(const Reporter& at, NodeId node) {
  const auto fields = read_fields<mesh_object>(at, node);
  const FieldValue primitives = fields.get<"primitives">();
  Mesh mesh;
  mesh.node = node;
  mesh.id = read_id(at, fields.get<"id">());
  mesh.name = read_text(at, fields.get<"name">());
  mesh.material = decode_material_reference(at, fields.get<"material">(), mesh.unreadable_material);
  decode_uv_sets(at, fields.get<"uv_sets">(), mesh);
  decode_uv_roles(at, fields.get<"uv_roles">(), mesh);
  decode_items(at, primitives, decode_primitive, mesh.primitives, mesh.primitives_node,
               mesh.incomplete_primitives);
  return mesh;
}

}  // namespace rigy::language
