// How far levels of detail are from the full shape in T-pose.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "export_model/nodes.hpp"
#include "math/affine.hpp"

namespace rigy::outputs {

// What moves the vertices of each bone of a skeleton that got another rest.
using SkeletonMoves = std::map<std::uint32_t, std::vector<Affine>>;

// Vertices that several bones move may be farther apart than they were: makes the bounds of the
// levels as large as that. Evaluates the scene again.
void bound_moved_levels(const Scene& scene, const SkeletonMoves& moves,
                        const ExportOptions& options, ExportModel& model,
                        const std::vector<ArmatureSource>& sources);

}  // namespace rigy::outputs
