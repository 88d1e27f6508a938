#include "expand/read.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "expand/number_hint.hpp"
#include "syntax/node_kind.hpp"

namespace rigy::language {
namespace {

NewFinding report_type(const Reporter& at, NodeId node, std::string_view what,
                       std::string_view wanted) {
  if (at.tree[node].reported || at.tree[node].damaged) return {};
  const Code code = is_from_param(at.tree, node) ? Code::WrongParamType : Code::WrongType;
  return at.report(code, node, "{} must be {}, not {}", what, wanted, kind_of(at.tree, node));
}

void report_unknown(const Reporter& at, NodeId key, std::string_view owner,
                    std::span<const Field> fields) {
  const std::string_view name = at.tree.text_of(key);
  const NewFinding added =
      at.report(Code::UnknownFieldLater, key, "unknown field '{}' in {}", name, owner);
  if (!added) return;
  std::vector<std::string_view> names;
  for (const Field& field : fields) names.push_back(field.name);
  std::string help = at.diagnostics.did_you_mean(name, names);
  if (help.empty()) help = fmt::format("known fields: {}", fmt::join(names, ", "));
  added.help(std::move(help));
}

std::optional<double> read_finite(const Reporter& at, NodeId node, std::string_view what) {
  const Tree& tree = at.tree;
  const ScalarType type = is_scalar(tree, node) ? type_of(tree, node) : ScalarType::String;
  if (type != ScalarType::Int && type != ScalarType::Float) {
    const NewFinding added = report_type(at, node, what, "a number");
    if (added && is_scalar(tree, node)) added.help(number_hint(at, node, what));
    return std::nullopt;
  }
  const double value = scalar_number(tree.text_of(node));
  if (std::isfinite(value)) return value;
  at.report(Code::NotFinite, node, "{} is {}, which is not a finite number", what,
            tree.text_of(node));
  return std::nullopt;
}

// Exactly `out.size()` finite numbers.
bool read_list(const Reporter& at, const FieldValue& value, std::span<double> out) {
  const Tree& tree = at.tree;
  const NodeId node = value.node;
  const std::string_view what = value.what;
  if (tree[node].kind != NodeKind::Sequence) {
    report_type(at, node, what, fmt::format("a list of {} numbers", out.size()));
    return false;
  }
  if (tree[node].size != out.size()) {
    const NewFinding added = at.report(Code::WrongLength, node, "{} must have {} numbers, not {}",
                                       what, out.size(), tree[node].size);
    const std::string meant = without_decimal_commas(tree, node, out.size());
    if (!meant.empty()) added.help("write decimals with a point: {}", meant);
    return false;
  }
  bool all = true;
  NodeId element = node + 1;
  for (double& number : out) {
    const auto read = read_finite(at, element, what);
    number = read.value_or(0);
    all = all && read;
    element = tree[element].after;
  }
  return all;
}

}  // namespace

bool read_macro_fields(const Reporter& at, NodeId node, std::string_view owner,
                       const Object& object, std::span<NodeId> values) {
  const Tree& tree = at.tree;
  const std::span<const Field> fields = object.fields;
  std::fill(values.begin(), values.end(), no_index);
  if (tree[node].kind != NodeKind::Mapping) {
    report_type(at, node, owner, "a mapping");
    return false;
  }
  bool all = true;
  for (NodeId key = node + 1; key < tree[node].after; key = tree[key + 1].after) {
    const std::size_t i = index_of(object, tree.text_of(key));
    if (i < fields.size()) {
      if (values[i] == no_index && !is_null(tree, key + 1)) values[i] = key + 1;
    } else if (!tree[key].refused_key) {
      report_unknown(at, key, owner, fields);
      all = false;
    }
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i].required || values[i] != no_index) continue;
    all = false;
    if (tree[node].damaged) continue;
    at.report(Code::MissingField, node, "missing field '{}' in {}", fields[i].name, owner);
  }
  return all;
}

std::optional<double> read_finite(const Reporter& at, const FieldValue& value) {
  return read_finite(at, value.node, value.what);
}

std::optional<double> read_positive(const Reporter& at, const FieldValue& value) {
  const std::optional<double> number = read_finite(at, value);
  if (!number || *number > 0) return number;
  at.report(Code::MacroOutOfRange, value.node, "{} is {}; it must be greater than 0", value.what,
            at.tree.text_of(value.node));
  return std::nullopt;
}

std::optional<Span> read_span(const Reporter& at, const FieldValue& value) {
  std::array<double, 2> ends{};
  if (!read_list(at, value, ends)) return std::nullopt;
  if (ends[0] < ends[1]) return Span{ends[0], ends[1]};
  at.report(Code::MacroOutOfRange, value.node, "{} is [{}, {}]; it must ascend", value.what,
            ends[0], ends[1])
      .help("write [start, end] with start < end");
  return std::nullopt;
}

std::optional<Vec3> read_vector(const Reporter& at, const FieldValue& value) {
  std::array<double, 3> numbers{};
  if (!read_list(at, value, numbers)) return std::nullopt;
  return Vec3{numbers[0], numbers[1], numbers[2]};
}

const Word* read_choice(const Reporter& at, NodeId node, std::string_view what,
                        std::span<const Word> words) {
  const Tree& tree = at.tree;
  if (!is_scalar(tree, node) || type_of(tree, node) != ScalarType::String) {
    report_type(at, node, what, "text");
    return nullptr;
  }
  if (tree[node].reported) return nullptr;
  const std::string_view text = tree.text_of(node);
  std::vector<std::string_view> choices;
  for (const Word& word : words) {
    if (word.name == text) return &word;
    choices.push_back(word.name);
  }
  const NewFinding added = at.report(Code::WrongWord, node, "{} is '{}'; it must be one of: {}",
                                     what, text, fmt::format("{}", fmt::join(choices, ", ")));
  if (added) added.help(at.diagnostics.did_you_mean(text, choices));
  return nullptr;
}

std::string_view text_or_empty(const Tree& tree, NodeId node) {
  if (node == no_index || !is_scalar(tree, node)) return {};
  return type_of(tree, node) == ScalarType::String ? tree.text_of(node) : std::string_view();
}

}  // namespace rigy::language
