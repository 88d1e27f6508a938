#include "geometry/shape.hpp"

namespace rigy {

const Shape& shape_of(PrimitiveType type) {
  switch (type) {
    case PrimitiveType::Box:
      return box_shape;
    case PrimitiveType::Sphere:
      return sphere_shape;
    case PrimitiveType::Cylinder:
      return cylinder_shape;
    case PrimitiveType::Capsule:
      return capsule_shape;
  }
  return box_shape;
}

}  // namespace rigy
