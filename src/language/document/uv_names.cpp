#include "document/uv_names.hpp"

#include <algorithm>

#include "common/unreachable.hpp"

namespace rigy::language {
bool fits(UvGenerator generator, PrimitiveType type) {
  switch (generator) {
    case UvGenerator::PlanarXy:
      return type != PrimitiveType::ImplicitSurface;
    case UvGenerator::BoxProject:
      return type == PrimitiveType::Box;
    case UvGenerator::SphereLatlong:
      return type == PrimitiveType::Sphere;
    case UvGenerator::Cylindrical:
      return type == PrimitiveType::Cylinder;
    case UvGenerator::CapsuleCylLatlong:
      return type == PrimitiveType::Capsule;
  }
  unreachable();
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
