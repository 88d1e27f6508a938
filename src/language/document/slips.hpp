// Common mistakes of authors, and what to write instead: tables, no code.
#pragma once

#include <string_view>

#include "tables/schema.hpp"

namespace rigy::language {

// A field that does not exist in a mapping.
struct Slip {
  const Object* object;
  std::string_view name;
  std::string_view meant;  // the field of the same mapping that was meant, if it is one
  std::string_view help;   // empty: "did you mean …"
};

// Null if it is not a known mistake.
[[nodiscard]] const Slip* find_slip(const Object& object, std::string_view name);

// The field that a bare text in place of the object is meant for; empty if there is none.
[[nodiscard]] std::string_view field_of_text(const Object& object);

}  // namespace rigy::language
