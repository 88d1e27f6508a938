#include "shapes/shape.hpp"

#include "common/unreachable.hpp"

namespace rigy::model {

const Shape* shape_of(const Primitive& primitive) {
  switch (*primitive.type) {
    case PrimitiveType::Box:
      return &box_shape;
    case PrimitiveType::Sphere:
      return &sphere_shape;
    case PrimitiveType::Cylinder:
      return &cylinder_shape;
    case PrimitiveType::Capsule:
      return &capsule_shape;
    case PrimitiveType::Wedge:
      return primitive.origin.is_mirrored() ? &mirrored_wedge_shape : &wedge_shape;
    case PrimitiveType::ImplicitSurface:
      return nullptr;
  }
  unreachable();
}

}  // namespace rigy::model
