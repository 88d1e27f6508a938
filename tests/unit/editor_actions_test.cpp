// What editors offer to do at a place: common work, and comments that allow findings of lint.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "editor/actions.hpp"
#include "rigy/compile.hpp"
#include "rigy/lint.hpp"
#include "tests/every_floor.hpp"
#include "tests/unit/repository_documents.hpp"
#include "tests/unit/support.hpp"

namespace rigy {
namespace {

constexpr const char* rig = R"(version: "0.13"
params: {reach: 1}
materials: {skin: {base_color: [0.8, 0.6, 0.5, 1]}}
meshes:
  - id: body
    primitives:
      - {id: torso, type: box, dimensions: {x: 1, y: 2, z: 1}, material: skin}
      - {id: skull, type: sphere, dimensions: {radius: 0.5}, transform: {translation: [0, 2.5, 0]}, material: skin}
armatures:
  - id: rig
    bones:
      - {id: hips, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: neck, parent: hips, head: [0, 1, 0], tail: [0, 2, 0]}
      - {id: head, parent: neck, head: [0, 2, 0], tail: [0, "=2+$reach", 0]}
bindings:
  - mesh_id: body
    armature_id: rig
poses:
  - id: nod
    bones:
      neck: {rotation: [0.9239, 0.3827, 0, 0]}
)";

std::string crlf(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

MemoryFiles one_file(const std::string& name, const std::string& text) {
  return MemoryFiles(std::map<std::string, std::string>{{name, text}});
}

Analysis analyzed(const std::string& text) {
  MemoryFiles files = one_file("a.rigy.yaml", text);
  return analyze("a.rigy.yaml", files);
}

std::vector<EditorAction> actions_at(const std::string& text, std::string_view part,
                                     const std::string& name = "a.rigy.yaml") {
  MemoryFiles files = one_file(name, text);
  const Analysis analysis = analyze(name, files);
  return refactorings_at(open_document(name, text), &analysis, text.find(part) + 1);
}

// The text after the action whose title has these words; empty if it is not offered.
std::string after_action(const std::string& text, std::string_view part, std::string_view title) {
  for (const EditorAction& action : actions_at(text, part)) {
    if (action.title.find(title) == std::string::npos) continue;
    return apply_edits(text, action.edits).value_or("the edits do not apply");
  }
  return {};
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(EditorActions, MakeANumberAParam) {
  const std::string after = after_action(rig, "0.5}", "param");
  EXPECT_TRUE(has(after, "params: {reach: 1, radius: 0.5}\n")) << after;
  EXPECT_TRUE(has(after, "dimensions: {radius: $radius}")) << after;
  const std::string element = after_action(rig, "2.5, 0]", "param");
  EXPECT_TRUE(has(element, "[0, $translation_y, 0]")) << element;
}

TEST(EditorActions, AParamGetsASectionAndAFreeName) {
  const std::string text =
      "version: \"0.13\"  # newest\nmeshes:\n  - id: a\n    primitives:\n"
      "      - {id: b, type: sphere, dimensions: {radius: 2}}\n";
  const std::string after = after_action(text, "2}}", "param");
  EXPECT_TRUE(after.starts_with("version: \"0.13\"  # newest\nparams: {radius: 2}\nmeshes:"))
      << after;
  const std::string again =
      after_action(std::string(rig) + "anchors: []\n# radius\n", "1, y: 2", "param");
  EXPECT_TRUE(has(again, "x: $x, y: 2")) << again;
  std::string taken(rig);
  taken.replace(taken.find("reach: 1"), 8, "radius: 1");
  EXPECT_TRUE(has(after_action(taken, "0.5}", "param"), "radius_2: 0.5"));
}

TEST(EditorActions, OffersNoParamWhereThereCanBeNone) {
  const std::string old =
      "version: \"0.9\"\nmeshes: [{id: a, primitives: [{id: b, type: sphere, "
      "dimensions: {radius: 2}}]}]\n";
  EXPECT_EQ(after_action(old, "2}}", "param"), "");
  const std::string repeat =
      "version: \"0.13\"\nmeshes:\n  - id: a\n    primitives:\n      - repeat:\n          count: "
      "3\n"
      "          as: i\n          body: {id: \"b${i}\", type: sphere, dimensions: {radius: 2}}\n";
  EXPECT_EQ(after_action(repeat, "3\n", "param"), "");
  EXPECT_NE(after_action(repeat, "2}}", "param"), "");
  EXPECT_EQ(after_action(rig, "0.13", "param"), "");
  EXPECT_EQ(after_action(rig, "1}\nmaterials", "param"), "");
}

std::string compiled(const std::string& text) {
  MemoryFiles files = one_file("a.rigy.yaml", text);
  return compile("a.rigy.yaml", files).glb.to_string();
}

TEST(EditorActions, AParamNeverChangesTheBytes) {
  std::size_t tried = 0;
  for (const auto& path : test::repository_documents()) {
    if (path.string().find("/examples/") == std::string::npos) continue;
    const std::string text = test::bytes_in(path);
    const std::string before = compiled(text);
    if (before.empty()) continue;
    const OpenDocument document = open_document("a.rigy.yaml", text);
    const std::size_t count = document.tree().nodes.size();
    for (std::size_t node = count % 7; node < count; node += 1 + count / 5) {
      for (const EditorAction& action :
           refactorings_at(document, nullptr, document.authored.ranges[node].begin)) {
        if (action.kind != ActionKind::Extract) continue;
        const std::optional<std::string> after = apply_edits(text, action.edits);
        ASSERT_TRUE(after) << path;
        EXPECT_TRUE(compiled(*after) == before) << path << '\n' << action.title;
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 50U);
}

TEST(EditorActions, CapsuleAlongABoneFollowsIt) {
  for (const std::string& text : {std::string(rig), crlf(rig)}) {
    const std::string after = after_action(text, "neck, parent", "capsule");
    EXPECT_TRUE(has(after,
                    "{id: neck, type: capsule, material: skin, dimensions: {radius: 0.15, "
                    "height: 1}, transform: {translation: [0, 1.5, 0]}}"))
        << after;
    EXPECT_TRUE(has(after, "- {primitive_id: neck, bones: [{bone_id: neck, weight: 1}]}")) << after;
    EXPECT_EQ(analyzed(after).report.errors, 0U);
    EXPECT_EQ(std::count(after.begin(), after.end(), '\r') > 0, has(text, "\r"));
  }
  // The ends of a bone may be computed.
  const std::string computed = after_action(rig, "head, parent", "capsule");
  EXPECT_TRUE(has(computed, "translation: [0, 2.5, 0]")) << computed;
}

TEST(EditorActions, TheFirstCapsuleBringsItsMeshAndBinding) {
  const std::string bones =
      "version: \"0.13\"\nmaterials: {skin: {base_color: [0.8, 0.6, 0.5, 1]}}\n"
      "armatures:\n  - id: body  # a snake\n    bones:\n"
      "      - {id: tail, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}\n";
  for (const std::string& text :
       {bones, crlf(bones), bones.substr(0, bones.size() - 1), bones + "# the end\n"}) {
    const std::string after = after_action(text, "tail, parent", "capsule");
    EXPECT_TRUE(has(after, "- {id: tail, type: capsule, material: skin,")) << after;
    EXPECT_TRUE(has(after, "mesh_id: body_2")) << after;
    const Analysis analysis = analyzed(after);
    EXPECT_EQ(analysis.report.errors + analysis.report.warnings, 0U) << after;
    // The next one follows in the same mesh.
    EXPECT_EQ(analyzed(after_action(after, "tail, parent", "capsule")).report.errors, 0U);
  }
  EXPECT_EQ(after_action(bones + "bindings: []\n", "tail, parent", "capsule"), "");
}

TEST(EditorActions, CapsuleIsOfferedWhileThereAreMistakesElsewhere) {
  const std::string broken = std::string(rig) + "  - id: [\n";
  EXPECT_TRUE(has(after_action(broken, "neck, parent", "capsule"), "type: capsule"));
}

TEST(EditorActions, EveryBoneGetsItsRestInAPose) {
  const std::string after = after_action(rig, "nod", "rest");
  EXPECT_TRUE(has(after, "neck: {rotation: [0.9239, 0.3827, 0, 0], translation: [0, 1, 0]}"))
      << after;
  EXPECT_TRUE(
      has(after, "\n      hips: {translation: [0, 0, 0]}\n      head: {translation: [0, 2, 0]}"))
      << after;
  EXPECT_EQ(analyzed(after).report.warnings, 0U);
  EXPECT_EQ(after_action(after, "nod", "rest"), "");
  std::string without(rig);
  without.erase(without.find("    bones:\n      neck: {rotation"));
  const std::string filled = after_action(without, "nod", "rest");
  EXPECT_TRUE(has(filled, "    bones:\n      hips: {translation: [0, 0, 0]}\n")) << filled;
}

TEST(EditorActions, FlowPosesStayFlow) {
  std::string text(rig);
  const std::size_t begin = text.find("poses:");
  text.replace(begin, std::string::npos, "poses: [{id: nod, bones: {}}]\n");
  EXPECT_TRUE(has(after_action(text, "nod", "rest"),
                  "bones: {hips: {translation: [0, 0, 0]}, neck: {translation: [0, 1, 0]}, "
                  "head: {translation: [0, 2, 0]}}}]\n"));
}

TEST(EditorActions, MissingWeightsFollowTheNearestBone) {
  const std::string after = after_action(rig, "mesh_id", "missing weights");
  EXPECT_TRUE(
      has(after,
          "    weights:\n      - {primitive_id: torso, bones: [{bone_id: hips, weight: 1}]}\n"
          "      - {primitive_id: skull, bones: [{bone_id: head, weight: 1}]}\n"))
      << after;
  EXPECT_EQ(analyzed(after).report.errors, 0U);
  EXPECT_EQ(after_action(after, "mesh_id", "missing weights"), "");
  EXPECT_EQ(after_action(rig, "torso", "missing weights"), after);
}

std::vector<Diagnostic> lint_of(const std::string& text) {
  MemoryFiles files = one_file("a.rigy.yaml", text);
  return lint("a.rigy.yaml", files).report.diagnostics;
}

// However the part that floats is written.
TEST(EditorActions, AFindingIsAllowedByAComment) {
  const std::string head = "version: \"0.13\"\nmeshes:\n  - id: lamp\n    primitives:";
  const std::string base =
      "{id: base, type: box, dimensions: {x: 0.3, y: 0.04, z: 0.3}, transform: {translation: [0, "
      "0.02, 0]}}";
  const std::string shade =
      "{id: shade, type: cylinder, dimensions: {radius: 0.12, height: 0.1}, transform: "
      "{translation: [0, 0.7, 0]}}";
  const std::string block =
      "id: shade\n        type: cylinder\n        dimensions: {radius: 0.12, height: 0.1}\n"
      "        transform: {translation: [0, 0.7, 0]}";
  for (const std::string& text :
       {fmt::format("{}\n      - {}\n      - {}\n", head, base, shade),
        fmt::format("{}\n      - {}\n      # rigy-lint: allow L05\n      - {}\n", head, base,
                    block),
        fmt::format("{}\n      - {}\n      -\n        {}\n", head, base, block),
        fmt::format("{} [{}, {}]\n", head, base, shade),
        fmt::format("{} [{},\n{}]", head, base, shade)}) {
    for (const std::string& written : {text, crlf(text)}) {
      const std::vector<Diagnostic> found = lint_of(written);
      ASSERT_EQ(found.size(), 1U) << written;
      const auto action = allow_finding(open_document("a.rigy.yaml", written), found[0]);
      ASSERT_TRUE(action);
      const std::string after = apply_edits(written, action->edits).value_or("");
      EXPECT_TRUE(lint_of(after).empty()) << after;
      EXPECT_EQ(compiled(after), compiled(written));
    }
  }
}

TEST(EditorActions, OnlyFindingsOfLintAreAllowed) {
  Diagnostic error;
  error.id = "V57";
  error.place.start = {1, 1};
  EXPECT_FALSE(allow_finding(open_document("a.rigy.yaml", rig), error));
}

TEST(EditorActions, OneEditOfWholeLines) {
  const auto check = [](const std::string& before, const std::string& after) {
    const TextEdit edit = lines_between(before, after);
    EXPECT_EQ(apply_edits(before, {edit}), after) << before << "---\n" << after;
    EXPECT_TRUE(edit.begin == 0 || edit.begin == before.size() || before[edit.begin - 1] == '\n');
    EXPECT_TRUE(edit.end == before.size() || edit.end == edit.begin ||
                before[edit.end - 1] == '\n');
  };
  const std::vector<std::string> texts{
      "",       "a\n",       "a",    "a\nb\n", "a\nä\nb\n", "a\nö\nb\n", "a\r\nb\r\n", "b\n",
      "a\na\n", "a\na\na\n", "\n\n", "a\nb",   "ä\nb\nc",   "ö\nb\nc\n", "a\nb\nb\n"};
  for (const std::string& before : texts) {
    for (const std::string& after : texts) check(before, after);
  }
  EXPECT_EQ(lines_between("a\nb\nc\n", "a\nx\nc\n"), (TextEdit{2, 4, "x\n"}));
}

}  // namespace
}  // namespace rigy
