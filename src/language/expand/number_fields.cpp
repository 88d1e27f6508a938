#include "expand/number_fields.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "tables/schema.hpp"

namespace rigy::language {
namespace {

// A field that is a number, or a list of numbers.
struct NumberName {
  std::string_view name;
  std::string_view owner;  // the field whose value has it
  Unit unit = Unit::None;
  bool whole = false;
  bool in_list = false;
  bool is_clear = true;  // no other field of that name is something else
};

// The names of all fields of documents that are numbers, in alphabetical order. Where ids are keys
// (materials, imports, bones of a pose, UV sets) their values are mappings, so no id is mistaken
// for one of these.
struct NumberNames {
  std::array<NumberName, 64> items{};
  std::size_t count = 0;

  [[nodiscard]] constexpr NumberName* find(std::string_view name) {
    for (std::size_t i = 0; i < count; ++i) {
      if (items[i].name == name) return &items[i];
    }
    return nullptr;
  }

  constexpr void add(const NumberName& added) {
    if (find(added.name) != nullptr) return;
    std::size_t place = count++;
    for (; place > 0 && added.name < items[place - 1].name; --place) {
      items[place] = items[place - 1];
    }
    items[place] = added;
  }

  constexpr void add_fields(const Object& object, std::string_view owner) {
    for (const Field& field : object.fields) {
      const Type& type = field.type;
      if (type.kind == TypeKind::Number || type.kind == TypeKind::Numbers) {
        const NumberName one{field.name, owner, type.unit, type.whole,
                             type.kind == TypeKind::Numbers};
        add(one);
        if (field.alias.empty()) continue;
        NumberName other = one;
        other.name = field.alias;
        add(other);
      }
      add_types(type, field.name);
    }
  }

  // The fields of the objects in a value of that type.
  constexpr void add_types(const Type& type, std::string_view owner) {
    if (type.object != nullptr) add_fields(*type.object, owner);
    for (const Type* one : type.of) add_types(*one, owner);
  }

  constexpr void mark_unclear(const Object& object) {
    for (const Field& field : object.fields) {
      const TypeKind kind = field.type.kind;
      const bool is_number = kind == TypeKind::Number || kind == TypeKind::Numbers;
      if (!is_number && !field.refused) {
        if (NumberName* same = find(field.name)) same->is_clear = false;
      }
      mark_unclear(field.type);
    }
  }
  constexpr void mark_unclear(const Type& type) {
    if (type.object != nullptr) mark_unclear(*type.object);
    for (const Type* one : type.of) mark_unclear(*one);
  }
};

constexpr NumberNames number_names = [] {
  NumberNames names;
  names.add_fields(document_object, {});
  names.mark_unclear(document_object);
  return names;
}();

const NumberName* find_number(std::string_view name) {
  const auto* end = number_names.items.begin() + number_names.count;
  const auto* found = std::lower_bound(
      number_names.items.begin(), end, name,
      [](const NumberName& one, std::string_view wanted) { return one.name < wanted; });
  return found != end && found->name == name ? found : nullptr;
}

// The key of the value `node`; no_index if it is not a value.
NodeId key_of(const Tree& tree, NodeId id) { return is_value(tree, id) ? id - 1 : no_index; }

bool is_in_list(const Tree& tree, NodeId scalar) {
  const NodeId parent = tree[scalar].parent;
  return parent != no_index && tree[parent].kind == NodeKind::Sequence;
}

NodeId field_key_of(const Tree& tree, NodeId scalar) {
  return key_of(tree, is_in_list(tree, scalar) ? tree[scalar].parent : scalar);
}

// What stands in a value of that type, at a key or as an element; null: nothing known.
const Type* type_within(const Tree& tree, NodeId child, const Type& type) {
  if (type.kind == TypeKind::Map) return type.of[1];
  if (type.kind == TypeKind::List) return type.of[0];
  if (type.kind != TypeKind::Object || !is_value(tree, child)) return nullptr;
  for (const Field& field : type.object->fields) {
    if (field.name == tree.text_of(child - 1)) return &field.type;
  }
  return nullptr;
}

// The type of the value at a node, found from the root of the document down.
const Type* type_at(const Tree& tree, NodeId node, const Type& root) {
  const NodeId parent = tree[node].parent;
  if (parent == no_index) return &root;
  const Type* outer = type_at(tree, parent, root);
  if (outer == nullptr || outer->kind == TypeKind::Numbers) return outer;
  return type_within(tree, node, *outer);
}

// By the place in the document, for documents whose ids are keys of numbers.
NumberField number_at(const Tree& tree, NodeId scalar, const Object& root) {
  const Type type{.kind = TypeKind::Object, .object = &root};
  const Type* found = type_at(tree, scalar, type);
  if (found == nullptr) return NumberField::None;
  const bool fits = found->kind == TypeKind::Number ||
                    (found->kind == TypeKind::Numbers && is_in_list(tree, scalar));
  if (!fits) return NumberField::None;
  return found->whole ? NumberField::Whole : NumberField::Any;
}

}  // namespace

NumberField number_field_of(const Tree& tree, NodeId scalar, const Object& root) {
  if (&root != &document_object) return number_at(tree, scalar, root);
  const NodeId key = field_key_of(tree, scalar);
  if (key == no_index) return NumberField::None;
  const NumberName* found = find_number(tree.text_of(key));
  if (found == nullptr || found->in_list != is_in_list(tree, scalar)) return NumberField::None;
  if (!found->is_clear) {
    const NodeId owner = key_of(tree, tree[key].parent);
    if (owner == no_index || tree.text_of(owner) != found->owner) return NumberField::None;
  }
  return found->whole ? NumberField::Whole : NumberField::Any;
}

Unit unit_of_field(std::string_view name) {
  const NumberName* found = find_number(name);
  return found == nullptr ? Unit::None : found->unit;
}

std::string_view field_name_of(const Tree& tree, NodeId scalar) {
  const NodeId key = field_key_of(tree, scalar);
  return key == no_index ? std::string_view() : tree.text_of(key);
}

}  // namespace rigy::language
