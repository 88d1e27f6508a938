// Texts that are put together from tables when the program is compiled.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "language_floor.hpp"

namespace rigy::language {

template <std::size_t most>
class ConstantText {
 public:
  explicit constexpr ConstantText(std::string_view text = {}) { append(text); }

  // A text that does not fit is an error of compilation.
  constexpr void append(std::string_view text) {
    for (const char c : text) characters_.at(size_++) = c;
  }
  [[nodiscard]] constexpr std::string_view view() const { return {characters_.data(), size_}; }

 private:
  std::array<char, most> characters_{};
  std::size_t size_ = 0;
};

}  // namespace rigy::language
