// Frames of three anchors, and the transform that takes one to the other (attach3).
#pragma once

#include <array>
#include <cmath>
#include <optional>

#include "analysis_floor.hpp"
#include "document/document.hpp"
#include "math/affine.hpp"

namespace rigy::analysis {

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
  // Too large to be measured: the lengths are meaningless.
  [[nodiscard]] bool overflows() const {
    return !std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c);
  }
};

[[nodiscard]] Frame3 frame_of(const std::array<Vec3, 3>& points);

// The points of the anchors, if all three are known.
[[nodiscard]] std::optional<std::array<Vec3, 3>> points_of(const std::array<Reference, 3>& anchors,
                                                           const Document& owner);

// Takes the frame `from` to the frame `to`; neither may be degenerate.
[[nodiscard]] Affine attach(const Frame3& from, const Frame3& to, AttachMode mode);

}  // namespace rigy::analysis
