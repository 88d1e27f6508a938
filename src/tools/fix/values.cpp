// Fixes of values: numbers, lists of them, colors, rotations.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "document/color_help.hpp"
#include "document/slips.hpp"
#include "editor/samples.hpp"
#include "expand/number_help.hpp"
#include "expand/number_hint.hpp"
#include "fix/fix_context.hpp"
#include "syntax/scalar.hpp"

namespace rigy::tools {
namespace {

constexpr double degree = 0.017453292519943295;  // in radians

bool is_number_text(std::string_view text) {
  const ScalarType type = scalar_type(text, true);
  return type == ScalarType::Int || type == ScalarType::Float;
}

std::string list_text(const std::vector<double>& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

std::string color_text(const MeantColor& color) {
  return list_text({color.linear.begin(), color.linear.end()});
}

FixDrafts replace(const FixContext& context, std::string text, std::string reason = {}) {
  const std::string title = fmt::format("Write {}", text);
  return one_draft(title, replace_value(context.authored(), context.node, {std::move(text)}),
                   std::move(reason));
}

FixDrafts fix_number(const FixContext& context, const Type& type) {
  const std::string_view text = context.tree().text_of(context.node);
  const Field* field = context.meanings[context.node].field;
  const std::string_view what = field == nullptr ? std::string_view() : field->name;
  const std::string number = is_number_text(text) ? std::string(text) : number_meant_by(text, what);
  if (number.empty()) return {};
  if (type.whole && scalar_type(number, true) != ScalarType::Int) return {};
  return replace(context, number);
}

// "[1, 2, 3]" in place of {x: 1, y: 2, z: 3}, or one number in place of {radius: 1}.
FixDrafts fix_dimensions(const FixContext& context, const Object& object) {
  const AuthoredText& authored = context.authored();
  const Tree& tree = authored.tree;
  std::vector<NodeId> values;
  if (tree[context.node].kind == NodeKind::Scalar) {
    values.push_back(context.node);
  } else {
    for (NodeId one = context.node + 1; one < tree[context.node].after; one = tree[one].after) {
      values.push_back(one);
    }
  }
  if (values.size() != object.fields.size() || values.empty()) return {};
  std::string text = "{";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (tree[values[i]].kind != NodeKind::Scalar || !object.fields[i].required) return {};
    text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", object.fields[i].name,
                        authored.text_of(authored.ranges[values[i]]));
  }
  const bool are_axes = object.fields[0].name == "x";
  return replace(context, text + "}", are_axes ? "" : "the numbers may be meant in another way");
}

FixDrafts fix_object(const FixContext& context, const Object& object) {
  const AuthoredText& authored = context.authored();
  if (&object == &material_object) {
    const auto color = color_meant_at(context.tree(), context.node);
    if (!color) return {};
    return replace(context, fmt::format("{{base_color: {}}}", color_text(*color)),
                   color->is_certain ? "" : "numbers up to 255 are taken for a screen color");
  }
  const std::string_view field = field_of_text(object);
  const bool is_text = context.tree()[context.node].kind == NodeKind::Scalar;
  if (!field.empty() && is_text && authored.ranges[context.node].size() > 0) {
    const std::string_view written = authored.text_of(authored.ranges[context.node]);
    return replace(context, fmt::format("{{{}: {}}}", field, written));
  }
  const bool is_collection = context.tree()[context.node].kind == NodeKind::Sequence;
  const bool has_sizes =
      std::all_of(object.fields.begin(), object.fields.end(),
                  [](const Field& one) { return one.type.kind == TypeKind::Number; });
  if ((is_collection || is_text) && has_sizes) return fix_dimensions(context, object);
  return {};
}

bool is_color(const Type& type) { return type.unit == Unit::Share && type.count == 4; }

// "base_color: #f80" without quotes: the color is a comment. At the key, since there is no value.
FixDrafts fix_color_in_comment(const FixContext& context) {
  const AuthoredText& authored = context.authored();
  const Tree& tree = context.tree();
  const NodeId parent = tree[context.node].parent;
  const bool is_key =
      parent != no_index && tree[parent].kind == NodeKind::Mapping && !is_value(tree, context.node);
  const Type* type = is_key ? context.meanings[context.node + 1].type : nullptr;
  if (type == nullptr || !is_color(*type)) return {};
  const std::string_view text = authored.text;
  const std::size_t colon = text.find(':', authored.ranges[context.node].end);
  const std::size_t begin = text.find_first_not_of(' ', colon + 1);
  if (colon == text.npos || begin == text.npos || text[begin] != '#') return {};
  const std::size_t end = std::min(text.find_first_of(" \t\r\n", begin), text.size());
  const std::string quoted = fmt::format("\"{}\"", text.substr(begin, end - begin));
  const AuthoredText color = read_authored(quoted);
  const auto meant = color.empty() ? std::nullopt : color_meant_at(color.tree, 0);
  if (!meant) return {};
  return one_draft(fmt::format("Write {}", color_text(*meant)),
                   TextEdits{{begin, end, color_text(*meant)}}, "the color is a comment now");
}

bool is_text_type(const Type& type) {
  return type.kind == TypeKind::Text || type.kind == TypeKind::Id ||
         type.kind == TypeKind::Reference;
}

}  // namespace

std::optional<std::vector<double>> numbers_at(const Tree& tree, NodeId list, std::size_t count) {
  if (tree[list].kind != NodeKind::Sequence || tree[list].size != count) return std::nullopt;
  std::vector<double> numbers;
  for (NodeId one = list + 1; one < tree[list].after; one = tree[one].after) {
    if (tree[one].kind != NodeKind::Scalar || !tree[one].plain) return std::nullopt;
    if (!is_number_text(tree.text_of(one))) return std::nullopt;
    numbers.push_back(scalar_number(tree.text_of(one)));
    if (!std::isfinite(numbers.back())) return std::nullopt;
  }
  return numbers;
}

FixDrafts fix_wrong_type(const FixContext& context) {
  const Type* type = context.meanings[context.node].type;
  const Tree& tree = context.tree();
  if (type == nullptr) return fix_color_in_comment(context);
  const bool is_scalar = tree[context.node].kind == NodeKind::Scalar;
  if (is_color(*type)) {
    if (FixDrafts color = fix_color(context); !color.empty()) return color;
  }
  const bool is_element = type->kind == TypeKind::Numbers;
  if (is_scalar && (type->kind == TypeKind::Number || is_element)) {
    const bool is_list = is_element && context.node != no_index &&
                         tree[tree[context.node].parent].kind != NodeKind::Sequence;
    return is_list ? FixDrafts() : fix_number(context, *type);
  }
  if (type->object != nullptr) return fix_object(context, *type->object);
  const bool is_empty = is_scalar && tree[context.node].plain &&
                        scalar_type(tree.text_of(context.node), true) == ScalarType::Null;
  const Field* field = context.meanings[context.node].field;
  if (is_empty && field != nullptr && may_be_none(*field)) return replace(context, "none");
  if (is_scalar && is_text_type(*type) && tree[context.node].plain &&
      !tree.text_of(context.node).empty()) {
    if (!is_number_text(tree.text_of(context.node))) return {};
    return replace(context, fmt::format("\"{}\"", tree.text_of(context.node)));
  }
  return {};
}

// A decimal comma makes two numbers of one.
FixDrafts fix_wrong_length(const FixContext& context) {
  const Type* type = context.meanings[context.node].type;
  if (type == nullptr || type->kind != TypeKind::Numbers) return {};
  const std::string text = without_decimal_commas(context.tree(), context.node, type->count);
  if (text.empty()) return {};
  return replace(context, text, "the commas may separate numbers");
}

FixDrafts fix_version(const FixContext& context) {
  const Tree& tree = context.tree();
  if (tree[context.node].kind != NodeKind::Scalar || !tree[context.node].plain) return {};
  const Field* field = context.meanings[context.node].field;
  const std::string_view text = tree.text_of(context.node);
  const bool is_version = field != nullptr && field->name.ends_with("version");
  if (!is_version || scalar_type(text, true) != ScalarType::Float) return {};
  return replace(context, fmt::format("\"{}\"", text));
}

FixDrafts fix_color(const FixContext& context) {
  const Tree& tree = context.tree();
  FixContext whole = context;
  // Or the component that is out of range.
  const NodeId parent = tree[context.node].parent;
  if (parent != no_index && tree[parent].kind == NodeKind::Sequence) whole.node = parent;
  const auto color = color_meant_at(tree, whole.node);
  if (!color) return {};
  return replace(whole, color_text(*color),
                 color->is_certain ? "" : "numbers up to 255 are taken for a screen color");
}

FixDrafts fix_degrees(const FixContext& context) {
  const Tree& tree = context.tree();
  NodeId list = context.node;
  if (tree[list].kind == NodeKind::Scalar) list = tree[list].parent;
  if (list == no_index || !is_value(tree, list)) return {};
  const std::string reason = "the angles may be meant in radians";
  if (has(context.version, Feature::RotationDegrees) &&
      find_value(tree, tree[list].parent, "rotation_degrees") == no_index) {
    return one_draft("Rename 'rotation_euler' to 'rotation_degrees'",
                     replace_text(context.authored(), list - 1, "rotation_degrees"), reason);
  }
  auto angles = numbers_at(tree, list, 3);
  if (!angles) return {};
  for (double& angle : *angles) angle *= degree;
  FixContext whole = context;
  whole.node = list;
  return replace(whole, list_text(*angles), reason);
}

FixDrafts fix_quaternion(const FixContext& context) {
  auto q = numbers_at(context.tree(), context.node, 4);
  if (!q) return {};
  double sum = 0;
  for (const double one : *q) sum += one * one;
  const double length = std::sqrt(sum);
  if (!(length > 1e-6) || !std::isfinite(length)) return {};
  for (double& one : *q) one = one / length + 0.0;
  return replace(context, list_text(*q));
}

// [0, 0, 0, 1] is the identity elsewhere.
FixDrafts fix_quaternion_order(const FixContext& context) {
  if (!numbers_at(context.tree(), context.node, 4)) return {};
  return replace(context, "[1, 0, 0, 0]", "a half turn about z may be meant");
}

}  // namespace rigy::tools
