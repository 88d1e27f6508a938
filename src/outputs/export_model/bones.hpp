// Armatures as skeletons whose bones have axes of their own, at rest and in poses.
#pragma once

#include <optional>
#include <vector>

#include "export_model/model.hpp"

namespace rigy::outputs {

// `baked` moves head and tail of every bone, as it moves the vertices.
[[nodiscard]] ExportSkeleton skeleton_of(const Armature& armature,
                                         const std::optional<Affine>& baked, double scale);

// Where the pose puts the bones, each relative to its parent. As in baking, bones that it does not
// list have the identity as their world transform. Rotations are brought to unit length.
[[nodiscard]] std::vector<RigidMotion> posed_bones(const ExportSkeleton& skeleton, const Pose& pose,
                                                   double scale);

}  // namespace rigy::outputs
