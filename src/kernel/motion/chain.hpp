// Where the joints of a chain go, from distances alone.
#pragma once

#include <span>
#include <vector>

#include "kernel_floor.hpp"
#include "math/vec.hpp"

namespace rigy::kernel {

// What a chain is asked to do. Of directions for the bend the first counts that is not along the
// line to the target; the last two must not be parallel.
struct ChainTarget {
  Vec3 point;
  std::span<const Vec3> poles;
};

// Moves the joints, which are the ends of its bones, the first fixed: at least two. The distances
// between neighbors stay, and the last comes to the target, or as near as it can.
void place_joints(std::vector<Vec3>& joints, const ChainTarget& target);

}  // namespace rigy::kernel
