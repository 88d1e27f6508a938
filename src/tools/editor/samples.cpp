#include "editor/samples.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "common/unreachable.hpp"
#include "syntax/scalar.hpp"

namespace rigy::tools {
namespace {

// Of a list of numbers: no rotation, a direction up, a light gray, else the origin.
std::string_view start_of(Unit unit, std::string_view name) {
  if (name == "w" || name == "alpha") return "1";
  if (name == "red" || name == "green" || name == "blue") return "0.5";
  if (unit == Unit::Factor) return "1";
  return unit == Unit::Direction && name == "y" ? "1" : "0";
}

std::string_view start_of(const Type& type) {
  if (type.range == Range::AtLeastTwo) return type.whole ? "16" : "2";
  if (type.whole) return "1";
  if (type.unit == Unit::Degrees) return "90";
  if (type.unit == Unit::Meters) return type.range == Range::Positive ? "0.1" : "0";
  return type.range == Range::All || type.range == Range::NotNegative ? "0" : "1";
}

// Of objects without a form: what has to differ from something else.
struct FieldSample {
  const Object* object;
  std::string_view field;
  std::string_view value;
};
constexpr FieldSample field_samples[] = {
    {&aabb_object, "min", "[-1, -1, -1]"},    {&aabb_object, "max", "[1, 1, 1]"},
    {&implicit_surface_object, "iso", "0.5"}, {&box_decompose_object, "span", "[0, 4]"},
    {&prism_object, "leg_p", "[1, 0, 0]"},    {&prism_object, "leg_q", "[0, 0, 1]"},
};

std::string_view name_for(ItemKind item) { return item == ItemKind::UvSet ? "uv0" : name_of(item); }

// Characters with a meaning in snippets.
std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::vector<std::string> component_names(std::string_view form) {
  std::vector<std::string> names;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= form.size(); ++i) {
    const bool is_letter = i < form.size() && form[i] >= 'a' && form[i] <= 'z';
    if (is_letter) continue;
    if (i > begin) names.emplace_back(form.substr(begin, i - begin));
    begin = i + 1;
  }
  return names;
}

std::string quoted_number(const std::string& word) {
  const ScalarType type = scalar_type(word, true);
  return type == ScalarType::Int || type == ScalarType::Float ? '"' + word + '"' : word;
}

bool may_be_none(const Field& field) { return field.name == "parent"; }

AuthoredText form_of_object(const Object& object) {
  return read_authored(std::string(object.form));
}

NodeId value_in_form(const AuthoredText& form, const Object& object, std::string_view field) {
  if (form.empty() || form.tree[0].kind != NodeKind::Mapping) return no_index;
  // Some forms are the value of a key: "attach3: {from: …}".
  const NodeId own = find_value(form.tree, 0, object.name);
  const bool is_own = own != no_index && form.tree[own].kind == NodeKind::Mapping;
  return find_value(form.tree, is_own ? own : 0, field);
}

bool is_needed(const Object& object, const Field& field) {
  if (field.refused) return false;
  const FieldRow* row = row_of_field(object, field);
  return field.required || (row != nullptr && row->relation == Relation::Needed);
}

std::string SampleWriter::stop(std::string_view text) {
  return fmt::format("${{{}:{}}}", ++stops_, escaped(text, "$}\\"));
}

std::string SampleWriter::choice(const std::vector<std::string>& words) {
  if (words.size() == 1) return stop(words.front());
  std::string out = fmt::format("${{{}|", ++stops_);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += ',';
    out += escaped(words[i], "$}\\,|");
  }
  return out + "|}";
}

std::string SampleWriter::number(const Type& type) { return stop(start_of(type)); }

std::string SampleWriter::numbers(const Type& type) {
  const std::vector<std::string> names = component_names(type.form);
  if (names.empty()) return "[" + stop("0") + "]";
  std::string out = "[";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += ", ";
    out += stop(start_of(type.unit, names[i]));
  }
  return out + "]";
}

std::string SampleWriter::word(const Type& type) {
  std::vector<std::string> words;
  for (const Word& word : type.words) {
    if (!is_too_new(word.feature, version_)) words.push_back(quoted_number(std::string(word.name)));
  }
  return words.empty() ? stop("") : choice(words);
}

std::string SampleWriter::value(const Type& type) {
  switch (type.kind) {
    case TypeKind::Number:
    case TypeKind::Length:
      return number(type);
    case TypeKind::Numbers:
      return numbers(type);
    case TypeKind::Word:
      return word(type);
    case TypeKind::Boolean:
      return choice({"true", "false"});
    case TypeKind::Version:
      return '"' + stop(type.form.substr(1, type.form.size() - 2)) + '"';
    case TypeKind::Id:
      return stop(name_for(type.item));
    case TypeKind::Reference: {
      const std::vector<std::string> ids = known_ids_(type);
      return ids.empty() ? stop(name_for(type.item)) : choice(ids);
    }
    case TypeKind::Path:
      return stop("part.rigy.yaml");
    case TypeKind::List:
      return list(type);
    case TypeKind::Map:
      return "{" + pair(type) + "}";
    case TypeKind::Object:
      return object(*type.object);
    case TypeKind::AnyOf:
      return value(*type.of[0]);
    case TypeKind::Scalar:
      return stop("1");
    case TypeKind::Anything:
    case TypeKind::Text:
    case TypeKind::Identifier:
      return stop(type.role == SymbolRole::None ? "name" : name_for(type.item));
  }
  unreachable();
}

// One after the other, so that the cursor comes to the key first.
std::string SampleWriter::pair(const Type& map) {
  const std::string key = value(*map.of[0]);
  return key + ": " + value(*map.of[1]);
}

// Each element names another item.
std::string SampleWriter::list(const Type& type) {
  const Type& element = *type.of[0];
  std::vector<std::string> ids;
  if (element.role == SymbolRole::Reference) ids = known_ids_(element);
  std::string out = "[";
  for (int i = 0; i < std::max<int>(type.count, 1); ++i) {
    if (i > 0) out += ", ";
    out += ids.empty() ? value(element) : choice(ids);
    if (!ids.empty()) std::rotate(ids.begin(), ids.begin() + 1, ids.end());
  }
  return out + "]";
}

// As it stands in the form, with a stop for each number.
std::string SampleWriter::example(const AuthoredText& form, NodeId node) {
  const Tree& tree = form.tree;
  if (tree[node].kind == NodeKind::Scalar) return stop(form.text_of(form.ranges[node]));
  std::string out = "[";
  for (NodeId at = node + 1; at < tree[node].after; at = tree[at].after) {
    if (out.size() > 1) out += ", ";
    out += example(form, at);
  }
  return out + "]";
}

// What the object's form says about numbers and texts, such as two points that differ.
std::string SampleWriter::value_of(const Object& object, const Field& field) {
  for (const FieldSample& sample : field_samples) {
    if (sample.object != &object || sample.field != field.name) continue;
    return example(read_authored(std::string(sample.value)), 0);
  }
  const TypeKind kind = field.type.kind;
  if (kind == TypeKind::Number || kind == TypeKind::Numbers || kind == TypeKind::Text) {
    const AuthoredText form = form_of_object(object);
    const NodeId node = value_in_form(form, object, field.name);
    if (node != no_index) return example(form, node);
  }
  if (may_be_none(field)) {
    std::vector<std::string> words = known_ids_(field.type);
    words.emplace_back("none");
    return choice(words);
  }
  return value(field.type);
}

// The required fields, and others of the object's form: one of several may be required.
std::string SampleWriter::object(const Object& object) {
  const AuthoredText form = form_of_object(object);
  std::string out = "{";
  for (const Field& field : object.fields) {
    const NodeId shown = value_in_form(form, object, field.name);
    const bool is_in_form = shown != no_index && form.text_of(form.ranges[shown]) != "[]";
    if (!is_needed(object, field) && !is_in_form) continue;
    if (is_too_new(field.feature, version_)) continue;
    if (out.size() > 1) out += ", ";
    out += field_on_line(object, field);
  }
  return out + "}";
}

std::string SampleWriter::field_on_line(const Object& object, const Field& field) {
  return fmt::format("{}: {}", field.name, value_of(object, field));
}

std::string SampleWriter::field(const Object& object, const Field& field, std::string_view indent) {
  const Type& type = field.type.kind == TypeKind::AnyOf ? *field.type.of[0] : field.type;
  const bool holds_objects = type.kind == TypeKind::List && type.of[0]->kind != TypeKind::Numbers;
  if (holds_objects && type.count == 0 && type.of[0]->kind != TypeKind::Reference) {
    return fmt::format("{}:\n{}- {}", field.name, indent, value(*type.of[0]));
  }
  if (type.kind == TypeKind::Map) {
    return fmt::format("{}:\n{}{}", field.name, indent, pair(type));
  }
  return field_on_line(object, field);
}

}  // namespace rigy::tools
