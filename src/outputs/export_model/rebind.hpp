// Another rest for the bones of a skeleton.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "export_model/model.hpp"

namespace rigy::outputs {

// Moves the bones of a skeleton to new places of rest, and the meshes that are bound to it along,
// by linear blend skinning. Animations stay as they are: bones that one of them does not move get
// their former rest in it. Returns what moves the vertices of each bone.
std::vector<Affine> rebind(ExportModel& model, std::uint32_t skeleton,
                           std::span<const RigidMotion> rests);

// The vertices of a geometry where the moves of their bones bring them.
void move_vertices(Geometry& geometry, std::span<const Affine> moves, OwnNumbers& own);

}  // namespace rigy::outputs
