#include "body/humanoid.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "body/skeleton_shape.hpp"

namespace rigy::analysis {
namespace {

enum Place : std::size_t {
  Hips,
  Spine,
  Chest,
  UpperChest,
  Neck,
  Head,
  LeftShoulder,
  LeftUpperArm,
  LeftLowerArm,
  LeftHand,
  RightShoulder,
  RightUpperArm,
  RightLowerArm,
  RightHand,
  LeftUpperLeg,
  LeftLowerLeg,
  LeftFoot,
  LeftToes,
  RightUpperLeg,
  RightLowerLeg,
  RightFoot,
  RightToes,
};

// The leaf for which value_of is greatest; no_index: none is admitted.
template <class IsAdmitted, class ValueOf>
std::uint32_t best_leaf(const SkeletonShape& skeleton, const IsAdmitted& is_admitted,
                        const ValueOf& value_of) {
  std::uint32_t best = no_index;
  for (const std::uint32_t leaf : skeleton.leaves()) {
    if (!is_admitted(leaf)) continue;
    if (best == no_index || value_of(leaf) > value_of(best)) best = leaf;
  }
  return best;
}

struct Limbs {
  BoneChain left;
  BoneChain right;
  std::size_t shared = 0;  // the bones that both begin with
};

// The best leaf on either side, if they meet in a bone and are about as far aside.
template <class IsAdmitted, class ValueOf>
std::optional<Limbs> find_limbs(const SkeletonShape& skeleton, const IsAdmitted& is_admitted,
                                const ValueOf& value_of) {
  const auto on_side = [&](double sign) {
    return best_leaf(
        skeleton,
        [&](std::uint32_t leaf) { return sign * skeleton.tail(leaf).x > 0 && is_admitted(leaf); },
        value_of);
  };
  const std::uint32_t left = on_side(-1);
  const std::uint32_t right = on_side(1);
  if (left == no_index || right == no_index) return std::nullopt;
  Limbs limbs{skeleton.path_to(left), skeleton.path_to(right), 0};
  limbs.shared = common_part(limbs.left, limbs.right);
  const bool is_pair = limbs.shared > 0 && limbs.left.size() >= limbs.shared + 2 &&
                       limbs.left.size() == limbs.right.size();
  return is_pair ? std::optional(limbs) : std::nullopt;
}

// Where the bones of a limb begin among those of its chain: one that is named as its third bone
// says it; a chain of four arm bones begins with a shoulder.
std::size_t first_of_limb(const SkeletonShape& skeleton, const BoneChain& chain, bool is_arm) {
  for (std::size_t i = 2; i < chain.size(); ++i) {
    const bool is_third = is_arm ? skeleton.is_named(chain[i], {"hand", "wrist"})
                                 : skeleton.is_named(chain[i], {"foot", "ankle"});
    if (is_third) return i - 2;
  }
  return is_arm && chain.size() >= 4 ? 1 : 0;
}

// `place` is that of the upper bone.
void map_limb(const SkeletonShape& skeleton, const BoneChain& path, std::size_t shared, Place place,
              HumanoidMap& map) {
  const BoneChain chain(path.begin() + static_cast<std::ptrdiff_t>(shared), path.end());
  const bool is_arm = place == LeftUpperArm || place == RightUpperArm;
  const std::size_t first = first_of_limb(skeleton, chain, is_arm);
  if (is_arm && first > 0) map.bones[place - 1] = chain[first - 1];
  const std::size_t most = is_arm ? 3 : 4;
  for (std::size_t i = 0; i < most && first + i < chain.size(); ++i) {
    map.bones[place + i] = chain[first + i];
  }
}

// From above the hips to the chest, then to the head.
void map_trunk(const SkeletonShape& skeleton, const BoneChain& trunk, std::size_t chest,
               HumanoidMap& map) {
  for (std::size_t i = 0; i < std::min<std::size_t>(chest, 3); ++i) map.bones[Spine + i] = trunk[i];
  if (trunk.size() == chest) return;
  if (trunk.size() == chest + 1) {
    map.bones[Head] = trunk[chest];
    return;
  }
  map.bones[Neck] = trunk[chest];
  map.bones[Head] = trunk[chest + 1];
  for (std::size_t i = chest + 1; i < trunk.size(); ++i) {
    if (skeleton.is_named(trunk[i], {"head"})) {
      map.bones[Head] = trunk[i];
      break;
    }
  }
}

}  // namespace

const std::array<HumanBone, human_bone_count> human_bones{{
    {"hips", "Hips", "Hips", "pelvis", true},
    {"spine", "Spine", "Spine", "spine_01", true},
    {"chest", "Chest", "Spine1", "spine_02"},
    {"upperChest", "UpperChest", "Spine2", "spine_03"},
    {"neck", "Neck", "Neck", "neck_01"},
    {"head", "Head", "Head", "head", true},
    {"leftShoulder", "LeftShoulder", "LeftShoulder", "clavicle_l"},
    {"leftUpperArm", "LeftUpperArm", "LeftArm", "upperarm_l", true},
    {"leftLowerArm", "LeftLowerArm", "LeftForeArm", "lowerarm_l", true},
    {"leftHand", "LeftHand", "LeftHand", "hand_l", true},
    {"rightShoulder", "RightShoulder", "RightShoulder", "clavicle_r"},
    {"rightUpperArm", "RightUpperArm", "RightArm", "upperarm_r", true},
    {"rightLowerArm", "RightLowerArm", "RightForeArm", "lowerarm_r", true},
    {"rightHand", "RightHand", "RightHand", "hand_r", true},
    {"leftUpperLeg", "LeftUpperLeg", "LeftUpLeg", "thigh_l", true},
    {"leftLowerLeg", "LeftLowerLeg", "LeftLeg", "calf_l", true},
    {"leftFoot", "LeftFoot", "LeftFoot", "foot_l", true},
    {"leftToes", "LeftToes", "LeftToeBase", "ball_l"},
    {"rightUpperLeg", "RightUpperLeg", "RightUpLeg", "thigh_r", true},
    {"rightLowerLeg", "RightLowerLeg", "RightLeg", "calf_r", true},
    {"rightFoot", "RightFoot", "RightFoot", "foot_r", true},
    {"rightToes", "RightToes", "RightToeBase", "ball_r"},
}};

bool HumanoidMap::is_complete() const {
  for (std::size_t i = 0; i < human_bone_count; ++i) {
    if (human_bones[i].required && bones[i] == no_index) return false;
  }
  return true;
}

bool HumanoidMap::is_empty() const {
  return std::all_of(bones.begin(), bones.end(),
                     [](std::uint32_t bone) { return bone == no_index; });
}

HumanoidMap find_humanoid(const Armature& armature) {
  HumanoidMap map;
  map.bones.fill(no_index);
  const SkeletonShape skeleton(armature);
  const auto low = [&](std::uint32_t leaf) { return -skeleton.tail(leaf).y; };
  const std::optional<Limbs> legs = find_limbs(
      skeleton, [](std::uint32_t) { return true; }, low);
  if (!legs) return map;
  const std::uint32_t hips = legs->left[legs->shared - 1];
  const auto is_above = [&](std::uint32_t leaf) {
    const BoneChain path = skeleton.path_to(leaf);
    return common_part(path, legs->left) == legs->shared &&
           common_part(path, legs->right) == legs->shared && path.size() > legs->shared;
  };
  const auto aside = [&](std::uint32_t leaf) { return std::abs(skeleton.tail(leaf).x); };
  const std::optional<Limbs> arms = find_limbs(skeleton, is_above, aside);
  if (!arms || arms->shared <= legs->shared) return map;
  const auto is_head = [&](std::uint32_t leaf) {
    const BoneChain path = skeleton.path_to(leaf);
    return is_above(leaf) && common_part(path, arms->left) == arms->shared &&
           common_part(path, arms->right) == arms->shared && path.size() > arms->shared;
  };
  const auto high = [&](std::uint32_t leaf) { return skeleton.tail(leaf).y; };
  const std::uint32_t top = best_leaf(skeleton, is_head, high);
  if (top == no_index) return map;
  map.bones[Hips] = hips;
  const BoneChain path = skeleton.path_to(top);
  const BoneChain trunk(path.begin() + static_cast<std::ptrdiff_t>(legs->shared), path.end());
  map_trunk(skeleton, trunk, arms->shared - legs->shared, map);
  map_limb(skeleton, arms->left, arms->shared, LeftUpperArm, map);
  map_limb(skeleton, arms->right, arms->shared, RightUpperArm, map);
  map_limb(skeleton, legs->left, legs->shared, LeftUpperLeg, map);
  map_limb(skeleton, legs->right, legs->shared, RightUpperLeg, map);
  return map;
}

}  // namespace rigy::analysis
