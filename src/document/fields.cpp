#include "document/fields.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "expand/number_hint.hpp"
#include "yaml/scalar.hpp"

namespace rigy {
namespace {

ScalarType type_of(const Tree& tree, NodeId node) {
  return scalar_type(tree.text_of(node), tree[node].plain);
}

bool is_scalar(const Tree& tree, NodeId node) { return tree[node].kind == NodeKind::Scalar; }

Added wrong_type(const Reporter& at, NodeId node, std::string_view what, std::string_view wanted) {
  if (at.tree[node].reported) return {};
  if (is_from_param(at.tree, node)) {
    return at.report(Code::V61, node, "{} must be {}, but the param is {}", what, wanted,
                     kind_of(at.tree, node));
  }
  if (is_null(at.tree, node)) {
    return at.report(Code::P04, node, "{} must be {}, but nothing is given", what, wanted);
  }
  return at.report(Code::P04, node, "{} must be {}, not {}", what, wanted, kind_of(at.tree, node));
}

std::size_t index_of(std::span<const Field> fields, std::string_view name) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == name || (!fields[i].alias.empty() && fields[i].alias == name)) return i;
  }
  return fields.size();
}

std::vector<std::string_view> names_of(std::span<const Field> fields) {
  std::vector<std::string_view> names;
  for (const Field& field : fields) {
    if (field.refused) continue;
    names.push_back(field.name);
    if (!field.alias.empty()) names.push_back(field.alias);
  }
  return names;
}

constexpr std::string_view merge_key = "<<";

struct Slip {
  std::string_view what;
  std::string_view name;
  std::string_view meant;  // the field of the same mapping that it stands for, if it is one
  std::string_view help;   // empty: "did you mean …"
};

// Help for the slips that edit distance does not catch.
constexpr auto known_slips = std::to_array<Slip>({
    {"document", "rigy_version", "version", {}},
    {"primitive", "size", "dimensions", {}},
    {"primitive", "shape", "type", {}},
    {"primitive", "translation", {}, "it belongs under 'transform'"},
    {"primitive", "rotation_euler", {}, "it belongs under 'transform'"},
    {"primitive", "position", {}, "write transform: {translation: [x, y, z]}"},
    {"primitive", "location", {}, "write transform: {translation: [x, y, z]}"},
    {"primitive", "rotation", {}, "write transform: {rotation_euler: [x, y, z]}, in radians"},
    {"primitive", "radius", {}, "it belongs under 'dimensions'"},
    {"primitive", "height", {}, "it belongs under 'dimensions'"},
    {"primitive", "scale", {}, "give the final size under 'dimensions'"},
    {"primitive", "colour", {}, "define it under 'materials' and name it with 'material'"},
    {"primitive", "color", {}, "define it under 'materials' and name it with 'material'"},
    {"primitive", "base_color", {}, "define it under 'materials' and name it with 'material'"},
    {"sphere dimensions", "width", "radius", "a sphere has only a 'radius', half of its width"},
    {"sphere dimensions", "height", "radius", "a sphere has only a 'radius', half of its height"},
    {"sphere dimensions", "depth", "radius", "a sphere has only a 'radius', half of its depth"},
    {"sphere dimensions", "diameter", "radius", "a sphere has a 'radius', half of its diameter"},
    {"cylinder dimensions", "width", "radius", "a cylinder has a 'radius', half of its width"},
    {"cylinder dimensions", "diameter", "radius", "a cylinder has a 'radius', half its diameter"},
    {"cylinder dimensions", "length", "height", {}},
    {"capsule dimensions", "width", "radius", "a capsule has a 'radius', half of its width"},
    {"capsule dimensions", "diameter", "radius", "a capsule has a 'radius', half its diameter"},
    {"capsule dimensions", "length", "height", {}},
    {"transform", "position", "translation", {}},
    {"transform", "location", "translation", {}},
    {"transform", "rotation", "rotation_euler", "write rotation_euler: [x, y, z], in radians"},
    {"transform", "scale", {}, "give the final size under the primitive's 'dimensions'"},
    {"anchor", "position", "translation", {}},
    {"import", "path", "source", {}},
    {"import", "file", "source", {}},
    {"pose entry", "rotation_euler", {}, "write rotation: [w, x, y, z], a unit quaternion"},
});

const Slip* find_slip(std::string_view what, std::string_view name) {
  const auto found = std::find_if(known_slips.begin(), known_slips.end(), [&](const Slip& slip) {
    return slip.what == what && slip.name == name;
  });
  return found == known_slips.end() ? nullptr : &*found;
}

struct UnknownField {
  NodeId key;
  std::string_view name;
};

std::string help_for_unknown(const Reporter& at, std::string_view what, std::string_view name,
                             std::span<const Field> fields) {
  if (name == merge_key) {
    return "YAML 1.2 has no merge keys: write the fields out, or alias a whole value";
  }
  if (const Slip* slip = find_slip(what, name)) {
    if (slip->help.empty()) return fmt::format("did you mean '{}'?", slip->meant);
    return std::string(slip->help);
  }
  const std::vector<std::string_view> names = names_of(fields);
  std::string meant = at.diagnostics.did_you_mean(name, names);
  if (!meant.empty()) return meant;
  return fmt::format("known fields: {}", fmt::join(names, ", "));
}

void report_unknown(const Reporter& at, NodeId node, std::string_view what,
                    const std::vector<UnknownField>& unknown, std::span<const Field> fields) {
  if (unknown.empty()) return;
  const std::string owner = name_of(at.tree, node, what);
  for (const UnknownField& one : unknown) {
    if (at.tree[one.key].refused_key) continue;
    const Added added = at.report(Code::V33, one.key, "unknown field '{}' in {}", one.name, owner);
    if (added) added.help(help_for_unknown(at, what, one.name, fields));
  }
}

// Among so many unknown fields nobody can tell which one was meant.
constexpr std::size_t max_meant_fields = 16;

// The unknown field that must be meant where `missing` is not given, or the end.
std::vector<UnknownField>::const_iterator meant_for(const std::vector<UnknownField>& unknown,
                                                    std::string_view what,
                                                    std::string_view missing) {
  if (unknown.size() > max_meant_fields) return unknown.end();
  return std::find_if(unknown.begin(), unknown.end(), [&](const UnknownField& one) {
    const Slip* slip = find_slip(what, one.name);
    return slip != nullptr ? slip->meant == missing : is_close(one.name, missing);
  });
}

void report_missing(const Reporter& at, NodeId node, std::string_view what, const Field& field) {
  const Added added = at.report(Code::V34, node, "missing field '{}' in {}", field.name,
                                name_of(at.tree, node, what));
  if (!field.form.empty()) added.help("add {}: {}", field.name, field.form);
}

}  // namespace

std::string kind_of(const Tree& tree, NodeId node) {
  switch (tree[node].kind) {
    case NodeKind::Sequence:
      return "a list";
    case NodeKind::Mapping:
      return "a mapping";
    case NodeKind::Alias:
      return "an alias";
    case NodeKind::Scalar:
      break;
  }
  const std::string_view text = tree.text_of(node);
  switch (type_of(tree, node)) {
    case ScalarType::Null:
      return "nothing";
    case ScalarType::Bool:
      return message_of("the boolean {}", text);
    case ScalarType::Int:
    case ScalarType::Float:
      return message_of("the number {}", text);
    case ScalarType::String:
      break;
  }
  return message_of("the text '{}'", text);
}

bool is_null(const Tree& tree, NodeId node) {
  return is_scalar(tree, node) && type_of(tree, node) == ScalarType::Null;
}

bool is_number(const Tree& tree, NodeId node) {
  if (!is_scalar(tree, node)) return false;
  const ScalarType type = type_of(tree, node);
  return type == ScalarType::Int || type == ScalarType::Float;
}

std::string name_of(const Tree& tree, NodeId mapping, std::string_view what) {
  if (what == "document") return "the document";
  // These have their id as a key.
  if (is_value(tree, mapping) && (what == "material" || what == "import" || what == "pose entry")) {
    return message_of("{} '{}'", what, tree.text_of(mapping - 1));
  }
  for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
    const NodeId value = tree.resolve(key + 1);
    if (tree.text_of(key) != "id" || !is_scalar(tree, value)) continue;
    return message_of("{} '{}'", what, tree.text_of(value));
  }
  return std::string(what);
}

bool expect_mapping(const Reporter& at, NodeId node, std::string_view what) {
  if (at.tree[node].kind == NodeKind::Mapping) return true;
  if (what == "document") {
    wrong_type(at, node, "the document", "a mapping").help("begin with version: \"0.6\"");
  } else {
    wrong_type(at, node, what, "a mapping").help("write it as key: value, or {key: value}");
  }
  return false;
}

bool expect_list(const Reporter& at, NodeId node, std::string_view what) {
  if (at.tree[node].kind == NodeKind::Sequence) return !at.tree[node].reported;
  wrong_type(at, node, what, "a list").help("begin each item with '- ', or write [a, b]");
  return false;
}

bool read_fields(const Reporter& at, NodeId node, std::string_view what,
                 std::span<const Field> fields, std::span<NodeId> values) {
  if (node == no_node || !expect_mapping(at, node, what)) return false;
  const Tree& tree = at.tree;
  std::vector<UnknownField> unknown;
  for (NodeId key = node + 1; key < tree[node].after; key = tree[key + 1].after) {
    const std::string_view name = tree.text_of(key);
    const std::size_t i = index_of(fields, name);
    if (i == fields.size()) {
      unknown.push_back({key, name});
    } else if (values[i] == no_node) {
      values[i] = tree.resolve(key + 1);
    }
  }
  report_unknown(at, node, what, unknown, fields);
  // What was meant to be merged may have every field.
  const bool merges = std::any_of(unknown.begin(), unknown.end(),
                                  [](const UnknownField& one) { return one.name == merge_key; });
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (values[i] != no_node && !fields[i].required && is_null(tree, values[i])) {
      values[i] = no_node;
    }
    if (values[i] != no_node || !fields[i].required) continue;
    const auto meant = meant_for(unknown, what, fields[i].name);
    if (meant != unknown.end()) {
      values[i] = tree.resolve(meant->key + 1);
      unknown.erase(meant);  // it stands for one field only
      continue;
    }
    if (!merges) report_missing(at, node, what, fields[i]);
  }
  return true;
}

Text read_text(const Reporter& at, NodeId node, std::string_view what) {
  if (node == no_node) return {};
  const Tree& tree = at.tree;
  const bool text = is_scalar(tree, node) && !tree[node].reported &&
                    (type_of(tree, node) == ScalarType::String || tree[node].refused_key);
  if (text) return {tree.text_of(node), node};
  const Added added = wrong_type(at, node, what, "text");
  if (is_scalar(tree, node) && !is_null(tree, node)) {
    added.help("put it in quotes{}: \"{}\"",
               is_from_param(tree, node) ? std::string_view(" where the param gets its value")
                                         : std::string_view(),
               tree.text_of(node));
  }
  return {};
}

Text read_id(const Reporter& at, NodeId node, std::string_view what) {
  const Text text = read_text(at, node, what);
  if (text.given() && text.value.empty()) at.report(Code::X16, node, "{} is empty", what);
  return text;
}

Reference read_reference(const Reporter& at, NodeId node, std::string_view what) {
  const Text text = read_text(at, node, what);
  return {text.value, text.node, unresolved};
}

Number read_number(const Reporter& at, NodeId node, std::string_view what, Code not_finite) {
  if (node == no_node) return {};
  const Tree& tree = at.tree;
  if (!is_number(tree, node)) {
    const Added added = wrong_type(at, node, what, "a number");
    const bool quoted = is_scalar(tree, node) && !tree[node].plain;
    const ScalarType unquoted = quoted ? scalar_type(tree.text_of(node), true) : ScalarType::String;
    if (unquoted == ScalarType::Int || unquoted == ScalarType::Float) {
      added.help("remove the quotes: {}", tree.text_of(node));
    } else if (added && is_scalar(tree, node)) {
      added.help(number_hint(tree.text_of(node)));
    }
    return {};
  }
  const double value = scalar_number(tree.text_of(node));
  if (std::isfinite(value)) return {value, node};
  at.report(not_finite, node, "{} is {}, which is not a finite number", what, tree.text_of(node));
  return {};
}

bool read_numbers(const Reporter& at, NodeId node, std::string_view what, std::string_view form,
                  std::span<Number> out, Code not_finite) {
  if (node == no_node) return false;
  if (at.tree[node].kind != NodeKind::Sequence) {
    wrong_type(at, node, what, fmt::format("a list of {} numbers", out.size()))
        .help("write {}: {}", what, form);
    return false;
  }
  if (at.tree[node].size != out.size()) {
    at.report(Code::P06, node, "{} must have {} numbers, not {}", what, out.size(),
              at.tree[node].size)
        .help("write {}: {}", what, form);
    return false;
  }
  bool all = true;
  std::size_t i = 0;
  each_element(at, node, what, [&](NodeId element) {
    out[i] = read_number(at, element, what, not_finite);
    all = all && out[i].given();
    ++i;
  });
  return all;
}

Point read_point(const Reporter& at, NodeId node, std::string_view what) {
  std::array<Number, 3> numbers;
  if (!read_numbers(at, node, what, "[x, y, z]", numbers)) return {};
  return {{numbers[0].value, numbers[1].value, numbers[2].value}, node};
}

std::optional<std::size_t> read_word(const Reporter& at, NodeId node, std::string_view what,
                                     std::span<const std::string_view> words, Code code) {
  const Text text = read_text(at, node, what);
  if (!text.given()) return std::nullopt;
  const auto found = std::find(words.begin(), words.end(), text.value);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  if (words.size() == 1) {
    at.report(code, node, "{} is '{}'; it must be {}", what, text.value, words[0]);
    return std::nullopt;
  }
  const std::string list = fmt::format("{}", fmt::join(words, ", "));
  const Added added =
      at.report(code, node, "{} is '{}'; it must be one of: {}", what, text.value, list);
  if (!added) return std::nullopt;
  added.help(at.diagnostics.did_you_mean(text.value, words));
  return std::nullopt;
}

}  // namespace rigy
