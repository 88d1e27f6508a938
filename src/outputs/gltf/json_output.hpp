// What all parts of an exported glTF's JSON are written with.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "math/vec.hpp"
#include "outputs_floor.hpp"
#include "text/json_writer.hpp"

namespace rigy::outputs {

struct JsonOutput {
  JsonWriter json;
  std::uint64_t max_size;

  // Text that is too long will be discarded, so it need not be complete.
  [[nodiscard]] bool is_full() const { return json.size() > max_size; }
};

// An array that is written only if it has elements.
template <class Elements, class Write>
void write_array(JsonOutput& out, std::string_view key, const Elements& elements,
                 const Write& write) {
  if (elements.empty()) return;
  out.json.key(key);
  out.json.begin_array();
  for (const auto& element : elements) {
    if (out.is_full()) return;
    write(element);
  }
  out.json.end_array();
}

template <class Number>
void write_numbers(JsonWriter& json, std::string_view key, std::span<const Number> values) {
  json.key(key);
  json.begin_array();
  for (const Number value : values) json.shortest(value);
  json.end_array();
}

inline void write_vector(JsonWriter& json, std::string_view key, const Vec3& value) {
  write_numbers<double>(json, key, std::array{value.x, value.y, value.z});
}

inline void write_indices(JsonWriter& json, std::string_view key,
                          std::span<const std::uint32_t> values) {
  json.key(key);
  json.begin_array();
  for (const std::uint32_t value : values) json.number(value);
  json.end_array();
}

}  // namespace rigy::outputs
