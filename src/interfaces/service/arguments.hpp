// The arguments of tools: tables that the JSON Schema, the checks and the suggestions follow from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"
#include "messages/json_value.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {

enum class ArgumentType : std::uint8_t {
  Text,
  Texts,
  Flag,
  Number,
  Integer,
  Vector,  // three numbers
  Word,    // one of a few
  Words,   // several of them
  TextMap,
  ScalarMap,  // names of texts, numbers, true and false
  Object,
  Objects,
};

struct ArgumentInfo {
  std::string_view name;
  ArgumentType type = ArgumentType::Text;
  std::string_view description;
  std::string_view example = {};  // JSON
  bool required = false;
  std::vector<std::string_view> words = {};
  std::optional<double> min = std::nullopt;
  std::optional<double> max = std::nullopt;
  std::vector<ArgumentInfo> fields = {};  // of an object
  // What counts if it is not given, where a schema may say so: the JSON of a value.
  std::string fallback = {};
  std::string_view needs = {};                  // is given only beside this argument
  std::vector<std::string_view> excludes = {};  // is not given beside these
};

// What is wrong with a value, for whoever sent it; empty: nothing. Null stands for what is not
// given.
[[nodiscard]] std::string fault_of(const std::vector<ArgumentInfo>& known, const JsonValue& value);

// `limit` and `next`, of answers whose lists may be long; `what` says what is counted.
inline constexpr std::size_t default_page = 100;
[[nodiscard]] std::vector<ArgumentInfo> page_arguments(std::string_view what);

// An object with these properties and no others, as JSON Schema.
void write_schema(JsonWriter& json, const std::vector<ArgumentInfo>& known);

// Arguments without fault.
class Arguments {
 public:
  explicit Arguments(const JsonValue& value) : value_(value) {}

  [[nodiscard]] bool has(std::string_view name) const { return get(name) != nullptr; }
  [[nodiscard]] std::string text(std::string_view name, std::string_view otherwise = {}) const;
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
  [[nodiscard]] bool flag(std::string_view name, bool otherwise = false) const;
  [[nodiscard]] double number(std::string_view name, double otherwise = 0) const;
  [[nodiscard]] std::array<double, 3> vector(std::string_view name) const;
  [[nodiscard]] std::size_t count(std::string_view name, std::size_t otherwise) const;
  [[nodiscard]] std::map<std::string, std::string> text_map(std::string_view name) const;
  // Of an object; without arguments if it is not given.
  [[nodiscard]] Arguments object(std::string_view name) const;
  [[nodiscard]] std::vector<Arguments> objects(std::string_view name) const;
  // Null if it is not given.
  [[nodiscard]] const JsonValue* get(std::string_view name) const;

 private:
  const JsonValue& value_;
};

}  // namespace rigy::interfaces
