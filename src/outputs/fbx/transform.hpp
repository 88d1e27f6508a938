// Transforms as FBX stores them: rotations as angles, matrices by column.
#pragma once

#include <array>

#include "export_model/model.hpp"
#include "export_model/motion.hpp"
#include "math/affine.hpp"
#include "math/quaternion.hpp"

namespace rigy::outputs {

// The angles of a rotation about the fixed axes x, then y, then z: x and z in [-180, 180], y in
// [-90, 90].
[[nodiscard]] Vec3 euler_degrees(const Mat3& rotation);

// The angles of the same rotation that are nearest to the given ones, which may include full turns.
[[nodiscard]] Vec3 nearest_degrees(const Vec3& degrees, const Vec3& goal);

[[nodiscard]] std::array<double, 16> fbx_matrix(const Affine& transform);

}  // namespace rigy::outputs
