// A view of a binary glTF from any source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <simdjson.h>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

struct GlbView {
  simdjson::dom::parser parser;  // holds what `json` refers to
  simdjson::dom::element json;
  std::string_view json_text;
  std::string_view binary;
};

// Fills `view`, which keeps referring to `bytes`; returns what is wrong, or an empty text.
[[nodiscard]] std::string read_glb(std::string_view bytes, GlbView& view);

// The T in `value`, if it holds one.
template <class T, class Value>
[[nodiscard]] std::optional<T> as(const Value& value) {
  T result{};
  if (value.get(result) != simdjson::SUCCESS) return std::nullopt;
  return result;
}

// The elements of an accessor, all of them inside the binary data.
struct AccessorView {
  std::uint64_t component_type = 0;
  std::string_view type;  // "VEC3"
  std::uint64_t count = 0;
  std::size_t components = 0;  // of one element
  std::size_t component_size = 0;
  std::size_t stride = 0;
  const char* data = nullptr;

  [[nodiscard]] std::string_view component(std::uint64_t element, std::size_t index) const {
    return {data + element * stride + index * component_size, component_size};
  }
};

// A text says why there is no such accessor.
[[nodiscard]] std::variant<AccessorView, std::string> accessor_of(const GlbView& view,
                                                                  std::uint64_t index);

// The number in the bytes of a component, as text: "-1.7e-18", "0.0", "17".
[[nodiscard]] std::string component_text(std::uint64_t component_type, std::string_view bytes);

}  // namespace rigy::interfaces
