// The T-pose: a person that stands with its arms stretched out to the sides, as engines want it.
#pragma once

#include <vector>

#include "body/body_map.hpp"
#include "export_model/model.hpp"

namespace rigy::outputs {

// Whether arms and legs point where they should, within 10 degrees.
[[nodiscard]] bool is_t_pose(const ExportSkeleton& skeleton, const BodyMap& body, ExportFace face);

// Makes it the rest of the skeleton. Of a model that is turned already. Returns what moves the
// vertices of each bone; nothing if the skeleton stays as it is.
std::vector<Affine> make_t_pose(ExportModel& model, std::uint32_t skeleton, const BodyMap& body,
                                ExportFace face);

// Moves everything up or down, so that the lowest point has y = 0.
void stand_on_ground(ExportModel& model);

}  // namespace rigy::outputs
