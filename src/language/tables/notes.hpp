// What the reference page says of objects and fields beyond their tables: where an object stands,
// units, defaults, which diagnostics are about a field, an example. Data only.
#pragma once

#include <span>
#include <string_view>

#include "tables/schema.hpp"

namespace rigy::language {

struct FieldNote {
  std::string_view field;
  // The value if the field is left out; empty: nothing in particular.
  std::string_view fallback = {};
  std::string_view unit = {};
  // Ids between spaces. Those about any field (P03, P04, V32, V33, V34) are not repeated.
  std::string_view diagnostics = {};
};

struct ObjectNote {
  const Object* object = nullptr;
  std::string_view place;    // "an element of meshes"
  std::string_view purpose;  // one or two sentences
  std::span<const FieldNote> fields;
  std::string_view diagnostics;  // about the object as a whole
  std::string_view example;      // lines of a document in examples/ or templates/
};

// One for each object, in the order of objects(); one note for each field that is not refused.
[[nodiscard]] std::span<const ObjectNote> object_notes();

}  // namespace rigy::language
