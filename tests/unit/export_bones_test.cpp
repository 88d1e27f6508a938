// The bones of exports: where they are at rest and in poses.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "export_model/bones.hpp"
#include "export_model/model.hpp"
#include "export_model/motion.hpp"
#include "math/rotation.hpp"
#include "skinning/skinning.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Random;

RigidMotion operator*(const RigidMotion& outer, const RigidMotion& inner) {
  return {rotate(outer.rotation, inner.translation) + outer.translation,
          outer.rotation * inner.rotation};
}

double difference(const Quaternion& a, const Quaternion& b) {
  return 1 - std::abs(dot(a, b));  // the same turn, whatever its sign
}

// Where a bone is in armature space, by the chain of its parents.
template <class LocalOf>
RigidMotion placed(const ExportSkeleton& skeleton, std::uint32_t bone, const LocalOf& local_of) {
  const std::uint32_t parent = skeleton.bones[bone].parent;
  if (parent == no_index) return local_of(bone);
  return placed(skeleton, parent, local_of) * local_of(bone);
}

Armature random_armature(Random& random, std::size_t count) {
  static const char* const ids[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  Armature armature;
  for (std::size_t i = 0; i < count; ++i) {
    Bone bone;
    bone.id = {ids[i], 0};
    bone.parent = {"none", 0, no_index};
    if (i > 0) bone.parent = {"x", 0, static_cast<std::uint32_t>(test::below(random, i))};
    bone.head = {test::random_point(random, 2), 0};
    bone.tail = {bone.head.value + test::random_point(random, 1), 0};
    bone.roll = test::uniform(random, -7, 7);
    armature.bones.push_back(bone);
  }
  return armature;
}

TEST(ExportBones, PointFromHeadToTailWhateverTheRoll) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Armature armature = random_armature(random, 8);
    const ExportSkeleton skeleton = skeleton_of(armature, nullptr, 1);
    for (const ExportBone& bone : skeleton.bones) {
      const Vec3 tip = rotate(bone.rest.rotation, {0, bone.length, 0}) + bone.rest.translation;
      EXPECT_LT(test::distance(tip, bone.tail), 2e-6);
      EXPECT_LT(test::distance(bone.inverse_bind(bone.head), {}), 1e-14);
      EXPECT_LT(test::distance(bone.inverse_bind(bone.tail), {0, bone.length, 0}), 2e-6);
    }
  }
}

TEST(ExportBones, RollTurnsAboutTheBone) {
  const auto x_axis = [](const Vec3& tail, double roll) {
    Armature armature;
    Bone bone;
    bone.parent = {"none", 0, no_index};
    bone.head = {{}, 0};
    bone.tail = {tail, 0};
    bone.roll = roll;
    armature.bones.push_back(bone);
    const Quaternion rotation = skeleton_of(armature, nullptr, 1).bones[0].rest.rotation;
    return rotate(rotation, {1, 0, 0});
  };
  constexpr double quarter = 1.5707963267948966;
  EXPECT_LT(test::distance(x_axis({0, 2, 0}, 0), {1, 0, 0}), 1e-15);
  EXPECT_LT(test::distance(x_axis({0, 2, 0}, quarter), {0, 0, -1}), 1e-15);
  EXPECT_LT(test::distance(x_axis({2, 0, 0}, 0), {0, -1, 0}), 1e-15);
  EXPECT_LT(test::distance(x_axis({2, 0, 0}, quarter), {0, 0, -1}), 1e-15);
  // Straight down, and so close to it that the choice would be arbitrary.
  EXPECT_LT(test::distance(x_axis({0, -2, 0}, 0), {-1, 0, 0}), 1e-15);
  EXPECT_LT(test::distance(x_axis({0, -2, 1e-9}, 0), {-1, 0, 0}), 1e-15);
}

TEST(ExportBones, ChainsOfParentsLeadToTheRest) {
  Random random(2);
  for (int round = 0; round < 100; ++round) {
    const ExportSkeleton skeleton = skeleton_of(random_armature(random, 8), nullptr, 1);
    const auto local = [&](std::uint32_t bone) { return skeleton.bones[bone].local; };
    for (std::uint32_t i = 0; i < skeleton.bones.size(); ++i) {
      const RigidMotion found = placed(skeleton, i, local);
      EXPECT_LT(test::distance(found.translation, skeleton.bones[i].head), 1e-13);
      EXPECT_LT(difference(found.rotation, skeleton.bones[i].rest.rotation), 1e-13);
    }
  }
}

TEST(ExportBones, PosesMoveBonesAsBakingDoes) {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    const Armature armature = random_armature(random, 8);
    const ExportSkeleton skeleton = skeleton_of(armature, nullptr, 1);
    Pose pose;
    for (std::size_t i = 0; i < 6; ++i) {
      PoseBone entry;
      entry.bone = armature.bones[i].id;
      const Quaternion q = quaternion_from_axis_angle(test::random_point(random, 1) + Vec3{2, 0, 0},
                                                      test::uniform(random, -3, 3));
      entry.rotation = {q.w, q.x, q.y, q.z};
      entry.translation = {test::random_point(random, 2), 0};
      pose.bones.push_back(entry);
    }
    const std::vector<RigidMotion> posed = posed_bones(skeleton, pose, 1);
    const PosedArmature baked = pose_armature(armature, pose, Solver::Lbs);
    const Vec3 point = test::random_point(random, 3);
    for (std::uint32_t i = 0; i < posed.size(); ++i) {
      const RigidMotion world = placed(skeleton, i, [&](std::uint32_t b) { return posed[b]; });
      const Vec3 in_bone = skeleton.bones[i].inverse_bind(point);
      const Vec3 moved = rotate(world.rotation, in_bone) + world.translation;
      const PosedBone& bone = baked.bones[i];
      EXPECT_LT(test::distance(moved, bone.linear * point + bone.translation), 1e-12);
      EXPECT_GE(dot(posed[i].rotation, skeleton.bones[i].local.rotation), 0);
    }
  }
}

TEST(ExportMotion, TransformsAreTakenApart) {
  Random random(4);
  for (int round = 0; round < 500; ++round) {
    const Mat3 rotation = rotation_matrix(quaternion_from_axis_angle(
        test::random_point(random, 1) + Vec3{2, 0, 0}, test::uniform(random, -3, 3)));
    const double mirror = test::below(random, 2) == 0 ? -1 : 1;
    const Vec3 scale{mirror * test::uniform(random, 0.1, 3), test::uniform(random, 0.1, 3),
                     test::uniform(random, 0.1, 3)};
    const Affine given{from_columns(scale.x * rotation.column(0), scale.y * rotation.column(1),
                                    scale.z * rotation.column(2)),
                       test::random_point(random, 5)};
    const NodeTransform parts = parts_of(given);
    const Vec3 point = test::random_point(random, 1);
    const Vec3 scaled{parts.scale.x * point.x, parts.scale.y * point.y, parts.scale.z * point.z};
    EXPECT_LT(test::distance(rotate(parts.rotation, scaled) + parts.translation, given(point)),
              1e-13);
    EXPECT_EQ(parts.scale.x < 0, mirror < 0);
  }
}

}  // namespace
}  // namespace rigy
