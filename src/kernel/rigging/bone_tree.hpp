// Shares of a vertex that bones claim, settled along the hierarchy.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rigging/bone_weights.hpp"

namespace rigy::kernel {

// Bones in an order in which everything below a bone follows it directly.
struct BoneTree {
  std::vector<std::uint32_t> bones;   // in that order
  std::vector<std::uint32_t> ends;    // of what is below each
  std::vector<std::uint32_t> places;  // of each bone in the order
};

[[nodiscard]] BoneTree tree_of(std::span<const WeightedBone> bones);

// Takes shares from bones of which neither descends from the other and gives them to the bone above
// both, so that afterwards all that have a share descend from one another. `shares` are in the
// order of the tree. Every step is continuous: vertices with similar shares keep similar ones.
void settle(const BoneTree& tree, std::span<double> shares);

// The strongest four, as whole numbers. `shares` are in the order of the tree, one of them
// positive.
[[nodiscard]] BoneWeights strongest_four(const BoneTree& tree, std::span<double> shares);

}  // namespace rigy::kernel
