#include "distance/epa.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace rigy::kernel {
namespace {

// The shapes are of about unit size.
constexpr double epa_accuracy = 1e-11;
constexpr double flat = 1e-12;
// Where the nearest points form a circle, as between coaxial cylinders, the polytope would grow for
// ever; the descent then finds the rest.
constexpr int max_epa_steps = 192;
constexpr int max_descent = 200;

Vec3 unit(const Vec3& v) {
  const double size = length(v);
  return size > 0 ? v / size : Vec3{0, 1, 0};
}

// Some direction across another.
Vec3 across(const Vec3& v) {
  const double x = std::abs(v.x);
  const double y = std::abs(v.y);
  const double z = std::abs(v.z);
  if (x <= y && x <= z) return unit(cross(v, {1, 0, 0}));
  return unit(cross(v, y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1}));
}

struct Face {
  std::array<std::uint32_t, 3> corners{};
  std::array<std::uint32_t, 3> neighbors{};  // across the edge from each corner to the next
  Vec3 normal;                               // outward, of unit length
  double distance = 0;
  bool removed = false;
};

// An edge of a face.
struct Edge {
  std::uint32_t face = 0;
  std::uint32_t number = 0;
};

class Polytope {
 public:
  Polytope(const Convex& a, const Convex& b) : a_(a), b_(b) {}

  [[nodiscard]] CoreDepth depth(const Simplex& simplex);

 private:
  [[nodiscard]] DifferencePoint reach(const Vec3& direction) const {
    return difference_support(a_, b_, direction);
  }
  [[nodiscard]] std::optional<Vec3> grow_to_tetrahedron();
  [[nodiscard]] bool add_reaching(const Vec3& direction);
  void add_face(std::uint32_t i, std::uint32_t j, std::uint32_t k);
  void close_tetrahedron();
  [[nodiscard]] std::uint32_t edge_to(std::uint32_t face, std::uint32_t neighbor) const;
  void remove_visible(const Vec3& from, std::uint32_t face, std::uint32_t edge,
                      std::vector<Edge>& horizon);
  [[nodiscard]] bool expand_to(const DifferencePoint& point, std::uint32_t seen);
  [[nodiscard]] std::uint32_t nearest_face() const;
  void descend(Vec3& normal) const;
  [[nodiscard]] Vec3 lowest_direction(const Vec3& known) const;
  [[nodiscard]] CoreDepth flat_depth(const Vec3& normal, const Simplex& simplex) const;
  [[nodiscard]] CoreDepth depth_along(const Vec3& normal) const;

  const Convex& a_;
  const Convex& b_;
  std::vector<DifferencePoint> points_;
  std::vector<Face> faces_;
};

// Adds the farthest point unless it lies no farther than those there are.
bool Polytope::add_reaching(const Vec3& direction) {
  const DifferencePoint point = reach(direction);
  if (dot(point.at - points_[0].at, direction) <= flat) return false;
  points_.push_back(point);
  return true;
}

// A direction across the difference if it is flat.
std::optional<Vec3> Polytope::grow_to_tetrahedron() {
  while (points_.size() < 4) {
    const Vec3& first = points_[0].at;
    std::array<Vec3, 3> tries{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if (points_.size() == 2) {
      tries[0] = across(points_[1].at - first);
      tries[1] = unit(cross(points_[1].at - first, tries[0]));
      tries[2] = tries[0];
    } else if (points_.size() == 3) {
      tries.fill(unit(cross(points_[1].at - first, points_[2].at - first)));
    }
    const bool grew = std::any_of(tries.begin(), tries.end(), [this](const Vec3& direction) {
      return add_reaching(direction) || add_reaching(-direction);
    });
    if (!grew) return tries[1];
  }
  return std::nullopt;
}

// A face without area has no normal: it is never the nearest and never seen, but keeps its
// neighbors connected.
void Polytope::add_face(std::uint32_t i, std::uint32_t j, std::uint32_t k) {
  const Vec3& first = points_[i].at;
  const Vec3 normal = cross(points_[j].at - first, points_[k].at - first);
  const double size = length(normal);
  if (size > 1e-15) {
    faces_.push_back({{i, j, k}, {}, normal / size, dot(normal, first) / size});
  } else {
    faces_.push_back({{i, j, k}, {}, {}, std::numeric_limits<double>::infinity()});
  }
}

void Polytope::close_tetrahedron() {
  const Vec3 normal = cross(points_[1].at - points_[0].at, points_[2].at - points_[0].at);
  if (dot(normal, points_[3].at - points_[0].at) > 0) std::swap(points_[1], points_[2]);
  add_face(0, 1, 2);
  add_face(0, 3, 1);
  add_face(1, 3, 2);
  add_face(2, 3, 0);
  faces_[0].neighbors = {1, 2, 3};
  faces_[1].neighbors = {3, 2, 0};
  faces_[2].neighbors = {1, 3, 0};
  faces_[3].neighbors = {2, 1, 0};
}

std::uint32_t Polytope::edge_to(std::uint32_t face, std::uint32_t neighbor) const {
  const auto& neighbors = faces_[face].neighbors;
  return neighbors[0] == neighbor ? 0 : neighbors[1] == neighbor ? 1 : 2;
}

// Removes the faces that see the point, beginning with the one entered through an edge. The edges
// where that ends form a loop, listed in its order.
void Polytope::remove_visible(const Vec3& from, std::uint32_t face, std::uint32_t edge,
                              std::vector<Edge>& horizon) {
  Face& own = faces_[face];
  if (own.removed) return;
  if (!(dot(own.normal, from) > own.distance + flat)) {
    horizon.push_back({face, edge});
    return;
  }
  own.removed = true;
  for (const std::uint32_t next : {(edge + 1) % 3, (edge + 2) % 3}) {
    const std::uint32_t neighbor = faces_[face].neighbors[next];
    remove_visible(from, neighbor, edge_to(neighbor, face), horizon);
  }
}

// Replaces the faces that see the point by faces from the point to the edges around them. False if
// rounding leaves no loop of edges.
bool Polytope::expand_to(const DifferencePoint& point, std::uint32_t seen) {
  std::vector<Edge> horizon;
  faces_[seen].removed = true;
  for (const std::uint32_t neighbor : faces_[seen].neighbors) {
    remove_visible(point.at, neighbor, edge_to(neighbor, seen), horizon);
  }
  const auto apex = static_cast<std::uint32_t>(points_.size());
  points_.push_back(point);
  const auto first = static_cast<std::uint32_t>(faces_.size());
  const auto count = static_cast<std::uint32_t>(horizon.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto& [face, edge] = horizon[i];
    const auto& corners = faces_[face].corners;
    const auto& [next_face, next_edge] = horizon[(i + 1) % count];
    const std::uint32_t from = corners[(edge + 1) % 3];
    const std::uint32_t to = corners[edge];
    if (faces_[next_face].corners[(next_edge + 1) % 3] != to) return false;
    add_face(from, to, apex);
    faces_[face].neighbors[edge] = first + i;
    faces_.back().neighbors = {face, first + (i + 1) % count, first + (i + count - 1) % count};
  }
  return count >= 3;
}

std::uint32_t Polytope::nearest_face() const {
  std::uint32_t nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < faces_.size(); ++i) {
    if (faces_[i].removed || !(faces_[i].distance < least)) continue;
    least = faces_[i].distance;
    nearest = i;
  }
  return nearest;
}

// Turns the direction to where the difference reaches least, as long as that gets better.
void Polytope::descend(Vec3& normal) const {
  double step = 1;
  Vec3 point = reach(normal).at;
  double best = dot(normal, point);
  for (int i = 0; i < max_descent && step > 1e-12; ++i) {
    const Vec3 slope = point - best * normal;
    const Vec3 turned = unit(normal - step * slope);
    const Vec3 there = reach(turned).at;
    const double value = dot(turned, there);
    if (value < best) {
      normal = turned;
      point = there;
      best = value;
      step *= 2;
    } else {
      step /= 4;
    }
  }
}

// The best that descents from the direction known so far and from all around find.
Vec3 Polytope::lowest_direction(const Vec3& known) const {
  Vec3 best = known;
  descend(best);
  double least = dot(best, reach(best).at);
  for (int i = 0; i < 27; ++i) {
    if (i == 13) continue;
    const int x = i % 3;
    const int y = i / 3 % 3;
    const int z = i / 9;
    Vec3 other = unit({x - 1.0, y - 1.0, z - 1.0});
    descend(other);
    const double value = dot(other, reach(other).at);
    if (!(value < least)) continue;
    least = value;
    best = other;
  }
  return best;
}

CoreDepth Polytope::flat_depth(const Vec3& normal, const Simplex& simplex) const {
  const bool away = dot(normal, center_of(b_) - center_of(a_)) < 0;
  Simplex nearest = simplex;
  nearest.has_origin = false;
  reduce_to_nearest(nearest);
  if (nearest.has_origin) nearest.shares[0] = 1;
  const DifferencePoint point = nearest_point(nearest);
  return {0, away ? -normal : normal, point.a, point.b};
}

// The part of a face nearest to a point, by shares of its corners, and how far that is.
struct NearestInFace {
  double square = std::numeric_limits<double>::infinity();
  Vec3 a;
};

NearestInFace nearest_in(const Face& face, const std::vector<DifferencePoint>& points,
                         const Vec3& to) {
  Simplex corners;
  for (const std::uint32_t corner : face.corners) {
    DifferencePoint point = points[corner];
    point.at = point.at - to;
    corners.corners[corners.size++] = point;
  }
  reduce_to_nearest(corners);
  const DifferencePoint nearest = nearest_point(corners);
  return {dot(nearest.at, nearest.at), nearest.a};
}

// The deepest points are those of the face below the origin. That may be another triangle of the
// same plane than the one whose normal this is.
CoreDepth Polytope::depth_along(const Vec3& normal) const {
  const double depth = dot(normal, reach(normal).at);
  NearestInFace best;
  for (const Face& face : faces_) {
    if (face.removed) continue;
    const NearestInFace own = nearest_in(face, points_, depth * normal);
    if (own.square < best.square) best = own;
  }
  return {depth, -normal, best.a, best.a + depth * normal};
}

CoreDepth Polytope::depth(const Simplex& simplex) {
  const auto used = simplex.used();
  points_.assign(used.begin(), used.end());
  if (const auto across_it = grow_to_tetrahedron()) return flat_depth(*across_it, simplex);
  close_tetrahedron();
  // Next to a ball of the largest size, a core of usual size is a point.
  if (!std::isfinite(faces_[nearest_face()].distance)) return flat_depth({0, 1, 0}, simplex);
  Vec3 best;
  double least = std::numeric_limits<double>::infinity();
  for (int step = 0; step < max_epa_steps; ++step) {
    const std::uint32_t nearest = nearest_face();
    const Face face = faces_[nearest];
    const DifferencePoint point = reach(face.normal);
    const double value = dot(face.normal, point.at);
    if (value - face.distance <= epa_accuracy) return depth_along(face.normal);
    if (value < least) {
      least = value;
      best = face.normal;
    }
    if (!expand_to(point, nearest)) break;
  }
  return depth_along(lowest_direction(best));
}

}  // namespace

CoreDepth core_depth(const Convex& a, const Convex& b, const Simplex& simplex) {
  return Polytope(a, b).depth(simplex);
}

}  // namespace rigy::kernel
