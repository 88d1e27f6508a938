// What is shipped: without findings, with its left at -x, and in one piece.
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "rigy/lint.hpp"
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
      const std::optional<EvaluatedScene> scene =
          build_evaluated_scene(*analysis.assembly, {}, diagnostics);
      ASSERT_TRUE(scene.has_value()) << document;
      // Instances may be turned.
      for (const ShownPrimitive& primitive : scene->primitives) {
        if (!scene->mesh_of(primitive).path.empty() || primitive.positions.empty()) continue;
        const Bounds box = bounds_of(primitive.positions);
        expect_at_the_left(document, primitive.primitive->id.value, box.min.x + box.max.x);
      }
      for (const ShownArmature& armature : scene->armatures) {
        if (!armature.path.empty()) continue;
        for (const ShownBone& bone : armature.bones) {
          expect_at_the_left(document, bone.bone->id.value, bone.head.x);
        }
      }
      for (const ShownAnchor& anchor : scene->anchors) {
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
           {examples + "humanoid.rigy.yaml", "body.head", "body.neck"},
           {examples + "humanoid.rigy.yaml", "body.neck", "body.torso"},
           {examples + "humanoid.rigy.yaml", "body.L_upper_arm", "body.shoulders"},
           {examples + "humanoid.rigy.yaml", "body.L_hand", "body.L_forearm"},
           {examples + "humanoid.rigy.yaml", "body.L_shin", "body.L_thigh"},
           {examples + "humanoid.rigy.yaml", "body.L_foot", "body.L_shin"},
           {examples + "robot.rigy.yaml", "shell.skull", "joints.neck"},
           {examples + "robot.rigy.yaml", "joints.neck", "shell.chest"}}) {
    DiskFiles files;
    MeasureOptions options;
    options.a = a;
    options.b = b;
    const MeasureResult result = measure(document, files, options);
    ASSERT_TRUE(result.measurement.has_value()) << test::messages(result.report);
    EXPECT_EQ(result.measurement->distance, 0) << document << " " << a << " " << b;
  }
}

}  // namespace
}  // namespace rigy
