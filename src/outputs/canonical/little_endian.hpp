// Numbers as stored in the file: little-endian, on every machine.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "outputs_floor.hpp"

namespace rigy::outputs {

template <class T>
[[nodiscard]] T to_little_endian(T value) {
  if constexpr (std::endian::native == std::endian::little) {
    return value;
  } else {
    auto bytes = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(bytes[i], bytes[sizeof(T) - 1 - i]);
    return std::bit_cast<T>(bytes);
  }
}

// Writes one number and returns the position after it.
template <class T>
std::byte* put(std::byte* out, T value) {
  static_assert(std::is_arithmetic_v<T>);
  value = to_little_endian(value);
  std::memcpy(out, &value, sizeof value);
  return out + sizeof value;
}

// Writes `count` numbers, each convert(i), as T. A plain loop over one array of one type, which
// compilers can vectorize.
template <class T, class Convert>
std::byte* put_all(std::byte* out, std::size_t count, const Convert& convert) {
  for (std::size_t i = 0; i < count; ++i) {
    const T value = to_little_endian(static_cast<T>(convert(i)));
    std::memcpy(out + i * sizeof(T), &value, sizeof(T));
  }
  return out + count * sizeof(T);
}

}  // namespace rigy::outputs
