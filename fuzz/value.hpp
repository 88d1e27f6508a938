// The content of a document, independent of its spelling.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/every_floor.hpp"

namespace rigy::fuzz {

struct Value {
  enum class Kind {
    Absent,  // an optional field: left out, or null
    Text,
    Integer,
    Real,  // may be written as an integer
    List,
    Map,  // the order of its fields means nothing
  };

  Value() = default;
  Value(const char* value) : kind(Kind::Text), text(value) {}
  Value(std::string value) : kind(Kind::Text), text(std::move(value)) {}
  Value(double value) : kind(Kind::Real), real(value) {}
  Value(const std::array<double, 3>& point)
      : kind(Kind::List), items{point[0], point[1], point[2]} {}

  [[nodiscard]] static Value of_integer(std::int64_t value) {
    Value result;
    result.kind = Kind::Integer;
    result.integer = value;
    return result;
  }
  [[nodiscard]] static Value list(std::vector<Value> items = {}) {
    Value result;
    result.kind = Kind::List;
    result.items = std::move(items);
    return result;
  }
  [[nodiscard]] static Value map(std::vector<std::pair<std::string, Value>> fields = {}) {
    Value result;
    result.kind = Kind::Map;
    result.fields = std::move(fields);
    return result;
  }

  Kind kind = Kind::Absent;
  std::string text;
  std::int64_t integer = 0;
  double real = 0;
  std::vector<Value> items;
  std::vector<std::pair<std::string, Value>> fields;
};

}  // namespace rigy::fuzz
