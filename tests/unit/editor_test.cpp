// Questions of editors about a text: what may be written at a place, what stands there, its parts.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "editor/colors.hpp"
#include "editor/completion.hpp"
#include "editor/hover.hpp"
#include "editor/inlay_hints.hpp"
#include "editor/structure.hpp"
#include "rigy/analyze.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

struct Marked {
  std::string text;
  std::size_t offset = 0;
};

// The text without its '|', and where it was.
Marked marked(std::string text) {
  const std::size_t offset = text.find('|');
  text.erase(offset, 1);
  return {std::move(text), offset};
}

std::vector<Completion> completions(const std::string& text_with_mark,
                                    const std::string& path = "a.rigy.yaml",
                                    const Surroundings& around = {}) {
  Marked at = marked(text_with_mark);
  return complete_at(open_document(path, std::move(at.text)), around, at.offset).items;
}

const Completion* find(const std::vector<Completion>& items, std::string_view label) {
  const auto found = std::find_if(items.begin(), items.end(),
                                  [label](const Completion& item) { return item.label == label; });
  return found == items.end() ? nullptr : &*found;
}

std::string labels(const std::vector<Completion>& items) {
  std::string all;
  for (const Completion& item : items) all += item.label + ' ';
  return all;
}

constexpr const char* rig = R"(version: "0.13"
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: arm, parent: root, head: [0, 1, 0], tail: [1, 1, 0]}
  - id: other
    bones:
      - {id: stray, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
meshes:
  - id: body
    primitives:
      - {id: ball, type: sphere, dimensions: {radius: 1}}
)";

TEST(Completion, OffersFieldsThatAreMissingRequiredOnesFirst) {
  const auto items = completions("version: \"0.13\"\nmeshes:\n  - id: body\n    |\n");
  ASSERT_FALSE(items.empty());
  EXPECT_EQ(items.front().label, "primitives");
  EXPECT_TRUE(items.front().is_first);
  EXPECT_EQ(find(items, "id"), nullptr);
  EXPECT_NE(find(items, "name"), nullptr);
}

TEST(Completion, FillsInTheRequiredFieldsOfAForm) {
  const auto items = completions("version: \"0.13\"\n|");
  const Completion* armatures = find(items, "armatures");
  ASSERT_NE(armatures, nullptr);
  EXPECT_EQ(armatures->snippet,
            "armatures:\n  - {id: ${1:armature}, bones: [{id: ${2:bone}, parent: ${3:none}, "
            "head: [${4:0}, ${5:0}, ${6:0}], tail: [${7:0}, ${8:1}, ${9:0}]}]}");
}

TEST(Completion, FillsInFieldsBetweenBrackets) {
  const auto items =
      completions("version: \"0.13\"\nmeshes: [{id: a, primitives: [{id: b, type: box, |}]}]\n");
  const Completion* dimensions = find(items, "dimensions");
  ASSERT_NE(dimensions, nullptr) << labels(items);
  EXPECT_EQ(dimensions->snippet, "dimensions: {x: ${1:0.1}, y: ${2:0.1}, z: ${3:0.1}}");
  EXPECT_EQ(find(items, "tags")->snippet, "tags: [${1:name}]");
  // A key that has a value keeps it.
  const auto keyed = completions(
      "version: \"0.13\"\nmeshes: [{id: a, primitives: [{id: b, type: box, dim|: {x: 1}}]}]\n");
  EXPECT_EQ(find(keyed, "dimensions")->snippet, "dimensions");
}

TEST(Completion, FillsInListsVersionsAndTruth) {
  const auto list = completions("version: \"0.13\"\nmeshes: |\n");
  ASSERT_EQ(list.size(), 1u) << labels(list);
  EXPECT_TRUE(list[0].snippet.starts_with("[{id: ${1:mesh}")) << list[0].snippet;
  const auto from =
      completions("version: \"0.13\"\ninstances:\n  - {id: a, import: b, attach3: {from: |}}\n");
  EXPECT_EQ(from.front().snippet, "[${1:anchor}, ${2:anchor}, ${3:anchor}]");
  EXPECT_EQ(completions("version: |\n").front().snippet, "\"0.13\"");
  EXPECT_EQ(completions("version: \"|\"\n").front().snippet, "0.13");
  EXPECT_EQ(completions("rigs_version: |\n", "a.rigs.yaml").front().snippet, "\"0.1\"");
}

TEST(Completion, ABoneMayHaveNoParent) {
  const std::string text(rig);
  const std::size_t at = text.find("root, head");
  EXPECT_EQ(labels(completions(text.substr(0, at) + "|" + text.substr(at + 4))), "root arm none ");
}

TEST(Completion, OffersTheWordsOfAField) {
  const auto items = completions(
      "version: \"0.13\"\nmeshes:\n  - id: a\n    primitives:\n      - {id: b, type: |}\n");
  EXPECT_NE(find(items, "capsule"), nullptr);
  EXPECT_EQ(find(items, "cone"), nullptr) << labels(items);
}

TEST(Completion, OffersTheWordsOfOtherObjectsThatAMappingMayBe) {
  const auto types = completions(
      "version: \"0.13\"\nmeshes:\n  - id: a\n    primitives:\n      - {id: b, type: |}\n");
  EXPECT_NE(find(types, "implicit_surface"), nullptr) << labels(types);
  const auto old = completions(
      "version: \"0.12\"\nmeshes:\n  - id: a\n    primitives:\n      - {id: b, type: |}\n");
  EXPECT_EQ(find(old, "implicit_surface"), nullptr) << labels(old);
}

TEST(Completion, FillsInTheDimensionsOfTheType) {
  const auto items =
      completions("version: \"0.13\"\nmeshes: [{id: a, primitives: [{type: cylinder, |}]}]\n");
  EXPECT_EQ(find(items, "dimensions")->snippet, "dimensions: {radius: ${1:0.1}, height: ${2:0.1}}");
}

TEST(Completion, FillsInKeysOfMaps) {
  const auto bones =
      completions(std::string(rig) +
                  "poses:\n  - id: up\n    bones:\n      arm: {translation: [0, 1, 0]}\n      |\n");
  EXPECT_EQ(labels(bones), "root stray ");
  EXPECT_TRUE(bones[0].snippet.starts_with("root: {rotation: [${1:1}, ")) << bones[0].snippet;
  const auto roles = completions(
      "version: \"0.13\"\nmeshes:\n  - id: a\n    uv_roles:\n      |\n    primitives: []\n");
  EXPECT_EQ(find(roles, "albedo")->snippet, "albedo: {set: ${1:uv0}}");
  const auto imports = completions("version: \"0.13\"\nimports:\n  |\n");
  ASSERT_EQ(imports.size(), 1u) << labels(imports);
  EXPECT_EQ(imports[0].snippet, "${1:import}: {source: ${2:part.rigy.yaml}}");
  const auto params = completions("version: \"0.13\"\nparams:\n  |\n");
  EXPECT_EQ(params.front().snippet, "${1:param}: ${2:1}");
}

TEST(Completion, OffersNoWordsThatAreNewerThanTheDocument) {
  const auto old =
      completions("version: \"0.7\"\nmeshes: [{id: a, primitives: [{id: b, type: |}]}]");
  EXPECT_NE(find(old, "box"), nullptr);
  EXPECT_EQ(find(old, "wedge"), nullptr);
}

TEST(Completion, OffersBonesOfTheArmatureOfTheBinding) {
  const auto items =
      completions(std::string(rig) +
                  "bindings:\n  - mesh_id: body\n    armature_id: rig\n    weights:\n"
                  "      - {primitive_id: ball, bones: [{bone_id: |}]}\n");
  EXPECT_EQ(labels(items), "root arm ");
}

TEST(Completion, ReadsALineThatIsNotFinished) {
  const auto items = completions(std::string(rig) + "bindings:\n  - mesh_id: body\n    arma|\n");
  EXPECT_NE(find(items, "armature_id"), nullptr) << labels(items);
}

TEST(Completion, WorksBelowAndAboveOtherMistakes) {
  const auto items = completions(
      "version: \"0.13\"\nmeshes:\n  - id: a\n    name \"broken\n"
      "materials:\n  clay: {|}\nanchors: [\n");
  EXPECT_NE(find(items, "base_color"), nullptr) << labels(items);
}

TEST(Completion, OffersParamsAndFunctionsInExpressions) {
  const auto items = completions(
      "version: \"0.13\"\nparams: {width: 2}\nmeshes:\n  - id: a\n    primitives:\n"
      "      - {id: b, type: sphere, dimensions: {radius: \"=|\"}}\n");
  EXPECT_NE(find(items, "$width"), nullptr) << labels(items);
  EXPECT_NE(find(items, "sqrt"), nullptr);
}

// Of an expression only the name at the cursor is replaced, wherever it stands.
TEST(Completion, ReplacesOneNameOfAnExpression) {
  const auto replaced = [](std::string_view expression) {
    const Marked at = marked(
        "version: \"0.13\"\nparams: {width: 2}\nmeshes:\n  - id: a\n    primitives:\n"
        "      - {id: b, type: sphere, dimensions: {radius: " +
        std::string(expression) + "}}\n");
    const Completions found = complete_at(open_document("a.rigy.yaml", at.text), {}, at.offset);
    EXPECT_NE(find(found.items, "$width"), nullptr) << expression;
    return at.text.substr(found.replaced.begin, found.replaced.size());
  };
  EXPECT_EQ(replaced("\"=$wi|\""), "$wi");
  EXPECT_EQ(replaced("\"=2*($width+sq|)\""), "sq");
  EXPECT_EQ(replaced("'= max( 1, $wi|dth ) '"), "$width");
  EXPECT_EQ(replaced("=1/|"), "");
  EXPECT_EQ(replaced("=max($wi|"), "$wi");
  EXPECT_EQ(replaced("$wi|"), "$wi");
  const auto params = completions(
      "version: \"0.13\"\nparams: {width: 2}\nmeshes:\n  - id: a\n    primitives:\n"
      "      - {id: b, type: sphere, dimensions: {radius: \"=2*$|\"}}\n");
  EXPECT_EQ(labels(params), "$width ");
}

// Without quotes, on a line of its own, commas separate the arguments of functions.
TEST(Completion, GoesOnAfterTheCommaOfAFunction) {
  for (const char* const expression :
       {"=max(1, sq|", "=max(1, sq|)", "=max(min(1, 2), sq|) # so"}) {
    const auto items = completions(
        std::string(
            "version: \"0.13\"\nparams: {width: 2}\nmeshes:\n  - id: a\n    primitives:\n"
            "      - id: b\n        type: sphere\n        dimensions:\n          radius: ") +
        expression + "\n");
    EXPECT_NE(find(items, "$width"), nullptr) << expression;
    EXPECT_NE(find(items, "sqrt"), nullptr) << expression;
  }
}

TEST(Completion, OffersAnchorsOfTheImport) {
  const OpenDocument wheel = open_document(
      "wheel.rigy.yaml", "version: \"0.13\"\nanchors: [{id: hub, translation: [0, 0, 0]}]\n");
  Surroundings around;
  around.file = [&wheel](const std::string& path) {
    return path == "wheel.rigy.yaml" ? &wheel : nullptr;
  };
  const auto items = completions(
      "version: \"0.13\"\nimports: {wheel: {source: wheel.rigy.yaml}}\n"
      "instances:\n  - {id: front, import: wheel, attach3: {from: [|]}}\n",
      "car.rigy.yaml", around);
  EXPECT_EQ(labels(items), "hub ");
}

TEST(Completion, OffersBonesOfTheAssetThatAMotionMovesAndTheirMirrorImages) {
  const OpenDocument asset = open_document(
      "man.rigy.yaml",
      "version: \"0.13\"\nsymmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\narmatures:\n"
      "  - {id: rig, bones: [{id: hips, parent: none, head: [0, 0, 0], tail: [0, 1, 0]},\n"
      "      {id: L_arm, parent: hips, head: [0, 1, 0], tail: [1, 1, 0]}]}\n");
  Surroundings around;
  around.file = [&asset](const std::string& path) {
    return path == "man.rigy.yaml" ? &asset : nullptr;
  };
  const std::string motion = "rigm_version: \"0.1\"\nasset: man.rigy.yaml\n";
  EXPECT_EQ(
      labels(completions(motion + "poses:\n  wave: {turn: {|: {x: 1}}}\n", "a.rigm.yaml", around)),
      "hips L_arm R_arm ");
  EXPECT_EQ(
      labels(completions(motion + "poses:\n  wave: {reach: [{bone: |}]}\n", "a.rigm.yaml", around)),
      "hips L_arm R_arm ");
}

TEST(Completion, OffersAnchorsOfAnImportThatIsOnlyAPath) {
  const OpenDocument room = open_document(
      "room.rigy.yaml", "version: \"0.13\"\nanchors: [{id: middle, translation: [0, 0, 0]}]\n");
  Surroundings around;
  around.file = [&room](const std::string& path) {
    return path == "room.rigy.yaml" ? &room : nullptr;
  };
  const auto items = completions(
      "version: \"0.13\"\nimports: {room: room.rigy.yaml}\n"
      "instances:\n  - {id: one, import: room, attach3: {from: [|]}}\n",
      "house.rigy.yaml", around);
  EXPECT_EQ(labels(items), "middle ");
}

TEST(Completion, OffersAnchorsOfTheParentAndOfTheChildInAScene) {
  const OpenDocument room = open_document(
      "room.rigy.yaml", "version: \"0.13\"\nanchors: [{id: middle, translation: [0, 0, 0]}]\n");
  const OpenDocument lamp = open_document(
      "lamp.rigy.yaml", "version: \"0.13\"\nanchors: [{id: foot, translation: [0, 0, 0]}]\n");
  Surroundings around;
  around.file = [&](const std::string& path) {
    return path == "room.rigy.yaml" ? &room : path == "lamp.rigy.yaml" ? &lamp : nullptr;
  };
  const std::string scene =
      "rigs_version: \"0.1\"\nimports: {room: room.rigy.yaml, lamp: lamp.rigy.yaml}\n"
      "scene:\n  base: room\n  children:\n    - id: one\n      base: lamp\n      place:\n";
  EXPECT_EQ(labels(completions(scene + "        slot: {anchors: [|", "a.rigs.yaml", around)),
            "middle ");
  EXPECT_EQ(labels(completions(scene + "        mount: {anchors: [|]}\n", "a.rigs.yaml", around)),
            "foot ");
}

TEST(Completion, OffersMaterialsOfImports) {
  const OpenDocument wheel = open_document(
      "wheel.rigy.yaml", "version: \"0.13\"\nmaterials: {rubber: {base_color: [0, 0, 0, 1]}}\n");
  Surroundings around;
  around.file = [&wheel](const std::string& path) {
    return path == "wheel.rigy.yaml" ? &wheel : nullptr;
  };
  EXPECT_EQ(labels(completions("version: \"0.13\"\nimports: {wheel: {source: wheel.rigy.yaml}}\n"
                               "materials: {clay: {base_color: [1, 0, 0, 1]}}\n"
                               "meshes: [{id: a, material: |}]\n",
                               "a.rigy.yaml", around)),
            "clay wheel.rubber ");
}

TEST(Completion, OffersFilesOfTheRightKind) {
  Surroundings around;
  around.paths = [](FileKind kind) {
    return kind == FileKind::Asset ? std::vector<std::string>{"parts/wheel.rigy.yaml"}
                                   : std::vector<std::string>{};
  };
  const auto items =
      completions("version: \"0.13\"\nimports: {wheel: {source: |}}\n", "car.rigy.yaml", around);
  EXPECT_EQ(labels(items), "parts/wheel.rigy.yaml ");
}

// An editor asks at any place, of any text.
TEST(Completion, AnswersEverywhere) {
  const std::string text(rig);
  for (std::size_t offset = 0; offset <= text.size(); ++offset) {
    const Completions found = complete_at(open_document("a.rigy.yaml", text), {}, offset);
    EXPECT_LE(found.replaced.begin, offset);
    EXPECT_GE(found.replaced.end, offset);
  }
}

TEST(Hover, SaysWhatAFieldIs) {
  const Marked at = marked("version: \"0.13\"\nmaterials: {clay: {base_|color: [1, 0, 0, 1]}}\n");
  const auto hover = hover_at(open_document("a.rigy.yaml", at.text), nullptr, at.offset);
  ASSERT_TRUE(hover.has_value());
  EXPECT_NE(hover->markdown.find("linear"), std::string::npos) << hover->markdown;
}

TEST(Hover, SaysWhatARepeatIs) {
  const Marked at = marked(
      "version: \"0.13\"\nanchors:\n"
      "  - re|peat: {count: 2, as: i, body: {id: \"a${i}\", translation: [0, 0, 0]}}\n");
  const auto hover = hover_at(open_document("a.rigy.yaml", at.text), nullptr, at.offset);
  ASSERT_TRUE(hover.has_value());
  EXPECT_TRUE(hover->markdown.starts_with("**repeat**: ")) << hover->markdown;
}

Analysis analysis_of(const std::string& text) {
  MemoryFiles files({{"a.rigy.yaml", text}});
  return analyze("a.rigy.yaml", files);
}

TEST(Hover, SaysTheValueOfAnExpression) {
  const Marked at = marked(
      "version: \"0.13\"\nparams: {w: 3}\nmeshes:\n  - id: a\n    primitives:\n"
      "      - {id: b, type: sphere, dimensions: {radius: \"=$w|/4\"}}\n");
  const Analysis analysis = analysis_of(at.text);
  const auto hover =
      hover_at(open_document("a.rigy.yaml", at.text), analysis.assembly.get(), at.offset);
  ASSERT_TRUE(hover.has_value());
  EXPECT_NE(hover->markdown.find("= 0.75"), std::string::npos) << hover->markdown;
}

TEST(Hover, SaysWhereABoneIs) {
  const Marked at = marked(std::string(rig) +
                           "bindings:\n  - {mesh_id: body, armature_id: rig, weights: "
                           "[{primitive_id: ball, bones: [{bone_id: a|rm, weight: 1}]}]}\n");
  const Analysis analysis = analysis_of(at.text);
  const auto hover =
      hover_at(open_document("a.rigy.yaml", at.text), analysis.assembly.get(), at.offset);
  ASSERT_TRUE(hover.has_value());
  EXPECT_NE(hover->markdown.find("From [0, 1, 0] to [1, 1, 0], 1 m long."), std::string::npos)
      << hover->markdown;
}

TEST(InlayHints, ShowVerticesAndValues) {
  const std::string text =
      "version: \"0.13\"\nparams: {w: 3}\nmeshes:\n  - id: a\n    primitives:\n"
      "      - {id: b, type: sphere, dimensions: {radius: $w}}\n";
  const Analysis analysis = analysis_of(text);
  const auto hints = inlay_hints(open_document("a.rigy.yaml", text), *analysis.assembly);
  ASSERT_EQ(hints.size(), 2u);
  EXPECT_EQ(hints[0].text, "561 vertices");
  EXPECT_EQ(hints[1].text, "= 3");
  EXPECT_TRUE(inlay_hints(open_document("a.rigy.yaml", text + "\n"), *analysis.assembly).empty());
}

TEST(InlayHints, NameMirrorImages) {
  const std::string text =
      "version: \"0.13\"\nsymmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\nmeshes:\n"
      "  - id: L_a\n    primitives: [{id: L_b, type: sphere, dimensions: {radius: 1}}]\n";
  const auto hints = inlay_hints(open_document("a.rigy.yaml", text), *analysis_of(text).assembly);
  ASSERT_EQ(hints.size(), 2u);  // a mesh has no image
  EXPECT_EQ(hints[0].text, "2 × 561 vertices");
  EXPECT_EQ(hints[1].text, "and R_b");
}

TEST(Structure, OutlinesItemsBelowTheirSections) {
  const auto outline = outline_of(open_document("a.rigy.yaml", rig));
  ASSERT_EQ(outline.size(), 2u);
  EXPECT_EQ(outline[0].name, "armatures");
  ASSERT_EQ(outline[0].children.size(), 2u);
  EXPECT_EQ(outline[0].children[0].name, "rig");
  EXPECT_EQ(outline[0].children[0].detail, "armature");
  ASSERT_EQ(outline[0].children[0].children.size(), 2u);
  EXPECT_EQ(outline[0].children[0].children[1].name, "arm");
}

TEST(Structure, SelectsFromTheInsideOut) {
  const Marked at = marked("version: \"0.13\"\nmaterials: {clay: {base_color: [1, |0, 0, 1]}}\n");
  const OpenDocument document = open_document("a.rigy.yaml", at.text);
  const auto ranges = selections_at(document, at.offset);
  ASSERT_GE(ranges.size(), 4u);
  EXPECT_EQ(document.authored.text_of(ranges[0]), "0");
  EXPECT_EQ(document.authored.text_of(ranges[1]), "[1, 0, 0, 1]");
  EXPECT_EQ(document.authored.text_of(ranges[2]), "base_color: [1, 0, 0, 1]");
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    EXPECT_LE(ranges[i].begin, ranges[i - 1].begin);
    EXPECT_GE(ranges[i].end, ranges[i - 1].end);
  }
}

TEST(Structure, FoldsWhatHasSeveralLines) {
  const auto folds = folds_of(open_document("a.rigy.yaml", rig));
  ASSERT_FALSE(folds.empty());
  EXPECT_EQ(folds[0].first, 2u);
  EXPECT_EQ(folds[0].last, 9u);
}

TEST(Colors, GoThroughScreenColorsAndBack) {
  const auto colors = colors_of(open_document(
      "a.rigy.yaml", "version: \"0.13\"\nmaterials: {a: {base_color: [0.2159, 1, 0, 0.5]}}\n"));
  ASSERT_EQ(colors.size(), 1u);
  EXPECT_DOUBLE_EQ(colors[0].screen[0], 128.0 / 255);
  EXPECT_EQ(linear_color_text(colors[0].screen), "[0.2159, 1, 0, 0.5]");
}

}  // namespace
}  // namespace rigy
