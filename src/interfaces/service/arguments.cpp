#include "service/arguments.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/unreachable.hpp"
#include "diagnostics/suggestions.hpp"

namespace rigy::interfaces {
namespace {

std::string hint_for(std::string_view word, const std::vector<std::string_view>& known) {
  ClosestWord closest(word);
  for (const std::string_view one : known) closest.offer(one);
  if (!closest.best().empty()) return fmt::format("; did you mean '{}'?", closest.best());
  return fmt::format("; there is {}", fmt::join(known, ", "));
}

std::string wrong_kind(std::string_view path, std::string_view wanted, const JsonValue& value) {
  const std::string what = path.empty() ? "the arguments" : fmt::format("'{}'", path);
  return fmt::format("{} must be {}, not {}", what, wanted, name_of(value.kind));
}

std::string word_fault(std::string_view path, const ArgumentInfo& info, const JsonValue& value) {
  if (!value.is(JsonValue::Kind::Text)) return wrong_kind(path, "a text", value);
  const std::string_view word = value.text;
  if (std::find(info.words.begin(), info.words.end(), word) != info.words.end()) return {};
  return fmt::format("'{}' cannot be '{}'{}", path, word, hint_for(word, info.words));
}

std::string number_fault(std::string_view path, const ArgumentInfo& info, const JsonValue& value) {
  const bool is_whole = info.type == ArgumentType::Integer;
  const std::string_view wanted = is_whole ? "a whole number" : "a number";
  if (!value.is(JsonValue::Kind::Number)) return wrong_kind(path, wanted, value);
  if (!std::isfinite(value.number) || (is_whole && value.number != std::floor(value.number))) {
    return fmt::format("'{}' must be {}, not {}", path, wanted, value.text);
  }
  if (info.min && value.number < *info.min) {
    return fmt::format("'{}' must be at least {}, not {}", path, *info.min, value.text);
  }
  if (info.max && value.number > *info.max) {
    return fmt::format("'{}' must be at most {}, not {}", path, *info.max, value.text);
  }
  return {};
}

std::string fault_at(std::string_view path, const ArgumentInfo& info, const JsonValue& value);

// What is wrong with the first such item of a list.
template <class Fault>
std::string list_fault(std::string_view path, const JsonValue& value, std::string_view wanted,
                       const Fault& fault) {
  if (!value.is(JsonValue::Kind::List)) return wrong_kind(path, wanted, value);
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    std::string found = fault(fmt::format("{}[{}]", path, i), value.items[i]);
    if (!found.empty()) return found;
  }
  return {};
}

std::string vector_fault(std::string_view path, const ArgumentInfo& info, const JsonValue& value) {
  constexpr std::string_view wanted = "a list of three numbers";
  if (value.is(JsonValue::Kind::List) && value.items.size() != 3) {
    return fmt::format("'{}' must be {}, not of {}", path, wanted, value.items.size());
  }
  return list_fault(path, value, wanted, [&](const std::string& where, const JsonValue& one) {
    return number_fault(where, info, one);
  });
}

std::string map_fault(std::string_view path, const ArgumentInfo& info, const JsonValue& value) {
  const bool texts_only = info.type == ArgumentType::TextMap;
  if (!value.is(JsonValue::Kind::Object)) return wrong_kind(path, "an object", value);
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const JsonValue::Kind kind = value.items[i].kind;
    const bool fits =
        kind == JsonValue::Kind::Text ||
        (!texts_only && (kind == JsonValue::Kind::Number || kind == JsonValue::Kind::Boolean));
    if (!fits) {
      return wrong_kind(fmt::format("{}.{}", path, value.keys[i]),
                        texts_only ? "a text" : "a text, a number, true or false", value.items[i]);
    }
  }
  return {};
}

// Null and false are as good as nothing.
bool is_given(const JsonValue& object, std::string_view name) {
  const JsonValue* const value = object.find(name);
  if (value == nullptr || value->is(JsonValue::Kind::Null)) return false;
  return !value->is(JsonValue::Kind::Boolean) || value->boolean;
}

// What is wrong with this argument beside the others.
std::string company_fault(std::string_view prefix, const ArgumentInfo& info,
                          const JsonValue& object) {
  const JsonValue* const given = object.find(info.name);
  if (info.required && (given == nullptr || given->is(JsonValue::Kind::Null))) {
    return fmt::format("the argument '{}{}' is missing: {}", prefix, info.name, info.description);
  }
  if (!is_given(object, info.name)) return {};
  if (!info.needs.empty() && !is_given(object, info.needs)) {
    return fmt::format("'{}{}' needs '{}'", prefix, info.name, info.needs);
  }
  for (const std::string_view other : info.excludes) {
    if (!is_given(object, other)) continue;
    return fmt::format("'{}{}' cannot be given beside '{}'; leave out one of them", prefix,
                       info.name, other);
  }
  return {};
}

std::string object_fault(std::string_view path, const std::vector<ArgumentInfo>& known,
                         const JsonValue& value) {
  if (!value.is(JsonValue::Kind::Object)) return wrong_kind(path, "an object", value);
  const std::string prefix = path.empty() ? "" : fmt::format("{}.", path);
  std::vector<std::string_view> names;
  for (const ArgumentInfo& info : known) names.push_back(info.name);
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    const std::string& key = value.keys[i];
    const auto info = std::find_if(known.begin(), known.end(),
                                   [&](const ArgumentInfo& one) { return one.name == key; });
    if (info == known.end()) {
      return fmt::format("there is no argument '{}{}'{}", prefix, key, hint_for(key, names));
    }
    if (value.items[i].is(JsonValue::Kind::Null)) continue;
    std::string fault = fault_at(prefix + key, *info, value.items[i]);
    if (!fault.empty()) return fault;
  }
  for (const ArgumentInfo& info : known) {
    std::string fault = company_fault(prefix, info, value);
    if (!fault.empty()) return fault;
  }
  return {};
}

std::string fault_at(std::string_view path, const ArgumentInfo& info, const JsonValue& value) {
  const auto text_fault = [](const std::string& where, const JsonValue& one) {
    return one.is(JsonValue::Kind::Text) ? std::string() : wrong_kind(where, "a text", one);
  };
  switch (info.type) {
    case ArgumentType::Text:
      return text_fault(std::string(path), value);
    case ArgumentType::Texts:
      return list_fault(path, value, "a list of texts", text_fault);
    case ArgumentType::Flag:
      return value.is(JsonValue::Kind::Boolean) ? "" : wrong_kind(path, "true or false", value);
    case ArgumentType::Number:
    case ArgumentType::Integer:
      return number_fault(path, info, value);
    case ArgumentType::Vector:
      return vector_fault(path, info, value);
    case ArgumentType::Word:
      return word_fault(path, info, value);
    case ArgumentType::Words:
      return list_fault(path, value, "a list of texts",
                        [&](const std::string& where, const JsonValue& one) {
                          return word_fault(where, info, one);
                        });
    case ArgumentType::TextMap:
    case ArgumentType::ScalarMap:
      return map_fault(path, info, value);
    case ArgumentType::Object:
      return object_fault(path, info.fields, value);
    case ArgumentType::Objects:
      return list_fault(path, value, "a list of objects",
                        [&](const std::string& where, const JsonValue& one) {
                          return object_fault(where, info.fields, one);
                        });
  }
  unreachable();
}

void write_type(JsonWriter& json, std::string_view name) {
  json.key("type");
  json.string(name);
}

void write_words(JsonWriter& json, const ArgumentInfo& info) {
  write_type(json, "string");
  json.key("enum");
  json.begin_array();
  for (const std::string_view word : info.words) json.string(word);
  json.end_array();
}

void write_bound(JsonWriter& json, std::string_view key, const std::optional<double>& value) {
  if (!value) return;
  json.key(key);
  json.shortest(*value);
}

template <class Write>
void write_items(JsonWriter& json, std::string_view key, const Write& write) {
  json.key(key);
  json.begin_object();
  write();
  json.end_object();
}

void write_object_schema(JsonWriter& json, const std::vector<ArgumentInfo>& known);

void write_type_of(JsonWriter& json, const ArgumentInfo& info) {
  switch (info.type) {
    case ArgumentType::Text:
      return write_type(json, "string");
    case ArgumentType::Texts:
      write_type(json, "array");
      return write_items(json, "items", [&] { write_type(json, "string"); });
    case ArgumentType::Flag:
      return write_type(json, "boolean");
    case ArgumentType::Number:
    case ArgumentType::Integer:
      write_type(json, info.type == ArgumentType::Number ? "number" : "integer");
      write_bound(json, "minimum", info.min);
      return write_bound(json, "maximum", info.max);
    case ArgumentType::Vector:
      write_type(json, "array");
      write_items(json, "items", [&] { write_type(json, "number"); });
      write_bound(json, "minItems", 3);
      return write_bound(json, "maxItems", 3);
    case ArgumentType::Word:
      return write_words(json, info);
    case ArgumentType::Words:
      write_type(json, "array");
      return write_items(json, "items", [&] { write_words(json, info); });
    case ArgumentType::TextMap:
      write_type(json, "object");
      return write_items(json, "additionalProperties", [&] { write_type(json, "string"); });
    case ArgumentType::ScalarMap:
      write_type(json, "object");
      return write_items(json, "additionalProperties", [&] {
        json.key("type");
        json.text(R"(["string","number","boolean"])");
      });
    case ArgumentType::Object:
      return write_object_schema(json, info.fields);
    case ArgumentType::Objects:
      write_type(json, "array");
      return write_items(json, "items", [&] { write_object_schema(json, info.fields); });
  }
}

void write_object_schema(JsonWriter& json, const std::vector<ArgumentInfo>& known) {
  write_type(json, "object");
  json.key("properties");
  json.begin_object();
  for (const ArgumentInfo& info : known) {
    json.key(info.name);
    json.begin_object();
    write_type_of(json, info);
    json.key("description");
    json.string(info.description);
    if (!info.fallback.empty()) {
      json.key("default");
      json.text(info.fallback);
    }
    if (!info.example.empty()) {
      json.key("examples");
      json.begin_array();
      json.text(info.example);
      json.end_array();
    }
    json.end_object();
  }
  json.end_object();
  json.key("required");
  json.begin_array();
  for (const ArgumentInfo& info : known) {
    if (info.required) json.string(info.name);
  }
  json.end_array();
  json.key("additionalProperties");
  json.boolean(false);
}

}  // namespace

std::string fault_of(const std::vector<ArgumentInfo>& known, const JsonValue& value) {
  if (value.is(JsonValue::Kind::Null))
    return object_fault("", known, JsonValue{.kind = JsonValue::Kind::Object});
  return object_fault("", known, value);
}

void write_schema(JsonWriter& json, const std::vector<ArgumentInfo>& known) {
  json.begin_object();
  write_object_schema(json, known);
  json.end_object();
}

const JsonValue* Arguments::get(std::string_view name) const {
  const JsonValue* const found = value_.find(name);
  return found == nullptr || found->is(JsonValue::Kind::Null) ? nullptr : found;
}

std::string Arguments::text(std::string_view name, std::string_view otherwise) const {
  const JsonValue* const found = get(name);
  return found == nullptr ? std::string(otherwise) : found->text;
}

std::array<double, 3> Arguments::vector(std::string_view name) const {
  std::array<double, 3> numbers{};
  const JsonValue* const found = get(name);
  for (std::size_t i = 0; found != nullptr && i < numbers.size(); ++i) {
    numbers[i] = found->items[i].number;
  }
  return numbers;
}

std::vector<std::string> Arguments::texts(std::string_view name) const {
  std::vector<std::string> all;
  if (const JsonValue* const found = get(name)) {
    for (const JsonValue& item : found->items) all.push_back(item.text);
  }
  return all;
}

bool Arguments::flag(std::string_view name, bool otherwise) const {
  const JsonValue* const found = get(name);
  return found == nullptr ? otherwise : found->boolean;
}

double Arguments::number(std::string_view name, double otherwise) const {
  const JsonValue* const found = get(name);
  return found == nullptr ? otherwise : found->number;
}

std::size_t Arguments::count(std::string_view name, std::size_t otherwise) const {
  const JsonValue* const found = get(name);
  return found == nullptr ? otherwise : static_cast<std::size_t>(found->number);
}

std::map<std::string, std::string> Arguments::text_map(std::string_view name) const {
  std::map<std::string, std::string> all;
  const JsonValue* const found = get(name);
  for (std::size_t i = 0; found != nullptr && i < found->items.size(); ++i) {
    all.emplace(found->keys[i], found->items[i].text);
  }
  return all;
}

Arguments Arguments::object(std::string_view name) const {
  static const JsonValue nothing{.kind = JsonValue::Kind::Object};
  const JsonValue* const found = get(name);
  return Arguments(found == nullptr ? nothing : *found);
}

std::vector<Arguments> Arguments::objects(std::string_view name) const {
  std::vector<Arguments> all;
  if (const JsonValue* const found = get(name)) {
    for (const JsonValue& item : found->items) all.emplace_back(item);
  }
  return all;
}

std::vector<ArgumentInfo> page_arguments(std::string_view what) {
  return {
      {.name = "limit",
       .type = ArgumentType::Integer,
       .description = what,
       .example = "50",
       .min = 1,
       .max = 1000},
      {.name = "next",
       .type = ArgumentType::Integer,
       .description = "Where to go on: 'next' of the answer before.",
       .example = "50",
       .min = 0,
       .max = 1e9},
  };
}

}  // namespace rigy::interfaces
