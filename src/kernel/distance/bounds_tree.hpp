// A tree over boxes, to find those that are near something without looking at all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernel_floor.hpp"
#include "math/bounds.hpp"

namespace rigy::kernel {

// The squares of distances between boxes and points; 0 where they overlap.
[[nodiscard]] double square_distance(const Bounds& a, const Bounds& b);
[[nodiscard]] bool overlap(const Bounds& a, const Bounds& b, double margin);

class BoundsTree {
 public:
  // Half of the items of a node are in each of its children; a leaf has a few.
  struct Node {
    Bounds bounds;
    std::uint32_t first = 0;  // of items, for a leaf
    std::uint32_t count = 0;  // 0: not a leaf
    std::uint32_t right = 0;  // the left child follows its parent
  };

  BoundsTree() = default;
  explicit BoundsTree(std::span<const Bounds> boxes);

  [[nodiscard]] bool empty() const { return nodes_.empty(); }
  [[nodiscard]] const Node& operator[](std::uint32_t node) const { return nodes_[node]; }
  [[nodiscard]] std::span<const std::uint32_t> items(const Node& leaf) const {
    return std::span(items_).subspan(leaf.first, leaf.count);
  }

  // Calls visit(item) for all items in leaves that `enters(bounds)` lets it reach.
  template <class Enters, class Visit>
  void visit(const Enters& enters, const Visit& visit_item) const {
    if (!nodes_.empty()) visit_below(0, enters, visit_item);
  }

 private:
  template <class Enters, class Visit>
  void visit_below(std::uint32_t node, const Enters& enters, const Visit& visit_item) const {
    const Node& own = nodes_[node];
    if (!enters(own.bounds)) return;
    if (own.count > 0) {
      for (const std::uint32_t item : items(own)) visit_item(item);
      return;
    }
    visit_below(node + 1, enters, visit_item);
    visit_below(own.right, enters, visit_item);
  }
  void build(std::span<const Bounds> boxes, std::uint32_t first, std::uint32_t count);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> items_;
};

// Calls visit(item of a, item of b) for pairs of items, nearer boxes first, whose boxes have a
// square distance of at most `limit()`, which may shrink meanwhile.
template <class Limit, class Visit>
void visit_near_pairs(const BoundsTree& a, const BoundsTree& b, const Limit& limit,
                      const Visit& visit) {
  struct Walk {
    const BoundsTree& a;
    const BoundsTree& b;
    const Limit& limit;
    const Visit& visit;

    void pair(std::uint32_t of_a, std::uint32_t of_b) const {
      const BoundsTree::Node& left = a[of_a];
      const BoundsTree::Node& right = b[of_b];
      if (square_distance(left.bounds, right.bounds) > limit()) return;
      if (left.count > 0 && right.count > 0) {
        for (const std::uint32_t i : a.items(left)) {
          for (const std::uint32_t j : b.items(right)) visit(i, j);
        }
      } else if (right.count > 0 || (left.count == 0 && is_larger(left, right))) {
        const double first = square_distance(a[of_a + 1].bounds, right.bounds);
        const bool swap = square_distance(a[left.right].bounds, right.bounds) < first;
        pair(swap ? left.right : of_a + 1, of_b);
        pair(swap ? of_a + 1 : left.right, of_b);
      } else {
        const double first = square_distance(left.bounds, b[of_b + 1].bounds);
        const bool swap = square_distance(left.bounds, b[right.right].bounds) < first;
        pair(of_a, swap ? right.right : of_b + 1);
        pair(of_a, swap ? of_b + 1 : right.right);
      }
    }
    static bool is_larger(const BoundsTree::Node& one, const BoundsTree::Node& other) {
      const Vec3 own = one.bounds.max - one.bounds.min;
      const Vec3 theirs = other.bounds.max - other.bounds.min;
      return dot(own, own) >= dot(theirs, theirs);
    }
  };
  if (!a.empty() && !b.empty()) Walk{a, b, limit, visit}.pair(0, 0);
}

}  // namespace rigy::kernel
