#include "distance/proximity.hpp"

#include <algorithm>
#include <cmath>

#include "distance/epa.hpp"
#include "distance/gjk.hpp"

namespace rigy::kernel {
namespace {

// Nearer than this, as a share of their size, the way from one core to the other has no reliable
// direction.
constexpr double nearly_touching = 1e-9;

// Both shapes near the origin, at about unit size: so that neither far coordinates nor tiny or huge
// sizes cost accuracy.
struct Frame {
  Vec3 origin;
  double size = 1;  // a power of two
  Convex a;
  Convex b;

  [[nodiscard]] Vec3 out(const Vec3& point) const { return size * point + origin; }
};

double size_of(const Bounds& a, const Bounds& b) {
  Bounds both = a;
  extend(both, b);
  const Vec3 extent = both.max - both.min;
  const double largest = std::max({extent.x, extent.y, extent.z});
  int exponent = 0;
  static_cast<void>(std::frexp(largest, &exponent));
  return largest > 0 ? std::ldexp(1.0, exponent) : 1.0;
}

Frame frame_of(const Convex& a, const Convex& b) {
  Frame frame;
  frame.origin = center_of(a);
  frame.size = size_of(bounds_of(a), bounds_of(b));
  frame.a = moved(a, frame.origin, 1 / frame.size);
  frame.b = moved(b, frame.origin, 1 / frame.size);
  return frame;
}

// The balls thicken the cores by as much in every direction.
Proximity with_balls(const Frame& frame, double core, const std::optional<Vec3>& direction, Vec3 a,
                     Vec3 b) {
  if (direction) {
    a = a + frame.a.radius * *direction;
    b = b - frame.b.radius * *direction;
  }
  const double distance = core - frame.a.radius - frame.b.radius;
  return {frame.size * distance, direction, frame.out(a), frame.out(b)};
}

bool are_points(const Convex& a, const Convex& b) {
  return a.point_count == 1 && b.point_count == 1 && a.axis_count == 0 && b.axis_count == 0;
}

// Concentric balls come apart in any direction; points have none.
Proximity at_one_place(const Frame& frame) {
  std::optional<Vec3> direction;
  if (frame.a.radius > 0 || frame.b.radius > 0) direction = Vec3{0, 1, 0};
  return with_balls(frame, 0, direction, frame.a.points[0], frame.b.points[0]);
}

}  // namespace

Proximity proximity(const Convex& a, const Convex& b) {
  const Frame frame = frame_of(a, b);
  const CoreDistance found = core_distance(frame.a, frame.b);
  const bool points = are_points(a, b);
  if (found.distance > (points ? 0 : nearly_touching)) {
    const Vec3 direction = found.nearest.at / found.distance;
    return with_balls(frame, found.distance, direction, found.nearest.a, found.nearest.b);
  }
  if (points) return at_one_place(frame);
  const CoreDepth deep = core_depth(frame.a, frame.b, found.simplex);
  return with_balls(frame, -deep.depth, deep.direction, deep.a, deep.b);
}

double distance_between(const Convex& a, const Convex& b) {
  const Frame frame = frame_of(a, b);
  const double core = core_distance(frame.a, frame.b).distance;
  return frame.size * std::max(0.0, core - frame.a.radius - frame.b.radius);
}

}  // namespace rigy::kernel
