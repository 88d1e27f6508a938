// Transforms as FBX holds them: translation, three angles and scale of a node, and matrices.
#pragma once

#include <array>

#include "math/affine.hpp"

namespace rigy {

struct FbxTransform {
  Vec3 translation;
  Vec3 degrees;  // about x, then y, then z, the axes staying where they are
  Vec3 scale{1, 1, 1};
};

// The angles of a rotation, x and z in [-180, 180], y in [-90, 90].
[[nodiscard]] Vec3 euler_degrees(const Mat3& rotation);

// Of a transform that translation, rotation and scale can express. A mirrored one has a negative
// scale along x.
[[nodiscard]] FbxTransform fbx_transform(const Affine& transform);

[[nodiscard]] Affine inverse(const Affine& transform);

// Column by column.
[[nodiscard]] std::array<double, 16> fbx_matrix(const Affine& transform);

}  // namespace rigy
