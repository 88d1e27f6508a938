// Reaching: turning a chain of bones so that its tail comes to a point.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "motion/skeleton.hpp"

namespace rigy::kernel {

struct Reach {
  std::uint32_t bone = 0;   // the last of the chain, whose tail reaches
  std::uint32_t count = 2;  // of bones that turn: it and its ancestors
  Vec3 to;                  // of the asset, or of the bone `in`: from its head, in its own axes
  std::uint32_t in = no_index;
  // The direction in which two bones bend; without one, that of the rest, else -z.
  std::optional<Vec3> pole;
  std::vector<std::uint32_t> level;  // bones that keep their rotation in the asset
};

// A pose before its reaches are solved. They are, in their order.
struct PosePlan {
  LocalMotions locals;
  std::vector<Reach> reaches;
};

struct SolvedPose {
  LocalMotions locals;
  WorldMotions worlds;
  std::vector<double> missing;  // for each reach how far its tail stays from the target
};

// Whether the chain of a reach is there: enough ancestors, none of them to be kept level.
[[nodiscard]] bool has_chain(const MotionSkeleton& skeleton, const Reach& reach);

// The bones of the chain, the topmost first.
[[nodiscard]] std::vector<std::uint32_t> chain_of(const MotionSkeleton& skeleton,
                                                  const Reach& reach);

// The direction in which the chain bends: the reach's own, that of the rest, or -z.
[[nodiscard]] Vec3 pole_of(const MotionSkeleton& skeleton, const Reach& reach);

// Where a reach's target is in the asset.
[[nodiscard]] Vec3 target_of(const MotionSkeleton& skeleton, const Reach& reach,
                             const WorldMotions& worlds);

// Turns the bones of the chain; everything below follows. Returns how far the tail stays from its
// target.
double solve_reach(const MotionSkeleton& skeleton, const Reach& reach, LocalMotions& locals,
                   WorldMotions& worlds);

[[nodiscard]] SolvedPose solve_pose(const MotionSkeleton& skeleton, const PosePlan& plan);

// The pose reflected at x = 0; counterparts[i] is the bone that takes the place of bone i.
[[nodiscard]] PosePlan mirrored(const PosePlan& plan,
                                const std::vector<std::uint32_t>& counterparts);

}  // namespace rigy::kernel
