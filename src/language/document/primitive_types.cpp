#include "document/primitive_types.hpp"

#include <cstddef>

namespace rigy::language {
namespace {

// In the order of PrimitiveType.
constexpr PrimitiveTypeInfo types[] = {
    {"box", box_dimensions, box_dimensions_fields},
    {"sphere", sphere_dimensions, sphere_dimensions_fields},
    {"cylinder", cylinder_dimensions, cylinder_dimensions_fields},
    {"capsule", capsule_dimensions, capsule_dimensions_fields},
    {"wedge", wedge_dimensions, wedge_dimensions_fields},
    {"implicit_surface", no_dimensions, {}},
};

}  // namespace

const PrimitiveTypeInfo& info_of(PrimitiveType type) {
  return types[static_cast<std::size_t>(type)];
}

}  // namespace rigy::language
