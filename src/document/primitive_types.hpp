// What the language says about each primitive type: its name and its dimensions.
#pragma once

#include <span>
#include <string_view>

#include "document/document.hpp"

namespace rigy {

// One dimension field; `alias` is another name for it, or empty.
struct DimensionName {
  std::string_view name;
  std::string_view alias;
};

struct PrimitiveTypeInfo {
  std::string_view name;
  std::string_view dimensions_name;  // of its dimensions, in messages
  std::span<const DimensionName> dimensions;
};

[[nodiscard]] const PrimitiveTypeInfo& info_of(PrimitiveType type);

}  // namespace rigy
