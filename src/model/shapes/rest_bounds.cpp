#include "shapes/rest_bounds.hpp"

#include <array>

#include "shapes/shape.hpp"

namespace rigy::model {
namespace {

bool has_zero(const Vec3& v) { return v.x == 0 || v.y == 0 || v.z == 0; }

}  // namespace

std::optional<Bounds> rest_bounds(const Primitive& primitive, bool as_stored) {
  const Shape* const shape = shape_of(primitive);
  const Transform& transform = primitive.transform;
  if (shape == nullptr || shape->half_width == nullptr || transform.rotation.given()) {
    return std::nullopt;
  }
  const Dimensions dimensions = dimensions_of(primitive);
  const Vec3 half{shape->half_width(dimensions, {1, 0, 0}),
                  shape->half_width(dimensions, {0, 1, 0}),
                  shape->half_width(dimensions, {0, 0, 1})};
  Bounds bounds{-half, half};
  if (transform.translation.given()) {
    bounds.min = bounds.min + transform.translation.value;
    bounds.max = bounds.max + transform.translation.value;
  }
  if (as_stored) bounds = stored_bounds_of(std::array{bounds.min, bounds.max});
  if (has_zero(bounds.min) || has_zero(bounds.max)) return std::nullopt;
  return bounds;
}

}  // namespace rigy::model
