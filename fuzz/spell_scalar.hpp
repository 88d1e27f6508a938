// Scalars as YAML and JSON text.
#pragma once

#include <string>
#include <string_view>

#include "fuzz/decisions.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

[[nodiscard]] std::string spell_integer(std::int64_t value, Decisions& style);
[[nodiscard]] std::string spell_real(double value, Decisions& style);
[[nodiscard]] std::string spell_json_real(double value, Decisions& style);

// Quoted or plain, on one line.
[[nodiscard]] std::string spell_text(std::string_view text, Decisions& style);
[[nodiscard]] std::string spell_json_text(std::string_view text, Decisions& style);

// Whether the text can be the only line of a block scalar.
[[nodiscard]] bool fits_block_scalar(std::string_view text);

}  // namespace rigy::fuzz
