// Values as text: the same value has many spellings.
#pragma once

#include <string>

#include "fuzz/decisions.hpp"
#include "fuzz/value.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

// As YAML. `style` decides everything that must not matter: block or flow, quotes,
// escapes, spellings of numbers, indentation, comments, aliases, the order of fields, line breaks.
[[nodiscard]] std::string spell_yaml(const Value& value, Decisions style);

// As JSON, with white space, escapes, spellings of numbers and the order of fields by `style`.
[[nodiscard]] std::string spell_json(const Value& value, Decisions style);

}  // namespace rigy::fuzz
