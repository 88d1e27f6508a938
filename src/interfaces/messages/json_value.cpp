#include "messages/json_value.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <simdjson.h>

#include "common/unreachable.hpp"
#include "text/json_text.hpp"
#include "text/number_text.hpp"

namespace rigy::interfaces {
namespace {

namespace dom = simdjson::dom;

// Converts what simdjson found, and counts.
class Converter {
 public:
  [[nodiscard]] bool has_room() const { return count_ <= max_json_values; }

  JsonValue convert(dom::element element) {
    JsonValue value;
    if (++count_ > max_json_values) return value;
    switch (element.type()) {
      case dom::element_type::NULL_VALUE:
        break;
      case dom::element_type::BOOL:
        value.kind = JsonValue::Kind::Boolean;
        value.boolean = element.get_bool().value_unsafe();
        break;
      case dom::element_type::STRING:
        value.kind = JsonValue::Kind::Text;
        value.text = element.get_string().value_unsafe();
        break;
      case dom::element_type::ARRAY:
        value.kind = JsonValue::Kind::List;
        add_items(value, element);
        break;
      case dom::element_type::OBJECT:
        value.kind = JsonValue::Kind::Object;
        add_pairs(value, element);
        break;
      default:
        set_number(value, element);
    }
    return value;
  }

 private:
  void add_items(JsonValue& value, dom::element element) {
    dom::array items;
    if (element.get(items)) return;
    for (const dom::element item : items) {
      if (!has_room()) return;
      value.items.push_back(convert(item));
    }
  }

  void add_pairs(JsonValue& value, dom::element element) {
    dom::object pairs;
    if (element.get(pairs)) return;
    for (const dom::key_value_pair pair : pairs) {
      if (!has_room()) return;
      value.keys.emplace_back(pair.key);
      value.items.push_back(convert(pair.value));
    }
  }

  static void set_number(JsonValue& value, dom::element element) {
    value.kind = JsonValue::Kind::Number;
    value.number = element.get_double().value_unsafe();
    if (element.is_int64()) {
      value.text = fmt::to_string(element.get_int64().value_unsafe());
    } else if (element.is_uint64()) {
      value.text = fmt::to_string(element.get_uint64().value_unsafe());
    } else {
      append_shortest(value.text, value.number);
    }
  }

  std::size_t count_ = 0;
};

bool is_hex(char digit) { return std::isxdigit(static_cast<unsigned char>(digit)) != 0; }

// The code of the escape \\uXXXX that begins there; nothing if none does.
std::optional<unsigned> escape_at(std::string_view text, std::size_t at) {
  const std::string_view escape = text.substr(std::min(at, text.size()), 6);
  if (escape.size() < 6 || !escape.starts_with("\\u")) return std::nullopt;
  if (!std::all_of(escape.begin() + 2, escape.end(), is_hex)) return std::nullopt;
  return static_cast<unsigned>(std::stoul(std::string(escape.substr(2)), nullptr, 16));
}

// Programs send halves of surrogate pairs, which are no text; they become U+FFFD.
std::string without_lone_surrogates(std::string_view text) {
  std::string out(text);
  for (std::size_t at = out.find('\\'); at != std::string::npos; at = out.find('\\', at)) {
    const std::optional<unsigned> code = escape_at(out, at);
    if (!code) {
      at += 2;
      continue;
    }
    const std::optional<unsigned> next = escape_at(out, at + 6);
    const bool is_pair =
        *code >= 0xd800 && *code < 0xdc00 && next && *next >= 0xdc00 && *next < 0xe000;
    if (!is_pair && *code >= 0xd800 && *code < 0xe000) out.replace(at, 6, "\\ufffd");
    at += is_pair ? 12 : 6;
  }
  return out;
}

void append_items(std::string& out, const JsonValue& value) {
  const bool has_keys = value.is(JsonValue::Kind::Object);
  out += has_keys ? '{' : '[';
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) out += ',';
    if (has_keys) {
      append_json_string(out, value.keys[i]);
      out += ':';
    }
    append_json(out, value.items[i]);
  }
  out += has_keys ? '}' : ']';
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

std::optional<std::string_view> JsonValue::text_of(std::string_view key) const {
  const JsonValue* const value = find(key);
  if (value == nullptr || !value->is(JsonValue::Kind::Text)) return std::nullopt;
  return value->text;
}

std::string_view name_of(JsonValue::Kind kind) {
  switch (kind) {
    case JsonValue::Kind::Null:
      return "null";
    case JsonValue::Kind::Boolean:
      return "true or false";
    case JsonValue::Kind::Number:
      return "a number";
    case JsonValue::Kind::Text:
      return "a text";
    case JsonValue::Kind::List:
      return "a list";
    case JsonValue::Kind::Object:
      return "an object";
  }
  unreachable();
}

ParsedJson parse_json(std::string_view given) {
  std::string text(given);
  dom::parser parser;
  dom::element root;
  ParsedJson parsed;
  simdjson::error_code error =
      parser.allocate(std::max<std::size_t>(text.size(), 64), max_json_depth);
  if (!error) error = parser.parse(text.data(), text.size()).get(root);
  if (error == simdjson::STRING_ERROR) {
    text = without_lone_surrogates(text);
    error = parser.parse(text).get(root);
  }
  if (error) {
    parsed.fault = simdjson::error_message(error);
    return parsed;
  }
  Converter converter;
  parsed.value = converter.convert(root);
  if (!converter.has_room()) {
    parsed = {{}, fmt::format("it has more than {} values", max_json_values)};
  }
  return parsed;
}

std::size_t memory_of(const JsonValue& value) {
  std::size_t size = sizeof value + value.text.size();
  for (const std::string& key : value.keys) size += sizeof(std::string) + key.size();
  for (const JsonValue& item : value.items) size += memory_of(item);
  return size;
}

void append_json(std::string& out, const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::Null:
      out += "null";
      return;
    case JsonValue::Kind::Boolean:
      out += value.boolean ? "true" : "false";
      return;
    case JsonValue::Kind::Number:
      out += value.text;
      return;
    case JsonValue::Kind::Text:
      return append_json_string(out, value.text);
    case JsonValue::Kind::List:
    case JsonValue::Kind::Object:
      return append_items(out, value);
  }
}

std::string to_text(const JsonValue& value) {
  std::string out;
  append_json(out, value);
  return out;
}

}  // namespace rigy::interfaces
