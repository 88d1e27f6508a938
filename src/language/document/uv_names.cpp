#include "document/uv_names.hpp"

#include <algorithm>

#include "document/primitive_types.hpp"

namespace rigy::language {

bool fits(UvGenerator generator, PrimitiveType type) {
  if (type == PrimitiveType::ImplicitSurface) return false;
  return generator == UvGenerator::PlanarXy || generator == info_of(type).uv_generator;
}

std::optional<std::uint32_t> uv_set_number(std::string_view name) {
  constexpr std::uint32_t most = 1'000'000;
  if (!name.starts_with("uv")) return std::nullopt;
  const std::string_view digits = name.substr(2);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos ||
      (digits[0] == '0' && digits.size() > 1)) {
    return std::nullopt;
  }
  std::uint32_t number = 0;
  for (const char c : digits)
    number = std::min(most, number * 10 + static_cast<std::uint32_t>(c - '0'));
  return number;
}

}  // namespace rigy::language
