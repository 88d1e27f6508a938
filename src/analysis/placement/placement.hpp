// Placing: each instance gets its transform from its two triples of anchors.
#pragma once

#include <optional>
#include <vector>

#include "load/assembly.hpp"
#include "placement/frame.hpp"

namespace rigy::analysis {

struct Placement {
  Affine transform;
  // Whether a glTF node can hold it: an affine one may need shear.
  bool fits_node = true;
};

// Per instance of each asset; none for an instance without attach3.
using InstancePlacements = std::vector<std::vector<std::optional<Placement>>>;

// Reports degenerate frames (X23).
[[nodiscard]] InstancePlacements place_instances(const Assembly& assembly,
                                                 Diagnostics& diagnostics);

}  // namespace rigy::analysis
