#include "distance/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rigy::kernel {
namespace {

double square(const Vec3& vector) { return dot(vector, vector); }

// Visits items of the tree near the point, as long as their boxes are within limit().
template <class Limit, class Visit>
void visit_near(const BoundsTree& tree, const Vec3& point, const Limit& limit, const Visit& visit) {
  const std::array<Bounds, 1> boxes{{{point, point}}};
  visit_near_pairs(tree, BoundsTree(boxes), limit,
                   [&](std::uint32_t item, std::uint32_t) { visit(item); });
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
    std::uint32_t best = guess;
    double least = square_distance_to(point, triangles_[guess]);
    visit_near(
        tree_, point, [&least] { return least; },
        [&](std::uint32_t item) {
          const double distance = square_distance_to(point, triangles_[item]);
          if (distance > least || (distance == least && item >= best)) return;
          least = distance;
          best = item;
        });
    return best;
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

// The distance to one triangle is convex, so it is greatest at a corner. That to all of them is
// not, but no point is farther from a corner than 1/√3 of the longest edge.
double bound_of(const Triangle& triangle, const NearestTriangles& to, std::uint32_t& guess) {
  std::array<std::uint32_t, 3> nearest{};
  double farthest_corner = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    guess = to.to(triangle[i], guess);
    nearest[i] = guess;
    farthest_corner = std::max(farthest_corner, square_distance_to(triangle[i], to[guess]));
  }
  constexpr double cover = 0.57736;  // rounded up
  double bound = std::sqrt(farthest_corner) + cover * longest_edge(triangle);
  for (const std::uint32_t one : nearest) {
    double farthest = 0;
    for (const Vec3& corner : triangle) {
      farthest = std::max(farthest, square_distance_to(corner, to[one]));
    }
    bound = std::min(bound, std::sqrt(farthest));
  }
  return bound;
}

}  // namespace

NearestPoints::NearestPoints(std::span<const Vec3> points) : points_(points) {
  std::vector<Bounds> boxes;
  boxes.reserve(points.size());
  for (const Vec3& point : points) boxes.push_back({point, point});
  tree_ = BoundsTree(boxes);
}

std::uint32_t NearestPoints::to(const Vec3& point) const {
  std::uint32_t best = 0;
  double least = square(points_[0] - point);
  visit_near(
      tree_, point, [&least] { return least; },
      [&](std::uint32_t item) {
        const double distance = square(points_[item] - point);
        if (distance > least || (distance == least && item >= best)) return;
        least = distance;
        best = item;
      });
  return best;
}

double farthest_distance(std::span<const Triangle> from, std::span<const Triangle> to) {
  const NearestTriangles nearest(to);
  if (nearest.empty()) return std::numeric_limits<double>::infinity();
  double farthest = 0;
  std::uint32_t guess = 0;
  for (const Triangle& triangle : from) {
    farthest = std::max(farthest, bound_of(triangle, nearest, guess));
  }
  return farthest;
}

}  // namespace rigy::kernel
