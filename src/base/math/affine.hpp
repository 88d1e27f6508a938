// Affine transforms, and their effect on orientation and normals.
#pragma once

#include "math/vec.hpp"

namespace rigy::base {

// x ↦ linear·x + translation.
struct Affine {
  Mat3 linear;
  Vec3 translation;

  [[nodiscard]] Vec3 operator()(const Vec3& point) const { return linear * point + translation; }
};

[[nodiscard]] Affine operator*(const Affine& outer, const Affine& inner);
[[nodiscard]] bool is_identity(const Affine& transform);
// Whether it can be stored in binary32.
[[nodiscard]] bool fits_binary32(const Affine& transform);
// Whether translation, rotation and scale can express it, as a glTF node must.
[[nodiscard]] bool is_decomposable(const Mat3& linear);
[[nodiscard]] double determinant(const Mat3& linear);
// For normals; not normalized.
[[nodiscard]] Mat3 inverse_transpose(const Mat3& linear);

}  // namespace rigy::base
