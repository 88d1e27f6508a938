// What the language says about each primitive type: its name, its dimensions and its UV generator.
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
  UvGenerator uv_generator;           // that fits no other type; PlanarXy if there is none
};

[[nodiscard]] const PrimitiveTypeInfo& info_of(PrimitiveType type);

}  // namespace rigy::language
