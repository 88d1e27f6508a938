#include "document/primitive_types.hpp"

#include <array>
#include <cstddef>

namespace rigy {
namespace {

constexpr DimensionName of_box[] = {{"x", "width"}, {"y", "height"}, {"z", "depth"}};
constexpr DimensionName of_sphere[] = {{"radius", ""}};
constexpr DimensionName of_cylinder[] = {{"radius", ""}, {"height", ""}};
constexpr DimensionName of_capsule[] = {{"radius", ""}, {"height", ""}};

// In the order of PrimitiveType.
constexpr std::array<PrimitiveTypeInfo, 4> types{{
    {"box", "box dimensions", of_box},
    {"sphere", "sphere dimensions", of_sphere},
    {"cylinder", "cylinder dimensions", of_cylinder},
    {"capsule", "capsule dimensions", of_capsule},
}};

}  // namespace

const PrimitiveTypeInfo& info_of(PrimitiveType type) {
  return types[static_cast<std::size_t>(type)];
}

}  // namespace rigy
