#include "document/uv_names.hpp"

#include <algorithm>
#include <array>

namespace rigy::language {
namespace {

constexpr auto role_names = std::to_array<std::string_view>(
    {"albedo", "detail", "directional", "radial", "decal", "lightmap"});

constexpr auto generator_names = std::to_array<std::string_view>(
    {"planar_xy@1", "box_project@1", "sphere_latlong@1", "cylindrical@1", "capsule_cyl_latlong@1"});

// The index of `name` in `names`, as the value of an enumeration in the same order.
template <class Value>
std::optional<Value> named(std::span<const std::string_view> names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Value>(found - names.begin());
}

}  // namespace

std::span<const std::string_view> uv_role_names() { return role_names; }
std::span<const std::string_view> uv_generator_names() { return generator_names; }

std::string_view name_of(UvGenerator generator) {
  return generator_names.at(static_cast<std::size_t>(generator));
}

std::optional<UvRoleName> uv_role_named(std::string_view name) {
  return named<UvRoleName>(role_names, name);
}

std::optional<UvGenerator> uv_generator_named(std::string_view name) {
  return named<UvGenerator>(generator_names, name);
}

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
      break;
  }
  return type == PrimitiveType::Capsule;
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
