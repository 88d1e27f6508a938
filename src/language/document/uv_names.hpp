// The vocabulary of UV sets: roles, generators, and names of sets.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "document/document.hpp"

namespace rigy::language {

// In the order of UvRoleName and UvGenerator.
[[nodiscard]] std::span<const std::string_view> uv_role_names();
[[nodiscard]] std::span<const std::string_view> uv_generator_names();

[[nodiscard]] std::string_view name_of(UvGenerator generator);

[[nodiscard]] std::optional<UvRoleName> uv_role_named(std::string_view name);
[[nodiscard]] std::optional<UvGenerator> uv_generator_named(std::string_view name);
// Whether the generator supports primitives of that type.
[[nodiscard]] bool fits(UvGenerator generator, PrimitiveType type);

// 7 for "uv7"; nothing for other texts. Numbers beyond every set saturate.
[[nodiscard]] std::optional<std::uint32_t> uv_set_number(std::string_view name);

}  // namespace rigy::language
