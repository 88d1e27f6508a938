// Lint of bones, weights and poses.
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "lint_support.hpp"
#include "rigy/lint.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::box;
using test::linted;
using test::parts;

constexpr const char* limb = R"(version: "0.6"
meshes:
- id: arm
  primitives:
  - {id: upper, type: capsule, dimensions: {radius: 0.05, height: 0.4}, transform: {translation: [0, 0.2, 0]}}
  - {id: lower, type: capsule, dimensions: {radius: 0.04, height: 0.3}, transform: {translation: [0, 0.6, 0]}}
armatures:
- id: rig
  bones:
  - {id: shoulder, parent: none, head: [0, 0, 0], tail: [0, 0.4, 0]}
  - {id: elbow, parent: shoulder, head: [0, 0.4, 0], tail: [0, 0.8, 0]}
bindings:
- mesh_id: arm
  armature_id: rig
  weights:
  - {primitive_id: upper, bones: [{bone_id: shoulder, weight: 1.0}]}
  - {primitive_id: lower, bones: [{bone_id: elbow, weight: 1.0}]}
poses:
- {id: torn, bones: {shoulder: {}, elbow: {translation: [0, 0.9, 0]}}}
- {id: torn_too, bones: {shoulder: {}, elbow: {translation: [0, 1.9, 0]}}}
- {id: collapsed, bones: {shoulder: {}, elbow: {}}}
)";

TEST(Lint, LooksAtPosesOnRequest) {
  EXPECT_EQ(linted(limb).findings, 0u) << test::messages(linted(limb).report);
  LintOptions options;
  options.pose = "torn";
  EXPECT_EQ(test::findings(linted(limb, options).report), "L11 19:3\n");
  options.pose = "collapsed";
  EXPECT_EQ(test::findings(linted(limb, options).report), "L02 6:5\n");
  options.pose.clear();
  options.all_poses = true;
  // Every pose has its own finding.
  EXPECT_EQ(test::findings(linted(limb, options).report), "L02 6:5\nL11 19:3\nL11 20:3\n");
  options.allowed = {"L02", "L11"};
  EXPECT_EQ(linted(limb, options).findings, 0u);
}

TEST(Lint, LooksAtOneClipOnRequest) {
  const std::string door =
      "version: \"0.13\"\n"
      "meshes: [{id: m, primitives: [{id: leaf, type: box, dimensions: {x: 1, y: 2, z: 0.1},"
      " transform: {translation: [0, 1, 0]}}]}]\n"
      "armatures: [{id: rig, bones: [{id: hinge, parent: none, head: [0, 0, 0], tail: [0, 2, "
      "0]}]}]\n"
      "bindings: [{mesh_id: m, armature_id: rig,"
      " weights: [{primitive_id: leaf, bones: [{bone_id: hinge, weight: 1}]}]}]\n";
  const std::string motion =
      "rigm_version: \"0.1\"\n"
      "asset: door.rigy.yaml\n"
      "poses: {shut: {}, open: {turn: {hinge: {y: 200}}}, sunk: {move: {hinge: [0, -0.5, 0]}}}\n"
      "clips:\n"
      "  still: {length: 1, keys: [{at: 0, pose: shut}]}\n"
      "  spin: {length: 1, keys: [{at: 0, pose: shut}, {at: 1, pose: open}]}\n"
      "  sink: {length: 1, keys: [{at: 0, pose: shut}, {at: 1, pose: sunk}]}\n";
  const auto found = [&](const std::string& clip) {
    MemoryFiles files({{"door.rigy.yaml", door}, {"door.rigm.yaml", motion}});
    LintOptions options;
    options.clip = clip;
    return test::findings(lint("door.rigm.yaml", files, options).report);
  };
  EXPECT_EQ(found(""), "L24 door.rigm.yaml:6:9\nL21 door.rigy.yaml:2:31\n");
  EXPECT_EQ(found("still"), "");
  EXPECT_EQ(found("spin"), "L24 door.rigm.yaml:6:9\n");
  EXPECT_EQ(found("sink"), "L21 door.rigy.yaml:2:31\n");
  EXPECT_EQ(found("shut"), "M15 door.rigm.yaml:0:0\n");
}

TEST(Lint, FindsJointsWithGapsThatAPoseTearsApart) {
  std::string document = limb;
  // 0.05 above the upper part.
  document.replace(document.find("[0, 0.6, 0]"), 11, "[0, 0.69, 0]");
  EXPECT_EQ(linted(document).findings, 0u) << test::messages(linted(document).report);
  LintOptions options;
  options.pose = "torn";
  EXPECT_EQ(test::messages(linted(document, options).report),
            "L11 19:3 in pose 'torn': 'arm.upper' and 'arm.lower' are 0.05 m apart at rest but are "
            "torn 0.55 m apart, in direction [0, 1, 0]\n");
  document.replace(document.find("[0, 0.9, 0]"), 11, "[0, 0.45, 0]");
  EXPECT_EQ(linted(document, options).findings, 0u);
}

// A figure whose hands touch its thighs, in a step. {} is the height of the head.
constexpr const char* figure = R"(version: "0.6"
symmetry: {{mirror_x: {{prefix_from: "L_", prefix_to: "R_"}}}}
meshes:
- id: body
  primitives:
  - {{id: torso, type: box, dimensions: {{x: 0.4, y: 0.6, z: 0.2}}, transform: {{translation: [0, 1.2, 0]}}}}
  - {{id: head, type: sphere, dimensions: {{radius: 0.14}}, transform: {{translation: [0, {}, 0]}}}}
  - {{id: L_arm, type: capsule, dimensions: {{radius: 0.05, height: 0.6}}, transform: {{translation: [-0.25, 1.15, 0]}}}}
  - {{id: L_hand, type: sphere, dimensions: {{radius: 0.08}}, transform: {{translation: [-0.25, 0.8, 0]}}}}
  - {{id: L_leg, type: capsule, dimensions: {{radius: 0.08, height: 0.76}}, transform: {{translation: [-0.1, 0.46, 0]}}}}
armatures:
- id: rig
  bones:
  - {{id: root, parent: none, head: [0, 0, 0], tail: [0, 0.1, 0]}}
  - {{id: spine, parent: root, head: [0, 0.9, 0], tail: [0, 1.5, 0]}}
  - {{id: neck, parent: spine, head: [0, 1.5, 0], tail: [0, 1.7, 0]}}
  - {{id: L_shoulder, parent: spine, head: [-0.25, 1.45, 0], tail: [-0.25, 0.85, 0]}}
  - {{id: L_wrist, parent: L_shoulder, head: [-0.25, 0.85, 0], tail: [-0.25, 0.75, 0]}}
  - {{id: L_hip, parent: spine, head: [-0.1, 0.9, 0], tail: [-0.1, 0, 0]}}
bindings:
- mesh_id: body
  armature_id: rig
  weights:
  - {{primitive_id: torso, bones: [{{bone_id: spine, weight: 1}}]}}
  - {{primitive_id: head, bones: [{{bone_id: neck, weight: 1}}]}}
  - {{primitive_id: L_arm, bones: [{{bone_id: L_shoulder, weight: 1}}]}}
  - {{primitive_id: L_hand, bones: [{{bone_id: L_wrist, weight: 1}}]}}
  - {{primitive_id: L_leg, bones: [{{bone_id: L_hip, weight: 1}}]}}
poses:
- id: step
  bones:
    spine: {{translation: [0, 0.9, 0]}}
    neck: {{translation: [0, 1.5, 0]}}
    L_shoulder: {{rotation: [0.965926, 0.258819, 0, 0], translation: [-0.25, 1.45, 0]}}
    L_wrist: {{rotation: [0.965926, 0.258819, 0, 0], translation: [-0.25, 0.930385, -0.3]}}
    L_hip: {{rotation: [0.976296, -0.21644, 0, 0], translation: [-0.1, 0.9, 0]}}
    R_shoulder: {{rotation: [0.965926, -0.258819, 0, 0], translation: [0.25, 1.45, 0]}}
    R_wrist: {{rotation: [0.965926, -0.258819, 0, 0], translation: [0.25, 0.930385, 0.3]}}
    R_hip: {{rotation: [0.976296, 0.21644, 0, 0], translation: [0.1, 0.9, 0]}}
)";

TEST(Lint, LetsAPosePartWhatOnlyTouches) {
  LintOptions options;
  options.all_poses = true;
  std::string document = fmt::format(figure, 1.63);
  EXPECT_EQ(test::messages(linted(document, options).report), "");
  // The hand comes off the arm, as well as from the leg.
  document.replace(document.find("[-0.25, 0.930385, -0.3]"), 23, "[-0.25, 0.630385, -0.3]");
  EXPECT_EQ(test::messages(linted(document, options).report),
            "L11 30:3 in pose 'step': 'body.L_arm' and 'body.L_hand' touch at rest but are torn "
            "0.214 m apart, in direction [0, -0.997, -0.0726]\n");
}

TEST(Lint, FindsAHeadAboveItsTorso) {
  EXPECT_EQ(linted(fmt::format(figure, 1.67)).findings, 0u);
  EXPECT_EQ(test::messages(linted(fmt::format(figure, 1.69)).report),
            "L01 7:5 'body.head' touches nothing: it floats 0.05 m away from 'body.torso', in "
            "direction [0, -1, 0]\n");
}

TEST(Lint, RepeatsNothingInPoses) {
  // At rest the hand is nearest to the arm, in the pose to the box.
  const std::string document =
      parts(box("arm", {0.1, 1, 0.1}, {0, 0.5, 0}) + box("hand", {0.1, 0.1, 0.1}, {0, 1.3, 0}) +
            box("box", {0.1, 0.1, 0.1}, {3, 0.05, 0})) +
      R"(armatures:
- id: rig
  bones:
  - {id: elbow, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
  - {id: wrist, parent: elbow, head: [0, 1, 0], tail: [0, 1.3, 0]}
bindings:
- mesh_id: m
  armature_id: rig
  weights:
  - {primitive_id: arm, bones: [{bone_id: elbow, weight: 1}]}
  - {primitive_id: hand, bones: [{bone_id: wrist, weight: 1}]}
  - {primitive_id: box, bones: [{bone_id: elbow, weight: 1}]}
poses:
- {id: away, bones: {elbow: {}, wrist: {translation: [3, 1, 0]}}}
)";
  LintOptions options;
  options.all_poses = true;
  EXPECT_EQ(test::findings(linted(document, options).report), "L01 6:5\n");
  options.all_poses = false;
  options.pose = "away";
  EXPECT_EQ(test::findings(linted(document, options).report), "L01 6:5\n");
}

TEST(Lint, LooksAtEveryVertexForFarBones) {
  // The farthest vertices of the rod from `low` are near no bone; others are near `high`.
  const std::string document = R"(version: "0.6"
meshes:
- id: m
  primitives:
  - {id: rod, type: capsule, dimensions: {radius: 0.05, height: 2}, transform: {translation: [0, 1.05, 0]}}
  - {id: post, type: box, dimensions: {x: 0.1, y: 0.2, z: 0.1}, transform: {translation: [0, 0.1, 0]}}
armatures:
- id: rig
  bones:
  - {id: root, parent: none, head: [0, 0, 0], tail: [0, 0.1, 0]}
  - {id: low, parent: root, head: [0, 0, 0], tail: [0, 0.1, 0]}
  - {id: high, parent: low, head: [0, 1, 0], tail: [0, 1.3, 0]}
bindings:
- mesh_id: m
  armature_id: rig
  weights:
  - {primitive_id: rod, bones: [{bone_id: low, weight: 0.9}, {bone_id: high, weight: 0.1}]}
  - {primitive_id: post, bones: [{bone_id: low, weight: 1}]}
)";
  EXPECT_EQ(test::findings(linted(document).report), "L10 5:5\n");
}

std::string bones(const std::string& list) {
  return "version: \"0.6\"\narmatures:\n- id: rig\n  bones:\n"
         "  - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}\n" +
         list;
}

std::string bone(const std::string& id, double x) {
  return fmt::format("  - {{id: {}, parent: root, head: [{}, 1, 0], tail: [{}, 2, 0]}}\n", id, x,
                     x);
}

TEST(Lint, KnowsLeftFromRight) {
  const auto findings = [](const std::string& list) {
    return test::findings(linted(bones(list)).report);
  };
  for (const auto& [left, right] : std::vector<std::pair<std::string, std::string>>{
           {"L_arm", "R_arm"},
           {"arm.L", "arm.R"},
           {"hand_l", "hand_r"},
           {"leg_l", "leg_r"},
           {"calf_l", "calf_r"},
           {"clavicle_l", "clavicle_r"},
           {"Lower_L", "Lower_R"},
           {"leftover_left", "leftover_right"},
           {"leftArm", "rightArm"},
           {"mixamorig:LeftArm", "mixamorig:RightArm"}}) {
    EXPECT_EQ(findings(bone(left, 0.2) + bone(right, -0.2)), "L12 6:5\n") << left;
    EXPECT_EQ(findings(bone(left, -0.2) + bone(right, 0.2)), "") << left;
  }
  // Without a counterpart, on the same side, or as part of a word it is only a name.
  EXPECT_EQ(findings(bone("L_arm", 0.2) + bone("L_leg", 0.1)), "");
  EXPECT_EQ(findings(bone("L_arm", 0.2) + bone("R_arm", 0.1)), "");
  EXPECT_EQ(findings(bone("legL_upper", 0.2) + bone("legR_upper", -0.2)), "");
}

TEST(Lint, PointsAtTheOtherBoneUnlessSymmetryMadeIt) {
  const LintResult two = linted(bones(bone("L_arm", 0.2) + bone("R_arm", -0.2)));
  ASSERT_EQ(two.report.diagnostics.size(), 1u);
  EXPECT_EQ(two.report.diagnostics[0].related.size(), 1u);
  const LintResult one = linted(bones(bone("L_arm", 0.2)) +
                                "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n");
  ASSERT_EQ(one.report.diagnostics.size(), 1u);
  EXPECT_EQ(one.report.diagnostics[0].id, "L12");
  EXPECT_TRUE(one.report.diagnostics[0].related.empty());
}

TEST(Lint, SaysOnceThatAllSidesAreSwapped) {
  std::string list;
  for (int i = 0; i < 20; ++i) {
    list += bone(fmt::format("L_{}", i), 0.2) + bone(fmt::format("R_{}", i), -0.2);
  }
  const LintResult all = linted(bones(list));
  EXPECT_EQ(test::messages(all.report),
            "L12 6:5 bone 'L_0' is at x = 0.2 and 'R_0' at x = -0.2, but a model faces -z, so its "
            "left is at -x; 19 more pairs are swapped too\n");
  // One of several is a mistake of its own.
  const std::string others =
      bone("L_a", -0.2) + bone("R_a", 0.2) + bone("L_b", -0.2) + bone("R_b", 0.2);
  EXPECT_EQ(test::findings(linted(bones(others + bone("L_c", 1) + bone("R_c", -1))).report),
            "L12 10:5\n");
  const std::string half =
      others + bone("L_c", 1) + bone("R_c", -1) + bone("L_d", 1) + bone("R_d", -1);
  EXPECT_EQ(test::findings(linted(bones(half)).report), "L12 10:5\nL12 12:5\n");
}

}  // namespace
}  // namespace rigy
