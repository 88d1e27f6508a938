// What the changes do to the surfaces: how far they move, and which weights they have.
#pragma once

#include <optional>
#include <vector>

#include "diff/compare.hpp"
#include "distance/solid.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "rigy/diff.hpp"

namespace rigy::tools {

// A primitive that was kept, at one place of both worlds.
struct PlacedPair {
  const WorldPrimitive* before = nullptr;
  const WorldPrimitive* after = nullptr;
};

// Those at places that were kept, in the order of the later world.
[[nodiscard]] std::vector<PlacedPair> placed_pairs(const World& before, const World& after,
                                                   const Kept& kept);

struct Motion {
  std::optional<Displacement> farthest;  // the point that moved most; nothing if none did
  bool is_known = true;                  // false: it would have been too much work
};
// How far the surface moved. Surfaces with other vertices than before are work.
[[nodiscard]] Motion motion_of(const PlacedPair& pair, const World& after, Work& work);

// What became of each primitive of a world at its place.
enum class SurfaceState : std::uint8_t {
  Same,
  Moved,      // or another shape
  Recolored,  // and not moved
  Unmatched,  // added or removed
};
struct SurfaceStates {
  std::vector<SurfaceState> before;  // of each of World::primitives
  std::vector<SurfaceState> after;
};
[[nodiscard]] SurfaceStates surface_states(const World& before, const World& after,
                                           const Kept& kept);

// The bones whose weights have changed. Nothing if either side is not bound: that is a change of
// the binding.
[[nodiscard]] std::vector<Change> weight_changes(const PlacedPair& pair, const World& before,
                                                 const World& after, const Kept& kept);

}  // namespace rigy::tools
