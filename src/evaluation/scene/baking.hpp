// Which transforms no node holds.
#pragma once

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

}  // namespace rigy::evaluation
