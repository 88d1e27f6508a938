// Skeletons of usual kinds, for a box around what they are for.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "math/vec.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// x and z are -1 to 1 from side to side and from front to back, y is 0 to 1 from the ground up.
// What begins with L_ has a counterpart on the other side.
struct RigBone {
  std::string_view id;
  std::string_view parent;
  Vec3 head;
  Vec3 tail;
};

struct RigKind {
  std::string_view name;
  std::span<const RigBone> trunk;
  std::span<const RigBone> limbs = {};       // where they differ by the shape of the body
  std::span<const RigBone> wide_limbs = {};  // of a body that is nearly as wide as tall
};

[[nodiscard]] std::span<const RigKind> all_rig_kinds();

// The bones of a kind for a box of these extents.
[[nodiscard]] std::vector<RigBone> bones_for(const RigKind& kind, const Vec3& extents);

}  // namespace rigy::tools
