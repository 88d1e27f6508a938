// JSON that others sent, as a plain value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// Values in one text, and their nesting: a text that has more is refused, since a value takes much
// more memory than its text.
inline constexpr std::size_t max_json_values = 200'000;
inline constexpr std::size_t max_json_depth = 64;

struct JsonValue {
  enum class Kind : std::uint8_t { Null, Boolean, Number, Text, List, Object };

  Kind kind = Kind::Null;
  bool boolean = false;
  double number = 0;
  std::string text = {};               // of a Number: its digits
  std::vector<std::string> keys = {};  // of an Object, in order
  std::vector<JsonValue> items = {};   // of a List, and the values of an Object

  [[nodiscard]] bool is(Kind other) const { return kind == other; }
  // The value of a key; null if there is none, or if this is no object.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;
  // The text of a key; nothing if it is missing or no text.
  [[nodiscard]] std::optional<std::string_view> text_of(std::string_view key) const;
};

// "a list", "an object", … for messages.
[[nodiscard]] std::string_view name_of(JsonValue::Kind kind);

// A value, or what is wrong with the text.
struct ParsedJson {
  JsonValue value;
  std::string fault;  // empty: nothing

  [[nodiscard]] bool ok() const { return fault.empty(); }
};
[[nodiscard]] ParsedJson parse_json(std::string_view text);

// About how many bytes the value takes.
[[nodiscard]] std::size_t memory_of(const JsonValue& value);

// As text again, on one line.
void append_json(std::string& out, const JsonValue& value);
[[nodiscard]] std::string to_text(const JsonValue& value);

}  // namespace rigy::interfaces
