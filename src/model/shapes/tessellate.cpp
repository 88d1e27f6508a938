#include "shapes/tessellate.hpp"

#include <span>

#include "common/unreachable.hpp"
#include "math/rotation.hpp"
#include "math/trig.hpp"
#include "shapes/implicit_surface.hpp"

namespace rigy::model {

Mat3 euler_rotation(const Vec3& radians) {
  const SinCos x = sin_cos(radians.x);
  const SinCos y = sin_cos(radians.y);
  const SinCos z = sin_cos(radians.z);
  const Mat3 about_x{{{{1, 0, 0}, {0, x.cos, -x.sin}, {0, x.sin, x.cos}}}};
  const Mat3 about_y{{{{y.cos, 0, y.sin}, {0, 1, 0}, {-y.sin, 0, y.cos}}}};
  const Mat3 about_z{{{{z.cos, -z.sin, 0}, {z.sin, z.cos, 0}, {0, 0, 1}}}};
  return (about_z * about_y) * about_x;
}

namespace {

Quaternion quaternion_of(const Rotation& rotation) {
  switch (rotation.form) {
    case RotationForm::Euler:
    case RotationForm::Degrees:
      return quaternion_from_euler(rotation.vector);
    case RotationForm::AxisAngle:
      return quaternion_from_axis_angle(rotation.vector, rotation.degrees * radians_per_degree);
    case RotationForm::Quaternion:
      return rotation.quaternion;
  }
  unreachable();
}

}  // namespace

Mat3 rotation_of(const Rotation& rotation, Version version) {
  const Quaternion quaternion = quaternion_of(rotation);
  if (rotation.is_canonical) return matrix_from_quaternion(quaternion);
  if (has(version, Feature::RotationForms))
    return matrix_from_quaternion(canonical_quaternion(quaternion));
  return euler_rotation(rotation.vector);
}

namespace {

void apply(const Transform& transform, Version version, PrimitiveVertices& vertices) {
  const std::span<Vec3> positions = vertices.positions();
  // An absent part of the transform is skipped, not replaced by zero: −0.0 + 0.0 is 0.0.
  if (transform.rotation.given()) {
    const Mat3 rotation = rotation_of(transform.rotation, version);
    const std::span<Vec3> normals = vertices.own_normals();
    for (std::size_t i = 0; i < positions.size(); ++i) {
      positions[i] = rotation * positions[i];
      normals[i] = rotation * normals[i];
    }
  }
  if (transform.translation.given()) {
    const Vec3 offset = transform.translation.value;
    for (Vec3& position : positions) position = position + offset;
  }
}

}  // namespace

void tessellate(const Shape& shape, const Dimensions& dimensions, const Transform& transform,
                Version version, PrimitiveVertices& out) {
  out.start(shape.topology);
  shape.positions(dimensions, out.positions().data());
  if (shape.normals != nullptr) shape.normals(dimensions, out.own_normals().data());
  apply(transform, version, out);
}

bool tessellate(const Primitive& primitive, const ExtractedSurface& surface, Version version,
                PrimitiveVertices& out, unsigned threads) {
  const bool finite = fill_surface(surface, threads, out);
  apply(primitive.transform, version, out);
  return finite;
}

bool tessellate(const Primitive& primitive, Version version, PrimitiveVertices& out,
                unsigned threads) {
  const Shape* shape = shape_of(primitive);
  if (shape == nullptr) return tessellate(primitive, *primitive.extraction, version, out, threads);
  Dimensions dimensions{};
  for (std::size_t i = 0; i < 3; ++i) dimensions[i] = primitive.dimensions[i].value;
  tessellate(*shape, dimensions, primitive.transform, version, out);
  return true;
}

}  // namespace rigy::model
