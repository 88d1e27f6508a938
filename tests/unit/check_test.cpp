// The checks: exact limits, and that one run lists every violation.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/limits.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::findings_of;

std::string sphere(std::string_view radius, std::string_view more = "") {
  return fmt::format(
      "version: \"0.6\"\nmeshes:\n- id: m\n  primitives: [{{id: p, type: sphere, dimensions: "
      "{{radius: {}}}{}}}]\n",
      radius, more);
}

TEST(Check, DimensionsArePositive) {
  EXPECT_EQ(findings_of(sphere("5e-324")), "");
  EXPECT_EQ(findings_of(sphere("0")), "V07 4:59\n");
  EXPECT_EQ(findings_of(sphere("-0.0")), "V07 4:59\n");
  EXPECT_EQ(findings_of("version: \"0.6\"\nmeshes: [{id: m, primitives: [{id: p, type: box, "
                        "dimensions: {x: -1, depth: 0, y: -2}}]}]\n"),
            "V07 2:66\nV07 2:77\nV07 2:83\n");
}

TEST(Check, CoordinatesMustFitBinary32) {
  // Half an ulp above the largest binary32 rounds to infinity, anything below does not.
  EXPECT_EQ(findings_of(sphere("3.4028235677973362e38")), "");
  EXPECT_EQ(findings_of(sphere("3.4028235677973366e38")), "X13 4:16\n");
  EXPECT_EQ(findings_of(sphere("1", ", transform: {translation: [0, -3.5e38, 0]}")), "X13 4:16\n");
  EXPECT_EQ(test::compile_text(sphere("1e300")).report.error_class, ErrorClass::ExportError);
}

std::string bones(std::string_view list) {
  return fmt::format("version: \"0.6\"\narmatures:\n- id: a\n  bones:\n{}", list);
}

TEST(Check, BonesHaveALength) {
  const auto tail = [](std::string_view y) {
    return findings_of(
        bones(fmt::format("  - {{id: b, parent: none, head: [0, 0, 0], tail: [0, {}, 0]}}\n", y)));
  };
  EXPECT_EQ(tail("1.0000000001e-9"), "");
  EXPECT_EQ(tail("1e-9"), "V06 5:50\n");
  EXPECT_EQ(tail("0"), "V06 5:50\n");
  // Each component may be below the limit and the distance above it.
  EXPECT_EQ(
      findings_of(bones("  - {id: b, parent: none, head: [0, 0, 0], tail: [8e-10, 8e-10, 0]}\n")),
      "");
}

TEST(Check, EveryCycleIsReportedOnce) {
  const auto bone = [](std::string_view id, std::string_view parent) {
    return fmt::format("  - {{id: {}, parent: {}, head: [0, 0, 0], tail: [0, 1, 0]}}\n", id,
                       parent);
  };
  EXPECT_EQ(findings_of(bones(bone("a", "a"))), "V05 5:21\n");
  EXPECT_EQ(findings_of(bones(bone("r", "none") + bone("a", "c") + bone("b", "a") + bone("c", "b") +
                              bone("x", "y") + bone("y", "x") + bone("leaf", "a"))),
            "V05 6:21\nV05 9:21\n");
}

TEST(Check, ManyBonesAreFine) {
  std::string list = "  - {id: b0, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}\n";
  for (std::size_t i = 1; i < max_bones; ++i) {
    list +=
        fmt::format("  - {{id: b{}, parent: b{}, head: [0, 0, 0], tail: [0, 1, 0]}}\n", i, i - 1);
  }
  EXPECT_EQ(findings_of(bones(list)), "");
  list += "  - {id: more, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}\n";
  EXPECT_EQ(findings_of(bones(list)), "X10 5:3\n");
}

TEST(Check, EveryRootBelongsAtTheOrigin) {
  EXPECT_EQ(findings_of(bones("  - {id: a, parent: none, head: [0, 1e-9, 0], tail: [0, 1, 0]}\n"
                              "  - {id: b, parent: none, head: [0, 5, 0], tail: [0, 6, 0]}\n")),
            "W03 6:33\n");
  EXPECT_EQ(findings_of(bones("  - {id: a, parent: none, head: [0, 2e-9, 0], tail: [0, 1, 0]}\n")),
            "W03 5:33\n");
}

TEST(Check, PoseRotationsAreUnitQuaternions) {
  const auto rotation = [](std::string_view q) {
    return findings_of(bones("  - {id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}\n") +
                       fmt::format("poses: [{{id: p, bones: {{b: {{rotation: {}}}}}}}]\n", q));
  };
  EXPECT_EQ(rotation("[0.9239, 0, 0.3827, 0]"), "");  // the specification's own example
  EXPECT_EQ(rotation("[1.001, 0, 0, 0]"), "");
  EXPECT_EQ(rotation("[0.9991, 0, 0, 0]"), "");
  EXPECT_EQ(rotation("[-1, 0, 0, 0]"), "");
  EXPECT_EQ(rotation("[1.0011, 0, 0, 0]"), "V36 6:39\n");
  EXPECT_EQ(rotation("[0, 0, 0, 0]"), "V36 6:39\n");
  EXPECT_EQ(rotation("[.inf, 0, 0, 0]"), "V36 6:40\n");
  EXPECT_EQ(rotation("[1e200, 0, 0, 0]").substr(0, 4), "V36 ");
}

TEST(Check, ColorsHaveFourComponentsInRange) {
  const auto color = [](std::string_view value) {
    return findings_of(
        fmt::format("version: \"0.6\"\nmaterials: {{m: {{base_color: {}}}}}\n", value));
  };
  EXPECT_EQ(color("[0, 1, 0.5, -0.0]"), "");
  EXPECT_EQ(color("[0, 1, 0.5]"), "V39 2:29\n");
  EXPECT_EQ(color("[]"), "V39 2:29\n");
  EXPECT_EQ(color("[1.0000000000000002, -5e-324, 0, 1]"), "V40 2:30\nV40 2:50\n");
  EXPECT_EQ(color("[2, 0, 0, 0, 7]"), "V39 2:29\nV40 2:30\nV40 2:42\n");
}

// A bound box; `binding` are further lines of the binding.
std::string bound(std::string_view binding) {
  return fmt::format(R"(version: "0.6"
meshes: [{{id: m, primitives: [{{id: p, type: box, dimensions: {{x: 1, y: 1, z: 1}}}}]}}]
armatures:
- id: a
  bones:
  - {{id: r, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}
  - {{id: s, parent: r, head: [0, 0, 0], tail: [0, 1, 0]}}
bindings:
- mesh_id: m
  armature_id: a
{})",
                     binding);
}

TEST(Check, WeightsAreShares) {
  EXPECT_EQ(findings_of(bound("  weights: [{primitive_id: p, bones: [{bone_id: r, weight: 0}, "
                              "{bone_id: s, weight: 1}]}]\n")),
            "");
  EXPECT_EQ(findings_of(bound("  weights: [{primitive_id: p, bones: [{bone_id: r, weight: 1.5}, "
                              "{bone_id: s, weight: -1}]}]\n")),
            "V13 11:60\nV13 11:87\n");
  EXPECT_EQ(
      findings_of(bound("  weights: [{primitive_id: p, bones: [{bone_id: r, weight: 0.0}]}]\n")),
      "W05 11:38\n");
  EXPECT_EQ(findings_of(bound("  weights: [{primitive_id: p, bones: []}]\n")), "X11 11:38\n");
  EXPECT_EQ(findings_of(bound("  weights: [{primitive_id: p, bones: [{bone_id: r, weight: 1}, "
                              "{bone_id: r, weight: 1}]}]\n")),
            "X04 11:74\n");
}

TEST(Check, LongListsAreSearchedForRepetitions) {
  std::string list;
  for (int i = 0; i < 20; ++i) list += fmt::format("{{bone_id: x{}, weight: 1}}, ", i);
  const std::string report = findings_of(bound(fmt::format(
      "  weights:\n  - primitive_id: p\n    bones: [{}\n      {{bone_id: x3, weight: 1}}]\n",
      list)));
  EXPECT_NE(report.find("X04 14:17\n"), std::string::npos) << report;
}

TEST(Check, WeightMapsInEveryDetail) {
  EXPECT_EQ(findings_of(bound("  weight_maps: [{primitive_id: p}]\n")), "V23 11:17\n");
  EXPECT_EQ(findings_of(bound("  weight_maps: [{primitive_id: p, gradients: null}]\n")),
            "V23 11:17\n");
  EXPECT_EQ(findings_of(bound("  weight_maps: [{primitive_id: p, gradients: []}]\n")),
            "V23 11:17\n");
  EXPECT_EQ(findings_of(bound(R"(  weight_maps:
  - primitive_id: p
    gradients:
    - {axis: w, range: [1, 1], from: {bone_id: r, weight: 2}, to: []}
    - {axis: x, range: [2, 1], from: {bone_id: r, weight: 1}, to: {bone_id: s, weight: -2}}
    - {axis: x, range: [-1e308, 1e308], from: {bone_id: r, weight: 1}, to: {bone_id: s, weight: 1}}
    overrides:
    - {vertices: [-1, 23, 24, 99999999999999999999], bones: [{bone_id: r, weight: 3}]}
  - {primitive_id: p, overrides: []}
)")),
            "W12 14:7\nX15 14:14\nX14 14:24\nV17 14:59\nX11 14:67\nW12 15:7\nX14 15:24\nV17 15:88\n"
            "X14 16:24\nV19 18:19\nV19 18:27\nV19 18:31\nV18 18:83\nV23 19:5\nX05 19:20\n");
  EXPECT_EQ(findings_of(bound("  weight_maps: [{primitive_id: p, overrides: [{vertices: [1.0], "
                              "bones: [{bone_id: r, weight: 1}]}]}]\n")),
            "P04 11:59\n");
}

TEST(Check, IdsAreUniqueAndShareOneSpace) {
  EXPECT_EQ(findings_of(R"(version: "0.6"
materials: {x: {base_color: [0, 0, 0, 1]}}
meshes:
- {id: x, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}, {id: p, type: sphere, dimensions: {radius: 1}}]}
- {id: x, primitives: [{id: x, type: sphere, dimensions: {radius: 1}}]}
armatures:
- {id: x, bones: [{id: x, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}, {id: x, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}
- {id: x, bones: [{id: x, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}
poses: [{id: x, bones: {}}, {id: x, bones: {}}]
anchors: [{id: x, translation: [0, 0, 0]}, {id: x, translation: [0, 0, 0]}]
instances: [{id: x, mesh_id: x}, {id: x, mesh_id: x}]
)"),
            "V28 4:8\nV02 4:77\nV01 5:8\nV28 5:8\nV28 7:8\nV04 7:81\nV03 8:8\n"
            "V28 8:8\nX08 9:34\nV28 10:16\nV24 10:49\nV28 10:49\nV28 11:18\n"
            "V25 11:39\nV28 11:39\n");
}

TEST(Check, OneMaterialPerMesh) {
  EXPECT_EQ(findings_of(R"(version: "0.6"
materials: {red: {base_color: [1, 0, 0, 1]}, also_red: {base_color: [1, 0, 0, 1]}}
meshes:
- id: m
  primitives:
  - {id: a, type: sphere, dimensions: {radius: 1}, material: red}
  - {id: b, type: sphere, dimensions: {radius: 1}, material: also_red}
  - {id: c, type: sphere, dimensions: {radius: 1}}
)"),
            "V41 7:62\nV41 8:5\n");
}

TEST(Check, MeshesAreBoundOnceAndListedOnce) {
  EXPECT_EQ(findings_of(bound(R"(  weights:
  - {primitive_id: p, bones: [{bone_id: r, weight: 1}]}
  - {primitive_id: p, bones: [{bone_id: s, weight: 1}]}
- {mesh_id: m, armature_id: a}
)")),
            "X06 13:20\nV12 14:13\n");
  EXPECT_EQ(
      findings_of(
          "version: \"0.6\"\nmeshes: [{id: m, primitives: []}]\narmatures: [{id: a, bones: []}]\n"),
      "X02 2:30\nX03 3:28\n");
}

TEST(Check, AnglesThatLookLikeDegrees) {
  EXPECT_EQ(findings_of(sphere("1", ", transform: {rotation_euler: [6.28, -6.28, 0]}")), "");
  EXPECT_EQ(findings_of(sphere("1", ", transform: {rotation_euler: [0, -90, 0]}")), "W06 4:91\n");
}

TEST(Check, ThePoseThatIsAskedForMustExist) {
  CompileOptions options;
  options.pose = "wav";
  const Report report =
      test::compile_text("version: \"0.6\"\nposes: [{id: wave, bones: {}}]\n", options).report;
  EXPECT_EQ(test::findings(report), "X19 0:0\n");
  EXPECT_EQ(report.diagnostics[0].help, "did you mean 'wave'?");
}

// D19: the class is that of the earliest stage.
TEST(Check, TheEarliestStageNamesTheClass) {
  const auto class_of = [](const std::string& more) {
    return test::compile_text(sphere("1e300", more)).report.error_class;
  };
  EXPECT_EQ(class_of(""), ErrorClass::ExportError);
  EXPECT_EQ(class_of(", material: none"), ErrorClass::ValidationError);
  EXPECT_EQ(class_of(", material: none, colour: red"), ErrorClass::ParseError);
  EXPECT_EQ(test::compile_text(sphere("-1") + "imports: {x: {source: lost}}\n").report.error_class,
            ErrorClass::CompositionError);
  EXPECT_EQ(test::compile_files(
                test::Files{{test::entry_name,
                             sphere("-1") + "imports: {x: {source: w.rigy.yaml, contract: c}}\n"},
                            {"w.rigy.yaml", "version: \"0.6\"\n"},
                            {"c", "contract_version: 1\n"}})
                .report.error_class,
            ErrorClass::ContractError);
}

}  // namespace
}  // namespace rigy
