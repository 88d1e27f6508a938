// What the language says about each primitive type: its name and its dimensions.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "document/document.hpp"
#include "tables/schema.hpp"

namespace rigy::language {

struct PrimitiveTypeInfo {
  std::string_view name;
  const Object& dimensions_object;
  std::span<const Field> dimensions;  // in the order of Primitive::dimensions
};

[[nodiscard]] const PrimitiveTypeInfo& info_of(PrimitiveType type);

}  // namespace rigy::language
