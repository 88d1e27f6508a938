// The sizes that the structs of the C interface begin with: callers may have been compiled with an
// older or a newer header.
#pragma once

#include <algorithm>
#include <cstddef>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// A `size` that was never set is likely to be larger; the bytes there are not to be read.
inline constexpr std::size_t max_struct_size = 4096;

template <class Struct>
[[nodiscard]] bool is_current_or_newer(std::size_t size) {
  return size >= sizeof(Struct) && size <= max_struct_size && size % alignof(Struct) == 0;
}

template <class Struct>
[[nodiscard]] bool has_unknown_fields(const Struct& given) {
  if (given.size <= sizeof(Struct)) return false;
  const auto* bytes = reinterpret_cast<const unsigned char*>(&given);
  return std::any_of(bytes + sizeof(Struct), bytes + given.size,
                     [](unsigned char byte) { return byte != 0; });
}

// The first of an array determines how far apart they are, which the caller's header decides.
template <class Struct>
[[nodiscard]] const Struct& element_at(const Struct* array, std::size_t i) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(array);
  return *reinterpret_cast<const Struct*>(bytes + i * array->size);
}

}  // namespace rigy::interfaces
