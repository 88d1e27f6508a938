// Frames of three anchors, and the transform that takes one to the other (attach3).
#pragma once

#include <array>

#include "document/document.hpp"
#include "math/vec.hpp"

namespace rigy {

// x ↦ linear·x + translation.
struct Affine {
  Mat3 linear;
  Vec3 translation;

  [[nodiscard]] Vec3 operator()(const Vec3& point) const { return linear * point + translation; }
};

[[nodiscard]] Affine operator*(const Affine& outer, const Affine& inner);
[[nodiscard]] bool is_identity(const Affine& transform);
// Whether a reader that keeps it in binary32 can hold it.
[[nodiscard]] bool fits_binary32(const Affine& transform);
// Whether translation, rotation and scale can express it, as a glTF node must.
[[nodiscard]] bool is_decomposable(const Mat3& linear);
[[nodiscard]] double determinant(const Mat3& linear);
// For normals; not normalised.
[[nodiscard]] Mat3 inverse_transpose(const Mat3& linear);

struct Frame3 {
  Vec3 origin;
  Mat3 axes;     // columns x̂ ŷ ẑ
  double a = 0;  // |p2 − p1|
  double b = 0;  // |x̂ × t|, how far p3 is from the line through p1 and p2
  double c = 0;  // t·x̂

  // Too small to have a direction.
  [[nodiscard]] bool no_x() const { return !(a > 1e-9); }
  [[nodiscard]] bool no_z() const { return !(b > 1e-9); }
  [[nodiscard]] bool degenerate() const { return no_x() || no_z(); }
};

[[nodiscard]] Frame3 frame_of(const std::array<Vec3, 3>& points);

// Takes the frame `from` to the frame `to`; neither may be degenerate.
[[nodiscard]] Affine attach(const Frame3& from, const Frame3& to, AttachMode mode);

}  // namespace rigy
