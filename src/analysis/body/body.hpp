// The body of any animal: legs, arms, wings, fins, neck and tail of an armature, found by the shape
// of the skeleton and by names. A model faces -z, so its left is at -x.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis_floor.hpp"
#include "body/skeleton_shape.hpp"
#include "common/index.hpp"

namespace rigy::analysis {

// The same limb on both sides, from the body outward.
struct LimbPair {
  BoneChain left;
  BoneChain right;
};

struct Body {
  std::uint32_t trunk = no_index;  // everything else hangs on it: hips, or a body
  BoneChain spine;                 // after the trunk, up to what carries the front limbs
  BoneChain neck;                  // after the spine, to the head
  BoneChain tail;
  std::vector<LimbPair> legs;  // those in front first
  std::optional<LimbPair> arms;
  std::optional<LimbPair> wings;
  std::vector<LimbPair> fins;
};

// Legs lead down to the ground in pairs. Of the pairs that do not, those named wings are wings, and
// those named fins are fins; arms go farthest aside. Without legs and names they are wings. The
// head ends highest and foremost in the middle, the tail farthest back.
[[nodiscard]] Body find_body(const Armature& armature);

}  // namespace rigy::analysis
