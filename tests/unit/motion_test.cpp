// Motions: reaches, mirrors and curves on random skeletons, and documents against what they say.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "document/names.hpp"
#include "math/rotation.hpp"
#include "math/turns.hpp"
#include "motion/clip.hpp"
#include "motion/curve.hpp"
#include "motion/moment_pose.hpp"
#include "motion/reach.hpp"
#include "rigy/analyze.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::below;
using test::Random;
using test::random_point;
using test::uniform;

Quaternion random_turn(Random& random) {
  return unit_quaternion({uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1),
                          uniform(random, -1, 1)});
}

// A tree of bones in random order, in which every second bone begins at the tail of its parent.
MotionSkeleton random_skeleton(Random& random, std::size_t count) {
  std::vector<RestBone> bones;
  for (std::size_t i = 0; i < count; ++i) {
    RestBone bone;
    if (i > 0) bone.parent = static_cast<std::uint32_t>(i - 1 - below(random, i > 3 ? 2 : 1));
    const bool joins = i > 0 && below(random, 2) == 0;
    bone.head = joins ? bones[bone.parent].tail : random_point(random, 1);
    bone.tail = bone.head + random_point(random, 1) + Vec3{0.1, 0.2, 0};
    bone.axes = bone_axes(direction_of(bone.tail - bone.head), uniform(random, -3, 3));
    bones.push_back(bone);
  }
  return skeleton_of(std::move(bones));
}

LocalMotions random_motions(Random& random, const MotionSkeleton& skeleton) {
  LocalMotions locals(skeleton.bones.size());
  for (LocalMotion& local : locals) {
    local = {random_turn(random), random_point(random, 0.1)};
  }
  return locals;
}

std::vector<double> lengths_of(const MotionSkeleton& skeleton, const WorldMotions& worlds) {
  std::vector<double> lengths;
  for (std::uint32_t i = 0; i < worlds.size(); ++i) {
    lengths.push_back(length(tail_of(skeleton, i, worlds) - worlds[i].head));
    const std::uint32_t parent = skeleton.bones[i].parent;
    if (parent != no_index) lengths.push_back(length(worlds[i].head - worlds[parent].head));
  }
  return lengths;
}

// The lengths of a chain, from its top.
std::vector<double> chain_lengths(const MotionSkeleton& skeleton, const Reach& reach,
                                  const WorldMotions& worlds) {
  const std::vector<std::uint32_t> chain = chain_of(skeleton, reach);
  std::vector<double> lengths;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const Vec3 end =
        i + 1 < chain.size() ? worlds[chain[i + 1]].head : tail_of(skeleton, chain[i], worlds);
    lengths.push_back(length(end - worlds[chain[i]].head));
  }
  return lengths;
}

struct Range {
  double least = 0;
  double most = 0;
};

Range range_of(const std::vector<double>& lengths) {
  double whole = 0;
  double longest = 0;
  for (const double one : lengths) {
    whole += one;
    longest = std::max(longest, one);
  }
  return {std::max(0.0, 2 * longest - whole), whole};
}

void expect_same_motions(const LocalMotions& a, const LocalMotions& b, double tolerance) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_LE(angle_between(a[i].turn, b[i].turn), tolerance) << "bone " << i;
    EXPECT_LE(length(a[i].move - b[i].move), tolerance) << "bone " << i;
  }
}

TEST(Motion, ReachKeepsLengthsAndReaches) {
  Random random(31);
  int reached = 0;
  for (int round = 0; round < 4000; ++round) {
    const MotionSkeleton skeleton = random_skeleton(random, 3 + below(random, 8));
    PosePlan plan{random_motions(random, skeleton), {}};
    const WorldMotions before = world_motions(skeleton, plan.locals);
    Reach reach;
    reach.bone = static_cast<std::uint32_t>(skeleton.bones.size() - 1);
    reach.count = static_cast<std::uint32_t>(1 + below(random, 5));
    while (!has_chain(skeleton, reach)) --reach.count;
    const std::vector<std::uint32_t> chain = chain_of(skeleton, reach);
    const Range range = range_of(chain_lengths(skeleton, reach, before));
    const Vec3 start = before[chain.front()].head;
    // Also next to the ends of what a chain can do, and exactly there.
    const double shares[] = {uniform(random, -0.1, 1.2), 1 - std::pow(10, uniform(random, -15, -2)),
                             std::pow(10, uniform(random, -15, -2)), uniform(random, 0, 1)};
    const double share = shares[below(random, 4)];
    const double distance = std::abs(range.least + share * (range.most - range.least));
    reach.to = start + distance * direction_of(random_point(random, 1) + Vec3{0, 0, 1e-3});
    plan.reaches = {reach};
    const SolvedPose pose = solve_pose(skeleton, plan);
    const std::vector<double> old_lengths = lengths_of(skeleton, before);
    const std::vector<double> new_lengths = lengths_of(skeleton, pose.worlds);
    for (std::size_t i = 0; i < old_lengths.size(); ++i) {
      ASSERT_NEAR(old_lengths[i], new_lengths[i], 1e-12);
    }
    const double beyond = std::max({0.0, distance - range.most, range.least - distance});
    if (beyond == 0) ++reached;
    ASSERT_NEAR(pose.missing[0], beyond, 1e-9) << "bones " << reach.count << " share " << share;
  }
  EXPECT_GT(reached, 3000);
}

TEST(Motion, StraightChainsBend) {
  std::vector<RestBone> bones;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const double y = 1 - 0.25 * i;
    bones.push_back({{0, y, 0}, {0, y - 0.25, 0}, i == 0 ? no_index : i - 1, {}});
  }
  const MotionSkeleton skeleton = skeleton_of(std::move(bones));
  for (const std::uint32_t count : {2u, 3u, 4u}) {
    Reach reach;
    reach.bone = 3;
    reach.count = count;
    reach.to = {0, 0.2, 0};
    const SolvedPose pose = solve_pose(skeleton, {LocalMotions(4), {reach}});
    EXPECT_LE(pose.missing[0], 1e-9) << count;
    EXPECT_LT(pose.worlds[3].head.z, -0.01) << count << ": to the front";
    EXPECT_NEAR(pose.worlds[3].head.x, 0, 1e-12) << count;
  }
}

TEST(Motion, PoleSaysWhereTheMiddleGoes) {
  Random random(7);
  const MotionSkeleton skeleton =
      skeleton_of({{{0, 1, 0}, {0, 0.5, 0}, no_index, {}}, {{0, 0.5, 0}, {0, 0, 0}, 0, {}}});
  for (int round = 0; round < 200; ++round) {
    Reach reach;
    reach.bone = 1;
    reach.to = Vec3{0, 1, 0} + uniform(random, 0.2, 0.9) * direction_of(random_point(random, 1));
    reach.pole = random_point(random, 1);
    const SolvedPose pose = solve_pose(skeleton, {LocalMotions(2), {reach}});
    const Vec3 line = direction_of(reach.to - Vec3{0, 1, 0});
    const Vec3 knee = pose.worlds[1].head - Vec3{0, 1, 0};
    const Vec3 aside = knee - dot(knee, line) * line;
    const Vec3 wanted = *reach.pole - dot(*reach.pole, line) * line;
    EXPECT_NEAR(dot(direction_of(aside), direction_of(wanted)), 1, 1e-9);
    EXPECT_LE(pose.missing[0], 1e-9);
  }
}

TEST(Motion, LevelBonesKeepTheirRotation) {
  Random random(8);
  for (int round = 0; round < 200; ++round) {
    const MotionSkeleton skeleton = skeleton_of({{{0, 1, 0}, {0, 0.5, 0}, no_index, {}},
                                                 {{0, 0.5, 0.1}, {0, 0, 0}, 0, {}},
                                                 {{0, 0, 0}, {0, 0, -0.2}, 1, {}}});
    PosePlan plan{random_motions(random, skeleton), {}};
    const WorldMotions before = world_motions(skeleton, plan.locals);
    Reach reach;
    reach.bone = 1;
    reach.to = random_point(random, 1);
    reach.level = {2};
    plan.reaches = {reach};
    const SolvedPose pose = solve_pose(skeleton, plan);
    EXPECT_LE(angle_between(pose.worlds[2].rotation, before[2].rotation), 1e-12);
    EXPECT_LE(length(pose.worlds[2].head - tail_of(skeleton, 1, pose.worlds)), 0.5);
  }
}

TEST(Motion, MirrorOfMirrorIsTheSame) {
  Random random(9);
  for (int round = 0; round < 200; ++round) {
    const MotionSkeleton skeleton = random_skeleton(random, 5);
    const std::vector<std::uint32_t> counterparts{0, 2, 1, 4, 3};
    PosePlan plan{random_motions(random, skeleton), {}};
    Reach reach;
    reach.bone = 3;
    reach.to = random_point(random, 1);
    reach.pole = random_point(random, 1);
    reach.in = 1;
    reach.level = {4};
    plan.reaches = {reach};
    const PosePlan twice = mirrored(mirrored(plan, counterparts), counterparts);
    expect_same_motions(plan.locals, twice.locals, 0);
    EXPECT_EQ(plan.reaches[0].to, twice.reaches[0].to);
    EXPECT_EQ(plan.reaches[0].pole, twice.reaches[0].pole);
    EXPECT_EQ(plan.reaches[0].bone, twice.reaches[0].bone);
    EXPECT_EQ(mirrored(plan, counterparts).reaches[0].bone, 4u);
  }
}

TEST(Motion, SplinePassesThroughKeysWithTheSlopeOfItsNeighbors) {
  Random random(10);
  const CurveTimes times{{0, 0.2, 0.7, 1}, {true, true, true, true}};
  CurveMotions keys;
  for (LocalMotion& key : keys) key = {random_turn(random), random_point(random, 1)};
  EXPECT_LE(length(spline_between(keys, times, 0).move - keys[1].move), 1e-15);
  EXPECT_LE(length(spline_between(keys, times, 1).move - keys[2].move), 1e-15);
  EXPECT_LE(angle_between(spline_between(keys, times, 1).turn, keys[2].turn), 1e-15);
  constexpr double step = 1e-6;
  const Vec3 slope = (spline_between(keys, times, step).move - keys[1].move) / (0.5 * step);
  EXPECT_LE(length(slope - (keys[2].move - keys[0].move) / 0.7), 1e-4);
}

// --- documents ---

constexpr const char* asset = R"(version: "0.13"
meshes:
  - id: body
    primitives: [{id: box, type: box, dimensions: {x: 0.2, y: 0.2, z: 0.2}}]
armatures:
  - id: rig
    bones:
      - {id: hips, parent: none, head: [0, 1, 0], tail: [0, 1.2, 0]}
      - {id: L_thigh, parent: hips, head: [-0.1, 0.9, 0], tail: [-0.1, 0.5, 0]}
      - {id: L_shin, parent: L_thigh, head: [-0.1, 0.5, 0], tail: [-0.1, 0.1, 0]}
      - {id: L_foot, parent: L_shin, head: [-0.1, 0.1, 0], tail: [-0.1, 0.1, -0.2]}
bindings:
  - {mesh_id: body, armature_id: rig, weights: [{primitive_id: box, bones: [{bone_id: hips, weight: 1}]}]}
symmetry: {mirror_x: {prefix_from: "L_", prefix_to: "R_"}}
poses:
  - id: wave
    bones:
      hips: {rotation: [0.8, 0.6, 0, 0], translation: [0, 2, 0]}
)";

class MotionOf {
 public:
  explicit MotionOf(const std::string& text) {
    MemoryFiles files({{"fox.rigy.yaml", asset},
                       {"walk.rigm.yaml", "rigm_version: \"0.1\"\nasset: fox.rigy.yaml\n" + text}});
    AnalyzeOptions options;
    options.suppressed_warnings = {"W07"};
    analysis_ = analyze("walk.rigm.yaml", files, options);
    EXPECT_TRUE(analysis_.report.ok()) << text;
    EXPECT_TRUE(analysis_.is_motion);
    if (analysis_.report.ok()) plan_ = plan_motion(*analysis_.assembly->assembly.motions[0]);
  }

  [[nodiscard]] std::uint32_t bone(std::string_view id) const {
    return names_of(plan_.file->armature()->bones).find(id);
  }
  [[nodiscard]] SolvedPose pose(std::size_t index) const {
    return solve_pose(plan_.rig.skeleton, plan_.poses[index]);
  }
  [[nodiscard]] WorldMotion world(std::size_t index, std::string_view id) const {
    return pose(index).worlds[bone(id)];
  }
  [[nodiscard]] LocalMotion at(double seconds, std::string_view id) const {
    return motions_at(plan_.rig.skeleton, plan_.clips[0], seconds)[bone(id)];
  }
  [[nodiscard]] const MotionPlan& plan() const { return plan_; }

 private:
  Analysis analysis_;
  MotionPlan plan_;
};

Quaternion about_x(double degrees) {
  return quaternion_from_axis_angle({1, 0, 0}, radians_per_degree * degrees);
}

TEST(MotionDocument, TurnsAreCarriedAlongByTheParents) {
  const MotionOf motion(
      "params: {bend: 20}\n"
      "poses:\n"
      "  a: {turn: {hips: {y: 90}, L_thigh: {x: \"=$bend * 2\"}}, move: {L_thigh: [0, "
      "\"=-0.05*2\", 0.2]}}\n"
      "  b: {turn: {L_thigh: {axis: [1, 0, 0], degrees: 40}, R_thigh: {quat: [2, 0, 0, 2]}}}\n"
      "  c: {from: a, turn: {hips: {}}}\n"
      "  d: {from: b, mirror: true}\n");
  const Quaternion hips = quaternion_from_axis_angle({0, 1, 0}, radians_per_degree * 90);
  EXPECT_LE(angle_between(motion.world(0, "L_thigh").rotation, hips * about_x(40)), 1e-9);
  const Vec3 head = Vec3{0, 1, 0} + rotate(hips, Vec3{-0.1, -0.2, 0.2});
  EXPECT_LE(length(motion.world(0, "L_thigh").head - head), 1e-12);
  EXPECT_LE(angle_between(motion.world(1, "L_shin").rotation, about_x(40)), 1e-9);
  EXPECT_LE(angle_between(motion.world(1, "R_shin").rotation, about_x(90)), 1e-9);
  EXPECT_LE(angle_between(motion.world(2, "L_thigh").rotation, about_x(40)), 1e-9);
  EXPECT_LE(angle_between(motion.world(3, "R_thigh").rotation, about_x(40)), 1e-9);
}

TEST(MotionDocument, OwnAxesPointAlongTheBone) {
  const MotionOf motion("poses: {a: {turn: {L_foot: {y: 30, axes: bone}}}}\n");
  const Quaternion wanted = quaternion_from_axis_angle({0, 0, -1}, radians_per_degree * 30);
  EXPECT_LE(angle_between(motion.world(0, "L_foot").rotation, wanted), 1e-9);
}

TEST(MotionDocument, PosesOfTheAssetLeaveOthersAtRest) {
  const MotionOf motion("poses: {a: {from_asset: wave}}\n");
  EXPECT_LE(length(motion.world(0, "hips").head - Vec3{0, 2, 0}), 1e-12);
  const Quaternion hips{0.8, 0.6, 0, 0};
  const Vec3 thigh = Vec3{0, 2, 0} + rotate(hips, Vec3{-0.1, -0.1, 0});
  EXPECT_LE(length(motion.world(0, "L_thigh").head - thigh), 1e-12);
}

TEST(MotionDocument, ReachesAreReplacedByBone) {
  const MotionOf motion(
      "poses:\n"
      "  a: {reach: [{bone: L_shin, to: [-0.1, 0.3, -0.2], level: [L_foot]}]}\n"
      "  b: {from: a, reach: [{bone: L_shin, to: [-0.1, 0.4, 0.1]}]}\n"
      "  c: {from: a, mirror: true}\n"
      "  d: {reach: [{bone: L_shin, in: L_foot, to: [0, 0.05, 0], bones: 1}]}\n");
  const auto tail = [&](std::size_t pose, std::string_view bone) {
    return tail_of(motion.plan().rig.skeleton, motion.bone(bone), motion.pose(pose).worlds);
  };
  EXPECT_LE(length(tail(0, "L_shin") - Vec3{-0.1, 0.3, -0.2}), 1e-9);
  EXPECT_LE(angle_between(motion.world(0, "L_foot").rotation, {}), 1e-9);
  EXPECT_LE(length(tail(1, "L_shin") - Vec3{-0.1, 0.4, 0.1}), 1e-9);
  EXPECT_GT(angle_between(motion.world(1, "L_foot").rotation, {}), 0.1);
  EXPECT_LE(length(tail(2, "R_shin") - Vec3{0.1, 0.3, -0.2}), 1e-9);
  EXPECT_LE(length(tail(2, "L_shin") - Vec3{-0.1, 0.1, 0}), 1e-9);
}

constexpr const char* two_poses =
    "poses: {a: {turn: {hips: {x: 0}}}, b: {turn: {hips: {x: 60}}, move: {hips: [0, 0, 1]}}}\n";

TEST(MotionDocument, EasesGoFromKeyToKey) {
  const auto of = [](const std::string& ease) {
    return MotionOf(two_poses + fmt::format("clips: {{c: {{length: 2, ease: {}, keys: [{{at: 0, "
                                            "pose: a}}, {{at: 1, pose: b}}]}}}}\n",
                                            ease));
  };
  EXPECT_LE(angle_between(of("linear").at(0.25, "hips").turn, about_x(15)), 1e-9);
  EXPECT_NEAR(of("linear").at(0.25, "hips").move.z, 0.25, 1e-12);
  EXPECT_NEAR(of("smooth").at(0.25, "hips").move.z, 0.15625, 1e-12);
  EXPECT_EQ(of("step").at(0.99, "hips").move.z, 0);
  EXPECT_EQ(of("step").at(1, "hips").move.z, 1);
  EXPECT_NEAR(of("spline").at(0.25, "hips").move.z, 0.25, 1e-12) << "two keys are a line";
  EXPECT_EQ(of("spline").at(1.7, "hips").move.z, 1) << "after the last key it stays";
}

TEST(MotionDocument, LoopsReturnSmoothly) {
  const MotionOf motion(
      std::string(two_poses) +
      "clips: {c: {length: 2, loop: true, keys: [{at: 0, pose: a}, {at: 1, pose: b}]}}\n");
  EXPECT_EQ(motion.at(2, "hips").move.z, 0);
  EXPECT_NEAR(motion.at(1.5, "hips").move.z, 0.5, 1e-12);
  constexpr double step = 1e-4;
  EXPECT_NEAR(motion.at(step, "hips").move.z, motion.at(2 - step, "hips").move.z, 1e-12);
  const std::vector<SampleTime> times = sample_times(motion.plan().clips[0]);
  EXPECT_EQ(times.size(), 61u);
  EXPECT_TRUE(times[30].is_key && times.back().is_key);
}

TEST(MotionDocument, AFirstKeyThatIsLateIsHeldAndNotANeighbor) {
  const std::string keys = "keys: [{at: 0.5, pose: a}, {at: 1, pose: b}, {at: 2, pose: a}]}}\n";
  const MotionOf once(std::string(two_poses) + "clips: {c: {length: 2, " + keys);
  EXPECT_EQ(once.at(0.2, "hips").move.z, 0);
  // The slope at a first key is that of the line to the second.
  constexpr double step = 1e-4;
  EXPECT_NEAR(once.at(0.5 + step, "hips").move.z, 2 * step, 1e-6);
  EXPECT_EQ(sample_times(once.plan().clips[0]).front().seconds, 0);
  const MotionOf looping(std::string(two_poses) + "clips: {c: {length: 2, loop: true, " + keys);
  EXPECT_EQ(looping.at(0.2, "hips").move.z, 0);
  EXPECT_EQ(looping.at(2, "hips").move.z, 0);
}

TEST(MotionDocument, SeveralReachesOfAChainGoOnOneByOne) {
  const auto pose = [](std::string_view first, std::string_view second) {
    return fmt::format(
        "{{reach: [{{bone: L_shin, to: [-0.1, 0.2, {}]}}, {{bone: L_shin, to: [-0.1, 0.2, {}]}}]}}",
        first, second);
  };
  const MotionOf motion("poses:\n  a: " + pose("0.1", "0.2") + "\n  b: " + pose("-0.1", "-0.2") +
                        "\n  c: {from: a, reach: [{bone: L_shin, to: [-0.1, 0.3, 0]}]}\n"
                        "clips: {c: {length: 1, keys: [{at: 0, pose: a}, {at: 1, pose: b}]}}\n");
  const MotionSkeleton& skeleton = motion.plan().rig.skeleton;
  for (const double t : {0.0, 0.25, 1.0}) {
    const WorldMotions worlds =
        world_motions(skeleton, motions_at(skeleton, motion.plan().clips[0], t));
    const Vec3 tail = tail_of(skeleton, motion.bone("L_shin"), worlds);
    EXPECT_LE(length(tail - Vec3{-0.1, 0.2, 0.2 - 0.4 * t}), 1e-9) << t;
  }
  EXPECT_EQ(motion.plan().poses[2].reaches.size(), 1u) << "one that is written replaces both";
}

TEST(MotionDocument, SharedTargetsMoveAtConstantSpeed) {
  const MotionOf motion(
      "poses:\n"
      "  a: {turn: {hips: {x: 10}}, reach: [{bone: L_shin, to: [-0.1, 0.2, 0.2], level: "
      "[L_foot]}]}\n"
      "  b: {move: {hips: [0, -0.05, 0]}, reach: [{bone: L_shin, to: [-0.1, 0.2, -0.2], level: "
      "[L_foot]}]}\n"
      "clips: {c: {length: 1, ease: smooth, keys: [{at: 0, pose: a}, {at: 1, pose: b}]}}\n");
  const MotionSkeleton& skeleton = motion.plan().rig.skeleton;
  for (const double t : {0.0, 0.1, 0.35, 0.8, 1.0}) {
    const WorldMotions worlds =
        world_motions(skeleton, motions_at(skeleton, motion.plan().clips[0], t));
    const Vec3 tail = tail_of(skeleton, motion.bone("L_shin"), worlds);
    EXPECT_LE(length(tail - Vec3{-0.1, 0.2, 0.2 - 0.4 * t}), 1e-9) << t;
  }
}

}  // namespace
}  // namespace rigy
