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

// The fields of the ops of implicit surfaces, in the order of FieldKind.
inline constexpr std::string_view field_names[] = {"metaball_sphere@1", "metaball_capsule@1",
                                                   "sdf_sphere@1", "sdf_capsule@1"};
[[nodiscard]] inline std::string_view name_of(FieldKind kind) {
  return field_names[static_cast<std::size_t>(kind)];
}

}  // namespace rigy::language
