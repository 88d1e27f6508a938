#include "syntax/simple_text.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rigy::language {

// Eight bytes at a time.
bool is_simple_text(std::string_view text) {
  constexpr std::uint64_t ones = 0x0101010101010101u;
  constexpr std::uint64_t highs = 0x80 * ones;
  const auto is_simple = [](std::uint64_t chunk) {
    const std::uint64_t low = chunk & ~highs;
    const std::uint64_t printable = low + 0x60 * ones;                // from ' ' on
    const std::uint64_t deleted = low + ones;                         // U+007F
    const std::uint64_t other = (low ^ (0x0a * ones)) + 0x7f * ones;  // than a line feed
    return ((chunk | deleted | (~printable & other)) & highs) == 0;
  };
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t chunk = 0;
    std::memcpy(&chunk, text.data() + at, 8);
    if (!is_simple(chunk)) return false;
  }
  std::uint64_t chunk = 0x20 * ones;
  std::memcpy(&chunk, text.data() + at, text.size() - at);
  return is_simple(chunk);
}

}  // namespace rigy::language
