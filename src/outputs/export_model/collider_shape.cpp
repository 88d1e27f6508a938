#include "export_model/collider_shape.hpp"

#include "export_model/motion.hpp"
#include "math/rotation.hpp"
#include "shapes/tessellate.hpp"

namespace rigy::outputs {

PrimitiveShape shape_of(const PrimitiveTask& task, double scale) {
  const Primitive& primitive = *task.primitive;
  PrimitiveShape shape;
  if (task.mesh->baked != nullptr || task.mesh->pose != nullptr || !primitive.type) return shape;
  const Shape* const written = model::shape_of(primitive);
  if (written == nullptr || written->kind == ShapeKind::Convex) return shape;
  shape.kind = written->kind;
  const auto& [x, y, z] = primitive.dimensions;
  shape.size = scale * Vec3{x.value, y.value, z.value};
  const Transform& transform = primitive.transform;
  shape.place.translation = scale * transform.translation.value;
  if (transform.rotation.given()) {
    const Mat3 rotation = rotation_of(transform.rotation, task.mesh->asset->document.version);
    shape.place.rotation = unit_quaternion(quaternion_from_matrix(rotation));
  }
  return shape;
}

}  // namespace rigy::outputs
