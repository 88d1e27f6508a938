#include "distance/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rigy::kernel {
namespace {

double square(const Vec3& vector) { return dot(vector, vector); }

double square_distance_to(const Vec3& point, const Bounds& box) {
  double sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double below = box.min[axis] - point[axis];
    const double above = point[axis] - box.max[axis];
    const double outside = std::max(std::max(below, above), 0.0);
    sum += outside * outside;
  }
  return sum;
}

// The item of a tree that is nearest to a point; of equally near ones, the least. `distance_to`
// gives the square distance of an item.
template <class DistanceTo>
struct NearestItem {
  const BoundsTree& tree;
  const Vec3& point;
  const DistanceTo& distance_to;
  std::uint32_t best;
  double least = distance_to(best);

  // The nearer child comes first.
  void visit(std::uint32_t node) {
    const BoundsTree::Node& own = tree[node];
    for (const std::uint32_t item : tree.items(own)) consider(item);
    if (own.count > 0) return;
    std::array<std::uint32_t, 2> children{node + 1, own.right};
    std::array<double, 2> distances{square_distance_to(point, tree[children[0]].bounds),
                                    square_distance_to(point, tree[children[1]].bounds)};
    if (distances[1] < distances[0]) {
      std::swap(children[0], children[1]);
      std::swap(distances[0], distances[1]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      if (distances[i] <= least) visit(children[i]);
    }
  }

  void consider(std::uint32_t item) {
    const double distance = distance_to(item);
    if (distance > least || (distance == least && item >= best)) return;
    least = distance;
    best = item;
  }
};

template <class DistanceTo>
std::uint32_t nearest_item(const BoundsTree& tree, const Vec3& point, std::uint32_t guess,
                           const DistanceTo& distance_to) {
  NearestItem<DistanceTo> search{tree, point, distance_to, guess};
  search.visit(0);
  return search.best;
}

Vec3 nearest_on_edge(const Vec3& point, const Vec3& a, const Vec3& b) {
  const Vec3 edge = b - a;
  const double length_squared = square(edge);
  if (length_squared == 0) return a;
  return a + std::clamp(dot(point - a, edge) / length_squared, 0.0, 1.0) * edge;
}

// Either the foot of the perpendicular, if it is inside, or a point of an edge.
double square_distance_to(const Vec3& point, const Triangle& triangle) {
  const auto& [a, b, c] = triangle;
  const Vec3 normal = cross(b - a, c - a);
  const auto is_inside = [&](const Vec3& from, const Vec3& to) {
    return dot(cross(to - from, point - from), normal) >= 0;
  };
  if (is_inside(a, b) && is_inside(b, c) && is_inside(c, a)) {
    const double height = dot(point - a, normal);
    return height * height / square(normal);
  }
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 nearest = nearest_on_edge(point, triangle[i], triangle[(i + 1) % 3]);
    least = std::min(least, square(point - nearest));
  }
  return least;
}

class NearestTriangles {
 public:
  explicit NearestTriangles(std::span<const Triangle> triangles) {
    std::vector<Bounds> boxes;
    for (const Triangle& triangle : triangles) {
      if (!(square(cross(triangle[1] - triangle[0], triangle[2] - triangle[0])) > 0)) continue;
      triangles_.push_back(triangle);
      boxes.push_back(bounds_of(triangle));
    }
    tree_ = BoundsTree(boxes);
  }

  [[nodiscard]] bool empty() const { return triangles_.empty(); }
  [[nodiscard]] const Triangle& operator[](std::uint32_t number) const {
    return triangles_[number];
  }

  // `guess` is one that may be near.
  [[nodiscard]] std::uint32_t to(const Vec3& point, std::uint32_t guess) const {
    return nearest_item(tree_, point, guess, [&](std::uint32_t item) {
      return square_distance_to(point, triangles_[item]);
    });
  }

 private:
  std::vector<Triangle> triangles_;
  BoundsTree tree_;
};

double longest_edge(const Triangle& triangle) {
  double longest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    longest = std::max(longest, square(triangle[(i + 1) % 3] - triangle[i]));
  }
  return std::sqrt(longest);
}

// How far points of triangles are from others, by branch and bound.
class FarthestPoint {
 public:
  explicit FarthestPoint(const NearestTriangles& to) : to_(to) {}

  [[nodiscard]] double bound(std::span<const Triangle> from) {
    // Some of them show how far the others must be to matter.
    constexpr std::size_t sampled = 16;
    for (std::size_t i = 0; i < from.size(); i += sampled) look_at_middle(from[i]);
    double bound = 0;
    for (const Triangle& triangle : from) bound = std::max(bound, bound_of(triangle));
    return std::max(bound, farthest_point_);
  }

 private:
  static constexpr int most_divisions = 5;
  // A bound that exceeds the greatest distance by less is good enough.
  static constexpr double slack = 1.25;

  // Middles are farther than corners, which may lie on the other surface.
  void look_at_middle(const Triangle& triangle) {
    const Vec3 middle = (triangle[0] + triangle[1] + triangle[2]) / 3;
    guess_ = to_.to(middle, guess_);
    farthest_point_ = std::max(farthest_point_, std::sqrt(square_distance_to(middle, to_[guess_])));
  }

  // What is nearest to the corners of a triangle, and how far away the farthest of them is.
  struct Corners {
    std::array<std::uint32_t, 3> nearest{};
    std::array<double, 3> distances{};
  };

  void look_at(const Vec3& corner, std::uint32_t& nearest, double& distance) {
    nearest = guess_ = to_.to(corner, guess_);
    distance = std::sqrt(square_distance_to(corner, to_[nearest]));
    farthest_point_ = std::max(farthest_point_, distance);
  }

  Corners corners_of(const Triangle& triangle) {
    Corners corners;
    for (std::size_t i = 0; i < 3; ++i) {
      look_at(triangle[i], corners.nearest[i], corners.distances[i]);
    }
    return corners;
  }

  double bound_of(const Triangle& triangle) {
    // Most are near what is nearest to the one before, which takes no search, or to their middles.
    for (const bool looks : {false, true}) {
      if (looks) look_at_middle(triangle);
      const double near = farthest_from(triangle, guess_);
      if (near <= farthest_point_) return near;
    }
    return bound_of(triangle, corners_of(triangle), 0);
  }

  // Divides triangles as long as that may lower the bound.
  double bound_of(const Triangle& triangle, const Corners& corners, int divisions) {
    const double own = bound_of_whole(triangle, corners);
    if (own <= slack * farthest_point_ || divisions == most_divisions) return own;
    const auto& [a, b, c] = triangle;
    const Triangle middle{(a + b) / 2, (b + c) / 2, (c + a) / 2};
    const Corners halves = corners_of(middle);
    double bound = bound_of(middle, halves, divisions + 1);
    // Each of the others has one of the corners, and the middles of both edges there.
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t before = (i + 2) % 3;
      const Triangle part{triangle[i], middle[i], middle[before]};
      const Corners of_part{{corners.nearest[i], halves.nearest[i], halves.nearest[before]},
                            {corners.distances[i], halves.distances[i], halves.distances[before]}};
      bound = std::max(bound, bound_of(part, of_part, divisions + 1));
    }
    return bound;
  }

  // The distance to all of the others is not convex, but no point is farther from a corner than
  // 1/√3 of the longest edge.
  [[nodiscard]] double bound_of_whole(const Triangle& triangle, const Corners& corners) const {
    constexpr double cover = 0.57736;  // rounded up
    const double farthest =
        std::max({corners.distances[0], corners.distances[1], corners.distances[2]});
    double bound = farthest + cover * longest_edge(triangle);
    for (const std::uint32_t one : corners.nearest) {
      bound = std::min(bound, farthest_from(triangle, one));
    }
    return bound;
  }

  // No point of the triangle is farther from one of the others: the distance to that is convex.
  [[nodiscard]] double farthest_from(const Triangle& triangle, std::uint32_t one) const {
    double farthest = 0;
    for (const Vec3& corner : triangle) {
      farthest = std::max(farthest, square_distance_to(corner, to_[one]));
    }
    return std::sqrt(farthest);
  }

  const NearestTriangles& to_;
  std::uint32_t guess_ = 0;
  double farthest_point_ = 0;  // of those that were looked at
};

}  // namespace

NearestPoints::NearestPoints(std::span<const Vec3> points) : points_(points) {
  std::vector<Bounds> boxes;
  boxes.reserve(points.size());
  for (const Vec3& point : points) boxes.push_back({point, point});
  tree_ = BoundsTree(boxes);
}

std::uint32_t NearestPoints::to(const Vec3& point) const {
  return nearest_item(tree_, point, 0,
                      [&](std::uint32_t item) { return square(points_[item] - point); });
}

double farthest_distance(std::span<const Triangle> from, std::span<const Triangle> to) {
  const NearestTriangles nearest(to);
  if (nearest.empty()) return std::numeric_limits<double>::infinity();
  return FarthestPoint(nearest).bound(from);
}

}  // namespace rigy::kernel
