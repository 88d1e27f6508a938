// The model that exports are written from, and the bytes of exports.
#include "rigy/export.hpp"

#include <algorithm>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "built_model.hpp"
#include "export_model/model.hpp"
#include "export_model/names.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using Names = std::vector<std::string>;
using test::Built;
using test::node_names;

TEST(ExportNames, ATakenNameGetsTheFirstFreeNumber) {
  UniqueNames names;
  EXPECT_EQ(names.take("hand"), "hand");
  EXPECT_EQ(names.take("hand_2"), "hand_2");
  EXPECT_EQ(names.take("hand"), "hand_3");
  EXPECT_EQ(names.take("hand"), "hand_4");
  EXPECT_EQ(names.take("hand_2"), "hand_2_2");
}

constexpr const char* two_colors = R"(version: "0.6"
materials: {red: {base_color: [1, 0, 0, 1]}, glass: {base_color: [0, 0, 1, 0.5]}}
meshes:
  - {id: body, primitives: [{id: p, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}]}
  - {id: visor, primitives: [{id: p, type: sphere, material: glass, dimensions: {radius: 1}}]}
  - {id: sword, primitives: [{id: p, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}]}
  - {id: spare, primitives: [{id: p, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}]}
armatures:
  - {id: rig, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]},
                      {id: hand, parent: root, head: [0, 1, 0], tail: [1, 1, 0]}]}
  - {id: glove, bones: [{id: hand, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}
bindings:
  - {mesh_id: body, armature_id: rig, skinning_solver: dqs}
  - {mesh_id: visor, armature_id: rig}
anchors: [{id: grip, translation: [1, 2, 3]}]
poses: [{id: wave, bones: {hand: {translation: [0, 2, 0]}}}]
)";

TEST(ExportModel, MeshesBoundToOneArmatureShareItsSkeleton) {
  const Built built(two_colors);
  ASSERT_EQ(built->armatures.size(), 1u);
  EXPECT_EQ(built->armatures[0].bone_names, (Names{"root", "hand"}));
  EXPECT_EQ(node_names(*built), (Names{"rig", "body", "visor", "sword", "spare", "grip"}));
  for (const char* const name : {"body", "visor"}) {
    const ExportNode& node = built.node(name);
    EXPECT_EQ(node.parent, no_index);
    EXPECT_EQ(built->meshes[node.mesh].armature, 0u);
  }
  EXPECT_EQ(built->meshes[built.node("body").mesh].solver, Solver::Dqs);
  EXPECT_EQ(built->meshes[built.node("visor").mesh].solver, Solver::Lbs);
}

TEST(ExportModel, EqualMeshesAreStoredOnce) {
  const Built built(two_colors);
  EXPECT_EQ(built.node("sword").mesh, built.node("spare").mesh);
  EXPECT_EQ(built->meshes.size(), 3u);
  EXPECT_EQ(built->geometries.size(), 3u);  // the bound box has joints, the other has none
}

TEST(ExportModel, BonesOfOneNameAreCalledAfterTheirArmature) {
  std::string text = two_colors;
  text.replace(text.find("anchors:"), 0, "  - {mesh_id: sword, armature_id: glove}\n");
  const Built built(text);
  ASSERT_EQ(built->armatures.size(), 2u);
  EXPECT_EQ(built->armatures[1].bone_names, (Names{"glove.hand"}));
}

TEST(ExportModel, AnchorsAndAnimationsAreThereUnlessTheyAreNotWanted) {
  const Built built(two_colors);
  const ExportNode& grip = built.node("grip");
  EXPECT_EQ(grip.kind, ExportNodeKind::Anchor);
  EXPECT_EQ(grip.transform.translation, (Vec3{-1, 2, -3}));
  ASSERT_EQ(built->animations.size(), 1u);
  EXPECT_EQ(built->animations[0].name, "wave");
  EXPECT_EQ(built->animations[0].times, (std::vector<double>{0}));
  ExportOptions options;
  options.anchors = false;
  options.poses = ExportPoses::None;
  const Built without(two_colors, options);
  EXPECT_EQ(node_names(*without), (Names{"rig", "body", "visor", "sword", "spare"}));
  EXPECT_TRUE(without->animations.empty());
}

TEST(ExportModel, LoopsGoFromRestToPoseAndBack) {
  ExportOptions options;
  options.poses = ExportPoses::Loops;
  const Built built(two_colors, options);
  const ExportAnimation& animation = built->animations.at(0);
  EXPECT_EQ(animation.times, (std::vector<double>{0, 1, 2}));
  const std::vector<ExportBone>& bones = built->skeletons[0].bones;
  ASSERT_EQ(animation.channels.size(), 2 * bones.size());
  bool is_moved = false;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const ExportChannel& translation = animation.channels[2 * i];
    const ExportChannel& rotation = animation.channels[2 * i + 1];
    EXPECT_EQ(translation.path, ChannelPath::Translation);
    EXPECT_EQ(rotation.path, ChannelPath::Rotation);
    EXPECT_EQ(rotation.bone, i);
    EXPECT_EQ(animation.times_of(rotation).size(), 3u);
    for (const std::size_t key : {0u, 2u}) {
      EXPECT_EQ(animation.translation_at(translation, key), bones[i].local.translation);
      EXPECT_EQ(animation.rotation_at(rotation, key), bones[i].local.rotation);
    }
    is_moved = is_moved || animation.translation_at(translation, 1) != bones[i].local.translation;
  }
  EXPECT_TRUE(is_moved);
}

TEST(ExportModel, ScaleMultipliesAllLengths) {
  ExportOptions options;
  options.scale = 100;
  const Built plain(two_colors);
  const Built large(two_colors, options);
  EXPECT_EQ(large.node("grip").transform.translation, (Vec3{-100, 200, -300}));
  EXPECT_EQ(large->skeletons[0].bones[1].head, (Vec3{0, 100, 0}));
  EXPECT_EQ(large->skeletons[0].bones[1].length, 100);
  const ExportAnimation& wave = large->animations[0];
  EXPECT_EQ(wave.translation_at(wave.channels[2], 0), (Vec3{0, 200, 0}));
  for (std::size_t i = 0; i < plain->geometries.size(); ++i) {
    const std::span<const float> small = plain->geometries[i].positions;
    ASSERT_EQ(small.size(), large->geometries[i].positions.size());
    EXPECT_FLOAT_EQ(large->geometries[i].positions[40], 100 * small[40]);
    EXPECT_TRUE(std::ranges::equal(large->geometries[i].normals, plain->geometries[i].normals));
  }
}

TEST(ExportModel, CoordinatesThatTheScaleMakesTooLargeAreRefused) {
  ExportOptions options;
  options.scale = 1e38;
  const Built built(R"(version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 8, y: 8, z: 8}}]}])",
                    options);
  EXPECT_FALSE(built.model.has_value());
}

TEST(ExportModel, CollidersAreNamedForTheEngine) {
  ExportOptions options;
  options.colliders = ExportColliders::Godot;
  EXPECT_EQ(node_names(*Built(two_colors, options)),
            (Names{"rig", "body", "visor", "sword", "spare", "grip", "sword_p-colonly",
                   "spare_p-colonly"}));
  options.colliders = ExportColliders::Unreal;
  const Built built(two_colors, options);
  EXPECT_EQ(built.node("UBX_sword_01").kind, ExportNodeKind::Collider);
  const Geometry& shape =
      built->geometries[built->meshes[built.node("UBX_sword_01").mesh].parts[0].geometry];
  EXPECT_EQ(shape.vertex_count(), 24u);
  EXPECT_EQ(shape.indices.size(), 36u);
}

// Unreal wants a number at the end and nothing else, Godot its suffix.
TEST(ExportModel, CollidersGiveWayToMeshesOfTheirNames) {
  const auto names_with = [](ExportColliders colliders, const std::string& taken) {
    ExportOptions options;
    options.colliders = colliders;
    return node_names(*Built(R"(version: "0.6"
meshes:
  - {id: )" + taken + R"(, primitives: [{id: a, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
  - {id: crate, primitives: [{id: a, type: box, dimensions: {x: 2, y: 1, z: 1}},
                             {id: b, type: box, dimensions: {x: 3, y: 1, z: 1}}]}
)",
                             options));
  };
  EXPECT_EQ(
      names_with(ExportColliders::Unreal, "UBX_crate_01"),
      (Names{"UBX_crate_01", "crate", "UBX_UBX_crate_01_01", "UBX_crate_02", "UBX_crate_03"}));
  EXPECT_EQ(names_with(ExportColliders::Godot, "crate_a-colonly"),
            (Names{"crate_a-colonly", "crate", "crate_a-colonly_a-colonly", "crate_a_2-colonly",
                   "crate_b-colonly"}));
  EXPECT_EQ(
      names_with(ExportColliders::Godot, "crate_a"),
      (Names{"crate_a", "crate", "crate_a_a-colonly", "crate_a_2-colonly", "crate_b-colonly"}));
}

constexpr const char* every_shape = R"(version: "0.12"
meshes:
  - id: m
    primitives:
      - {id: box, type: box, dimensions: {x: 1, y: 2, z: 3}}
      - {id: sphere, type: sphere, dimensions: {radius: 2}}
      - {id: cylinder, type: cylinder, dimensions: {radius: 1, height: 2}}
      - {id: capsule, type: capsule, dimensions: {radius: 1, height: 2}}
      - {id: wedge, type: wedge, dimensions: {x: 1, y: 2, z: 3}}
)";

TEST(ExportModel, TrianglesFaceOutwardAndNoneIsDegenerate) {
  const Built built(every_shape);
  ASSERT_TRUE(built.model.has_value()) << test::messages(built.analysis.report);
  ASSERT_EQ(built->geometries.size(), 5u);
  for (const Geometry& geometry : built->geometries) {
    const auto vectors = [](std::span<const float> numbers) {
      std::vector<Vec3> result;
      for (std::size_t i = 0; i < numbers.size(); i += 3) {
        result.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
      }
      return result;
    };
    const std::vector<std::uint32_t> indices(geometry.indices.begin(), geometry.indices.end());
    const test::WindingCount count =
        test::count_winding(vectors(geometry.positions), vectors(geometry.normals), indices);
    EXPECT_EQ(count.agreeing, geometry.indices.size() / 3);
  }
}

// Half of each vertex turns by half a turn: the box becomes a line, whose stored points differ.
constexpr const char* folded_box = R"(version: "0.6"
meshes:
  - id: tube
    primitives:
      - {id: t, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {rotation_euler: [0.4, 0.3, 0.7]}}
      - {id: u, type: box, dimensions: {x: 1, y: 1, z: 1}}
armatures:
  - {id: rig, bones: [{id: a, parent: none, head: [0, 0, 0], tail: [0, 1, 0]},
                      {id: b, parent: a, head: [0, 0, 0], tail: [0, 1, 0]}]}
bindings:
  - mesh_id: tube
    armature_id: rig
    skinning_solver: lbs
    weights:
      - {primitive_id: t, bones: [{bone_id: a, weight: 0.5}, {bone_id: b, weight: 0.5}]}
      - {primitive_id: u, bones: [{bone_id: a, weight: 1}]}
poses: [{id: p, bones: {a: {}, b: {rotation: [0, 0, 1, 0]}}}]
)";

TEST(ExportModel, TrianglesThatAPoseMakesLinesAreLeftOut) {
  ExportOptions options;
  options.pose = "p";
  const Built built(folded_box, options);
  ASSERT_EQ(built->meshes.size(), 1u);
  const std::vector<PrimitiveGroup>& groups = built->meshes[0].parts.at(0).groups;
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].id, "u");
  EXPECT_EQ(groups[0].index_count, 36u);
  EXPECT_EQ(Built(folded_box)->meshes[0].parts.at(0).groups.size(), 2u);
}

const test::Files car{{test::entry_name, R"(version: "0.6"
imports: {wheel: {source: wheel.rigy.yaml}}
anchors:
  - {id: a, translation: [5, 0, 0]}
  - {id: b, translation: [6, 0, 0]}
  - {id: c, translation: [5, 1, 0]}
instances:
  - {id: left, import: wheel, attach3: {from: [o, x, y], to: [a, b, c], mode: rigid}}
  - {id: right, import: wheel, attach3: {from: [o, x, y], to: [b, a, c], mode: rigid}}
)"},
                      {"wheel.rigy.yaml", R"(version: "0.6"
meshes: [{id: tyre, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures: [{id: rig, bones: [{id: axle, parent: none, head: [0, 0, 0], tail: [0, 0, 1]}]}]
bindings: [{mesh_id: tyre, armature_id: rig}]
anchors:
  - {id: o, translation: [0, 0, 0]}
  - {id: x, translation: [1, 0, 0]}
  - {id: y, translation: [0, 1, 0]}
poses: [{id: spin, bones: {axle: {rotation: [0, 1, 0, 0]}}}]
)"}};

TEST(ExportModel, EveryInstanceHasAnArmatureAndAMeshOfItsOwn) {
  const Built built(car);
  EXPECT_EQ(node_names(*built),
            (Names{"left", "left.rig", "left.tyre", "left.o", "left.x", "left.y", "right",
                   "right.rig", "right.tyre", "right.o", "right.x", "right.y", "a", "b", "c"}));
  ASSERT_EQ(built->armatures.size(), 2u);
  EXPECT_EQ(built->armatures[1].bone_names, (Names{"right.axle"}));
  EXPECT_EQ(built->skeletons.size(), 1u);
  EXPECT_EQ(built->geometries.size(), 1u);
  EXPECT_EQ(built->meshes.size(), 2u);
  const std::uint32_t left = built->nodes[built->armatures[0].node].parent;
  EXPECT_EQ(built->nodes[left].name, "left");
  EXPECT_EQ(built->nodes[left].transform.translation, (Vec3{-5, 0, 0}));
  ASSERT_FALSE(built->animations.empty());
  EXPECT_EQ(built->animations[0].name.substr(0, 5), "left.");
}

// Names are paths, except in the root asset; ids are those of the documents.
TEST(ExportModel, ScenesHaveTheNamesAndIdsOfTheirDocuments) {
  test::Files files = car;
  const std::string scene = "yard.rigs.yaml";
  files[scene] = R"(rigs_version: "0.1"
imports: {cart: doc.rigy.yaml}
scene:
  base: cart
  children:
    - {id: spare, base: cart, place: {slot: {anchors: [a, b, c]}, mount: {anchors: [a, b, c]}}}
)";
  const Built built(files, {}, scene);
  ASSERT_TRUE(built.model.has_value()) << test::messages(built.analysis.report);
  EXPECT_EQ(built.node("scene").id, "");
  EXPECT_EQ(built.node("left").id, "left");
  EXPECT_EQ(built.node("spare").id, "spare");
  EXPECT_EQ(built.node("spare.left").id, "left");
  EXPECT_EQ(built.node("spare.left.o").id, "o");
  EXPECT_EQ(built.node("a").kind, ExportNodeKind::Anchor);
  EXPECT_EQ(built->nodes[built.node("a").parent].name, "scene");
  EXPECT_EQ(built.node("spare.a").kind, ExportNodeKind::Anchor);
  MemoryFiles memory(files);
  ExportOptions options;
  options.format = ExportFormat::Gltf;
  const ExportResult result = export_asset(scene, memory, options);
  const std::string& json = result.exported.at(0).bytes;
  EXPECT_EQ(json.find("\"rigy_id\":\"scene\""), std::string::npos);
  EXPECT_NE(json.find("\"extras\":{\"rigy_id\":\"spare\",\"rigy_kind\":\"instance\"}"),
            std::string::npos);
}

TEST(Export, DoesNotDependOnThreads) {
  for (const ExportFormat format :
       {ExportFormat::Glb, ExportFormat::Gltf, ExportFormat::Obj, ExportFormat::Stl}) {
    const auto exported = [&](unsigned threads) {
      MemoryFiles files(test::Files{{test::entry_name, every_shape}});
      ExportOptions options;
      options.format = format;
      options.analysis.threads = threads;
      return export_asset(test::entry_name, files, options);
    };
    const ExportResult one = exported(1);
    const ExportResult many = exported(7);
    ASSERT_EQ(one.exported.size(), many.exported.size());
    ASSERT_FALSE(one.exported.empty());
    for (std::size_t i = 0; i < one.exported.size(); ++i) {
      EXPECT_EQ(one.exported[i].name, many.exported[i].name);
      EXPECT_TRUE(one.exported[i].bytes == many.exported[i].bytes);
    }
  }
}

TEST(Export, NamesItsFilesAndEncodesTheirAddresses) {
  MemoryFiles files(test::Files{{test::entry_name, two_colors}});
  ExportOptions options;
  options.format = ExportFormat::Gltf;
  options.name = "my é";
  const ExportResult result = export_asset(test::entry_name, files, options);
  ASSERT_EQ(result.exported.size(), 2u);
  EXPECT_EQ(result.exported[0].name, "my é.gltf");
  EXPECT_EQ(result.exported[1].name, "my é.bin");
  EXPECT_EQ(export_file_names(options.format, options.name), (Names{"my é.gltf", "my é.bin"}));
  const test::Json json = test::parse_json(result.exported[0].bytes);
  EXPECT_EQ(json["buffers"][0]["uri"].text, "my%20%C3%A9.bin");
  EXPECT_EQ(json["buffers"][0]["byteLength"].index(), result.exported[1].bytes.size());
}

TEST(Export, IsNamedAfterTheDocument) {
  const auto name_of = [](const std::string& entry) {
    MemoryFiles files(test::Files{{entry, two_colors}});
    return export_asset(entry, files).exported.at(0).name;
  };
  EXPECT_EQ(name_of("models/arm.rigy.yaml"), "arm.glb");
  EXPECT_EQ(name_of("arm.v2.yml"), "arm.v2.glb");
  EXPECT_EQ(name_of("arm"), "arm.glb");
  EXPECT_EQ(name_of(".yaml"), ".yaml.glb");
}

TEST(Export, AnObjFileWithoutMeshesIsItsHeader) {
  MemoryFiles files(test::Files{{test::entry_name, "version: \"0.6\"\n"}});
  ExportOptions options;
  options.format = ExportFormat::Obj;
  const ExportResult result = export_asset(test::entry_name, files, options);
  ASSERT_EQ(result.exported.size(), 1u) << test::messages(result.report);
  EXPECT_EQ(result.exported[0].bytes, "# Rigy\n");
}

// A backslash at the end of a line continues it; spaces and line breaks of all kinds end a name.
TEST(Export, NamesInObjFilesAreSingleWordsAndUnique) {
  MemoryFiles files(test::Files{{test::entry_name, R"(version: "0.6"
materials:
  'red\': {base_color: [1, 0, 0, 1]}
  'red ': {base_color: [0, 1, 0, 1]}
meshes:
  - id: 'm\'
    primitives:
      - {id: 'a\', type: box, material: 'red\', dimensions: {x: 1, y: 1, z: 1}}
      - {id: "a\u2028", type: box, material: 'red\', dimensions: {x: 1, y: 1, z: 1}}
  - id: m_
    primitives: [{id: "a\u0085\u00a0\u2029b", type: box, material: 'red ', dimensions: {x: 1, y: 1, z: 1}}]
)"}});
  ExportOptions options;
  options.format = ExportFormat::Obj;
  options.name = "n\\";
  const ExportResult result = export_asset(test::entry_name, files, options);
  ASSERT_EQ(result.exported.size(), 2u) << test::messages(result.report);
  EXPECT_EQ(result.exported[1].name, "n~5c.mtl");
  const auto lines_with_names = [](const std::string& text) {
    std::string found;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const std::string key = line.substr(0, line.find(' '));
      if (key == "o" || key == "g" || key.find("mtl") != std::string::npos) found += line + "\n";
    }
    return found;
  };
  EXPECT_EQ(lines_with_names(result.exported[0].bytes),
            "mtllib n~5c.mtl\no m_\ng a_\nusemtl red_\ng a__2\nusemtl red_\n"
            "o m__2\ng a___b\nusemtl red__2\n");
  EXPECT_EQ(lines_with_names(result.exported[1].bytes), "newmtl red_\nnewmtl red__2\n");
}

TEST(Export, GoesOnFromAnAnalysis) {
  MemoryFiles files(test::Files{{test::entry_name, two_colors}});
  const Analysis analysis = analyze(test::entry_name, files);
  const ExportResult again = export_asset(analysis);
  const ExportResult whole = export_asset(test::entry_name, files);
  ASSERT_EQ(again.exported.size(), 1u);
  EXPECT_TRUE(again.exported[0].bytes == whole.exported[0].bytes);
  EXPECT_EQ(test::findings(again.report), test::findings(whole.report));
}

}  // namespace
}  // namespace rigy
