// Lint: nothing in the documents of the project, something in each flawed one.
#include "rigy/lint.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "rigy/measure.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> documents_below(const fs::path& folder) {
  std::vector<std::string> documents;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().generic_string();
    if (path.ends_with(".rigy.yaml") || path.ends_with(".rigs.yaml")) documents.push_back(path);
  }
  std::sort(documents.begin(), documents.end());
  return documents;
}

TEST(Lint, FindsNothingInExamplesAndTemplates) {
  std::size_t count = 0;
  for (const char* const folder : {"examples", "templates"}) {
    for (const std::string& document : documents_below(fs::path(RIGY_SOURCE_DIR) / folder)) {
      DiskFiles files;
      LintOptions options;
      options.all_poses = true;
      const LintResult result = lint(document, files, options);
      // The lamp that docs/see-and-measure.md mends.
      const bool is_flawed = document.ends_with("see-and-measure/lamp.rigy.yaml");
      EXPECT_EQ(result.findings, is_flawed ? 4u : 0u) << document << "\n"
                                                      << test::messages(result.report);
      ++count;
    }
  }
  EXPECT_GT(count, 40u);
}

void expect_at_the_left(const std::string& document, std::string_view id, double x) {
  if (!id.starts_with("L_")) return;
  EXPECT_LT(x, 0) << document << " " << id;
}

// A model faces -z, so its left is at -x.
TEST(ExamplesAndTemplates, WriteTheLeftSideAtMinusX) {
  for (const char* const folder : {"examples", "templates"}) {
    for (const std::string& document : documents_below(fs::path(RIGY_SOURCE_DIR) / folder)) {
      DiskFiles files;
      const Analysis analysis = analyze(document, files);
      Diagnostics diagnostics;
      const std::optional<World> world = build_world(*analysis.assembly, {}, diagnostics);
      ASSERT_TRUE(world.has_value()) << document;
      // Instances may be turned.
      for (const WorldPrimitive& primitive : world->primitives) {
        if (!world->mesh_of(primitive).path.empty() || primitive.positions.empty()) continue;
        const Bounds box = bounds_of(primitive.positions);
        expect_at_the_left(document, primitive.primitive->id.value, box.min.x + box.max.x);
      }
      for (const WorldArmature& armature : world->armatures) {
        if (!armature.path.empty()) continue;
        for (const WorldBone& bone : armature.bones) {
          expect_at_the_left(document, bone.bone->id.value, bone.head.x);
        }
      }
      for (const WorldAnchor& anchor : world->anchors) {
        if (!anchor.path.empty()) continue;
        expect_at_the_left(document, anchor.anchor->id.value, anchor.position.x);
      }
    }
  }
}

TEST(ExamplesAndTemplates, FiguresHoldTogether) {
  const std::string examples = std::string(RIGY_SOURCE_DIR) + "/examples/";
  const std::string character = std::string(RIGY_SOURCE_DIR) + "/templates/character.rigy.yaml";
  for (const auto& [document, a, b] : std::vector<std::array<std::string, 3>>{
           {character, "body.head", "body.neck"},
           {character, "body.neck", "body.torso"},
           {character, "body.L_upper_arm", "body.shoulders"},
           {examples + "humanoid.rigy.yaml", "body.head", "body.torso"},
           {examples + "humanoid.rigy.yaml", "body.L_upper_arm", "body.torso"},
           {examples + "humanoid.rigy.yaml", "body.L_shin", "body.L_thigh"},
           {examples + "robot.rigy.yaml", "frame.skull", "frame.neck"},
           {examples + "robot.rigy.yaml", "frame.neck", "frame.chest"}}) {
    DiskFiles files;
    MeasureOptions options;
    options.a = a;
    options.b = b;
    const MeasureResult result = measure(document, files, options);
    ASSERT_TRUE(result.measurement.has_value()) << test::messages(result.report);
    EXPECT_EQ(result.measurement->distance, 0) << document << " " << a << " " << b;
  }
}

LintResult linted(const std::string& document, LintOptions options = {}) {
  MemoryFiles files(test::Files{{test::entry_name, document}});
  options.suppressed_warnings = {"W07", "W09", "W14"};
  return lint(test::entry_name, files, options);
}

std::string parts(const std::string& primitives) {
  return "version: \"0.6\"\nmeshes:\n- id: m\n  primitives:\n" + primitives;
}

std::string box(const std::string& id, const Vec3& size, const Vec3& at) {
  return fmt::format(
      "  - {{id: {}, type: box, dimensions: {{x: {}, y: {}, z: {}}}, transform: {{translation: "
      "[{}, "
      "{}, {}]}}}}\n",
      id, size.x, size.y, size.z, at.x, at.y, at.z);
}

TEST(Lint, TakesPartsWithinAMillimeterAsTouching) {
  const std::string two = box("a", {1, 1, 1}, {0, 0.5, 0}) + box("b", {1, 1, 1}, {1, 0.5, 0});
  EXPECT_EQ(linted(parts(two + box("c", {1, 1, 1}, {0, 1.5009, 0}))).report.warning_counts[0].id,
            "L05");
  EXPECT_EQ(linted(parts(two + box("c", {1, 1, 1}, {0, 1.5, 0}))).findings, 0u);
  EXPECT_EQ(test::findings(linted(parts(two + box("c", {1, 1, 1}, {0, 1.9, 0}))).report),
            "L01 7:5\n");
  // Nor does it have to be a large gap.
  EXPECT_EQ(test::findings(linted(parts(two + box("c", {1, 1, 1}, {0, 1.509, 0}))).report),
            "L01 7:5\n");
}

TEST(Lint, FindsWhatFloatsHoweverLargeItIs) {
  const std::string base = box("base", {1, 1, 1}, {0, 0.5, 0});
  EXPECT_EQ(test::findings(linted(parts(base + box("hat", {0.2, 0.2, 0.2}, {0, 5, 0}))).report),
            "L01 6:5\n");
  EXPECT_EQ(test::findings(linted(parts(base + box("roof", {4, 0.2, 4}, {0, 5, 0}))).report),
            "L01 6:5\n");
  const std::string roof = box("roof", {4, 0.2, 4}, {0, 5, 0}) + box("tip", {1, 1, 1}, {0, 5.6, 0});
  EXPECT_EQ(test::findings(linted(parts(roof + base)).report), "L01 5:5\n");
}

TEST(Lint, FindsGapsThatAreSmallForTheWholeButNotForItsParts) {
  const std::string table = box("top", {1.2, 0.03, 0.8}, {0, 0.72, 0}) +
                            box("left", {0.06, 0.7, 0.06}, {-0.5, 0.35, 0}) +
                            box("right", {0.06, 0.7, 0.06}, {0.5, 0.35, 0});
  EXPECT_EQ(test::messages(linted(parts(table)).report),
            "L01 5:5 'm.top' touches nothing: it floats 0.005 m away from 'm.left', in direction "
            "[0, -1, 0]\n");
  const std::string bridge = box("deck", {100, 1, 8}, {0, 21, 0}) +
                             box("west", {2, 20, 6}, {-30, 10, 0}) +
                             box("east", {2, 20, 6}, {30, 10, 0});
  EXPECT_EQ(test::messages(linted(parts(bridge)).report),
            "L01 5:5 'm.deck' touches nothing: it floats 0.5 m away from 'm.west', in direction "
            "[0, -1, 0]\n");
}

TEST(Lint, MeasuresSmallAssetsByTheirSize) {
  const std::string base = box("base", {0.01, 0.002, 0.01}, {0, 0.001, 0});
  const auto findings = [&](const std::string& stone) {
    return test::findings(linted(parts(base + stone)).report);
  };
  const Vec3 size{0.002, 0.004, 0.002};
  EXPECT_EQ(findings(box("stone", size, {0, 0.004, 0})), "");
  EXPECT_EQ(findings(box("stone", size, {0, 0.00405, 0})), "L05 5:5\n");
  EXPECT_EQ(findings(box("stone", size, {0, 0.0045, 0})), "L01 6:5\n");
  EXPECT_EQ(findings(box("stone", size, {0, 0.0015, 0})), "L06 6:5\n");
  const LintResult floating = linted(parts(base + box("stone", size, {0, 0.0045, 0})));
  EXPECT_EQ(floating.report.diagnostics[0].help,
            "move it by [0, -0.0005, 0], or write '# rigy-lint: allow L01' above it");
}

TEST(Lint, FindsGapsWhateverTheRounding) {
  // In binary64 the first gap is more than a millimeter by a bit, others are less.
  for (const double height : {0.5, 0.1, 0.3, 0.7, 1.1, 3.3, 7.9}) {
    const std::string lower = box("a", {1, height, 1}, {0, height / 2, 0});
    const auto upper = [&](double gap) {
      return test::findings(
          linted(parts(lower + box("b", {1, 1, 1}, {0, height + gap + 0.5, 0}))).report);
    };
    EXPECT_EQ(upper(0.001), "L05 5:5\n") << height;
    EXPECT_EQ(upper(0.000001), "") << height;
    EXPECT_EQ(upper(0.0010001), "L01 6:5\n") << height;
  }
}

// Four legs below a top.
std::string legs(const std::string& above_first = "") {
  std::string all;
  for (int i = 0; i < 4; ++i) {
    if (i == 0) all += above_first;
    all += box(fmt::format("leg{}", i), {0.1, 0.7, 0.1},
               {i % 2 == 0 ? -0.4 : 0.4, 0.35, i / 2 == 0 ? -0.3 : 0.3});
  }
  return all;
}

TEST(Lint, NamesThePartThatSeveralGapsHaveInCommon) {
  const std::string top = box("top", {1, 0.1, 0.8}, {0, 0.7505, 0});
  const LintResult table = linted(parts(legs() + top));
  EXPECT_EQ(test::messages(table.report),
            "L05 9:5 between 'm.leg0' and 'm.top' there is a gap of 0.5 mm, in direction [0, 1, "
            "0]; 3 more parts are as far from 'm.top'\n");
  EXPECT_EQ(table.report.diagnostics[0].help,
            "move 'm.top' by [0, -0.0005, 0] to close all of them");
  const LintResult laid = linted(parts(legs() + top + box("cup", {0.1, 0.1, 0.1}, {0, 0.8505, 0})));
  ASSERT_EQ(laid.findings, 1u);
  EXPECT_EQ(laid.report.diagnostics[0].help,
            "to close all of them, move 'm.top' and what it touches by [0, -0.0005, 0], or the "
            "other 4 by [0, 0.0005, 0]");
  // A leg that may have its gap does not allow those of others.
  EXPECT_EQ(test::messages(linted(parts(legs("  # rigy-lint: allow L05\n") + top)).report),
            "L05 10:5 between 'm.leg1' and 'm.top' there is a gap of 0.5 mm, in direction [0, 1, "
            "0]; 2 more parts are as far from 'm.top'\n");
  // Gaps of different sizes have different causes.
  EXPECT_EQ(
      linted(parts(box("base", {3, 1, 1}, {0, 0.5, 0}) + box("b", {1, 1, 1}, {-1, 1.5005, 0}) +
                   box("c", {1, 1, 1}, {1, 1.5003, 0})))
          .findings,
      2u);
}

TEST(Lint, TakesThingsSideBySideAsADisplay) {
  const std::string one = box("one", {1, 1, 1}, {0, 2, 0});
  EXPECT_EQ(linted(parts(one + box("two", {1, 1, 1}, {2, 2, 0}))).findings, 0u);
  EXPECT_EQ(linted(parts(one + box("two", {1, 3, 1}, {2, 2, 0}))).findings, 0u);
  EXPECT_EQ(test::findings(linted(parts(one + box("two", {1, 3, 1}, {0.9, 9, 0}))).report),
            "L01 5:5\n");
}

TEST(Lint, LetsThingsStandOnTheGround) {
  const std::string two = box("a", {1, 1, 1}, {0, 0.5, 0}) + box("b", {1, 1, 1}, {1, 0.5, 0});
  EXPECT_EQ(linted(parts(two + box("c", {1, 1, 1}, {5, 0.5, 0}))).findings, 0u);
  EXPECT_EQ(test::findings(linted(parts(two + box("c", {1, 1, 1}, {1, 0.4, 1}))).report),
            "L06 7:5\n");
  // A floor is not below the ground.
  EXPECT_EQ(linted(parts(two + box("floor", {9, 1, 9}, {0, -0.5, 0}))).findings, 0u);
}

TEST(Lint, ReportsAPartOnceHoweverOftenItAppears) {
  const std::string document = R"(version: "0.6"
meshes:
- id: m
  primitives:
  - {id: box, type: box, dimensions: {x: 1, y: 1, z: 1}}
  - {id: ball, type: sphere, dimensions: {radius: 0.1}}
anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
- {id: d, translation: [0, 1, 0]}
- {id: e, translation: [1, 1, 0]}
- {id: f, translation: [0, 2, 0]}
instances:
- {id: two, mesh_id: m, attach3: {from: [a, b, c], to: [d, e, f], mode: rigid}}
)";
  const LintResult result = linted(document);
  const auto count = [&](std::string_view id) {
    std::size_t sum = 0;
    for (const WarningCount& one : result.report.warning_counts) {
      if (one.id == id) sum += one.count;
    }
    return sum;
  };
  EXPECT_EQ(count("L02"), 1u) << test::messages(result.report);
  EXPECT_NE(test::messages(result.report).find(" (and in 1 more instance)\n"), std::string::npos)
      << test::messages(result.report);
}

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
}

// A scene with a child of a lamp in a room; the third anchor of its slot is at `third`, that of its
// mount at `of_mount`.
LintResult linted_scene(const std::string& third, const std::string& of_mount = "[0, 1, 0]",
                        const std::string& comment = "") {
  const auto with_anchors = [](const std::string& asset, const std::string& at) {
    return asset +
           "anchors:\n- {id: a, translation: [0, 0, 0]}\n- {id: b, translation: [1, 0, 0]}\n" +
           "- {id: c, translation: " + at + "}\n";
  };
  const std::string scene =
      "rigs_version: \"0.1\"\nimports: {room: room.rigy.yaml, lamp: "
      "lamp.rigy.yaml}\nscene:\n  base: room\n  children:\n" +
      comment +
      "  - id: lamp1\n    base: lamp\n    place:\n"
      "      slot: {anchors: [a, b, c]}\n      mount: {anchors: [a, b, c]}\n"
      "      nudge: {up: 0.18}\n";
  MemoryFiles files(
      test::Files{{"s.rigs.yaml", scene},
                  {"room.rigy.yaml", with_anchors(parts(box("floor", {4, 0.1, 4}, {0, -0.05, 0}) +
                                                        box("wall", {4, 2, 0.1}, {0, 1, 2})),
                                                  third)},
                  {"lamp.rigy.yaml",
                   with_anchors(parts(box("pole", {0.1, 0.5, 0.1}, {0, 0.25, 0})), of_mount)}});
  return lint("s.rigs.yaml", files, {});
}

TEST(Lint, SaysWhichAnchorTurnsAChild) {
  const LintResult upright = linted_scene("[0, 1, 0]");
  EXPECT_EQ(test::findings(upright.report), "L01 lamp.rigy.yaml:5:5\n");
  const LintResult below = linted_scene("[0, -1, 0]");
  EXPECT_EQ(test::messages(below.report),
            "L13 s.rigs.yaml:6:5 child 'lamp1' is upside down: anchor 'c' of 'room', the third of "
            "its slot, lies "
            "below 'a' instead of above it\n");
  EXPECT_EQ(below.report.diagnostics[0].help,
            "move 'c' to [0, 1, 0] or name an anchor there, or write '# rigy-lint: allow L13' "
            "above the child");
  EXPECT_EQ(test::messages(linted_scene("[0, 0, 1]").report),
            "L13 s.rigs.yaml:6:5 child 'lamp1' is on its side: anchor 'c' of 'room', the third of "
            "its slot, lies "
            "beside 'a' instead of above it\n");
  EXPECT_EQ(test::messages(linted_scene("[0, 1, 0]", "[0, 0, 1]").report),
            "L13 s.rigs.yaml:6:5 child 'lamp1' is on its side: anchor 'c' of 'lamp', the third of "
            "its mount, lies "
            "beside 'a' instead of above it\n");
  // Turned and turned back.
  EXPECT_EQ(test::findings(linted_scene("[0, 0, 1]", "[0, 0, 1]").report), "");
  EXPECT_EQ(
      test::findings(linted_scene("[0, -1, 0]", "[0, 1, 0]", "  # rigy-lint: allow L13\n").report),
      "");
}

// Two tables, one on the other, each turned by its slot; the upper one stands in the lower.
TEST(Lint, SaysNothingElseOfATurnedChildOnATurnedChild) {
  const std::string anchors =
      "anchors:\n- {id: a, translation: [0, 0, 0]}\n- {id: b, translation: [1, 0, 0]}\n"
      "- {id: up, translation: [0, 1, 0]}\n- {id: down, translation: [0, -1, 0]}\n"
      "- {id: ta, translation: [0, 1, 0]}\n- {id: tb, translation: [1, 1, 0]}\n"
      "- {id: td, translation: [0, 0.5, 0]}\n";
  MemoryFiles files(test::Files{
      {"s.rigs.yaml",
       "rigs_version: \"0.1\"\nimports: {room: room.rigy.yaml, tab: tab.rigy.yaml}\nscene:\n"
       "  base: room\n  children:\n  - id: t1\n    base: tab\n    place: {slot: {anchors: [a, b, "
       "down]}, mount: {anchors: [a, b, up]}}\n    children:\n    - id: t2\n      base: tab\n"
       "      place: {slot: {anchors: [ta, tb, td]}, mount: {anchors: [a, b, up]}}\n"},
      {"room.rigy.yaml", parts(box("floor", {6, 0.1, 6}, {0, -0.05, 0})) + anchors},
      {"tab.rigy.yaml", parts(box("top", {1, 1, 0.6}, {0, 0.5, 0})) + anchors}});
  EXPECT_EQ(test::findings(lint("s.rigs.yaml", files, {}).report),
            "L13 s.rigs.yaml:6:5\nL13 s.rigs.yaml:10:7\n");
}

std::string blob(const std::string& max, const std::string& more = "") {
  return "version: \"0.13\"\nmeshes:\n- id: m\n  primitives:\n  - id: blob\n"
         "    type: implicit_surface\n    domain: {aabb: {min: [-1, -1, -1], max: " +
         max +
         "}, grid: {nx: 9, ny: 9, nz: 9}}\n    iso: 0.25\n    ops:\n"
         "    - {op: add, field: metaball_sphere@1, radius: 1.5, strength: 1}\n" +
         more;
}

TEST(Lint, FindsSurfacesThatTheirDomainCutsOpen) {
  EXPECT_EQ(linted(blob("[1, 1, 1]")).findings, 0u);
  const LintResult cut = linted(blob("[1, 0.5, 1]"));
  EXPECT_EQ(test::messages(cut.report),
            "L14 5:5 the domain of 'm.blob' cuts it open at +y: there is a hole in the surface\n");
  EXPECT_EQ(cut.report.diagnostics[0].help, "make the domain larger: its ops reach to y = 1.5");
}

TEST(Lint, SaysHowFarOpsReachWithoutCuttingThemOff) {
  const auto help = [](const std::string& min, const std::string& max, const std::string& op) {
    const LintResult cut = linted(fmt::format(
        "version: \"0.13\"\nmeshes:\n- id: m\n  primitives:\n  - id: blob\n    type: "
        "implicit_surface\n    domain: {{aabb: {{min: {}, max: {}}}, grid: {{nx: 9, ny: 9, nz: "
        "9}}}}\n    iso: 0.25\n    ops:\n    - {{op: add, strength: 4, {}}}\n",
        min, max, op));
    return cut.report.diagnostics.empty() ? "" : cut.report.diagnostics[0].help;
  };
  EXPECT_EQ(help("[1226, -2, -2]", "[1231, 2, 2]",
                 "field: metaball_sphere@1, radius: 2, transform: {translation: [1231.5, 0, 0]}"),
            "make the domain larger: its ops reach to x = 1233.5");
  EXPECT_EQ(help("[-1, -1, -1]", "[1, 0, 1]", "field: sdf_sphere@1, radius: 0.41234"),
            "make the domain larger: its ops reach to y = 0.825");
  EXPECT_EQ(help("[-1, 0, -1]", "[1, 3, 1]", "field: metaball_capsule@1, radius: 0.5, height: 2"),
            "make the domain larger: its ops reach to y = -1.5");
  EXPECT_EQ(help("[-1, -1, -1]", "[1, 0, 1]",
                 "field: metaball_sphere@1, radius: 0.5}\n"
                 "    - {op: add, strength: 0.1, field: sdf_sphere@1, radius: 1.0e+308"),
            "make the domain larger");
}

TEST(Lint, FindsOpsOutsideTheDomain) {
  const auto op = [](double x) {
    return fmt::format(
        "    - {{op: subtract, field: sdf_sphere@1, radius: 0.5, strength: 1, transform: "
        "{{translation: [{}, 0, 0]}}}}\n",
        x);
  };
  EXPECT_EQ(linted(blob("[1, 1, 1]", op(1.9))).findings, 0u);
  EXPECT_EQ(
      test::messages(linted(blob("[1, 1, 1]", op(2.1))).report),
      "L15 11:7 an op of 'm.blob' at [2.1, 0, 0] lies outside the domain, from [-1, -1, -1] to "
      "[1, 1, 1]: it has no effect\n");
}

TEST(Lint, ComparesLegsAtTheMiddleAndAtZero) {
  const std::string table = box("top", {1, 0.1, 1}, {0, 1.05, 0}) +
                            box("left", {0.1, 1, 0.1}, {-0.4, 0.5, 0}) +
                            box("right", {0.1, 0.9, 0.1}, {0.4, 0.55, 0});
  EXPECT_EQ(test::findings(linted(parts(table)).report), "L07 7:5\n");
  const std::string handle = box("handle", {0.2, 0.05, 0.05}, {0.6, 1.05, 0});
  EXPECT_EQ(test::findings(linted(parts(table + handle)).report), "L07 7:5\n");
}

TEST(Lint, IsAllowedByCommentsOnly) {
  const auto findings = [](const std::string& above, const std::string& hat) {
    const std::string base = box("base", {1, 1, 1}, {0, 0.5, 0});
    return linted(parts(base + above + box(hat, {1, 1, 1}, {0, 5, 0}))).findings;
  };
  EXPECT_EQ(findings("", "hat"), 1u);
  EXPECT_EQ(findings("  # rigy-lint: allow L01\n", "hat"), 0u);
  EXPECT_EQ(findings("  # rigy-lint: allow L05,L01 , L02\n", "hat"), 0u);
  EXPECT_EQ(findings("  # rigy-lint: allow L01 it is held by magic\n", "hat"), 0u);
  EXPECT_EQ(findings("  # rigy-lint: allow L01\n  # The hat.\n", "hat"), 0u);
  EXPECT_EQ(findings("  # rigy-lint: allow L01\n\n", "hat"), 1u);
  EXPECT_EQ(findings("  # rigy-lint: allow L02, but never L01\n", "hat"), 1u);
  EXPECT_EQ(findings("  # rigy-lint: allow L011\n", "hat"), 1u);
  EXPECT_EQ(findings("", "\"hat # rigy-lint: allow L01\""), 1u);
}

TEST(Lint, WritesNoRoundingErrors) {
  const std::string all =
      box("a", {0.3, 0.1, 0.3}, {0.1, 0.05, 0.2}) + box("b", {0.1, 0.1, 0.1}, {0.1, 0.1502, 0.2});
  const LintResult gap = linted(parts(all));
  ASSERT_EQ(gap.report.diagnostics.size(), 1u);
  EXPECT_EQ(gap.report.diagnostics[0].help, "move 'm.b' by [0, -0.0002, 0] to close it");
  const std::string inner =
      box("a", {0.3, 0.3, 0.3}, {0.1, 0.15, 0.2}) + box("b", {0.1, 0.1, 0.1}, {0.1, 0.15, 0.2});
  EXPECT_EQ(test::messages(linted(parts(inner)).report),
            "L02 6:5 'm.b', 0.1 m in size, is buried in 'm.a', at its middle\n");
}

TEST(Lint, ComparesTenThousandPartsButNotAnyNumber) {
  const auto grid = [](int side, double step) {
    std::string all;
    for (int i = 0; i < side * side; ++i) {
      const int row = i / side;
      all += box(fmt::format("b{}", i), {1, 1, 1}, {step * (i % side), 0.5, step * row});
    }
    return parts(all);
  };
  EXPECT_EQ(linted(grid(100, 1)).findings, 0u);
  LintOptions options;
  options.allowed = {"L02", "L03", "L05"};
  const LintResult heap = linted(grid(40, 0.001), options);
  EXPECT_EQ(test::findings(heap.report), "X67 0:0\n");
}

}  // namespace
}  // namespace rigy
