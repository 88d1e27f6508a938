// The roots of the output: the assets that the entry itself puts into it, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "load/assembly.hpp"
#include "placement/placement.hpp"

namespace rigy::analysis {

// The entry if it is an asset; one asset of the tree if it is a scene.
struct RootPlacement {
  const Asset* asset = nullptr;
  // Only roots of the same import share what they store. An entry that is an asset has no import.
  std::uint32_t import = no_index;
  std::string_view node = {};            // the name of its own node; empty: it has none
  std::optional<Affine> transform = {};  // in the space of its parent; the first root has none
  std::uint32_t after = 1;  // the first root that is not placed on this one or below it
};

// Depth first, each after its parent. Unknown ones are left out; they have been reported, and so
// have degenerate frames of a scene (R13).
[[nodiscard]] std::vector<RootPlacement> place_roots(const Assembly& assembly,
                                                     Diagnostics& diagnostics);

struct Placements {
  InstancePlacements instances;
  std::vector<RootPlacement> roots;
};

}  // namespace rigy::analysis
