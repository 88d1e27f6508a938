// What diagnostics are about, in the pictures of documents with and without errors.
#include "render/marks.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "evaluated_scene/drawable.hpp"
#include "rigy/render.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

std::string text_of(const Mark& mark, const World& world) {
  std::string painted;
  for (const std::uint32_t primitive : mark.primitives) {
    painted += ' ' + full_id(world, world.primitives[primitive]);
  }
  if (painted.empty()) {
    painted = fmt::format(" at {:.4g},{:.4g},{:.4g}", mark.at.x, mark.at.y, mark.at.z);
  }
  return fmt::format("{} {} {}:{}\n", mark.is_error ? "error" : "warning", mark.name,
                     fmt::join(mark.ids, "+"), painted);
}

// One line for each mark, and one for the rest.
std::string marks_in(const test::Files& documents) {
  MemoryFiles files(documents);
  const Analysis analysis = analyze(test::entry_name, files);
  const AnalyzedAssembly& analyzed = *analysis.assembly;
  const AnalyzedAssembly part = drawable_part(analyzed);
  if (part.placements.roots.empty()) return "no root\n";
  Diagnostics diagnostics;
  WorldOptions options;
  options.despite_errors = true;
  const auto world = build_world(part, options, diagnostics);
  if (!world) return "no world\n";
  const Marks marks = marks_of(analyzed, *world, analysis.report);
  std::string text;
  for (const Mark& mark : marks.list) text += text_of(mark, *world);
  if (!marks.elsewhere.empty()) {
    text += fmt::format("elsewhere: {}\n", fmt::join(marks.elsewhere, " "));
  }
  return text;
}

std::string marks_in(const std::string& text) {
  return marks_in(test::Files{{test::entry_name, text}});
}

TEST(Marks, PaintWhatErrorsAreAboutAndPointAtWhatHasNoShape) {
  EXPECT_EQ(marks_in(R"(version: "0.12"
materials:
  red: {base_color: [1, 0, 0, 1]}
meshes:
  - id: lamp
    primitives:
      - {id: base, type: cylinder, dimensions: {radius: 0.3, height: 0.1}, material: red}
      - {id: pole, type: cylinder, dimensions: {radius: 0.05, height: 1}, material: rod}
      - {id: shade, type: sphere, dimensions: {radius: -0.2}, material: red, transform: {translation: [0, 1.2, 0]}}
      - {id: knob, type: box, dimensions: {x: 1, y: 1, z: 1}, material: red, transform: {rotation_euler: [0, 90, 0]}}
colour: blue
)"),
            "error pole V75: lamp.pole\n"
            "error shade V07: at 0,1.2,0\n"
            "warning knob W06: lamp.knob\n"
            "elsewhere: V57\n");
}

TEST(Marks, OfOneLineAreToldApartByColumns) {
  EXPECT_EQ(marks_in(R"(version: "0.12"
meshes: [{id: m, primitives: [{id: a, type: box, dimensions: {x: 1, y: 1, z: 1}}, {id: b, type: sphere, dimensions: {radius: 0}}, {id: c, type: sphere, dimensions: {radius: 1}}]}]
)"),
            "error b V07: at 0,0,0\n");
}

constexpr const char* bound = R"(version: "0.6"
meshes:
  - {id: arm, primitives: [{id: upper, type: capsule, dimensions: {radius: 0.2, height: 1}}, {id: lower, type: capsule, dimensions: {radius: 0.2, height: 1}}]}
armatures:
  - id: rig
    bones:
      - {id: low, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: high, parent: low, head: [0, 1, 0], tail: [0, 2, 0]}
bindings:
  - mesh_id: arm
    armature_id: rig
    weights:
      - {primitive_id: upper, bones: [{bone_id: hihg, weight: 1}]}
      - {primitive_id: lower, bones: [{bone_id: low, weight: 1}]}
poses:
  - id: bent
    bones:
      high: {rotation: [0.8, 0.6, 0, 0]}
)";

TEST(Marks, OfWeightsPaintThePrimitiveAndOfPosesPointAtTheBone) {
  EXPECT_EQ(marks_in(bound),
            "error upper V11: arm.upper\n"
            "warning high W07: at 0,1.5,0\n");
}

TEST(Marks, OfAMeshPaintAllOfIt) {
  EXPECT_EQ(marks_in(R"(version: "0.12"
meshes:
  - id: m
    material: none_such
    primitives:
      - {id: a, type: sphere, dimensions: {radius: 1}}
      - {id: b, type: sphere, dimensions: {radius: 2}}
)"),
            "error m V75: m.a m.b\n");
}

TEST(Marks, OfAMirroredItemAreOnBothSides) {
  EXPECT_EQ(marks_in(R"(version: "0.12"
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
meshes:
  - id: m
    primitives:
      - {id: L_ear, type: sphere, dimensions: {radius: 1}, material: fur, transform: {translation: [2, 0, 0]}}
)"),
            "error R_ear V75: m.R_ear\n"
            "error L_ear V75: m.L_ear\n");
}

TEST(Marks, OfAnImportAreAtEachInstanceThatCanBePlaced) {
  const char* const wheel = R"(version: "0.12"
meshes: [{id: rim, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}, {id: q, type: sphere, dimensions: {radius: 0}}]}]
)";
  EXPECT_EQ(marks_in(test::Files{{test::entry_name, R"(version: "0.12"
imports: {wheel: {source: wheel.rigy.yaml}}
instances:
  - {id: one, import: wheel}
  - {id: two, import: whel}
)"},
                                 {"wheel.rigy.yaml", wheel}}),
            "error q V07: at 0,0,0\n"
            "elsewhere: V34 V26\n");
}

TEST(Marks, OfAnImportOfWhichNothingIsShownAreAtItsInstances) {
  const char* const wheel = R"(version: "0.12"
anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]
meshes: [{id: rim, primitives: [{id: q, type: sphere, dimensions: {radius: 0}, transform: {translation: [0, 0, 2]}}]}]
)";
  EXPECT_EQ(marks_in(test::Files{{test::entry_name, R"(version: "0.12"
imports: {wheel: {source: wheel.rigy.yaml}}
anchors: [{id: a, translation: [5, 0, 0]}, {id: b, translation: [6, 0, 0]}, {id: c, translation: [5, 1, 0]}]
instances:
  - {id: one, import: wheel, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}
)"},
                                 {"wheel.rigy.yaml", wheel}}),
            "error q V07: at 5,0,2\n");
}

TEST(Marks, OfAMaterialPaintWhatUsesIt) {
  EXPECT_EQ(marks_in(R"(version: "0.12"
materials:
  red: {base_color: [2, 0, 0, 1]}
  blue: {base_color: [0, 0, 1, 1]}
meshes:
  - id: m
    material: red
    primitives:
      - {id: a, type: sphere, dimensions: {radius: 1}}
      - {id: b, type: sphere, dimensions: {radius: 2}, material: blue}
      - {id: c, type: sphere, dimensions: {radius: 3}, material: red}
)"),
            "error red V40: m.a m.c\n");
}

TEST(Marks, OfAPartWithoutAReadablePlaceAreADot) {
  EXPECT_EQ(marks_in(R"(version: "0.12"
meshes:
  - id: m
    primitives:
      - {id: a, type: sphere, dimensions: {radius: 1}}
      - {id: b, type: sphere, dimensions: {radius: 2}, transform: {translation: [1, 2]}}
)"),
            "error b P06: at 0,0,0\n");
}

TEST(Marks, OfAPoseThatOmitsABonePaintWhatFollowsIt) {
  const char* const text = R"(version: "0.6"
meshes:
  - {id: arm, primitives: [{id: upper, type: sphere, dimensions: {radius: 0.2}, transform: {translation: [0, 1.5, 0]}}, {id: lower, type: sphere, dimensions: {radius: 0.2}}]}
armatures:
  - id: rig
    bones:
      - {id: low, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: high, parent: low, head: [0, 1, 0], tail: [0, 2, 0]}
bindings:
  - mesh_id: arm
    armature_id: rig
    weights:
      - {primitive_id: upper, bones: [{bone_id: high, weight: 1}]}
      - {primitive_id: lower, bones: [{bone_id: low, weight: 1}]}
poses:
  - id: bent
    bones: {low: {rotation: [0.8, 0.6, 0, 0]}}
)";
  MemoryFiles files(test::Files{{test::entry_name, text}});
  const Analysis analysis = analyze(test::entry_name, files);
  Diagnostics diagnostics;
  WorldOptions options;
  options.pose = "bent";
  const auto world = build_world(*analysis.assembly, options, diagnostics);
  ASSERT_TRUE(world);
  const Marks marks = marks_of(*analysis.assembly, *world, analysis.report);
  ASSERT_EQ(marks.list.size(), 1u);
  EXPECT_EQ(text_of(marks.list[0], *world), "warning high W07: arm.upper\n");
  EXPECT_TRUE(marks.elsewhere.empty());
}

TEST(Marks, OfDocumentsThatCannotBeReadAreNowhere) {
  EXPECT_EQ(marks_in("version: \"0.12\"\nmeshes: 7\n"), "elsewhere: P04\n");
}

RenderResult drawn(const char* text, bool marks) {
  MemoryFiles files(test::Files{{test::entry_name, text}});
  RenderOptions options;
  options.diagnostics = marks;
  options.width = 80;
  options.height = 60;
  return render(test::entry_name, files, options);
}

TEST(Marks, ErrorsDoNotPreventAPictureThatMarksThem) {
  const RenderResult plain = drawn(bound, false);
  EXPECT_TRUE(plain.frames.empty());
  const RenderResult marked = drawn(bound, true);
  EXPECT_EQ(marked.frames.size(), 1u);
  EXPECT_EQ(marked.report.errors, 1u);
  // Marking changes nothing about the report.
  EXPECT_EQ(test::messages(marked.report), test::messages(plain.report));
}

TEST(Marks, WithoutAnythingToDrawThereIsNoPicture) {
  const RenderResult broken = drawn("version: \"0.12\nmeshes: [", true);
  EXPECT_TRUE(broken.frames.empty());
  EXPECT_NE(test::messages(broken.report).find("X52"), std::string::npos);
}

TEST(Marks, OfADocumentWithoutShapesSayWhyThereIsNoPicture) {
  const RenderResult newer = drawn("version: \"9.9\"\nmeshes: []\n", true);
  EXPECT_TRUE(newer.frames.empty());
  EXPECT_NE(test::messages(newer.report)
                .find("X52 0:0 there is no picture: too little of the document could be read"),
            std::string::npos);
}

TEST(Marks, OptionsThatNeedTheWholeDocumentDoNotPreventThePicture) {
  MemoryFiles files(test::Files{{test::entry_name, bound}});
  RenderOptions options;
  options.diagnostics = true;
  options.width = 80;
  options.height = 60;
  const RenderResult plain = render(test::entry_name, files, options);
  options.heat = "low";
  options.focus = {"hand"};
  options.section = Section{0, 100};
  const RenderResult asked = render(test::entry_name, files, options);
  ASSERT_EQ(asked.frames.size(), 1u);
  EXPECT_EQ(asked.frames[0].rgba, plain.frames.at(0).rgba);
  EXPECT_EQ(test::messages(asked.report), test::messages(plain.report));
}

// Pixels that are clearly red.
std::size_t red_pixels(const Picture& picture) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
    const int others = std::max(picture.rgba[i + 1], picture.rgba[i + 2]);
    if (picture.rgba[i] > others + 60) ++count;
  }
  return count;
}

TEST(Marks, AreTheOnlyRedOfARedDocument) {
  const auto red_in = [](const char* right) {
    const std::string text = std::string(R"(version: "0.12"
materials: {red: {base_color: [0.8, 0.03, 0.02, 1]}}
meshes:
  - id: m
    material: red
    primitives:
      - {id: left, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [-1, 0, 0]}}
      - {id: right, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [1, 0, 0]})") +
                             right + "}\n";
    return red_pixels(drawn(text.c_str(), true).frames.at(0));
  };
  const std::size_t unmarked = red_in("");
  const std::size_t marked = red_in(", material: rde");
  EXPECT_GT(marked, unmarked / 4);
  EXPECT_LT(marked, 3 * unmarked / 4);
}

}  // namespace
}  // namespace rigy
