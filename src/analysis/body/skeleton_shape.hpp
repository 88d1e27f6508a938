// The shape of an armature as a tree: where its chains end, and what they have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "analysis_floor.hpp"
#include "document/document.hpp"
#include "math/vec.hpp"

namespace rigy::analysis {

// Bones, each the parent of the next.
using BoneChain = std::vector<std::uint32_t>;

class SkeletonShape {
 public:
  explicit SkeletonShape(const Armature& armature);

  // Bones without children, in the order of the armature.
  [[nodiscard]] const std::vector<std::uint32_t>& leaves() const { return leaves_; }
  [[nodiscard]] const Vec3& head(std::uint32_t bone) const { return bones_[bone].head.value; }
  [[nodiscard]] const Vec3& tail(std::uint32_t bone) const { return bones_[bone].tail.value; }

  // From the root to the bone.
  [[nodiscard]] BoneChain path_to(std::uint32_t bone) const;
  // Whether its id contains one of the words, in capitals or not.
  [[nodiscard]] bool is_named(std::uint32_t bone,
                              std::initializer_list<std::string_view> words) const;

 private:
  const std::vector<Bone>& bones_;
  std::vector<std::uint32_t> leaves_;
};

// How many bones two paths have in common.
[[nodiscard]] std::size_t common_part(const BoneChain& a, const BoneChain& b);

}  // namespace rigy::analysis
