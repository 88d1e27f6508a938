#include "document/primitive_types.hpp"

#include <cstddef>

namespace rigy::language {
namespace {

// In the order of PrimitiveType.
constexpr PrimitiveTypeInfo types[] = {
    {word_for(PrimitiveType::Box), box_dimensions, box_dimensions.fields},
    {word_for(PrimitiveType::Sphere), sphere_dimensions, sphere_dimensions.fields},
    {word_for(PrimitiveType::Cylinder), cylinder_dimensions, cylinder_dimensions.fields},
    {word_for(PrimitiveType::Capsule), capsule_dimensions, capsule_dimensions.fields},
    {word_for(PrimitiveType::Wedge), wedge_dimensions, wedge_dimensions.fields},
    {word_for(PrimitiveType::ImplicitSurface), no_dimensions, {}},
};

}  // namespace

const PrimitiveTypeInfo& info_of(PrimitiveType type) {
  return types[static_cast<std::size_t>(type)];
}

}  // namespace rigy::language
