// Snapping a mount onto a slot: how a scene places an asset.
#pragma once

#include "document/rigs_document.hpp"
#include "math/affine.hpp"
#include "placement/frame.hpp"

namespace rigy::analysis {

// Takes the mount's frame to the slot's, rotated about its y axis and moved along its axes. Neither
// may be degenerate. No zero of the result is negative.
[[nodiscard]] Affine snap(const Frame3& mount, const Frame3& slot, Yaw rotate, const Nudge& nudge);

}  // namespace rigy::analysis
