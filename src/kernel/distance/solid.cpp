#include "distance/solid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "common/cancellation.hpp"
#include "distance/proximity.hpp"

namespace rigy::kernel {
namespace {

constexpr double tolerance = touching_tolerance;
constexpr double infinity = std::numeric_limits<double>::infinity();
// In distances: how far two shapes reach into each other is found in many more steps.
constexpr std::uint64_t work_of_depth = 10;

Convex shape_of(const std::array<Vec3, 3>& triangle) {
  return triangle_shape(triangle[0], triangle[1], triangle[2]);
}

// --- pieces: the convex shape, or the triangles of a surface ---

Convex piece_of(const Solid& solid, std::uint32_t number) {
  return solid.convex ? *solid.convex : shape_of(solid.surface->triangles[number]);
}

// Calls visit(piece of a, piece of b) for pairs of pieces whose boxes are near enough.
template <class Limit, class Visit>
void visit_pieces(const Solid& a, const Solid& b, const Limit& limit, const Visit& visit) {
  const BoundsTree single_a = a.convex ? BoundsTree(std::span(&a.bounds, 1)) : BoundsTree();
  const BoundsTree single_b = b.convex ? BoundsTree(std::span(&b.bounds, 1)) : BoundsTree();
  visit_near_pairs(a.convex ? single_a : a.surface->tree, b.convex ? single_b : b.surface->tree,
                   limit, visit);
}

// The nearest pieces; stops looking at 0.
struct Nearest {
  double distance = infinity;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

Nearest nearest_pieces(const Solid& a, const Solid& b, double limit, Work& work) {
  Nearest nearest;
  nearest.distance = limit;
  const auto far = [&] {
    if (work.is_exceeded() || nearest.distance <= 0) return -1.0;
    return nearest.distance * nearest.distance;
  };
  visit_pieces(a, b, far, [&](std::uint32_t i, std::uint32_t j) {
    if (work.is_exceeded() || nearest.distance <= 0) return;
    const Convex of_a = piece_of(a, i);
    const Convex of_b = piece_of(b, j);
    const double known = nearest.distance;
    if (square_distance(bounds_of(of_a), bounds_of(of_b)) > known * known) return;
    work.spend();
    const double distance = distance_between(of_a, of_b);
    if (distance < known) nearest = {distance, i, j};
  });
  return nearest;
}

// Whether some pieces reach into each other by more than touching.
bool pieces_cross(const Solid& a, const Solid& b, Work& work) {
  bool crosses = false;
  const auto near = [&] { return crosses || work.is_exceeded() ? -1.0 : 0.0; };
  visit_pieces(a, b, near, [&](std::uint32_t i, std::uint32_t j) {
    if (crosses || work.is_exceeded()) return;
    const Convex of_a = piece_of(a, i);
    const Convex of_b = piece_of(b, j);
    if (square_distance(bounds_of(of_a), bounds_of(of_b)) > 0) return;
    work.spend(work_of_depth);
    crosses = proximity(of_a, of_b).distance < -tolerance;
  });
  return crosses;
}

// --- inside or outside ---

// How a ray crosses a triangle: 1 out of the surface, −1 into it, 0 not at all; nothing if it
// passes too near to an edge to be sure.
std::optional<int> crossing(const std::array<Vec3, 3>& triangle, const Vec3& origin,
                            const Vec3& ray) {
  const Vec3 first = triangle[1] - triangle[0];
  const Vec3 second = triangle[2] - triangle[0];
  const Vec3 across = cross(ray, second);
  const double volume = dot(first, across);
  const double scale = length(first) * length(second) * length(ray);
  if (std::abs(volume) <= 1e-12 * scale) return 0;
  const Vec3 from = origin - triangle[0];
  const double u = dot(from, across) / volume;
  const Vec3 other = cross(from, first);
  const double v = dot(ray, other) / volume;
  constexpr double margin = 1e-9;
  if (u < -margin || v < -margin || u + v > 1 + margin) return 0;
  if (dot(second, other) / volume < 0) return 0;
  if (u < margin || v < margin || u + v > 1 - margin) return std::nullopt;
  return volume > 0 ? -1 : 1;
}

bool ray_meets(const Bounds& box, const Vec3& origin, const Vec3& ray) {
  double from = 0;
  double to = infinity;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double one = (box.min[axis] - origin[axis]) / ray[axis];
    const double other = (box.max[axis] - origin[axis]) / ray[axis];
    from = std::max(from, std::min(one, other));
    to = std::min(to, std::max(one, other));
  }
  return from <= to * (1 + 1e-12) + 1e-300;
}

// How often a ray leaves the surface more than it enters it; nothing if that is uncertain.
std::optional<int> crossings(const TriangleSurface& surface, const Vec3& origin, const Vec3& ray,
                             Work& work) {
  std::optional<int> sum = 0;
  surface.tree.visit([&](const Bounds& box) { return sum && ray_meets(box, origin, ray); },
                     [&](std::uint32_t number) {
                       if (!sum) return;
                       work.spend();
                       const auto own = crossing(surface.triangles[number], origin, ray);
                       sum = own ? std::optional(*sum + *own) : std::nullopt;
                     });
  return sum;
}

// Rays in odd directions. One that passes an edge is replaced by another; two must agree.
bool surface_contains(const TriangleSurface& surface, const Vec3& point, Work& work) {
  constexpr std::array<Vec3, 7> rays{{{1, 0.0137, 0.0291},
                                      {-0.0173, 1, 0.0331},
                                      {0.0219, -0.0411, 1},
                                      {-1, 0.0523, -0.0177},
                                      {0.0391, -1, -0.0213},
                                      {-0.0611, 0.0229, -1},
                                      {0.577, 0.611, 0.541}}};
  int inside = 0;
  int outside = 0;
  for (const Vec3& ray : rays) {
    const auto sum = crossings(surface, point, ray, work);
    if (!sum) continue;
    ++(*sum > 0 ? inside : outside);
    if (inside == 2 || outside == 2) break;
  }
  return inside > outside;
}

// Corners of the inner surface that are not on the outer one decide; they are all on one side where
// the two do not cross.
bool surface_is_inside(const Solid& outer, const Solid& inner, Work& work) {
  for (const auto& triangle : inner.surface->triangles) {
    const Solid corner = solid_of(point_shape(triangle[0]));
    if (work.is_exceeded()) return false;
    if (nearest_pieces(outer, corner, 2 * tolerance, work).distance <= tolerance) continue;
    return surface_contains(*outer.surface, triangle[0], work);
  }
  return true;
}

bool is_inside_surface(const Solid& outer, const Solid& inner, Work& work) {
  if (inner.convex) return surface_contains(*outer.surface, center_of(*inner.convex), work);
  return surface_is_inside(outer, inner, work);
}

bool convex_contains(const Convex& outer, const TriangleSurface& inner, Work& work) {
  for (const auto& triangle : inner.triangles) {
    work.spend(triangle.size());
    for (const Vec3& corner : triangle) {
      if (distance_between(outer, point_shape(corner)) > tolerance) return false;
    }
  }
  return true;
}

bool encloses(const Bounds& outer, const Bounds& inner) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (inner.min[axis] < outer.min[axis] - tolerance) return false;
    if (inner.max[axis] > outer.max[axis] + tolerance) return false;
  }
  return true;
}

// --- relations ---

SolidRelation apart(const Proximity& near) {
  return {MeasureStatus::Apart, near.distance, 0.0, near.direction, {near.a, near.b}};
}

SolidRelation touching(const Proximity& near) {
  return {MeasureStatus::Touching, 0, 0.0, near.direction, {near.a, near.b}};
}

SolidRelation convex_relation(const Solid& a, const Solid& b, Work& work) {
  work.spend();
  const Proximity near = proximity(*a.convex, *b.convex);
  if (near.distance > tolerance) return apart(near);
  if (near.distance >= -tolerance) return touching(near);
  work.spend(work_of_depth);
  const MeasureStatus status = contains(a, b, work)   ? MeasureStatus::Containing
                               : contains(b, a, work) ? MeasureStatus::Contained
                                                      : MeasureStatus::Overlapping;
  return {status, 0, -near.distance, near.direction, {near.a, near.b}};
}

// Penetration is not known where one of the two is not convex.
SolidRelation deep_relation(MeasureStatus status, const Proximity& at) {
  return {status, 0, std::nullopt, std::nullopt, {at.a, at.b}};
}

bool is_point(const Solid& solid) {
  return solid.convex && solid.convex->point_count == 1 && solid.convex->axis_count == 0 &&
         solid.convex->radius == 0;
}

SolidRelation surface_relation(const Solid& a, const Solid& b, Work& work) {
  // A part and the mesh that consists of it: comparing all triangles would take long.
  if (a.surface && b.surface && a.surface->triangles == b.surface->triangles) {
    const Vec3& corner = a.surface->triangles[0][0];
    return {MeasureStatus::Containing, 0, std::nullopt, std::nullopt, {corner, corner}};
  }
  const Nearest nearest = nearest_pieces(a, b, infinity, work);
  const Proximity near = proximity(piece_of(a, nearest.a), piece_of(b, nearest.b));
  if (nearest.distance <= tolerance && (is_point(a) || is_point(b))) return touching(near);
  if (contains(a, b, work)) return deep_relation(MeasureStatus::Containing, near);
  if (contains(b, a, work)) return deep_relation(MeasureStatus::Contained, near);
  if (nearest.distance > tolerance) return apart(near);
  if (pieces_cross(a, b, work)) return deep_relation(MeasureStatus::Overlapping, near);
  return touching(near);
}

}  // namespace

Solid solid_of(const Convex& shape) { return {bounds_of(shape), shape, nullptr}; }

std::optional<Solid> solid_of(std::vector<std::array<Vec3, 3>> triangles) {
  std::erase_if(triangles, [](const std::array<Vec3, 3>& one) {
    const Vec3 normal = cross(one[1] - one[0], one[2] - one[0]);
    return !(dot(normal, normal) > 0);
  });
  if (triangles.empty()) return std::nullopt;
  std::vector<Bounds> boxes;
  boxes.reserve(triangles.size());
  for (const auto& triangle : triangles) boxes.push_back(bounds_of(triangle));
  auto surface = std::make_shared<TriangleSurface>();
  surface->triangles = std::move(triangles);
  surface->tree = BoundsTree(boxes);
  return Solid{surface->tree[0].bounds, std::nullopt, std::move(surface)};
}

SolidRelation relation(const Solid& a, const Solid& b, Work& work) {
  stop_if_canceled();
  return a.convex && b.convex ? convex_relation(a, b, work) : surface_relation(a, b, work);
}

double distance_within(const Solid& a, const Solid& b, double limit, Work& work) {
  stop_if_canceled();
  if (square_distance(a.bounds, b.bounds) > limit * limit) return infinity;
  if (a.convex && b.convex) {
    work.spend();
    return distance_between(*a.convex, *b.convex);
  }
  const double surfaces = nearest_pieces(a, b, 2 * limit, work).distance;
  if (surfaces <= 0 || contains(a, b, work) || contains(b, a, work)) return 0;
  return surfaces;
}

bool contains(const Solid& outer, const Solid& inner, Work& work) {
  stop_if_canceled();
  if (!encloses(outer.bounds, inner.bounds)) return false;
  if (outer.convex && inner.convex) {
    // Walking uphill from many places.
    work.spend(30);
    return contains(*outer.convex, *inner.convex, tolerance);
  }
  if (outer.convex) return convex_contains(*outer.convex, *inner.surface, work);
  return !pieces_cross(outer, inner, work) && is_inside_surface(outer, inner, work);
}

bool contains(const Solid& solid, const Vec3& point, Work& work) {
  if (!encloses(solid.bounds, {point, point})) return false;
  if (!solid.convex) return surface_contains(*solid.surface, point, work);
  work.spend();
  return distance_between(*solid.convex, point_shape(point)) <= tolerance;
}

}  // namespace rigy::kernel
