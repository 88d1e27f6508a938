// UV generators and the primitives they support, and the names of UV sets.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "document/document.hpp"

namespace rigy::language {

// Whether the generator supports primitives of that type.
[[nodiscard]] bool fits(UvGenerator generator, PrimitiveType type);

// 7 for "uv7"; nothing for other texts. Numbers beyond every set saturate.
[[nodiscard]] std::optional<std::uint32_t> uv_set_number(std::string_view name);

}  // namespace rigy::language
