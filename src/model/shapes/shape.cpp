#include "shapes/shape.hpp"

namespace rigy::model {
namespace {

// NOLINTBEGIN(cppcoreguidelines-macro-usage)
constinit const Shape* const shapes[] = {
#define RIGY_SHAPE_SLIP(word, help)
#define RIGY_SHAPE(name, word, ...) &word##_shape,
#include "tables/shapes.def"
#undef RIGY_SHAPE
#undef RIGY_SHAPE_SLIP
    nullptr,
};
// NOLINTEND(cppcoreguidelines-macro-usage)

}  // namespace

const Shape* shape_of(PrimitiveType type) { return shapes[static_cast<std::size_t>(type)]; }

const Shape* shape_of(const Primitive& primitive) {
  const Shape* const shape = shape_of(*primitive.type);
  const bool has_image =
      primitive.origin.is_mirrored() && shape != nullptr && shape->mirrored != nullptr;
  return has_image ? shape->mirrored : shape;
}

}  // namespace rigy::model
