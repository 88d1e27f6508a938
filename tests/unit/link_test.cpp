// Linking: each unknown id is reported at its reference, without consequential errors.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;
using test::findings_of;

constexpr const char* sound = R"(version: "0.6"
materials:
  red: {base_color: [1, 0, 0, 1]}
meshes:
  - id: body
    primitives:
      - {id: torso, type: box, dimensions: {x: 1, y: 1, z: 1}, material: red}
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: tip, parent: root, head: [0, 1, 0], tail: [0, 2, 0]}
bindings:
  - mesh_id: body
    armature_id: rig
    weights:
      - {primitive_id: torso, bones: [{bone_id: root, weight: 1}]}
    weight_maps:
      - primitive_id: torso
        gradients:
          - {axis: y, range: [0, 1], from: {bone_id: root, weight: 1}, to: {bone_id: tip, weight: 1}}
        overrides:
          - {vertices: [0], bones: [{bone_id: tip, weight: 1}]}
poses:
  - {id: bend, bones: {tip: {}}}
anchors:
  - {id: a, translation: [0, 0, 0]}
  - {id: b, translation: [1, 0, 0]}
  - {id: c, translation: [0, 1, 0]}
instances:
  - {id: twin, mesh_id: body, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}
)";

// The sound document with one change; W02 does not matter here.
std::string findings_with(std::string_view old, std::string_view changed) {
  std::string text = sound;
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  text.replace(at, old.size(), changed);
  CompileOptions options;
  options.suppressed_warnings = {"W02"};
  return findings_of(text, options);
}

TEST(Link, ASoundDocumentHasNoFindings) { EXPECT_EQ(findings_with("red:", "red:"), ""); }

TEST(Link, EachUnknownIdIsReportedWhereItStands) {
  EXPECT_EQ(findings_with("material: red", "material: rod"), "V38 7:74\n");
  EXPECT_EQ(findings_with("parent: root", "parent: rot"), "X01 12:27\n");
  EXPECT_EQ(findings_with("mesh_id: body", "mesh_id: boby"), "V08 14:14\n");
  EXPECT_EQ(findings_with("armature_id: rig", "armature_id: rag"), "V09 15:18\n");
  EXPECT_EQ(findings_with("{primitive_id: torso", "{primitive_id: toso"), "V10 17:24\n");
  EXPECT_EQ(findings_with("bones: [{bone_id: root, weight", "bones: [{bone_id: rot, weight"),
            "V11 17:49\n");
  EXPECT_EQ(findings_with("- primitive_id: torso", "- primitive_id: toso"), "V14 19:23\n");
  EXPECT_EQ(findings_with("from: {bone_id: root", "from: {bone_id: rot"), "V15 21:54\n");
  EXPECT_EQ(findings_with("to: {bone_id: tip", "to: {bone_id: tap"), "V15 21:86\n");
  EXPECT_EQ(findings_with("bones: [{bone_id: tip", "bones: [{bone_id: tap"), "V16 23:47\n");
  EXPECT_EQ(findings_with("bones: {tip:", "bones: {tap:"), "X07 25:24\n");
  EXPECT_EQ(findings_with("twin, mesh_id: body", "twin, mesh_id: bod"), "V27 31:25\n");
  EXPECT_EQ(findings_with("from: [a", "from: [d"), "V29 31:48\n");
  EXPECT_EQ(findings_with("to: [a", "to: [d"), "V30 31:63\n");
  EXPECT_EQ(findings_with("mesh_id: body, attach3", "import: w, attach3"), "V26 31:24\n");
}

TEST(Link, UnknownIdsGetASuggestion) {
  std::string text = sound;
  text.replace(text.find("material: red"), 13, "material: rde");
  const Report report = test::compile_text(text).report;
  EXPECT_EQ(report.diagnostics.at(0).help, "did you mean 'red'?");
}

// References to an item that could not be decoded are not reported as well.
TEST(Link, NothingFollowsFromWhatCouldNotBeRead) {
  EXPECT_EQ(findings_with("- id: body", "- id: 7"), "P04 5:9\n");
  EXPECT_EQ(findings_with("- id: rig", "- id: {}"), "P04 9:9\n");
  EXPECT_EQ(findings_with("{id: torso", "{id: [torso]"), "P04 7:14\n");
  EXPECT_EQ(findings_with("{id: tip", "{ident: tip"), "V34 12:9\nV33 12:10\n");
  EXPECT_EQ(findings_with("{id: a, tr", "{id: 1, tr"), "P04 27:10\n");
  EXPECT_EQ(findings_with("    primitives:\n", "    primitives: 3\n    name:\n").substr(0, 4),
            "P04 ");
  EXPECT_EQ(findings_with("translation: [1, 0, 0]", "translation: [1, 0]"), "P06 28:26\n");
}

// Whole lists that are missing or of the wrong kind.
TEST(Link, NothingFollowsFromLostLists) {
  const std::string rest = R"(
bindings:
  - {mesh_id: m, armature_id: a, weights: [{primitive_id: p, bones: [{bone_id: b, weight: 1}]}]}
poses: [{id: x, bones: {b: {}}}]
)";
  EXPECT_EQ(findings_of("version: \"0.6\"\nmeshes: [{id: m}]\narmatures: [{id: a}]\n" + rest),
            "V34 2:10\nV34 3:13\n");
  EXPECT_EQ(findings_of("version: \"0.6\"\nmeshes: {id: m}\narmatures: 7\n" + rest),
            "P04 2:9\nP04 3:12\n");
  EXPECT_EQ(findings_of(R"(version: "0.6"
materials: []
imports: wheel
anchors: none
meshes:
  - id: m
    primitives:
      - {id: p, type: sphere, dimensions: {radius: 1}, material: wheel.red}
  - id: n
    primitives:
      - {id: p, type: sphere, dimensions: {radius: 1}, material: red}
instances:
  - {id: i, import: wheel, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}
)"),
            "P04 2:12\nP04 3:10\nP04 4:10\n");
  // An unreadable material is not another material.
  EXPECT_EQ(findings_of(R"(version: "0.6"
materials: {red: {base_color: [1, 0, 0, 1]}}
meshes:
  - id: m
    primitives:
      - {id: p, type: sphere, dimensions: {radius: 1}, material: red}
      - {id: q, type: sphere, dimensions: {radius: 1}, material: 5}
      - {id: r, type: sphere, dimensions: {radius: 1}, material: red}
)"),
            "P04 7:66\n");
}

TEST(Link, NothingFollowsFromAnImportThatCannotBeRead) {
  EXPECT_EQ(findings_of(R"(version: "0.6"
imports: {w: {source: lost.rigy.yaml}}
anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]
meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}, material: w.red}]}]
instances: [{id: i, import: w, attach3: {from: [x, y, z], to: [a, b, c], mode: rigid}}]
)"),
            "X20 2:23\n");
}

// An influence without a bone id next to one whose bone id is empty.
TEST(Link, AnEmptyBoneIdIsNoBone) {
  EXPECT_EQ(findings_with("bones: [{bone_id: root, weight: 1}]",
                          "bones: [{bone_id: '', weight: 1}, {weight: 1}]"),
            "V11 17:49\nV34 17:65\n");
}

TEST(Link, MaterialsOfImportsAreQualified) {
  const auto with_material = [](std::string_view material, std::string_view own = "{}") {
    return findings_of(Files{{test::entry_name, fmt::format(R"(version: "0.6"
imports: {{w: {{source: w.rigy.yaml}}}}
materials: {}
meshes: [{{id: m, primitives: [{{id: p, type: sphere, dimensions: {{radius: 1}}, material: {}}}]}}]
)",
                                                            own, material)},
                             {"w.rigy.yaml",
                              "version: \"0.6\"\nmaterials: {red: {base_color: [1, 0, 0, 1]}, a.b: "
                              "{base_color: [1, 0, 0, 1]}}\n"}});
  };
  EXPECT_EQ(with_material("w.red"), "");
  EXPECT_EQ(with_material("w.a.b"), "");
  EXPECT_EQ(with_material("w.rad"), "V42 4:88\n");
  EXPECT_EQ(with_material("red"), "V38 4:88\n");
  EXPECT_EQ(with_material("w.red", "{w.red: {base_color: [1, 0, 0, 1]}}"), "V42 3:13\n");
  EXPECT_EQ(with_material("w.blue", "{w.blue: {base_color: [1, 0, 0, 1]}}"), "");
}

}  // namespace
}  // namespace rigy
