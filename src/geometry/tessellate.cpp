#include "geometry/tessellate.hpp"

#include <algorithm>

#include "math/trig.hpp"

namespace rigy {

Mat3 euler_rotation(const Vec3& radians) {
  const SinCos x = sin_cos(radians.x);
  const SinCos y = sin_cos(radians.y);
  const SinCos z = sin_cos(radians.z);
  const Mat3 about_x{{{{1, 0, 0}, {0, x.cos, -x.sin}, {0, x.sin, x.cos}}}};
  const Mat3 about_y{{{{y.cos, 0, y.sin}, {0, 1, 0}, {-y.sin, 0, y.cos}}}};
  const Mat3 about_z{{{{z.cos, -z.sin, 0}, {z.sin, z.cos, 0}, {0, 0, 1}}}};
  return (about_z * about_y) * about_x;
}

void own_normals(const Shape& shape, PrimitiveVertices& vertices) {
  if (vertices.turned) return;
  std::copy(shape.normals.begin(), shape.normals.end(), vertices.normals.begin());
  vertices.turned = true;
}

void tessellate(const Primitive& primitive, PrimitiveVertices& out) {
  const Shape& shape = shape_of(*primitive.type);
  const Transform& transform = primitive.transform;
  out.count = shape.vertex_count();
  out.turned = false;
  std::array<double, 3> dimensions{};
  for (std::size_t i = 0; i < 3; ++i) dimensions[i] = primitive.dimensions[i].value;
  shape.positions(dimensions, out.positions.data());
  // An absent part of the transform is skipped, not replaced by zero: −0.0 + 0.0 is 0.0.
  if (transform.rotation_euler.given()) {
    const Mat3 rotation = euler_rotation(transform.rotation_euler.value);
    own_normals(shape, out);
    for (std::size_t i = 0; i < out.count; ++i) {
      out.positions[i] = rotation * out.positions[i];
      out.normals[i] = rotation * out.normals[i];
    }
  }
  if (transform.translation.given()) {
    const Vec3 offset = transform.translation.value;
    for (std::size_t i = 0; i < out.count; ++i) out.positions[i] = out.positions[i] + offset;
  }
}

}  // namespace rigy
