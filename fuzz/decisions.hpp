// A stream of small decisions, taken from a fuzzer's input or generated endlessly from a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/every_floor.hpp"

namespace rigy::fuzz {

class Decisions {
 public:
  // When the bytes are used up, every further decision is 0: the simplest alternative.
  explicit Decisions(std::string_view bytes) : bytes_(bytes) {}
  explicit Decisions(std::uint64_t seed) : state_(seed), endless_(true) {}

  // A number below `count`, at most 65,536.
  [[nodiscard]] std::size_t below(std::size_t count) {
    std::size_t value = byte();
    if (count > 256) value = value << 8 | byte();
    return value % count;
  }

  [[nodiscard]] bool flip() { return below(2) == 1; }
  // True once in `count` times; never when the bytes are used up.
  [[nodiscard]] bool one_in(std::size_t count) { return below(count) == count - 1; }

  template <class Container>
  [[nodiscard]] const auto& pick(const Container& items) {
    return *std::next(std::begin(items), static_cast<std::ptrdiff_t>(below(std::size(items))));
  }

  // A number in [0, 1).
  [[nodiscard]] double fraction();

  // `count` different numbers below `among`, in no order.
  [[nodiscard]] std::vector<std::size_t> choose(std::size_t count, std::size_t among);

 private:
  std::uint8_t byte();

  std::string_view bytes_;
  std::uint64_t state_ = 0;
  bool endless_ = false;
};

// The same number for the same text, always.
[[nodiscard]] std::uint64_t seed_of(std::string_view text);

// The bytes for Decisions that belong to a seed.
[[nodiscard]] std::string random_bytes(std::uint64_t seed, std::size_t size);

}  // namespace rigy::fuzz
