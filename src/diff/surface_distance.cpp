#include "diff/surface_distance.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "diff/limits.hpp"

namespace rigy {
namespace {

struct Corners {
  Vec3 a;
  Vec3 b;
  Vec3 c;
  std::size_t number = 0;  // of the triangle
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

double squared_distance(const Bounds& box, const Vec3& p) {
  const auto outside = [](double low, double high, double at) {
    return std::max({low - at, 0.0, at - high});
  };
  const Vec3 way{outside(box.min.x, box.max.x, p.x), outside(box.min.y, box.max.y, p.y),
                 outside(box.min.z, box.max.z, p.z)};
  return dot(way, way);
}

// A tree of boxes around triangles: the left half of a node's triangles, then the right one.
class TriangleTree {
 public:
  explicit TriangleTree(const WorldPrimitive& surface) {
    for (const Triangle& triangle : surface.triangles) {
      triangles_.push_back({surface.positions[triangle[0]], surface.positions[triangle[1]],
                            surface.positions[triangle[2]], triangles_.size()});
    }
    build(0, triangles_.size());
  }

  [[nodiscard]] Vec3 closest(const Vec3& p) const {
    Best best;
    search(0, p, best);
    return best.point;
  }

 private:
  static constexpr std::size_t leaf_size = 8;

  struct Node {
    Bounds box;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t right = 0;  // the node of the right half; the left one follows. 0: a leaf
  };
  struct Best {
    Vec3 point;
    double squared = std::numeric_limits<double>::infinity();
    std::size_t number = 0;

    // Of points that are equally close, that of the first triangle counts: the order in the tree
    // depends on the standard library.
    [[nodiscard]] bool loses_to(double other, std::size_t triangle) const {
      return other < squared || (other == squared && triangle < number);
    }
  };

  static Bounds box_of(const Corners& t) { return bounds_of(std::array<Vec3, 3>{t.a, t.b, t.c}); }

  std::size_t build(std::size_t begin, std::size_t end) {
    const std::size_t number = nodes_.size();
    Node node{box_of(triangles_[begin]), begin, end, 0};
    for (std::size_t i = begin + 1; i < end; ++i) extend(node.box, box_of(triangles_[i]));
    nodes_.push_back(node);
    if (end - begin <= leaf_size) return number;
    const Vec3 size = node.box.max - node.box.min;
    const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const std::size_t middle = begin + (end - begin) / 2;
    const auto at = [this](std::size_t i) {
      return triangles_.begin() + static_cast<std::ptrdiff_t>(i);
    };
    std::nth_element(at(begin), at(middle), at(end), [axis](const Corners& a, const Corners& b) {
      return a.a[axis] + a.b[axis] + a.c[axis] < b.a[axis] + b.b[axis] + b.c[axis];
    });
    build(begin, middle);
    const std::size_t right = build(middle, end);
    nodes_[number].right = right;
    return number;
  }

  void search(std::size_t number, const Vec3& p, Best& best) const {
    const Node& node = nodes_[number];
    if (node.right == 0) {
      for (std::size_t i = node.begin; i < node.end; ++i) {
        const Vec3 point = closest_point(triangles_[i], p);
        const double squared = dot(point - p, point - p);
        if (best.loses_to(squared, triangles_[i].number)) {
          best = {point, squared, triangles_[i].number};
        }
      }
      return;
    }
    std::array<std::size_t, 2> halves{number + 1, node.right};
    std::array<double, 2> squared{squared_distance(nodes_[halves[0]].box, p),
                                  squared_distance(nodes_[halves[1]].box, p)};
    if (squared[1] < squared[0]) {
      std::swap(halves[0], halves[1]);
      std::swap(squared[0], squared[1]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      if (squared[i] <= best.squared) search(halves[i], p, best);
    }
  }

  std::vector<Corners> triangles_;
  std::vector<Node> nodes_;
};

}  // namespace

FarPoint farthest_from(std::span<const Vec3> vertices, const WorldPrimitive& other) {
  const TriangleTree tree(other);
  const std::size_t step = 1 + vertices.size() / max_measured_vertices;
  FarPoint farthest;
  for (std::size_t i = 0; i < vertices.size(); i += step) {
    const Vec3 nearest = tree.closest(vertices[i]);
    const double distance = length(vertices[i] - nearest);
    if (distance > farthest.distance || i == 0) farthest = {vertices[i], nearest, distance};
  }
  return farthest;
}

}  // namespace rigy
