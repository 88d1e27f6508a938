// L04: flat faces in one plane, facing the same way, in different colors: which of them is seen
// changes from pixel to pixel.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "lint/context.hpp"
#include "shapes/shape.hpp"

namespace rigy::tools {
namespace {

struct Point2 {
  double x = 0;
  double y = 0;
};
using Polygon = std::vector<Point2>;

struct FlatFace {
  std::uint32_t primitive = 0;
  Vec3 normal;
  double offset = 0;
  std::vector<Vec3> corners;
};

bool is_same_plane(const FlatFace& face, const Vec3& normal, const Vec3& point, double tolerance) {
  return dot(face.normal, normal) > 1 - 1e-9 &&
         std::abs(dot(face.normal, point) - face.offset) <= tolerance;
}

// Triangles of a primitive in one plane form a face; those of a round side are left out.
std::vector<FlatFace> faces_of(const LintContext& context, std::uint32_t primitive) {
  const ShownPrimitive& own = context.scene.primitives[primitive];
  std::vector<FlatFace> faces;
  if (!context.solid(primitive).convex) return faces;
  const bool has_round_side = shape_of(*own.primitive)->flat_faces == FlatFaces::Some;
  const double tolerance = context.scale * lint_limits::same_plane / 10;
  for (const Triangle& triangle : own.triangles) {
    const std::array<Vec3, 3> at{own.positions[triangle[0]], own.positions[triangle[1]],
                                 own.positions[triangle[2]]};
    Vec3 normal = cross(at[1] - at[0], at[2] - at[0]);
    const double size = length(normal);
    if (!(size > 0)) continue;
    normal = normal / size;
    if (has_round_side && dot(normal, own.normals[triangle[0]]) < 0.9999) continue;
    auto known = std::find_if(faces.begin(), faces.end(), [&](const FlatFace& face) {
      return is_same_plane(face, normal, at[0], tolerance);
    });
    if (known == faces.end()) {
      faces.push_back({primitive, normal, dot(normal, at[0]), {}});
      known = faces.end() - 1;
    }
    known->corners.insert(known->corners.end(), at.begin(), at.end());
  }
  return faces;
}

bool has_flat_faces(const ShownPrimitive& primitive) {
  const Shape* const shape = shape_of(*primitive.primitive);
  return shape != nullptr && shape->flat_faces != FlatFaces::None;
}

double turn(const Point2& a, const Point2& b, const Point2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The convex hull, counterclockwise.
Polygon hull_of(std::vector<Point2> points) {
  std::sort(points.begin(), points.end(), [](const Point2& a, const Point2& b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
  });
  Polygon hull;
  const auto add_side = [&](const auto& begin, const auto& end) {
    const std::size_t start = hull.size();
    for (auto point = begin; point != end; ++point) {
      while (hull.size() >= start + 2 && turn(hull[hull.size() - 2], hull.back(), *point) <= 0) {
        hull.pop_back();
      }
      hull.push_back(*point);
    }
    hull.pop_back();
  };
  add_side(points.begin(), points.end());
  add_side(points.rbegin(), points.rend());
  return hull;
}

Polygon projected(const FlatFace& face, const Vec3& origin, const Vec3& x, const Vec3& y) {
  std::vector<Point2> points;
  for (const Vec3& corner : face.corners) {
    points.push_back({dot(corner - origin, x), dot(corner - origin, y)});
  }
  return hull_of(std::move(points));
}

// What of a polygon lies to the left of the line from a to b.
Polygon left_of(const Polygon& polygon, const Point2& a, const Point2& b) {
  Polygon kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point2& from = polygon[i];
    const Point2& to = polygon[(i + 1) % polygon.size()];
    const double before = turn(a, b, from);
    const double after = turn(a, b, to);
    if (before >= 0) kept.push_back(from);
    if ((before > 0 && after < 0) || (before < 0 && after > 0)) {
      const double share = before / (before - after);
      kept.push_back({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
    }
  }
  return kept;
}

struct Size2 {
  double width = 0;  // on average, across its longer side
  double area = 0;
};

// What two faces of one plane share.
struct Overlap {
  Vec3 origin;
  Vec3 x;
  Vec3 y;
  Polygon polygon;

  [[nodiscard]] Vec3 at(const Point2& point) const { return origin + point.x * x + point.y * y; }
};

Overlap overlap_of(const FlatFace& a, const FlatFace& b) {
  Overlap overlap;
  overlap.origin = a.corners[0];
  overlap.x = a.corners[1] - overlap.origin;
  overlap.x = overlap.x / length(overlap.x);
  overlap.y = cross(a.normal, overlap.x);
  overlap.polygon = projected(a, overlap.origin, overlap.x, overlap.y);
  const Polygon other = projected(b, overlap.origin, overlap.x, overlap.y);
  for (std::size_t i = 0; i < other.size() && overlap.polygon.size() > 2; ++i) {
    overlap.polygon = left_of(overlap.polygon, other[i], other[(i + 1) % other.size()]);
  }
  return overlap;
}

Size2 polygon_size(const Polygon& polygon) {
  if (polygon.size() < 3) return {};
  Size2 size;
  Point2 low = polygon[0];
  Point2 high = polygon[0];
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point2& from = polygon[i];
    const Point2& to = polygon[(i + 1) % polygon.size()];
    size.area += (from.x * to.y - from.y * to.x) / 2;
    low = {std::min(low.x, from.x), std::min(low.y, from.y)};
    high = {std::max(high.x, from.x), std::max(high.y, from.y)};
  }
  size.width = size.area / std::max(high.x - low.x, high.y - low.y);
  return size;
}

// Points a little above the overlap, just inside its corners, and above its middle.
std::vector<Vec3> points_above(const Overlap& overlap, const Vec3& normal, double height) {
  constexpr double inward = 0.01;
  Point2 middle;
  for (const Point2& corner : overlap.polygon) {
    const auto count = static_cast<double>(overlap.polygon.size());
    middle = {middle.x + corner.x / count, middle.y + corner.y / count};
  }
  std::vector<Vec3> points{overlap.at(middle) + height * normal};
  for (const Point2& corner : overlap.polygon) {
    const Point2 inside{corner.x + inward * (middle.x - corner.x),
                        corner.y + inward * (middle.y - corner.y)};
    points.push_back(overlap.at(inside) + height * normal);
  }
  return points;
}

// Whether a third part lies on all of it, so that nobody sees it.
bool is_covered(const LintContext& context, const FlatFace& a, const FlatFace& b,
                const Overlap& overlap) {
  const std::vector<Vec3> points =
      points_above(overlap, a.normal, 3 * context.scale * lint_limits::same_plane);
  for (const Contact& contact : context.contacts) {
    if (contact.a != a.primitive && contact.b != a.primitive) continue;
    const std::uint32_t third = contact.a == a.primitive ? contact.b : contact.a;
    if (third == b.primitive || context.scene.primitives[third].color[3] < 1) continue;
    const bool holds_all = std::all_of(points.begin(), points.end(), [&](const Vec3& point) {
      return contains(context.solid(third), point, context.work);
    });
    if (holds_all) return true;
  }
  return false;
}

// Nobody sees what faces straight down at the lower end of everything.
bool is_underside(const LintContext& context, const FlatFace& face) {
  const double lowest = context.tree[0].bounds.min.y;
  return face.normal.y < -1 + 1e-9 &&
         face.corners[0].y <= lowest + context.scale * lint_limits::ground;
}

void lint_two_faces(const LintContext& context, const FlatFace& a, const FlatFace& b) {
  if (dot(a.normal, b.normal) < 1 - 1e-9) return;
  const double between = std::abs(dot(a.normal, b.corners[0] - a.corners[0]));
  if (between > context.scale * lint_limits::same_plane) return;
  const Overlap overlap = overlap_of(a, b);
  const Size2 size = polygon_size(overlap.polygon);
  if (size.width < context.scale * lint_limits::flicker_width || is_underside(context, a)) return;
  if (is_covered(context, a, b, overlap)) return;
  const LintItem other = item_of(context, b.primitive);
  const double step = 1e-3 * context.scale;
  report(context, Code::FlickeringFaces, item_of(context, a.primitive), &other,
         fmt::format("a face of '{}' and one of '{}' share {:.3g} m² of a plane that faces {}: "
                     "they will flicker",
                     context.id(a.primitive), context.id(b.primitive), size.area,
                     vector_text(a.normal)),
         fmt::format("move or resize one of them so that it ends at least {:.3g} mm before the "
                     "other: by {}",
                     1000 * step, vector_text(-step * a.normal, step)));
}

}  // namespace

void lint_faces(const LintContext& context) {
  for (const Contact& contact : context.contacts) {
    const ShownPrimitive& a = context.scene.primitives[contact.a];
    const ShownPrimitive& b = context.scene.primitives[contact.b];
    // In the same color nobody sees which of them is in front.
    if (!has_flat_faces(a) || !has_flat_faces(b) || a.color == b.color) continue;
    if (turned_child_of(context, contact.a) != turned_child_of(context, contact.b)) continue;
    if (context.work.is_exceeded()) return;
    context.work.spend((a.triangles.size() + b.triangles.size()) / 4);
    const std::vector<FlatFace> of_a = faces_of(context, contact.a);
    const std::vector<FlatFace> of_b = faces_of(context, contact.b);
    for (const FlatFace& face : of_a) {
      for (const FlatFace& other : of_b) lint_two_faces(context, face, other);
    }
  }
}

}  // namespace rigy::tools
