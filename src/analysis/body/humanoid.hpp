// Which bones of an armature are those of a person, found by the shape of the skeleton and by
// names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "analysis_floor.hpp"
#include "common/index.hpp"
#include "document/document.hpp"

namespace rigy::analysis {

// A bone that engines know, with its names in VRM (and Unity), Godot, Mixamo and Unreal.
struct HumanBone {
  std::string_view vrm;
  std::string_view godot;
  std::string_view mixamo;
  std::string_view unreal;
  bool required = false;  // by VRM
};

inline constexpr std::size_t human_bone_count = 22;
extern const std::array<HumanBone, human_bone_count> human_bones;

// The bone of the armature for each of human_bones; no_index: none was found.
struct HumanoidMap {
  std::array<std::uint32_t, human_bone_count> bones{};

  // Whether there is every bone that VRM requires.
  [[nodiscard]] bool is_complete() const;
  [[nodiscard]] bool is_empty() const;
};

// Legs are the chains that end lowest on both sides, where they meet are the hips; arms end
// farthest aside above them, where they meet is the chest; the head ends highest. A model faces -z,
// so its left is at -x.
[[nodiscard]] HumanoidMap find_humanoid(const Armature& armature);

}  // namespace rigy::analysis
