#include "document/fields.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/unreachable.hpp"
#include "diagnostics/suggestions.hpp"
#include "document/slips.hpp"
#include "expand/number_hint.hpp"
#include "expand/yaml_text.hpp"
#include "syntax/node_kind.hpp"
#include "tables/features.hpp"

namespace rigy::language {
namespace {

NewFinding wrong_type(const Reporter& at, NodeId node, std::string_view what,
                      std::string_view wanted) {
  if (at.tree[node].reported || at.tree[node].damaged) return {};
  if (is_from_param(at.tree, node)) {
    return at.report(Code::WrongParamType, node, "{} must be {}, but the param is {}", what, wanted,
                     kind_of(at.tree, node));
  }
  if (is_null(at.tree, node)) {
    return at.report(Code::WrongType, node, "{} must be {}, but it is empty", what, wanted);
  }
  return at.report(Code::WrongType, node, "{} must be {}, not {}", what, wanted,
                   kind_of(at.tree, node));
}

std::size_t index_of(std::span<const Field> fields, std::string_view name) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == name || (!fields[i].alias.empty() && fields[i].alias == name)) return i;
  }
  return fields.size();
}

std::vector<std::string_view> names_of(std::span<const Field> fields, Version version) {
  std::vector<std::string_view> names;
  for (const Field& field : fields) {
    if (field.refused || is_too_new(field.feature, version)) continue;
    names.push_back(field.name);
    if (!field.alias.empty()) names.push_back(field.alias);
  }
  return names;
}

std::vector<std::string_view> names_of(std::span<const Word> words, Version version) {
  std::vector<std::string_view> names;
  for (const Word& word : words) {
    if (!is_too_new(word.feature, version)) names.push_back(word.name);
  }
  return names;
}

constexpr std::string_view merge_key = "<<";

// In later versions `repeat` is expanded before decoding; in older documents it is an unknown field
// of this description.
constexpr Field repeat_field{.name = "repeat", .feature = Feature::Repeat};

// How something is written, if there is more to say than `otherwise`.
std::string help_for_form(std::string_view form, std::string_view otherwise) {
  if (form.empty()) return std::string(otherwise);
  return fmt::format("write\n{}", form);
}

struct UnknownField {
  NodeId key;
  std::string_view name;
  const Field* too_new = nullptr;  // what it is in a later version
};

// Whether it is a field that lacks a colon or the blank after it, and its value: "id a", "id:a".
bool is_glued(std::string_view name, std::string_view field) {
  return name.size() > field.size() + 1 && name.starts_with(field) &&
         (name[field.size()] == ' ' || name[field.size()] == ':');
}

std::string help_for_unknown(const Reporter& at, const Object& object, const UnknownField& field) {
  const std::string_view name = field.name;
  const Slip* slip = find_slip(object, name);
  if (field.too_new != nullptr) {
    const Version added = since(field.too_new->feature);
    return fmt::format("'{}' was added in version {}.{}: {}{}{}", name, added.major, added.minor,
                       help_for_version(field.too_new->feature), slip != nullptr ? ", or " : "",
                       slip != nullptr ? slip->help : "");
  }
  if (name == merge_key) {
    return "YAML 1.2 has no merge keys: write the fields out, or alias a whole value";
  }
  if (slip != nullptr) {
    if (slip->help.empty()) return fmt::format("did you mean '{}'?", slip->meant);
    return std::string(slip->help);
  }
  const std::vector<std::string_view> names = names_of(object.fields, at.version);
  for (const std::string_view known : names) {
    if (!is_glued(name, known)) continue;
    const std::size_t value = name.find_first_not_of(": ", known.size());
    if (value != name.npos) return message_of("write {}: {}", known, name.substr(value));
  }
  std::string meant = at.diagnostics.did_you_mean(name, names);
  if (!meant.empty()) return meant;
  // No field has a blank in its name; "Here it is:" is what people and programs write above a
  // document.
  const bool is_prose = object.name == "document" && name.find(' ') != name.npos;
  return fmt::format("{}known fields: {}",
                     is_prose ? "remove it if it is not part of the document; " : "",
                     fmt::join(names, ", "));
}

void report_unknown(const Reporter& at, NodeId node, const Object& object,
                    const std::vector<UnknownField>& unknown) {
  if (unknown.empty()) return;
  const std::string owner = name_of(at.tree, node, object);
  for (const UnknownField& one : unknown) {
    if (at.tree[one.key].refused_key) continue;
    const std::string_view refusal =
        one.too_new == nullptr ? "V33" : info_of(one.too_new->feature).refusal;
    const NewFinding added =
        refusal == "V33"
            ? at.report(Code::UnknownField, one.key, "unknown field '{}' in {}", one.name, owner)
            : at.report(code_with(refusal), one.key, "'{}' of {} in a document of version {}.{}",
                        one.name, owner, at.version.major, at.version.minor);
    if (added) added.help(help_for_unknown(at, object, one));
  }
}

// With more unknown fields than this, no suggestion is plausible.
constexpr std::size_t max_meant_fields = 16;

// The unknown field that must be meant by the missing field `missing`, or the end.
std::vector<UnknownField>::const_iterator meant_for(const std::vector<UnknownField>& unknown,
                                                    const Object& object,
                                                    std::string_view missing) {
  if (unknown.size() > max_meant_fields) return unknown.end();
  return std::find_if(unknown.begin(), unknown.end(), [&](const UnknownField& one) {
    if (one.too_new != nullptr) return false;
    if (is_glued(one.name, missing)) return true;
    const Slip* slip = find_slip(object, one.name);
    return slip != nullptr ? slip->meant == missing : is_close(one.name, missing);
  });
}

// The optional field that an unknown one must be meant to be, or the end. A slip with its own help
// needs more than another name.
std::size_t optional_field_meant(const Object& object, Version version, std::string_view name) {
  const Slip* slip = find_slip(object, name);
  if (slip != nullptr && !slip->help.empty()) return object.fields.size();
  if (slip != nullptr) return index_of(object.fields, slip->meant);
  const std::vector<std::string_view> names = names_of(object.fields, version);
  ClosestWord closest(name);
  for (const std::string_view known : names) closest.offer(known);
  return index_of(object.fields, closest.best());
}

// Reads the lists and mappings of misspelled fields as if their names were right: what else is
// wrong in them is reported, and nothing that refers to their contents is.
void take_misspelled(const Reporter& at, const Object& object,
                     const std::vector<UnknownField>& unknown, std::span<NodeId> values) {
  if (unknown.size() > max_meant_fields) return;
  for (const UnknownField& one : unknown) {
    const NodeId value = at.tree.resolve(one.key + 1);
    if (one.too_new != nullptr || is_scalar(at.tree, value)) continue;
    const std::size_t i = optional_field_meant(object, at.version, one.name);
    if (i < values.size() && values[i] == no_index) values[i] = value;
  }
}

// "a mesh", "an anchor"; an object that only one field can hold is called by the field's name.
std::string one_of(const Object& object) {
  if (object.id == IdPlace::None) return std::string(object.shown());
  const bool vowel = std::string_view("aeio").find(object.name[0]) != std::string_view::npos;
  return fmt::format("{} {}", vowel ? "an" : "a", object.name);
}

std::string help_for_object(const Reporter& at, NodeId node, const Object& object) {
  const std::string_view field = field_of_text(object);
  const bool is_text = is_scalar(at.tree, node) && type_of(at.tree, node) == ScalarType::String;
  if (field.empty() || !is_text) {
    return help_for_form(object.form, "write it as key: value, or {key: value}");
  }
  std::string text;
  append_yaml_text(text, at.tree.text_of(node));
  const bool has_key = object.id == IdPlace::Key && is_value(at.tree, node);
  return message_of("write {}{{{}: {}}}",
                    has_key ? message_of("{}: ", at.tree.text_of(node - 1)) : std::string(), field,
                    text);
}

bool expect_object(const Reporter& at, NodeId node, const Object& object) {
  if (at.tree[node].kind == NodeKind::Mapping) return true;
  const NewFinding added = wrong_type(at, node, one_of(object), "a mapping");
  if (added) added.help(help_for_object(at, node, object));
  return false;
}

void report_missing(const Reporter& at, NodeId node, const Object& object, const Field& field) {
  if (at.tree[node].damaged) return;
  const NewFinding added = at.report(Code::MissingField, node, "missing field '{}' in {}",
                                     field.name, name_of(at.tree, node, object));
  if (added) added.help("add {}: {}", field.name, form_of(field));
}

}  // namespace

bool has_other_fields(const Tree& tree, NodeId mapping, const Object& object) {
  for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
    if (index_of(object.fields, tree.text_of(key)) == object.fields.size()) return true;
  }
  return false;
}

std::string help_for_version(Feature feature) {
  const Version added = since(feature);
  return fmt::format("write version: \"{}.{}\"", added.major, added.minor);
}

bool is_number(const Tree& tree, NodeId node) {
  if (!is_scalar(tree, node)) return false;
  const ScalarType type = type_of(tree, node);
  return type == ScalarType::Int || type == ScalarType::Float;
}

std::string name_of(const Tree& tree, NodeId mapping, const Object& object) {
  if (object.id == IdPlace::Key && is_value(tree, mapping)) {
    return message_of("{} '{}'", object.name, tree.text_of(mapping - 1));
  }
  if (object.id == IdPlace::None) return std::string(object.shown());
  for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
    const NodeId value = tree.resolve(key + 1);
    if (tree.text_of(key) != "id" || !is_scalar(tree, value)) continue;
    return message_of("{} '{}'", object.name, tree.text_of(value));
  }
  return std::string(object.shown());
}

bool expect_mapping(const Reporter& at, const FieldValue& value) {
  if (at.tree[value.node].kind == NodeKind::Mapping) return true;
  wrong_type(at, value.node, value.what, "a mapping")
      .help(help_for_form(value.field.type.sample, "write it as key: value, or {key: value}"));
  return false;
}

bool expect_list(const Reporter& at, const FieldValue& value) {
  if (at.tree[value.node].kind == NodeKind::Sequence) return true;
  wrong_type(at, value.node, value.what, "a list")
      .help(help_for_form(value.field.type.sample, "begin each item with '- ', or write [a, b]"));
  return false;
}

bool read_fields(const Reporter& at, NodeId node, const Object& object, std::span<NodeId> values) {
  if (node == no_index || !expect_object(at, node, object)) return false;
  const Tree& tree = at.tree;
  const std::span<const Field> fields = object.fields;
  std::vector<UnknownField> unknown;
  for (NodeId key = node + 1; key < tree[node].after; key = tree[key + 1].after) {
    const std::string_view name = tree.text_of(key);
    const std::size_t i = index_of(fields, name);
    if (i == fields.size()) {
      const bool repeats = name == repeat_field.name && !has(at.version, Feature::Repeat);
      unknown.push_back({key, name, repeats ? &repeat_field : nullptr});
    } else if (is_too_new(fields[i].feature, at.version)) {
      unknown.push_back({key, name, &fields[i]});
    } else if (values[i] == no_index) {
      values[i] = tree.resolve(key + 1);
    }
  }
  report_unknown(at, node, object, unknown);
  // A mapping that was meant to be merged or repeated may have any field; aabb replaces other
  // fields.
  const bool merges = std::any_of(unknown.begin(), unknown.end(), [](const UnknownField& one) {
    const bool stands_for_others = one.name == repeat_field.name || one.name == "aabb";
    return one.name == merge_key || (one.too_new != nullptr && stands_for_others);
  });
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (values[i] != no_index && !fields[i].required && is_null(tree, values[i])) {
      values[i] = no_index;
    }
    if (values[i] != no_index || !fields[i].required) continue;
    if (is_too_new(fields[i].feature, at.version)) continue;
    const auto meant = meant_for(unknown, object, fields[i].name);
    if (meant != unknown.end()) {
      if (!is_glued(meant->name, fields[i].name)) values[i] = tree.resolve(meant->key + 1);
      unknown.erase(meant);  // it can mean only one field
      continue;
    }
    if (!merges) report_missing(at, node, object, fields[i]);
  }
  take_misspelled(at, object, unknown, values);
  return true;
}

Text read_text(const Reporter& at, NodeId node, std::string_view what) {
  if (node == no_index) return {};
  const Tree& tree = at.tree;
  const bool text = is_scalar(tree, node) && !tree[node].reported &&
                    (type_of(tree, node) == ScalarType::String || tree[node].refused_key);
  if (text) return {tree.text_of(node), node};
  const NewFinding added = wrong_type(at, node, what, "text");
  if (is_scalar(tree, node) && !is_null(tree, node)) {
    added.help("put it in quotes{}: \"{}\"",
               is_from_param(tree, node) ? std::string_view(" where the param is set")
                                         : std::string_view(),
               tree.text_of(node));
  }
  return {};
}

Text read_id(const Reporter& at, NodeId node, std::string_view what, std::string_view help) {
  const Text text = read_text(at, node, what);
  if (text.given() && text.value.empty()) {
    at.report(Code::EmptyId, node, "{} is empty", what).help(std::string(help));
  }
  return text;
}

Reference read_reference(const Reporter& at, NodeId node, std::string_view what) {
  const Text text = read_text(at, node, what);
  return {text.value, text.node, no_index};
}

Number read_number(const Reporter& at, NodeId node, std::string_view what, Code not_finite) {
  if (node == no_index) return {};
  const Tree& tree = at.tree;
  if (!is_number(tree, node)) {
    const NewFinding added = wrong_type(at, node, what, "a number");
    if (added && is_scalar(tree, node)) added.help(number_hint(at, node, what));
    return {};
  }
  const double value = scalar_number(tree.text_of(node));
  if (std::isfinite(value)) return {value, node};
  at.report(not_finite, node, "{} is {}, which is not a finite number", what, tree.text_of(node));
  return {};
}

bool read_boolean(const Reporter& at, const FieldValue& value) {
  if (!value.given()) return false;
  if (is_scalar(at.tree, value.node) && type_of(at.tree, value.node) == ScalarType::Bool) {
    return at.tree.text_of(value.node)[0] == 't' || at.tree.text_of(value.node)[0] == 'T';
  }
  wrong_type(at, value.node, value.what, "true or false")
      .help("write {}: true, or leave it out", value.field.name);
  return false;
}

Count read_count(const Reporter& at, NodeId node, std::string_view what) {
  if (node == no_index) return {};
  const Tree& tree = at.tree;
  if (!is_scalar(tree, node) || type_of(tree, node) != ScalarType::Int) {
    wrong_type(at, node, what, "a whole number");
    return {};
  }
  const std::string_view text = tree.text_of(node);
  const std::int64_t limit = text.starts_with('-') ? INT64_MIN : INT64_MAX;
  return {scalar_integer(text).value_or(limit), node};
}

bool read_numbers(const Reporter& at, const FieldValue& value, std::span<Number> out,
                  Code not_finite) {
  if (!value.given()) return false;
  const std::string_view form = value.field.type.form;
  if (at.tree[value.node].kind != NodeKind::Sequence) {
    wrong_type(at, value.node, value.what, fmt::format("a list of {} numbers", out.size()))
        .help("write {}: {}", value.what, form);
    return false;
  }
  if (at.tree[value.node].size != out.size()) {
    const std::string meant = without_decimal_commas(at.tree, value.node, out.size());
    const NewFinding added =
        at.report(Code::WrongLength, value.node, "{} must have {} numbers, not {}", value.what,
                  out.size(), at.tree[value.node].size);
    if (meant.empty()) {
      added.help("write {}: {}", value.what, form);
    } else {
      added.help("write decimals with a point: {}", meant);
    }
    return false;
  }
  bool all = true;
  std::size_t i = 0;
  each_element(at, value, [&](NodeId element) {
    out[i] = read_number(at, element, value.what, not_finite);
    all = all && out[i].given();
    ++i;
  });
  return all;
}

Point read_point(const Reporter& at, const FieldValue& value, Code not_finite) {
  std::array<Number, 3> numbers;
  if (!read_numbers(at, value, numbers, not_finite)) return {};
  return {{numbers[0].value, numbers[1].value, numbers[2].value}, value.node};
}

const Word* read_word(const Reporter& at, NodeId node, std::string_view what, const Type& type,
                      Code code) {
  const Text text = read_text(at, node, what);
  if (!text.given()) return nullptr;
  for (const Word& word : type.words) {
    if (word.name == text.value && !is_too_new(word.feature, at.version)) return &word;
  }
  const std::vector<std::string_view> names = names_of(type.words, at.version);
  const NewFinding added =
      names.size() == 1
          ? at.report(code, node, "{} is '{}'; it must be {}", what, text.value, names[0])
          : at.report(code, node, "{} is '{}'; it must be one of: {}", what, text.value,
                      fmt::format("{}", fmt::join(names, ", ")));
  if (!added) return nullptr;
  const auto slip = std::find_if(type.slips.begin(), type.slips.end(),
                                 [&](const WordSlip& one) { return one.name == text.value; });
  if (slip != type.slips.end()) {
    added.help(std::string(slip->help));
  } else if (names.size() > 1) {
    added.help(at.diagnostics.did_you_mean(text.value, names));
  }
  return nullptr;
}

}  // namespace rigy::language
