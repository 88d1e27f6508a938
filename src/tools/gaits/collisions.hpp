// Whether parts of an asset run into each other, or below the ground, during a gait: as rigy lint
// sees it (L21, L25).
#pragma once

#include <cstddef>

#include "gaits/gait.hpp"
#include "load/assembly.hpp"

namespace rigy::tools {

// How many pairs and parts lint reports. What it cannot look at counts as fine.
[[nodiscard]] std::size_t count_collisions(const Assembly& assembly, const GaitRig& rig,
                                           const Gait& gait);

}  // namespace rigy::tools
