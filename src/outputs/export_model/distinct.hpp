// Finds which of many vertices are equal.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/index.hpp"
#include "hashing/text_hash.hpp"
#include "outputs_floor.hpp"

namespace rigy::outputs {

// The bytes of numbers: equal for equal ones, because no number of a model is -0.
template <class Number>
[[nodiscard]] std::string_view bytes_of(const Number* numbers, std::size_t count) {
  return {reinterpret_cast<const char*>(numbers), count * sizeof(Number)};
}

// A table of vertices, open addressed: a map would take longer than everything else.
class DistinctVertices {
 public:
  // Forgets everything and makes room.
  void clear(std::size_t count) { slots_.assign(std::bit_ceil(2 * count + 1), no_index); }

  // The vertex that is equal to this one, which is itself if it is the first of its kind.
  template <class IsEqual>
  [[nodiscard]] std::uint32_t first_equal(std::uint32_t vertex, std::size_t hash,
                                          const IsEqual& is_equal) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      if (slots_[at] == no_index) return slots_[at] = vertex;
      if (is_equal(slots_[at])) return slots_[at];
    }
  }

 private:
  std::vector<std::uint32_t> slots_;
};

}  // namespace rigy::outputs
