// Stretches: consecutive vertices that follow the same bones with the same weights.
#pragma once

#include <span>

#include "influences/influences.hpp"
#include "skinning/skinning.hpp"

namespace rigy::evaluation {

// Small enough for everything about a stretch to stay in the L1 cache.
inline constexpr std::size_t max_stretch = 68;

struct Stretch {
  std::span<Vec3> positions;
  std::span<Vec3> normals;
};

// Both move the vertices in place; influences of weight 0 do not count.
void pose_by_lbs(const PosedArmature& armature, const JointWeights& influences, Stretch stretch);
void pose_by_dqs(const PosedArmature& armature, const JointWeights& influences, Stretch stretch);

}  // namespace rigy::evaluation
