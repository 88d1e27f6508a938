// Poses: moving tessellated vertices by Linear Blend or Dual Quaternion Skinning.
#pragma once

#include <vector>

#include "document/document.hpp"
#include "evaluation_floor.hpp"
#include "influences/influences.hpp"
#include "math/quaternion.hpp"
#include "shapes/vertices.hpp"

namespace rigy::evaluation {

// What a posed bone does to a vertex that follows it alone.
struct PosedBone {
  Mat3 linear;       // LBS: S = M·T(−head), its linear part
  Vec3 translation;  // and its last column
  Quaternion real;   // DQS: the same motion as a dual quaternion
  Quaternion dual;
};

struct PosedArmature {
  Solver solver = Solver::Lbs;
  std::vector<PosedBone> bones;
};

// Bones that the pose does not list have the identity as their world transform.
[[nodiscard]] PosedArmature pose_armature(const Armature& armature, const Pose& pose,
                                          Solver solver);

// Whether dual quaternions have no solution for some of these vertices: the weighted rotations of
// their bones sum to zero.
[[nodiscard]] bool cancels_out(const PosedArmature& armature, const InfluenceRuns& influences);

// Moves the vertices of a primitive with these influences, in place.
void pose_vertices(const PosedArmature& armature, InfluenceRuns& influences,
                   PrimitiveVertices& vertices);

}  // namespace rigy::evaluation
