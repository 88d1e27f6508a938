#include "implicit/support.hpp"

#include <algorithm>
#include <cmath>

namespace rigy::kernel {
namespace {

// Far more than rounding and rotations that are not quite orthogonal (to 1e-11) can change a
// distance within an op of size 1, and far too little to cost anything.
constexpr double relative_margin = 1e-4;
// Below this, squares may underflow.
constexpr double absolute_margin = 1e-150;
// A line closer to the direction of a capsule than this is bounded by the capsule's box only.
constexpr double least_sine_squared = 0.05;

Vec3 absolute(const Vec3& v) { return {std::abs(v.x), std::abs(v.y), std::abs(v.z)}; }

Interval around(double center, double half) { return {center - half, center + half}; }

// Where the line comes closer than `reach` to the endless line through the axis: the solutions of
// a X² − 2 b X + c < 0, X from the center.
Interval interval_in_cylinder(const OpSupport& support, double dy, double dz) {
  const Vec3& axis = support.axis;
  const double along = dy * axis.y + dz * axis.z;
  const double a = 1 - axis.x * axis.x;
  if (a < least_sine_squared) return around(support.center.x, support.extent.x);
  const double b = along * axis.x;
  const double c = dy * dy + dz * dz - along * along - support.reach * support.reach;
  const double discriminant = b * b - a * c;
  if (discriminant < 0) return {};
  const double root = std::sqrt(discriminant);
  return {support.center.x + (b - root) / a, support.center.x + (b + root) / a};
}

double range_of(const FieldOp& op) { return is_sdf(op.field) ? 2 * op.radius : op.radius; }

// Of a capsule.
Vec3 direction_of(const FieldOp& op) {
  return op.rotation ? op.rotation->column(1) : Vec3{0, 1, 0};
}

}  // namespace

OpSupport support_of(const FieldOp& op) {
  OpSupport support;
  support.center = op.translation;
  const double range = range_of(op);
  const double height = is_capsule(op.field) ? op.height : 0.0;
  const double margin = relative_margin * (range + height) + absolute_margin;
  support.reach = (range + margin) * op.scale + absolute_margin;
  Vec3 half;
  if (is_capsule(op.field)) {
    const Vec3 direction = direction_of(op);
    support.axis = direction / length(direction);
    half = (op.scale * height / 2) * support.axis;
  }
  support.extent = absolute(half) + Vec3{support.reach, support.reach, support.reach};
  return support;
}

double reach_along(const FieldOp& op, std::size_t axis) {
  const double lean = std::abs(direction_of(op)[axis]);
  return op.scale * (range_of(op) + (is_capsule(op.field) ? lean * op.height / 2 : 0));
}

Interval interval_along_x(const OpSupport& support, double y, double z) {
  const double dy = y - support.center.y;
  const double dz = z - support.center.z;
  if (std::abs(dy) > support.extent.y || std::abs(dz) > support.extent.z) return {};
  if (support.axis == Vec3{}) {
    const double square = support.reach * support.reach - dy * dy - dz * dz;
    if (square < 0) return {};
    return around(support.center.x, std::sqrt(square));
  }
  const Interval cylinder = interval_in_cylinder(support, dy, dz);
  const Interval box = around(support.center.x, support.extent.x);
  // The bounds of the box come first: they remain if the others are NaN.
  return {std::max(box.low, cylinder.low), std::min(box.high, cylinder.high)};
}

bool may_touch(const OpSupport& support, const Box& box) {
  double square = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double center = support.center[axis];
    const double away = std::max({0.0, box.low[axis] - center, center - box.high[axis]});
    if (away > support.extent[axis]) return false;
    square += away * away;
  }
  return support.axis != Vec3{} || !(square > support.reach * support.reach);
}

}  // namespace rigy::kernel
