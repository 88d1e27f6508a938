#include "service/base64.hpp"

#include <cstddef>
#include <cstdint>

namespace rigy::interfaces {

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t j = i; j < i + 3; ++j) {
      bits = bits << 8 | (j < bytes.size() ? static_cast<unsigned char>(bytes[j]) : 0u);
    }
    for (std::size_t digit = 0; digit < 4; ++digit) {
      const bool is_given = i + digit <= bytes.size();
      out += is_given ? digits[bits >> (18 - 6 * digit) & 63u] : '=';
    }
  }
  return out;
}

}  // namespace rigy::interfaces
