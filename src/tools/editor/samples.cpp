#include "editor/samples.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "common/unreachable.hpp"

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
    if (!is_too_new(word.feature, version_)) words.emplace_back(word.name);
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
      return '"' + stop(RIGY_NEWEST_VERSION) + '"';
    case TypeKind::Id:
      return stop(name_of(type.item));
    case TypeKind::Reference: {
      const std::vector<std::string> ids = known_ids_(type);
      return ids.empty() ? stop(name_of(type.item)) : choice(ids);
    }
    case TypeKind::Path:
      return stop("part.rigy.yaml");
    case TypeKind::List:
      return "[" + value(*type.of[0]) + "]";
    case TypeKind::Map:
      return "{" + pair(type) + "}";
    case TypeKind::Object:
      return object(*type.object);
    case TypeKind::AnyOf:
      return value(*type.of[0]);
    case TypeKind::Anything:
    case TypeKind::Scalar:
    case TypeKind::Text:
    case TypeKind::Identifier:
      return stop(type.role == SymbolRole::None ? "name" : name_of(type.item));
  }
  unreachable();
}

// One after the other, so that the cursor comes to the key first.
std::string SampleWriter::pair(const Type& map) {
  const std::string key = value(*map.of[0]);
  return key + ": " + value(*map.of[1]);
}

std::string SampleWriter::object(const Object& object) {
  std::string out = "{";
  for (const Field& field : object.fields) {
    if (!is_needed(object, field) || is_too_new(field.feature, version_)) continue;
    if (out.size() > 1) out += ", ";
    out += fmt::format("{}: {}", field.name, value(field.type));
  }
  return out + "}";
}

std::string SampleWriter::field(const Field& field, std::string_view indent) {
  const Type& type = field.type.kind == TypeKind::AnyOf ? *field.type.of[0] : field.type;
  const bool holds_objects = type.kind == TypeKind::List && type.of[0]->kind != TypeKind::Numbers;
  if (holds_objects && type.count == 0 && type.of[0]->kind != TypeKind::Reference) {
    return fmt::format("{}:\n{}- {}", field.name, indent, value(*type.of[0]));
  }
  if (type.kind == TypeKind::Map) {
    return fmt::format("{}:\n{}{}", field.name, indent, pair(type));
  }
  return fmt::format("{}: {}", field.name, value(field.type));
}

}  // namespace rigy::tools
