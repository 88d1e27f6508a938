#include "distance/bounds_tree.hpp"

#include <algorithm>
#include <numeric>

namespace rigy::kernel {
namespace {

constexpr std::uint32_t leaf_size = 4;

double gap(double min, double max, double other_min, double other_max) {
  return std::max({0.0, min - other_max, other_min - max});
}

std::size_t longest_axis(const Bounds& bounds) {
  const Vec3 extent = bounds.max - bounds.min;
  if (extent.x >= extent.y && extent.x >= extent.z) return 0;
  return extent.y >= extent.z ? 1 : 2;
}

}  // namespace

double square_distance(const Bounds& a, const Bounds& b) {
  const Vec3 between{gap(a.min.x, a.max.x, b.min.x, b.max.x),
                     gap(a.min.y, a.max.y, b.min.y, b.max.y),
                     gap(a.min.z, a.max.z, b.min.z, b.max.z)};
  return dot(between, between);
}

bool overlap(const Bounds& a, const Bounds& b, double margin) {
  return square_distance(a, b) <= margin * margin;
}

BoundsTree::BoundsTree(std::span<const Bounds> boxes) : items_(boxes.size()) {
  std::iota(items_.begin(), items_.end(), 0u);
  if (!boxes.empty()) build(boxes, 0, static_cast<std::uint32_t>(boxes.size()));
}

void BoundsTree::build(std::span<const Bounds> boxes, std::uint32_t first, std::uint32_t count) {
  std::uint32_t* const begin = items_.data() + first;
  std::uint32_t* const end = begin + count;
  Bounds bounds = boxes[*begin];
  for (const std::uint32_t* item = begin; item != end; ++item) extend(bounds, boxes[*item]);
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({bounds, first, count, 0});
  if (count <= leaf_size) return;
  const std::size_t axis = longest_axis(bounds);
  const std::uint32_t half = count / 2;
  // The number of the item decides between equals, so that the tree is the same everywhere.
  std::nth_element(begin, begin + half, end, [&](std::uint32_t one, std::uint32_t other) {
    const double own = boxes[one].min[axis] + boxes[one].max[axis];
    const double theirs = boxes[other].min[axis] + boxes[other].max[axis];
    return own < theirs || (own == theirs && one < other);
  });
  nodes_[node].count = 0;
  build(boxes, first, half);
  nodes_[node].right = static_cast<std::uint32_t>(nodes_.size());
  build(boxes, first + half, count - half);
}

}  // namespace rigy::kernel
