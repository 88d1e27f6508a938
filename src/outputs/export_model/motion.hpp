// Transforms in the parts that other programs keep them in: translation, rotation, scale.
#pragma once

#include "export_model/model.hpp"
#include "math/turns.hpp"

namespace rigy::outputs {

// outer⁻¹ · inner: where `inner` is, seen from `outer`.
[[nodiscard]] RigidMotion relative_to(const RigidMotion& outer, const RigidMotion& inner);

[[nodiscard]] Affine inverse_of(const RigidMotion& motion);

[[nodiscard]] Affine to_affine(const RigidMotion& motion);
[[nodiscard]] Affine to_affine(const NodeTransform& transform);

// Of a transform without shear.
[[nodiscard]] NodeTransform parts_of(const Affine& transform);

}  // namespace rigy::outputs
