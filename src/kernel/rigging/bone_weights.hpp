// Which bones the vertices of closed surfaces follow, by distances through the inside of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/index.hpp"
#include "voxels/grid.hpp"

namespace rigy::kernel {

struct WeightedBone {
  Vec3 head;
  Vec3 tail;
  std::uint32_t parent = no_index;
};

// At most four bones, in their order; the weights are whole numbers that sum to weight_unit.
inline constexpr std::uint32_t weight_unit = 10'000;
struct BoneWeights {
  std::array<std::uint16_t, 4> bones{};
  std::array<std::uint16_t, 4> weights{};  // 0: not used

  friend bool operator==(const BoneWeights&, const BoneWeights&) = default;
};

// For each surface, for each of its vertices. There must be at least one bone, and each surface
// must have a triangle. The result does not depend on the number of threads.
//
// The distance of a vertex to a bone is that of a straight line, and what the shortest way inside
// the union of the surfaces is longer. Of the bones that are about as near as the nearest one,
// compared with the thickness of the shape there, the nearer ones get more weight. Bones of which
// neither is an ancestor of the other never share a vertex: where they meet, the bone that both
// descend from takes over. A part that no bone runs through follows the nearest bone as a whole.
[[nodiscard]] std::vector<std::vector<BoneWeights>> bone_weights(
    std::span<const ClosedSurface> surfaces, std::span<const WeightedBone> bones, unsigned threads);

}  // namespace rigy::kernel
