#include "placement/frame.hpp"

namespace rigy::analysis {
namespace {

Mat3 scaled(const Mat3& m, double s) {
  return from_columns(s * m.column(0), s * m.column(1), s * m.column(2));
}

}  // namespace

Frame3 frame_of(const std::array<Vec3, 3>& points) {
  const Vec3 along = points[1] - points[0];
  const Vec3 t = points[2] - points[0];
  Frame3 frame;
  frame.origin = points[0];
  frame.a = length(along);
  if (frame.no_x()) return frame;
  const Vec3 x = along / frame.a;
  const Vec3 across = cross(x, t);
  frame.b = length(across);
  frame.c = dot(t, x);
  if (frame.no_z()) return frame;
  const Vec3 z = across / frame.b;
  frame.axes = from_columns(x, cross(z, x), z);
  return frame;
}

std::optional<std::array<Vec3, 3>> points_of(const std::array<Reference, 3>& anchors,
                                             const Document& owner) {
  std::array<Vec3, 3> points;
  for (std::size_t i = 0; i < 3; ++i) {
    if (anchors[i].index == no_index) return std::nullopt;
    const Point& point = owner.anchors[anchors[i].index].translation;
    if (!point.given()) return std::nullopt;
    points[i] = point.value;
  }
  return points;
}

Affine attach(const Frame3& from, const Frame3& to, AttachMode mode) {
  const Mat3 back = transpose(from.axes);
  const double scale = to.a / from.a;
  Mat3 linear;
  if (mode == AttachMode::Affine) {
    const double widen = to.b / from.b;
    const Mat3 between{
        {{{scale, (to.c - scale * from.c) / from.b, 0}, {0, widen, 0}, {0, 0, widen}}}};
    linear = (to.axes * between) * back;
  } else {
    linear = to.axes * back;
    if (mode == AttachMode::Uniform) linear = scaled(linear, scale);
  }
  return {linear, to.origin - linear * from.origin};
}

}  // namespace rigy::analysis
