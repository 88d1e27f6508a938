#include "expand/number_fields.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace rigy::language {
namespace {

// In alphabetical order. Where ids are keys (materials, imports, bones of a pose, UV sets) their
// values are mappings, so no id is mistaken for one of these.
constexpr auto number_keys = std::to_array<std::string_view>(
    {"base_y", "bottom", "degrees", "depth", "height", "iso", "length", "offset", "radius", "roll",
     "strength", "thickness", "top", "weight", "width", "x", "y", "z"});
static_assert(std::is_sorted(number_keys.begin(), number_keys.end()));

// Fields that are lists of numbers.
constexpr auto list_keys = std::to_array<std::string_view>(
    {"base_color", "head", "leg_p", "leg_q", "max", "min", "normal", "origin", "range", "rotation",
     "rotation_degrees", "rotation_euler", "rotation_quat", "scale", "span", "tail",
     "translation"});
static_assert(std::is_sorted(list_keys.begin(), list_keys.end()));

constexpr auto whole_keys = std::to_array<std::string_view>({"nx", "ny", "nz"});

// The key of the value `node`; no_index if it is not a value.
NodeId key_of(const Tree& tree, NodeId id) { return is_value(tree, id) ? id - 1 : no_index; }

NumberField field_of_list(const Tree& tree, NodeId key) {
  const std::string_view name = tree.text_of(key);
  if (std::binary_search(list_keys.begin(), list_keys.end(), name)) return NumberField::Any;
  if (name == "vertices") return NumberField::Whole;
  // Elsewhere an axis is a letter.
  const NodeId owner = key_of(tree, tree[key].parent);
  const bool is_axis =
      name == "axis" && owner != no_index && tree.text_of(owner) == "rotation_axis_angle";
  return is_axis ? NumberField::Any : NumberField::None;
}

bool is_in_list(const Tree& tree, NodeId scalar) {
  const NodeId parent = tree[scalar].parent;
  return parent != no_index && tree[parent].kind == NodeKind::Sequence;
}

NodeId field_key_of(const Tree& tree, NodeId scalar) {
  return key_of(tree, is_in_list(tree, scalar) ? tree[scalar].parent : scalar);
}

}  // namespace

NumberField number_field_of(const Tree& tree, NodeId scalar) {
  const NodeId key = field_key_of(tree, scalar);
  if (key == no_index) return NumberField::None;
  if (is_in_list(tree, scalar)) return field_of_list(tree, key);
  const std::string_view name = tree.text_of(key);
  if (std::binary_search(number_keys.begin(), number_keys.end(), name)) return NumberField::Any;
  const bool is_whole = std::find(whole_keys.begin(), whole_keys.end(), name) != whole_keys.end();
  return is_whole ? NumberField::Whole : NumberField::None;
}

std::string_view field_name_of(const Tree& tree, NodeId scalar) {
  const NodeId key = field_key_of(tree, scalar);
  return key == no_index ? std::string_view() : tree.text_of(key);
}

}  // namespace rigy::language
