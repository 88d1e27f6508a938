#include "inspect/checked_solids.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include <fmt/format.h>

#include "common/limits.hpp"
#include "distance/proximity.hpp"
#include "evaluated_scene/lookup.hpp"

namespace rigy::tools {
namespace {

std::string ambiguous(const std::string& id, const std::vector<Thing>& things) {
  return fmt::format("'{}' names {} things; write {}:{} or {}:{}", id, things.size(),
                     name_of(things[0].kind), things[0].id, name_of(things[1].kind), things[1].id);
}

// --- mirroring ---

Vec3 mirror_image(const Vec3& v, Axis axis) {
  return {axis == Axis::X ? -v.x : v.x, axis == Axis::Y ? -v.y : v.y, axis == Axis::Z ? -v.z : v.z};
}

Solid mirror_image(const Solid& solid, Axis axis) {
  if (solid.convex) {
    Convex shape = *solid.convex;
    for (Vec3& point : shape.points) point = mirror_image(point, axis);
    for (Vec3& half : shape.axes) half = mirror_image(half, axis);
    return solid_of(shape);
  }
  std::vector<std::array<Vec3, 3>> triangles = solid.surface->triangles;
  for (auto& corners : triangles) {
    for (Vec3& corner : corners) corner = mirror_image(corner, axis);
    std::swap(corners[1], corners[2]);
  }
  return *kernel::solid_of(std::move(triangles));
}

// --- deviations ---

bool has_only_corners(const Convex& shape) { return shape.axis_count == 0 && shape.radius == 0; }

double farthest_from(std::span<const Vec3> points, std::span<const Vec3> others) {
  double farthest = 0;
  for (const Vec3& point : points) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Vec3& other : others) nearest = std::min(nearest, length(point - other));
    farthest = std::max(farthest, nearest);
  }
  return farthest;
}

// Two convex shapes are the same if they reach equally far in all directions; these are 98 of them.
double difference_in_reach(const Convex& a, const Convex& b) {
  double greatest = 0;
  for (int x = -2; x <= 2; ++x) {
    for (int y = -2; y <= 2; ++y) {
      for (int z = -2; z <= 2; ++z) {
        const bool is_multiple = x % 2 == 0 && y % 2 == 0 && z % 2 == 0;
        if (is_multiple) continue;
        const Vec3 along{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
        const Vec3 direction = along / length(along);
        const double reach_a = dot(support(a, direction), direction);
        const double reach_b = dot(support(b, direction), direction);
        greatest = std::max(greatest, std::abs(reach_a - reach_b));
      }
    }
  }
  return greatest;
}

// Each once, however many triangles meet there.
std::vector<Bounds> corners_of(const TriangleSurface& surface) {
  std::vector<Vec3> points;
  for (const auto& triangle : surface.triangles) {
    points.insert(points.end(), triangle.begin(), triangle.end());
  }
  const auto key = [](const Vec3& point) { return std::tuple(point.x, point.y, point.z); };
  std::sort(points.begin(), points.end(),
            [&](const Vec3& a, const Vec3& b) { return key(a) < key(b); });
  const auto same = [&](const Vec3& a, const Vec3& b) { return key(a) == key(b); };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  std::vector<Bounds> corners;
  for (const Vec3& point : points) corners.push_back({point, point});
  return corners;
}

// How far a corner of one surface is from the nearest corner of the other, at most.
double farthest_corner(const TriangleSurface& from, const TriangleSurface& to, Work& work) {
  const std::vector<Bounds> targets = corners_of(to);
  const BoundsTree tree(targets);
  double farthest = 0;
  for (const Bounds& corner : corners_of(from)) {
    double nearest = std::numeric_limits<double>::infinity();
    // A corner that is not the farthest need not be known exactly.
    const auto limit = [&] { return work.is_exceeded() || nearest <= farthest ? -1.0 : nearest; };
    const auto compare = [&](std::uint32_t, std::uint32_t item) {
      work.spend();
      nearest = std::min(nearest, square_distance(targets[item], corner));
    };
    visit_near_pairs(BoundsTree(std::span(&corner, 1)), tree, limit, compare);
    farthest = std::max(farthest, nearest);
  }
  return std::sqrt(farthest);
}

double difference_of_bounds(const Bounds& a, const Bounds& b) {
  double greatest = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    greatest = std::max(
        {greatest, std::abs(a.min[axis] - b.min[axis]), std::abs(a.max[axis] - b.max[axis])});
  }
  return greatest;
}

double solid_deviation(const Solid& a, const Solid& b, Work& work) {
  if (a.convex && b.convex) {
    if (!has_only_corners(*a.convex) || !has_only_corners(*b.convex)) {
      // As long as this takes, compared with others.
      work.spend(8);
      return difference_in_reach(*a.convex, *b.convex);
    }
    work.spend();
    return std::max(farthest_from(a.convex->hull(), b.convex->hull()),
                    farthest_from(b.convex->hull(), a.convex->hull()));
  }
  // Neither is the other's image, but they may be the only ones to compare.
  if (a.convex || b.convex) return length(a.bounds.max - a.bounds.min);
  return std::max(farthest_corner(*a.surface, *b.surface, work),
                  farthest_corner(*b.surface, *a.surface, work));
}

// Of the one that has the worst counterpart.
double worst_counterpart(const std::vector<Solid>& solids, const std::vector<Solid>& others,
                         Work& work) {
  double worst = 0;
  for (const Solid& solid : solids) {
    double best = std::numeric_limits<double>::infinity();
    for (const Solid& other : others) {
      if (work.is_exceeded() || best <= worst) break;
      work.spend();
      if (difference_of_bounds(solid.bounds, other.bounds) >= best) continue;
      best = std::min(best, solid_deviation(solid, other, work));
    }
    worst = std::max(worst, best);
  }
  return worst;
}

}  // namespace

CheckedSolids::CheckedSolids(const InspectedScene& inspected)
    : scene_(inspected.scene),
      things_(scene_.primitives.size() + scene_.meshes.size() + scene_.instances.size() +
              scene_.anchors.size()),
      solids_(scene_.primitives.size()),
      work_{max_distance_work},
      later_{max_work_of_checks - max_distance_work} {}

void CheckedSolids::begin_check() {
  const std::uint64_t all = work_.left + later_.left;
  work_.left = std::min(max_distance_work, all);
  later_.left = all - work_.left;
}

const std::optional<Solid>& CheckedSolids::solid(std::uint32_t primitive) {
  std::optional<std::optional<Solid>>& known = solids_[primitive];
  if (!known) known = solid_of(scene_, scene_.primitives[primitive]);
  return *known;
}

std::vector<Solid> CheckedSolids::find(const std::string& id, std::string& error) {
  // Ids are compared with those of everything.
  work_.spend(things_ / 8);
  std::vector<Solid> solids;
  if (work_.is_exceeded()) return solids;
  const std::vector<Thing> things = find_things(scene_, id);
  if (things.empty()) {
    error = fmt::format("no primitive, mesh, instance or anchor is called '{}'", id);
    return solids;
  }
  if (things.size() > 1) {
    error = ambiguous(id, things);
    return solids;
  }
  const Thing& thing = things.front();
  if (thing.kind == ThingKind::Anchor) {
    solids.push_back(solid_of(point_shape(scene_.anchors[thing.index].position)));
  }
  for (const std::uint32_t primitive : primitives_of(scene_, thing)) {
    if (const std::optional<Solid>& own = solid(primitive)) solids.push_back(*own);
  }
  if (solids.empty()) error = fmt::format("'{}' has no surface", id);
  return solids;
}

Bounds bounds_of(const std::vector<Solid>& solids) {
  Bounds bounds = solids.front().bounds;
  for (const Solid& solid : solids) extend(bounds, solid.bounds);
  return bounds;
}

std::optional<double> depth_of(const std::vector<Solid>& a, const std::vector<Solid>& b,
                               Work& work) {
  double depth = 0;
  for (const Solid& one : a) {
    for (const Solid& other : b) {
      work.spend();
      if (work.is_exceeded()) return std::nullopt;
      if (!overlap(one.bounds, other.bounds, 0)) continue;
      const SolidRelation found = relation(one, other, work);
      if (found.status <= MeasureStatus::Touching) continue;
      if (!found.penetration) return std::nullopt;
      depth = std::max(depth, *found.penetration);
    }
  }
  return depth;
}

bool lies_inside(const std::vector<Solid>& inner, const std::vector<Solid>& outer, double tolerance,
                 Work& work) {
  return std::all_of(inner.begin(), inner.end(), [&](const Solid& solid) {
    return std::any_of(outer.begin(), outer.end(), [&](const Solid& around) {
      work.spend();
      if (work.is_exceeded() || !overlap(around.bounds, solid.bounds, tolerance)) return false;
      if (!around.convex || !solid.convex) return contains(around, solid, work);
      return contains(*around.convex, *solid.convex, tolerance);
    });
  });
}

std::vector<Solid> mirrored(const std::vector<Solid>& solids, Axis axis) {
  std::vector<Solid> images;
  for (const Solid& solid : solids) images.push_back(mirror_image(solid, axis));
  return images;
}

double deviation_of(const std::vector<Solid>& a, const std::vector<Solid>& b, Work& work) {
  return std::max(worst_counterpart(a, b, work), worst_counterpart(b, a, work));
}

}  // namespace rigy::tools
