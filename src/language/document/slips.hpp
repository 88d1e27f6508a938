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

// How an object, or a list or mapping of objects, is written, in at most three lines; empty if its
// name is enough.
[[nodiscard]] std::string_view form_of(const Object& object);
[[nodiscard]] std::string_view form_of(std::string_view what);

// The field that a bare text in place of the object is meant for; empty if there is none.
[[nodiscard]] std::string_view field_of_text(const Object& object);

// What to write instead of a word that a field does not allow; empty if unknown.
[[nodiscard]] std::string_view help_for_word(std::string_view what, std::string_view word);

}  // namespace rigy::language
