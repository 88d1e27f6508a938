// Containment of convex shapes: whether the inner one goes beyond any side of the outer one. A side
// is a plane or a round surface; how far a point is beyond it is a convex function of the point, so
// its greatest value over the inner shape is found by walking uphill.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "distance/proximity.hpp"
#include "math/affine.hpp"

namespace rigy::kernel {
namespace {

// --- planes ---

bool is_beyond_plane(const Convex& inner, const Vec3& normal, double offset, double tolerance) {
  return dot(support(inner, normal), normal) > offset + tolerance;
}

// A plane through three of the points that all of them are on one side of.
bool is_beyond_face(const Convex& outer, const Convex& inner, std::array<Vec3, 3> corners,
                    double tolerance) {
  Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
  const double size = length(normal);
  if (!(size > 0)) return false;
  normal = normal / size;
  double above = 0;
  double below = 0;
  for (const Vec3& point : outer.hull()) {
    const double side = dot(normal, point - corners[0]);
    above = std::max(above, side);
    below = std::min(below, side);
  }
  const double thickness = above - below;
  if (std::min(above, -below) > 1e-9 * thickness) return false;
  if (above > -below) normal = -normal;
  return is_beyond_plane(inner, normal, dot(normal, corners[0]), tolerance);
}

bool hull_contains(const Convex& outer, const Convex& inner, double tolerance) {
  const auto points = outer.hull();
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      for (std::size_t k = j + 1; k < points.size(); ++k) {
        if (is_beyond_face(outer, inner, {points[i], points[j], points[k]}, tolerance)) {
          return false;
        }
      }
    }
  }
  return true;
}

// --- round surfaces ---

// The surface at `axes` around the segment from −half to half: a sphere or ellipsoid if that is a
// point, a capsule, or the side of a cylinder, whose points count without their part along `half`.
struct RoundSide {
  Vec3 center;
  Vec3 half;
  Mat3 axes;
  Mat3 inverse;
  bool is_endless = false;
};

struct Beyond {
  double by = 0;   // in meters, about; negative: inside
  Vec3 direction;  // in which it grows fastest
};

Beyond beyond(const RoundSide& side, const Vec3& point) {
  const Vec3 from = side.inverse * (point - side.center);
  const Vec3 half = side.inverse * side.half;
  const double square = dot(half, half);
  double along = square > 0 ? dot(from, half) / square : 0;
  if (!side.is_endless) along = std::clamp(along, -1.0, 1.0);
  const Vec3 local = from - along * half;
  const double reach = length(local);
  if (!(reach > 0)) return {-1, {}};
  const Vec3 outward = local / reach;
  return {(reach - 1) * length(side.axes * outward), transpose(side.inverse) * outward};
}

// From many places, so that the greatest of several maxima is found.
std::vector<Vec3> starts() {
  std::vector<Vec3> directions;
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        if (x == 0 && y == 0 && z == 0) continue;
        // Not along the axes, where symmetric shapes have ridges and saddles.
        directions.push_back({x + 0.013, y + 0.029, z - 0.017});
      }
    }
  }
  return directions;
}

bool is_beyond_round(const RoundSide& side, const Convex& inner, double tolerance) {
  constexpr int max_steps = 100;
  for (const Vec3& start : starts()) {
    Vec3 point = support(inner, start);
    Beyond here = beyond(side, point);
    for (int step = 0; step < max_steps && here.by <= tolerance; ++step) {
      const Vec3 next = support(inner, here.direction);
      const Beyond there = beyond(side, next);
      if (!(there.by > here.by)) break;
      point = next;
      here = there;
    }
    if (here.by > tolerance) return true;
  }
  return false;
}

RoundSide round_side_of(const Convex& outer) {
  RoundSide side;
  side.center = center_of(outer);
  if (outer.point_count == 2) side.half = 0.5 * (outer.points[1] - outer.points[0]);
  if (outer.axis_count == 0) {
    const double r = outer.radius;
    side.axes = from_columns({r, 0, 0}, {0, r, 0}, {0, 0, r});
  } else {
    side.is_endless = outer.axis_count == 2;
    const Vec3 third = side.is_endless ? side.half : outer.axes[2];
    side.axes = from_columns(outer.axes[0], outer.axes[1], third);
  }
  side.inverse = transpose(inverse_transpose(side.axes));
  return side;
}

// The plane of a cylinder's end is spanned by its disc.
bool is_beyond_ends(const Convex& outer, const Convex& inner, double tolerance) {
  Vec3 normal = cross(outer.axes[0], outer.axes[1]);
  normal = normal / length(normal);
  if (dot(normal, outer.points[1] - outer.points[0]) < 0) normal = -normal;
  return is_beyond_plane(inner, normal, dot(normal, outer.points[1]), tolerance) ||
         is_beyond_plane(inner, -normal, -dot(normal, outer.points[0]), tolerance);
}

}  // namespace

bool contains(const Convex& outer, const Convex& inner, double tolerance) {
  const bool is_hull = outer.axis_count == 0 && outer.radius == 0;
  if (is_hull && outer.point_count < 4) return false;
  // Near the origin, so that far coordinates cost no accuracy.
  const Vec3 origin = center_of(outer);
  const Convex out = moved(outer, origin, 1);
  const Convex in = moved(inner, origin, 1);
  if (is_hull) return hull_contains(out, in, tolerance);
  const RoundSide side = round_side_of(out);
  // A pose may flatten it.
  if (!(std::abs(determinant(side.axes)) > 0)) return false;
  if (side.is_endless && is_beyond_ends(out, in, tolerance)) return false;
  return !is_beyond_round(side, in, tolerance);
}

}  // namespace rigy::kernel
