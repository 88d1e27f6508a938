// Bones that move: from turns and moves relative to their parents to where they are. Plain numbers;
// documents, the command line and gaits use the same functions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/index.hpp"
#include "kernel_floor.hpp"
#include "math/quaternion.hpp"
#include "math/vec.hpp"

namespace rigy::kernel {

// A bone at rest.
struct RestBone {
  Vec3 head;
  Vec3 tail;
  std::uint32_t parent = no_index;  // may come later; no_index: a root
  Quaternion axes;                  // its own: +Y from head to tail, the roll turns about it
};

struct MotionSkeleton {
  std::vector<RestBone> bones;
  std::vector<std::uint32_t> order;  // every bone after its parent

  // From the head of the bone's parent, or the origin, to its own.
  [[nodiscard]] Vec3 offset_of(std::uint32_t bone) const;
};

// Parents must not form a cycle.
[[nodiscard]] MotionSkeleton skeleton_of(std::vector<RestBone> bones);

// How a bone moves relative to its parent, in the axes of the asset as the parent's rotation
// carries them along. The default is the rest.
struct LocalMotion {
  Quaternion turn;
  Vec3 move;  // of its head

  friend bool operator==(const LocalMotion&, const LocalMotion&) = default;
};

// Where a bone is in the asset: turned from its rest, its head there.
struct WorldMotion {
  Quaternion rotation;
  Vec3 head;
};

// One motion per bone.
using LocalMotions = std::vector<LocalMotion>;
using WorldMotions = std::vector<WorldMotion>;

[[nodiscard]] WorldMotion world_motion(const MotionSkeleton& skeleton, std::uint32_t bone,
                                       const LocalMotion& local, const WorldMotions& worlds);
[[nodiscard]] WorldMotions world_motions(const MotionSkeleton& skeleton,
                                         const LocalMotions& locals);

// The turn that gives a bone this rotation, wherever its parent is.
[[nodiscard]] Quaternion turn_to(const MotionSkeleton& skeleton, std::uint32_t bone,
                                 const Quaternion& rotation, const WorldMotions& worlds);

[[nodiscard]] Vec3 tail_of(const MotionSkeleton& skeleton, std::uint32_t bone,
                           const WorldMotions& worlds);

// A turn about the bone's own axes, in those of the asset.
[[nodiscard]] Quaternion in_asset_axes(const RestBone& bone, const Quaternion& turn);

// Reflected at x = 0.
[[nodiscard]] Vec3 reflected(const Vec3& v);
[[nodiscard]] Quaternion reflected(const Quaternion& turn);

}  // namespace rigy::kernel
