#include "diff/surface_distance.hpp"

#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "diff/limits.hpp"
#include "distance/bounds_tree.hpp"

namespace rigy::tools {
namespace {

struct Corners {
  Vec3 a;
  Vec3 b;
  Vec3 c;
};

// The point of a triangle that is closest to `p`, found by the region of its plane that p is over:
// a corner, an edge or the inside.
Vec3 closest_point(const Corners& t, const Vec3& p) {
  const Vec3 ab = t.b - t.a;
  const Vec3 ac = t.c - t.a;
  const double d1 = dot(ab, p - t.a);
  const double d2 = dot(ac, p - t.a);
  if (d1 <= 0 && d2 <= 0) return t.a;
  const double d3 = dot(ab, p - t.b);
  const double d4 = dot(ac, p - t.b);
  if (d3 >= 0 && d4 <= d3) return t.b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return t.a + (d1 / (d1 - d3)) * ab;
  const double d5 = dot(ab, p - t.c);
  const double d6 = dot(ac, p - t.c);
  if (d6 >= 0 && d5 <= d6) return t.c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return t.a + (d2 / (d2 - d6)) * ac;
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    return t.b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (t.c - t.b);
  }
  const double all = va + vb + vc;
  if (!(all > 0)) return t.a;  // a triangle without area
  return t.a + (vb / all) * ab + (vc / all) * ac;
}

std::vector<Corners> corners_of(const WorldPrimitive& surface) {
  std::vector<Corners> corners;
  corners.reserve(surface.triangles.size());
  for (const auto& [a, b, c] : surface.triangles) {
    corners.push_back({surface.positions[a], surface.positions[b], surface.positions[c]});
  }
  return corners;
}

std::vector<Bounds> boxes_of(const std::vector<Corners>& triangles) {
  std::vector<Bounds> boxes;
  boxes.reserve(triangles.size());
  for (const Corners& t : triangles) {
    boxes.push_back(bounds_of(std::array<Vec3, 3>{t.a, t.b, t.c}));
  }
  return boxes;
}

// Finds the point of a surface that is closest to another point.
class NearestPoint {
 public:
  NearestPoint(const WorldPrimitive& surface, Work& work)
      : triangles_(corners_of(surface)), tree_(boxes_of(triangles_)), work_(work) {
    work_.spend(triangles_.size());
  }

  [[nodiscard]] Vec3 to(const Vec3& p) const {
    Best best;
    search(0, p, best);
    return best.point;
  }

 private:
  struct Best {
    Vec3 point;
    double square = std::numeric_limits<double>::infinity();
    std::uint32_t triangle = 0;

    // Of points that are equally close, that of the first triangle counts, whatever the order in
    // the tree is.
    [[nodiscard]] bool loses_to(double other, std::uint32_t other_triangle) const {
      return other < square || (other == square && other_triangle < triangle);
    }
  };

  void search(std::uint32_t number, const Vec3& p, Best& best) const {
    const BoundsTree::Node& node = tree_[number];
    work_.spend(1 + node.count);
    if (work_.is_exceeded()) return;
    for (const std::uint32_t i : tree_.items(node)) {
      const Vec3 point = closest_point(triangles_[i], p);
      const double square = dot(point - p, point - p);
      if (best.loses_to(square, i)) best = {point, square, i};
    }
    if (node.count > 0) return;
    std::uint32_t near = number + 1;
    std::uint32_t far = node.right;
    const Bounds at{p, p};
    if (square_distance(tree_[far].bounds, at) < square_distance(tree_[near].bounds, at)) {
      std::swap(near, far);
    }
    for (const std::uint32_t next : {near, far}) {
      if (square_distance(tree_[next].bounds, at) <= best.square) search(next, p, best);
    }
  }

  std::vector<Corners> triangles_;
  BoundsTree tree_;
  Work& work_;
};

}  // namespace

FarPoint farthest_from(std::span<const Vec3> vertices, const WorldPrimitive& other, Work& work) {
  FarPoint farthest;
  if (work.is_exceeded()) return farthest;
  const NearestPoint nearest_point(other, work);
  const std::size_t step = 1 + vertices.size() / max_measured_vertices;
  for (std::size_t i = 0; i < vertices.size() && !work.is_exceeded(); i += step) {
    const Vec3 nearest = nearest_point.to(vertices[i]);
    const double distance = length(vertices[i] - nearest);
    if (distance > farthest.distance || i == 0) farthest = {vertices[i], nearest, distance};
  }
  return farthest;
}

}  // namespace rigy::tools
