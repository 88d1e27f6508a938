// Which transforms no node holds.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "evaluation_floor.hpp"
#include "math/affine.hpp"

namespace rigy::evaluation {

// What is baked into everything that lies in a group (null: nothing): everything in a baked group
// is baked; otherwise its transform is if no node may hold it. A product is kept in `both`.
[[nodiscard]] inline const Affine* baked_in_group(const Affine* outer, const Affine& transform,
                                                  bool node_may_hold_it, Affine& both) {
  if (is_identity(transform)) return outer;
  if (outer == nullptr) return node_may_hold_it ? nullptr : &transform;
  both = *outer * transform;
  return is_identity(both) ? nullptr : &both;
}

// Whether it scales axes differently; differences of rounding do not count.
[[nodiscard]] inline bool is_stretched(const Affine& transform) {
  constexpr double rounding = 1e-9;
  const auto square = [&](std::size_t axis) {
    const Vec3 column = transform.linear.column(axis);
    return dot(column, column);
  };
  const double x = square(0);
  const auto differs = [&](double other) {
    return std::abs(other - x) > rounding * std::max(other, x);
  };
  return differs(square(1)) || differs(square(2));
}

}  // namespace rigy::evaluation
