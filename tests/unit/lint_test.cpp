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
#include "rigy/measure.hpp"
#include "support.hpp"
#include "world/world.hpp"

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
      EXPECT_EQ(result.findings, is_flawed ? 5u : 0u) << document << "\n"
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
  // 1 % of its size is not enough to float.
  EXPECT_EQ(test::findings(linted(parts(two + box("c", {1, 1, 1}, {0, 1.511, 0}))).report),
            "L01 7:5\n");
  EXPECT_EQ(linted(parts(two + box("c", {1, 1, 1}, {0, 1.509, 0}))).findings, 0u);
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
