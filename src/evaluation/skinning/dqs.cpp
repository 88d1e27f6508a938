// Dual Quaternion Skinning.
#include <algorithm>
#include <cmath>

#include "skinning/stretch.hpp"

namespace rigy::evaluation {
namespace {

struct DualQuaternion {
  Quaternion real;
  Quaternion dual;
};

// "Hemisphere Consistency": the influence with the lowest bone index decides the hemisphere.
std::size_t hemisphere_reference(const JointWeights& influences) {
  std::size_t reference = 0;  // slot 0 always has a weight
  for (std::size_t i = 1; i < 4; ++i) {
    if (influences.weights[i] != 0 && influences.joints[i] < influences.joints[reference]) {
      reference = i;
    }
  }
  return reference;
}

// "Blending Rule", before the division by its length.
DualQuaternion weighted_sum(const PosedArmature& armature, const JointWeights& influences) {
  const Quaternion reference =
      armature.bones[influences.joints[hemisphere_reference(influences)]].real;
  Quaternion real{0, 0, 0, 0};
  Quaternion dual{0, 0, 0, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    const double weight = influences.weights[i];
    if (weight == 0) continue;
    const PosedBone& bone = armature.bones[influences.joints[i]];
    const bool opposite = dot(bone.real, reference) < 0;
    real = real + weight * (opposite ? -bone.real : bone.real);
    dual = dual + weight * (opposite ? -bone.dual : bone.dual);
  }
  return {real, dual};
}

// "Blending Rule".
DualQuaternion blend(const PosedArmature& armature, const JointWeights& influences) {
  auto [real, dual] = weighted_sum(armature, influences);
  const double reciprocal = 1.0 / std::sqrt(dot(real, real));
  real = reciprocal * real;
  dual = reciprocal * dual;
  dual = dual - dot(real, dual) * real;
  return {real, dual};
}

Vec3 translation_of(const DualQuaternion& motion) {
  const Quaternion t = 2.0 * (motion.dual * conjugate(motion.real));
  return {t.x, t.y, t.z};
}

}  // namespace

bool cancels_out(const PosedArmature& armature, const InfluenceRuns& influences) {
  if (armature.solver != Solver::Dqs) return false;
  return std::any_of(influences.runs.begin(), influences.runs.end(), [&](const InfluenceRun& run) {
    const Quaternion real = weighted_sum(armature, run.value).real;
    return dot(real, real) == 0;
  });
}

// "Application". The vertices of a stretch move alike, so they are blended once.
void pose_by_dqs(const PosedArmature& armature, const JointWeights& influences, Stretch stretch) {
  const DualQuaternion motion = blend(armature, influences);
  const Vec3 translation = translation_of(motion);
  for (Vec3& position : stretch.positions) {
    position = rotate(motion.real, position) + translation;
  }
  for (Vec3& normal : stretch.normals) normal = rotate(motion.real, normal);
}

}  // namespace rigy::evaluation
