// The tree of a scene: what it places, in which order, what is shared, and counting before that.
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "scene/bound.hpp"
#include "scene/count.hpp"
#include "scene/measure.hpp"
#include "scene/names.hpp"
#include "scene/scene.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;

using Names = std::vector<std::string>;

constexpr const char* anchors = R"(anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
- {id: d, translation: [1, 2, 0.5]}
)";

Analysis analyzed(const Files& documents, const std::string& entry = test::entry_name) {
  MemoryFiles files(documents);
  Analysis analysis = analyze(entry, files);
  EXPECT_TRUE(analysis.report.ok()) << test::findings(analysis.report);
  return analysis;
}

Scene scene_of(const Analysis& analysis, const SceneOptions& options) {
  return build_scene(analysis.assembly->assembly, analysis.assembly->placements, options);
}

SceneCount count_of(const Analysis& analysis) {
  return count_scene(analysis.assembly->assembly, analysis.assembly->placements);
}

// "group car", each indented by the groups that it lies in.
Names outline_of(const Scene& scene) {
  constexpr const char* kinds[] = {"group", "mesh", "armature", "anchor"};
  NodeNames names(scene);
  Names lines;
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    names.enter(i);
    std::string indent;
    for (std::uint32_t up = scene.nodes[i].parent; up != no_index; up = scene.nodes[up].parent) {
      EXPECT_LE(scene.nodes[i].after, scene.nodes[up].after);
      indent += ' ';
    }
    lines.push_back(
        fmt::format("{}{} {}", indent, kinds[static_cast<int>(scene.nodes[i].kind)], names.name()));
  }
  return lines;
}

Files arm_in_body() {
  return {{test::entry_name, std::string(R"(version: "0.6"
imports: {arm: {source: arm.rigy.yaml}}
meshes: [{id: trunk, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
instances:
- {id: left, import: arm, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}
- {id: right, import: arm, attach3: {from: [a, b, c], to: [a, b, d], mode: affine}}
- {id: spare, mesh_id: trunk}
)") + anchors},
          {"arm.rigy.yaml", std::string(R"(version: "0.6"
meshes:
- {id: sleeve, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
- {id: upper, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
- {id: lower, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
armatures: [{id: rig, name: Rig, bones: [{id: x, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: upper, armature_id: rig}, {mesh_id: lower, armature_id: rig}]
)") + anchors}};
}

TEST(SceneTree, MeshesFollowAnchorsAndTheirArmature) {
  const Analysis analysis = analyzed(arm_in_body());
  const Scene scene = scene_of(analysis, {{}, false, {}, true});
  const Names lines = outline_of(scene);
  EXPECT_EQ(
      Names(lines.begin(), lines.begin() + 14),
      (Names{"anchor a", "anchor b", "anchor c", "anchor d", "mesh trunk", "group left",
             " anchor left.a", " anchor left.b", " anchor left.c", " anchor left.d",
             " mesh left.sleeve", " armature left.Rig", " mesh left.upper", " mesh left.lower"}));
  EXPECT_EQ(Names(lines.end() - 2, lines.end()), (Names{"group spare", " mesh spare.trunk"}));
  EXPECT_EQ(scene.nodes[12].armature, 11u);
  EXPECT_EQ(scene.nodes[13].armature, 11u);
  EXPECT_EQ(scene.nodes[10].armature, no_index);
}

TEST(SceneTree, OnlyWhatIsBakedIsStoredAgain) {
  const Analysis analysis = analyzed(arm_in_body());
  const Scene scene = scene_of(analysis, {});
  // The three meshes of the arm, once as they are and once sheared, and the trunk, once.
  EXPECT_EQ(scene.meshes.size(), 7u);
  EXPECT_EQ(scene.nodes.front().stored, scene.nodes.back().stored);
  const SceneNode& left = scene.nodes[1];
  EXPECT_EQ(left.transform, nullptr);  // it is the identity
  EXPECT_EQ(left.baked, nullptr);
  const SceneNode& right = scene.nodes[left.after];
  EXPECT_EQ(right.transform, nullptr);
  ASSERT_NE(right.baked, nullptr);
  EXPECT_EQ(scene.meshes[scene.nodes[left.after + 1].stored].baked, right.baked);
  // Copies have the same parts.
  EXPECT_EQ(scene.meshes[scene.nodes[left.after + 1].stored].shape,
            scene.meshes[scene.nodes[2].stored].shape);
}

TEST(SceneTree, CountsWhatItWouldHave) {
  const Analysis analysis = analyzed(arm_in_body());
  const SceneCount count = count_of(analysis);
  EXPECT_EQ(count.nodes, 11u);  // three groups, the trunk twice, three meshes twice
  EXPECT_EQ(count.bones, 4u);
  EXPECT_EQ(count.anchors, 12u);
}

constexpr const char* scene_name = "room.rigs.yaml";

Files two_shelves() {
  return {{scene_name, R"(rigs_version: "0.1"
imports: {shelf: shelf.rigy.yaml, other: shelf.rigy.yaml}
scene:
  base: shelf
  children:
  - {id: one, base: shelf, place: {slot: {anchors: [a, b, c]}, mount: {anchors: [a, b, c]}}, children: [
      {id: two, base: shelf, place: {slot: {anchors: [a, b, c]}, mount: {anchors: [a, b, c]}}}]}
  - {id: three, base: other, place: {slot: {anchors: [a, b, c]}, mount: {anchors: [a, b, c]}}}
)"},
          {"shelf.rigy.yaml", std::string(R"(version: "0.6"
meshes: [{id: board, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures: [{id: rig, bones: [{id: x, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: board, armature_id: rig}]
instances: [{id: top, mesh_id: board}]
)") + anchors}};
}

TEST(SceneTree, RootsOfOneImportHaveTheSameNodes) {
  const Analysis analysis = analyzed(two_shelves(), scene_name);
  const Scene scene = scene_of(analysis, {});
  EXPECT_EQ(outline_of(scene), (Names{"group scene",
                                      " armature rig",
                                      " mesh board",
                                      " group top",
                                      "  armature top.rig",
                                      "  mesh top.board",
                                      " group one",
                                      "  armature one.rig",
                                      "  mesh one.board",
                                      "  group one.top",
                                      "   armature one.top.rig",
                                      "   mesh one.top.board",
                                      "  group two",
                                      "   armature two.rig",
                                      "   mesh two.board",
                                      "   group two.top",
                                      "    armature two.top.rig",
                                      "    mesh two.top.board",
                                      " group three",
                                      "  armature three.rig",
                                      "  mesh three.board",
                                      "  group three.top",
                                      "   armature three.top.rig",
                                      "   mesh three.top.board"}));
  EXPECT_EQ(scene.meshes.size(), 2u);  // one for each alias
  EXPECT_EQ(scene.nodes[14].stored, scene.nodes[2].stored);
  EXPECT_EQ(scene.nodes[14].armature, 13u);
  EXPECT_EQ(scene.nodes[17].armature, 16u);
  EXPECT_NE(scene.nodes[20].stored, scene.nodes[2].stored);
  EXPECT_EQ(count_of(analysis).nodes, 4u + 4 + 4 * 2);
}

// `bytes_left_out` are those of names that the bound does not know.
void expect_bound(const Files& documents, const std::string& entry, bool bake,
                  std::uint64_t bytes_left_out) {
  const Analysis analysis = analyzed(documents, entry);
  const SceneOptions options{"", bake};
  const Scene scene = scene_of(analysis, options);
  const SceneSize size = measure_scene(scene, name_materials(scene));
  const SceneSize least =
      least_scene_size(analysis.assembly->assembly, analysis.assembly->placements, options);
  EXPECT_EQ(least.nodes, size.nodes);
  EXPECT_EQ(least.bones, size.bones);
  EXPECT_EQ(least.joints, size.joints);
  EXPECT_EQ(least.skins, size.skins);
  EXPECT_EQ(least.meshes, size.meshes);
  EXPECT_EQ(least.vertices, size.vertices);
  EXPECT_EQ(least.skinned_vertices, size.skinned_vertices);
  EXPECT_EQ(least.indices, size.indices);
  EXPECT_EQ(least.inverse_binds, size.inverse_binds);
  EXPECT_EQ(least.name_bytes + bytes_left_out, size.name_bytes);
}

TEST(SceneTree, ItsSizeIsKnownBeforeItIsBuilt) {
  // "arm." of the names of three meshes, stored twice, and of four skins.
  expect_bound(arm_in_body(), test::entry_name, false, (std::uint64_t{2} * 3 + 4) * 4);
  expect_bound(arm_in_body(), test::entry_name, true, (std::uint64_t{2} * 3 + 4) * 4);
}

// Instances that are moved there and back: their transforms cancel each other out.
TEST(SceneTree, WhatIsBakedTwiceMayBeBackWhereItWas) {
  const std::string moved = R"(instances:
- {id: there, import: x, attach3: {from: [a, b, c], to: [d, e, f], mode: rigid}}
- {id: back, import: x, attach3: {from: [d, e, f], to: [a, b, c], mode: rigid}}
anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
- {id: d, translation: [5, 0, 0]}
- {id: e, translation: [6, 0, 0]}
- {id: f, translation: [5, 1, 0]}
)";
  const std::string box =
      "meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]\n";
  const Files files = {
      {test::entry_name, "version: \"0.6\"\nimports: {x: {source: x.rigy.yaml}}\n" + box + moved},
      {"x.rigy.yaml", "version: \"0.6\"\nimports: {x: {source: y.rigy.yaml}}\n" + box + moved},
      {"y.rigy.yaml", "version: \"0.6\"\n" + box + moved.substr(moved.find("anchors:"))}};
  const Analysis analysis = analyzed(files);
  const Scene scene = scene_of(analysis, {"", true});
  // The entry's own, two of x, and of y two copies and one that two places share.
  EXPECT_EQ(scene.meshes.size(), 6u);
  // "x." of the names of two meshes, "x.x." of three.
  expect_bound(files, test::entry_name, true, 2 * 2 + 3 * 4);
  expect_bound(files, test::entry_name, false, 2 + 4);
}

// Ten instances of ten instances, and so on: more than any number can hold.
TEST(SceneTree, CountingEndsAtTheGreatestNumber) {
  Files files;
  constexpr int levels = 24;
  for (int level = 0; level < levels; ++level) {
    std::string text = fmt::format(
        "version: \"0.6\"\nimports: {{x: {{source: l{}.rigy.yaml}}}}\ninstances:\n", level + 1);
    for (int i = 0; i < 10; ++i) {
      text += fmt::format(
          "- {{id: i{}, import: x, attach3: {{from: [a, b, c], to: [a, b, c], mode: rigid}}}}\n",
          i);
    }
    files[level == 0 ? test::entry_name : fmt::format("l{}.rigy.yaml", level)] = text + anchors;
  }
  files[fmt::format("l{}.rigy.yaml", levels)] = std::string("version: \"0.6\"\n") + anchors;
  const SceneCount count = count_of(analyzed(files));
  EXPECT_EQ(count.nodes, UINT64_MAX);
  EXPECT_EQ(count.anchors, UINT64_MAX);
  EXPECT_EQ(count.bones, 0u);
}

}  // namespace
}  // namespace rigy
