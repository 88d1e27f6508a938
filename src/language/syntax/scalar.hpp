// YAML 1.2 core schema: what a plain scalar means.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "language_floor.hpp"

namespace rigy::language {

enum class ScalarType : std::uint8_t { Null, Bool, Int, Float, String };

// The type of a scalar; anything quoted is a string.
[[nodiscard]] ScalarType scalar_type(std::string_view text, bool plain);

// The value of a scalar of type Int or Float; infinity if it exceeds binary64.
[[nodiscard]] double scalar_number(std::string_view text);

// The value of a scalar of type Int, if it fits.
[[nodiscard]] std::optional<std::int64_t> scalar_integer(std::string_view text);

}  // namespace rigy::language
