// The body of an animal as a bone map says, and where it says nothing, as it is found.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "body/body_map.hpp"

namespace rigy::analysis {
namespace {

using Parts = std::span<const std::string_view>;

constexpr std::string_view spine_parts[] = {"spine", "chest", "upperChest"};
constexpr std::string_view neck_parts[] = {"neck", "head"};
constexpr std::string_view tail_parts[] = {"tail"};
// Of both sides: leftUpperLeg, rightUpperLeg.
constexpr std::string_view arm_parts[] = {"Shoulder", "UpperArm", "LowerArm", "Hand"};
constexpr std::string_view leg_parts[] = {"UpperLeg", "LowerLeg", "Foot", "Toes"};
constexpr std::string_view front_leg_parts[] = {"FrontUpperLeg", "FrontLowerLeg", "FrontFoot"};
constexpr std::string_view back_leg_parts[] = {"BackUpperLeg", "BackLowerLeg", "BackFoot"};

bool share_bones(const BoneChain& a, const BoneChain& b) {
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

class MappedBody {
 public:
  MappedBody(const BodyMap& map, const Armature& armature)
      : map_(map), armature_(armature), shape_(armature), body_(find_body(armature)) {}

  [[nodiscard]] Body make() {
    const std::uint32_t hips = map_.bone_of("hips");
    if (hips != no_index) body_.trunk = hips;
    replace(body_.spine, chain_of("", spine_parts));
    replace(body_.neck, chain_of("", neck_parts));
    replace(body_.tail, extended(chain_of("", tail_parts)));
    if (map_.profile == BodyProfile::Humanoid) {
      take_person();
    } else {
      take_animal();
    }
    return std::move(body_);
  }

 private:
  void take_person() {
    if (std::optional<LimbPair> legs = pair_of(leg_parts)) {
      release(*legs);
      body_.legs = {std::move(*legs)};
    }
    if (std::optional<LimbPair> arms = pair_of(arm_parts)) {
      release(*arms);
      body_.arms = std::move(arms);
    }
  }

  void take_animal() {
    for (const Parts parts : {Parts(front_leg_parts), Parts(back_leg_parts)}) {
      std::optional<LimbPair> pair = pair_of(parts);
      if (!pair) continue;
      release(*pair);
      body_.legs.push_back(std::move(*pair));
    }
    std::stable_sort(body_.legs.begin(), body_.legs.end(),
                     [this](const LimbPair& a, const LimbPair& b) {
                       return shape_.head(a.left.front()).z < shape_.head(b.left.front()).z;
                     });
  }

  static void replace(BoneChain& found, BoneChain mapped) {
    if (!mapped.empty()) found = std::move(mapped);
  }

  // From the first of the parts to the last, with the bones between them; empty if the map has none
  // of them, or if they are no chain.
  [[nodiscard]] BoneChain chain_of(std::string_view side, Parts parts) const {
    std::uint32_t first = no_index;
    std::uint32_t last = no_index;
    for (const std::string_view part : parts) {
      const std::uint32_t bone = map_.bone_of(fmt::format("{}{}", side, part));
      if (bone == no_index) continue;
      if (first == no_index) first = bone;
      last = bone;
    }
    if (first == no_index) return {};
    const BoneChain path = shape_.path_to(last);
    return {std::find(path.begin(), path.end(), first), path.end()};
  }

  // With what follows its last bone, as long as only one does.
  [[nodiscard]] BoneChain extended(BoneChain chain) const {
    while (!chain.empty()) {
      std::uint32_t next = no_index;
      std::size_t count = 0;
      for (std::uint32_t i = 0; i < armature_.bones.size(); ++i) {
        const Bone& bone = armature_.bones[i];
        if (bone.is_root() || bone.parent.index != chain.back()) continue;
        next = i;
        ++count;
      }
      if (count != 1) break;
      chain.push_back(next);
    }
    return chain;
  }

  // Both sides, equally long; nothing if one of them is not mapped.
  [[nodiscard]] std::optional<LimbPair> pair_of(Parts parts) const {
    LimbPair pair{extended(chain_of("left", parts)), extended(chain_of("right", parts))};
    const std::size_t size = std::min(pair.left.size(), pair.right.size());
    if (size == 0) return std::nullopt;
    pair.left.resize(size);
    pair.right.resize(size);
    return pair;
  }

  // What was found in these bones is something else.
  void release(const LimbPair& taken) {
    const auto overlaps = [&](const LimbPair& found) {
      return share_bones(found.left, taken.left) || share_bones(found.left, taken.right) ||
             share_bones(found.right, taken.left) || share_bones(found.right, taken.right);
    };
    std::erase_if(body_.legs, overlaps);
    std::erase_if(body_.fins, overlaps);
    if (body_.arms && overlaps(*body_.arms)) body_.arms.reset();
    if (body_.wings && overlaps(*body_.wings)) body_.wings.reset();
    if (share_bones(body_.tail, taken.left) || share_bones(body_.tail, taken.right)) {
      body_.tail.clear();
    }
  }

  const BodyMap& map_;
  const Armature& armature_;
  SkeletonShape shape_;
  Body body_;
};

}  // namespace

Body find_body(const Assembly& assembly, const Asset& asset, const Armature& armature) {
  if (!has_bone_map(assembly, asset, armature)) return find_body(armature);
  return MappedBody(body_of(assembly, asset, armature), armature).make();
}

}  // namespace rigy::analysis
