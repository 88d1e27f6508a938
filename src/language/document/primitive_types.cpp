#include "document/primitive_types.hpp"

#include <cstddef>

namespace rigy::language {
namespace {

// In the order of PrimitiveType.
constexpr PrimitiveTypeInfo types[] = {
// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define RIGY_SHAPE_SLIP(word, help)
#define RIGY_SHAPE(name, word, feature, generator, ...) \
  {#word, word##_dimensions, word##_dimensions.fields, UvGenerator::generator},
#include "tables/shapes.def"
#undef RIGY_SHAPE
#undef RIGY_SHAPE_SLIP
    // NOLINTEND(cppcoreguidelines-macro-usage)
    {word_for(PrimitiveType::ImplicitSurface), no_dimensions, {}, {}},
};

}  // namespace

const PrimitiveTypeInfo& info_of(PrimitiveType type) {
  return types[static_cast<std::size_t>(type)];
}

}  // namespace rigy::language
