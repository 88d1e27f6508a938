// What exports do so that real programs show them right.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "body/humanoid.hpp"
#include "export_model/model.hpp"
#include "math/rotation.hpp"
#include "rigy/export.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

const std::string limb = R"(version: "0.12"
meshes:
  - id: body
    primitives:
      - { id: torso, type: box, dimensions: { x: 1, y: 2, z: 1 } }
armatures:
  - id: rig
    bones:
      - { id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0] }
      - { id: tip, parent: root, head: [0, 1, 0], tail: [0, 2, 0] }
bindings:
  - mesh_id: body
    armature_id: rig
    weights:
      - { primitive_id: torso, bones: [ { bone_id: root, weight: 0.5 }, { bone_id: tip, weight: 0.5 } ] }
poses:
  - id: bent
    bones:
      root: { rotation: [1, 0, 0, 0], translation: [0, 0, 0] }
      tip: { rotation: [0.8, 0.6, 0, 0], translation: [0.5, 1, 0] }
)";

const std::string blob = R"(version: "0.13"
meshes:
  - id: rock
    primitives:
      - id: stone
        type: implicit_surface
        iso: 0.35
        domain:
          aabb: { min: [-1, -1, -1], max: [1, 1, 1] }
          grid: { nx: 8, ny: 8, nz: 8 }
        ops:
          - { op: add, field: metaball_sphere@1, radius: 0.9, strength: 1.6 }
)";

// The limb twice, the second one by the anchors a, b and c.
test::Files yard(const std::string& c = "[5, 1, 0]", const std::string& mode = "rigid") {
  return {{"limb.rigy.yaml", limb + R"(anchors:
  - { id: o, translation: [0, 0, 0] }
  - { id: x, translation: [1, 0, 0] }
  - { id: y, translation: [0, 1, 0] }
)"},
          {test::entry_name, R"(version: "0.12"
imports: { limb: { source: limb.rigy.yaml } }
anchors:
  - { id: a, translation: [5, 0, 0] }
  - { id: b, translation: [6, 0, 0] }
  - { id: c, translation: )" + c +
                                 R"( }
  - { id: d, translation: [5, 1, 0] }
instances:
  - { id: left, import: limb, attach3: { from: [o, x, y], to: [a, b, d], mode: rigid } }
  - { id: right, import: limb, attach3: { from: [o, x, y], to: [a, b, c], mode: )" +
                                 mode + R"( } }
)"}};
}

std::string exported(const test::Files& given, const ExportOptions& options) {
  MemoryFiles files(given);
  const ExportResult result = export_asset(test::entry_name, files, options);
  EXPECT_TRUE(result.ok());
  return result.exported.empty() ? std::string() : result.exported.front().bytes;
}

std::string exported(const std::string& document, const ExportOptions& options) {
  return exported(test::Files{{test::entry_name, document}}, options);
}

ExportOptions as(ExportFormat format) {
  ExportOptions options;
  options.format = format;
  return options;
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(ExportForPrograms, ABoxHasEightPointsWithNormalsForEachCorner) {
  const std::string text = exported(limb, as(ExportFormat::Obj));
  EXPECT_EQ(count_of(text, "\nv "), 8u);
  EXPECT_EQ(count_of(text, "\nvn "), 24u);
  EXPECT_EQ(count_of(text, "\nf "), 12u);
}

TEST(ExportForPrograms, JointsAreBytesWhere256Suffice) {
  const std::string text = exported(limb, as(ExportFormat::Gltf));
  EXPECT_EQ(count_of(text, R"("componentType":5121,"count":24,"type":"VEC4")"), 1u);
}

TEST(ExportForPrograms, CollidersShareTheVerticesOfTheirMesh) {
  const std::string box = limb.substr(0, limb.find("armatures:"));
  ExportOptions options = as(ExportFormat::Gltf);
  const std::string plain = exported(box, options);
  options.colliders = ExportColliders::Godot;
  const std::string with_colliders = exported(box, options);
  const std::string buffers = plain.substr(plain.find("\"bufferViews\""));
  EXPECT_NE(with_colliders.find(buffers), std::string::npos);
  EXPECT_NE(with_colliders.find("body_torso-colonly"), std::string::npos);
}

TEST(ExportForPrograms, CollidersOfFbxHaveNoNormals) {
  const std::string box = limb.substr(0, limb.find("armatures:"));
  ExportOptions options = as(ExportFormat::Fbx);
  options.colliders = ExportColliders::Unreal;
  const std::string text = exported(box, options);
  EXPECT_EQ(count_of(text, "PolygonVertexIndex"), 2u);
  EXPECT_EQ(count_of(text, "NormalsIndex"), 1u);
}

TEST(ExportForPrograms, PosesOfImportsAreNamedByTheirInstance) {
  const std::string text = exported(yard(), as(ExportFormat::Gltf));
  EXPECT_EQ(count_of(text, R"({"name":"left.bent","channels")"), 1u);
  EXPECT_EQ(count_of(text, R"({"name":"right.bent","channels")"), 1u);
}

TEST(ExportForPrograms, BonesHavePlainNamesInEachSkeletonForGodot) {
  ExportOptions options = as(ExportFormat::Gltf);
  EXPECT_EQ(count_of(exported(yard(), options), R"({"name":"tip")"), 0u);
  options.names = ExportNames::Godot;
  EXPECT_EQ(count_of(exported(yard(), options), R"({"name":"tip")"), 2u);
}

TEST(ExportForPrograms, ClipsThatLoopSaySoForGodot) {
  ExportOptions options = as(ExportFormat::Gltf);
  options.names = ExportNames::Godot;
  EXPECT_NE(exported(limb, options).find(R"({"name":"bent","channels")"), std::string::npos);
  options.poses = ExportPoses::Loops;
  EXPECT_NE(exported(limb, options).find(R"({"name":"bent-loop","channels")"), std::string::npos);
}

TEST(ExportForPrograms, ClipsThatLoopHaveDifferentNamesForGodot) {
  const std::string pose = limb.substr(limb.find("  - id: bent"));
  std::string looped = pose;
  looped.replace(looped.find("bent"), 4, "bent-loop");
  ExportOptions options = as(ExportFormat::Gltf);
  options.names = ExportNames::Godot;
  options.poses = ExportPoses::Loops;
  const std::string text =
      exported(limb.substr(0, limb.size() - pose.size()) + looped + pose, options);
  EXPECT_EQ(count_of(text, R"({"name":"bent-loop","channels")"), 1u);
  EXPECT_EQ(count_of(text, R"({"name":"bent_2-loop","channels")"), 1u);
}

TEST(ExportForPrograms, NamesForGodotHaveALetter) {
  std::string document = limb;
  for (std::size_t at = document.find("tip"); at != document.npos; at = document.find("tip")) {
    document.replace(at, 3, "\"手\"");
  }
  ExportOptions options = as(ExportFormat::Gltf);
  options.names = ExportNames::Godot;
  const std::string text = exported(document, options);
  EXPECT_NE(text.find(R"({"name":"bone_2")"), std::string::npos);
  EXPECT_NE(text.find(R"("rigy_id":"手")"), std::string::npos);
}

TEST(ExportForPrograms, TheRestIsTheFirstClipIfWanted) {
  ExportOptions options = as(ExportFormat::Gltf);
  options.rest_clip = true;
  const std::string text = exported(limb, options);
  EXPECT_NE(text.find(R"("animations":[{"name":"rest",)"), std::string::npos);
}

TEST(ExportForPrograms, TheUnitOfFbxMayBeCentimeters) {
  ExportOptions options = as(ExportFormat::Fbx);
  const std::string meters = exported(limb, options);
  options.unit = ExportUnit::Centimeter;
  const std::string centimeters = exported(limb, options);
  options.unit = ExportUnit::Meter;
  options.scale = 100;
  EXPECT_NE(centimeters, meters);
  EXPECT_NE(centimeters, exported(limb, options));  // the same lengths, but of meters
}

TEST(ExportForPrograms, AnyAxisMayBeUpWhereTheFormatDoesNotSay) {
  ExportOptions options = as(ExportFormat::Obj);
  const std::string y_up = exported(limb, options);
  EXPECT_NE(y_up.find("v 0.5 1 0.5"), std::string::npos);
  options.up = ExportUp::Z;
  EXPECT_NE(exported(limb, options).find("v 0.5 -0.5 1"), std::string::npos);
  ExportOptions stl = as(ExportFormat::Stl);
  const std::string usual = exported(limb, stl);
  stl.up = ExportUp::Z;
  EXPECT_EQ(usual, exported(limb, stl));
  stl.up = ExportUp::Y;
  EXPECT_NE(usual, exported(limb, stl));
}

struct Model {
  Model(const test::Files& given, const ExportOptions& options) : files(given) {
    analyzed = run_analysis(test::entry_name, files, {}, analysis);
    built = build_model(analyzed, options, analyzed.diagnostics);
  }
  MemoryFiles files;
  Analysis analysis;
  AnalyzedAssembly analyzed;
  std::optional<ExportModel> built;
};

TEST(ExportForPrograms, ImplicitSurfacesAreConnectedAndNoNormalIsAgainstItsFace) {
  const Model model({{test::entry_name, blob}}, {});
  ASSERT_TRUE(model.built);
  const Geometry& geometry = model.built->geometries.at(0);
  // A closed surface has about half as many vertices as triangles.
  EXPECT_EQ(geometry.vertex_count(), geometry.indices.size() / 6 + 2);
  const auto at = [](std::span<const float> numbers, std::size_t vertex) {
    return Vec3{numbers[3 * vertex], numbers[3 * vertex + 1], numbers[3 * vertex + 2]};
  };
  for (std::size_t i = 0; i < geometry.indices.size(); i += 3) {
    const Vec3 a = at(geometry.positions, geometry.indices[i]);
    const Vec3 face = cross(at(geometry.positions, geometry.indices[i + 1]) - a,
                            at(geometry.positions, geometry.indices[i + 2]) - a);
    for (std::size_t corner = 0; corner < 3; ++corner) {
      EXPECT_GE(dot(face, at(geometry.normals, geometry.indices[i + corner])), 0);
    }
  }
}

TEST(ExportForPrograms, FbxBakesWhatStretchesBones) {
  const test::Files files = yard("[5, 2, 0]", "affine");
  const Model glb(files, {});
  ASSERT_TRUE(glb.built);
  EXPECT_EQ(glb.built->skeletons.size(), 1u);
  const Model fbx(files, as(ExportFormat::Fbx));
  ASSERT_TRUE(fbx.built);
  EXPECT_EQ(fbx.built->skeletons.size(), 2u);
  for (const ExportNode& node : fbx.built->nodes) EXPECT_EQ(node.transform.scale, (Vec3{1, 1, 1}));
}

// Blender connects a bone to the tail of its parent and then ignores where clips move it.
TEST(ExportForPrograms, FbxKeepsMovedBonesApartFromTheirParents) {
  const Model model({{test::entry_name, limb}}, as(ExportFormat::Fbx));
  ASSERT_TRUE(model.built);
  const std::vector<ExportBone>& bones = model.built->skeletons.at(0).bones;
  const double gap = length(bones[1].rest.translation - bones[0].tail);
  EXPECT_GT(gap, 1e-6);
  EXPECT_LT(gap, 1e-5);
  EXPECT_LT(length(bones[1].inverse_bind(bones[1].rest.translation)), 1e-15);
}

// Two meshes on one armature, of two materials.
const std::string two_colors = R"(version: "0.12"
materials:
  red: { base_color: [1, 0, 0, 1] }
  glass: { base_color: [0, 0, 1, 0.5] }
meshes:
  - id: body
    primitives:
      - { id: torso, type: box, material: red, dimensions: { x: 1, y: 2, z: 1 } }
      - { id: head, type: box, material: red, dimensions: { x: 1, y: 1, z: 1 }, transform: { translation: [0, 3, 0] } }
  - id: visor
    primitives:
      - { id: pane, type: box, material: glass, dimensions: { x: 1, y: 1, z: 1 } }
armatures:
  - { id: rig, bones: [ { id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0] } ] }
bindings:
  - { mesh_id: body, armature_id: rig }
  - { mesh_id: visor, armature_id: rig }
)";

std::size_t part_count(const ExportModel& model) {
  std::size_t count = 0;
  for (const ExportMesh& mesh : model.meshes) count += mesh.parts.size();
  return count;
}

TEST(ExportLight, PartsAreMergedByMaterialAndMeshesByArmature) {
  ExportOptions options;
  const Model plain({{test::entry_name, two_colors}}, options);
  ASSERT_TRUE(plain.built);
  EXPECT_EQ(plain.built->meshes.size(), 2u);
  EXPECT_EQ(part_count(*plain.built), 3u);
  options.merge = ExportMerge::Material;
  const Model by_material({{test::entry_name, two_colors}}, options);
  EXPECT_EQ(by_material.built->meshes.size(), 2u);
  EXPECT_EQ(part_count(*by_material.built), 2u);
  options.merge = ExportMerge::Armature;
  const Model by_armature({{test::entry_name, two_colors}}, options);
  ASSERT_EQ(by_armature.built->meshes.size(), 1u);
  EXPECT_EQ(part_count(*by_armature.built), 2u);
  const std::vector<PrimitiveGroup>& groups = by_armature.built->meshes[0].parts[0].groups;
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[1].id, "head");
  EXPECT_EQ(groups[1].first_index, 36u);
  EXPECT_EQ(by_armature.built->nodes.size(), plain.built->nodes.size() - 1);
}

TEST(ExportLight, ColorsOfVerticesLeaveOneMaterialForEachKindOfAlpha) {
  ExportOptions options;
  options.colors = ExportColors::Vertex;
  options.merge = ExportMerge::Armature;
  const Model model({{test::entry_name, two_colors}}, options);
  ASSERT_TRUE(model.built);
  ASSERT_EQ(model.built->materials.size(), 2u);
  EXPECT_FALSE(model.built->materials[0].is_transparent);
  EXPECT_TRUE(model.built->materials[1].is_transparent);
  const std::span<const float> colors = model.built->geometries[0].colors;
  EXPECT_EQ(std::vector<float>(colors.begin(), colors.begin() + 4),
            (std::vector<float>{1, 0, 0, 1}));
}

TEST(ExportLight, APaletteIsAPictureWithOnePixelForEachMaterial) {
  ExportOptions options;
  options.colors = ExportColors::Palette;
  const Model model({{test::entry_name, two_colors}}, options);
  ASSERT_TRUE(model.built);
  EXPECT_EQ(model.built->palette.substr(0, 4), "\x89PNG");
  EXPECT_EQ(model.built->geometries[0].uv_sets.at(0)[0], 0.125f);
  EXPECT_EQ(model.built->geometries.back().uv_sets.at(0)[0], 0.375f);
}

TEST(ExportLight, FlatShadingHasTheNormalOfEachTriangle) {
  ExportOptions options;
  options.shading = ExportShading::Flat;
  const std::string ball = R"(version: "0.12"
meshes: [ { id: m, primitives: [ { id: p, type: sphere, dimensions: { radius: 1 } } ] } ]
)";
  const Model model({{test::entry_name, ball}}, options);
  ASSERT_TRUE(model.built);
  const Geometry& geometry = model.built->geometries.at(0);
  for (std::size_t i = 0; i < geometry.indices.size(); i += 3) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto normal = [&](std::size_t corner) {
        return geometry.normals[std::size_t{3} * geometry.indices[i + corner] + axis];
      };
      EXPECT_EQ(normal(0), normal(1));
      EXPECT_EQ(normal(0), normal(2));
    }
  }
}

TEST(ExportLight, SmallFilesHaveShortNumbersAndWeightsThatSumToOne) {
  ExportOptions options = as(ExportFormat::Gltf);
  options.small = true;
  const std::string text = exported(limb, options);
  EXPECT_NE(text.find(R"("extensionsRequired":["KHR_mesh_quantization"])"), std::string::npos);
  EXPECT_NE(text.find(R"("componentType":5122,"count":24,"type":"VEC3")"), std::string::npos);
  const Model model({{test::entry_name, limb}}, options);
  const std::span<const float> weights = model.built->geometries.at(0).weights;
  EXPECT_EQ(weights[0], 127.0f / 255);
  EXPECT_EQ(weights[1], 128.0f / 255);
}

const std::string person = R"(version: "0.12"
meshes:
  - id: body
    primitives:
      - { id: torso, type: capsule, dimensions: { radius: 0.2, height: 0.4 }, transform: { translation: [0, 1.2, 0] } }
armatures:
  - id: rig
    bones:
      - { id: root, parent: none, head: [0, 0, 0], tail: [0, 0.1, 0] }
      - { id: pelvis, parent: root, head: [0, 0.95, 0], tail: [0, 1.05, 0] }
      - { id: belly, parent: pelvis, head: [0, 1.05, 0], tail: [0, 1.4, 0] }
      - { id: nape, parent: belly, head: [0, 1.5, 0], tail: [0, 1.6, 0] }
      - { id: skull, parent: nape, head: [0, 1.6, 0], tail: [0, 1.8, 0] }
      - { id: L_arm, parent: belly, head: [-0.2, 1.45, 0], tail: [-0.3, 1.2, 0] }
      - { id: L_elbow, parent: L_arm, head: [-0.3, 1.2, 0], tail: [-0.4, 0.9, 0] }
      - { id: L_palm, parent: L_elbow, head: [-0.4, 0.9, 0], tail: [-0.45, 0.8, 0] }
      - { id: R_arm, parent: belly, head: [0.2, 1.45, 0], tail: [0.3, 1.2, 0] }
      - { id: R_elbow, parent: R_arm, head: [0.3, 1.2, 0], tail: [0.4, 0.9, 0] }
      - { id: R_palm, parent: R_elbow, head: [0.4, 0.9, 0], tail: [0.45, 0.8, 0] }
      - { id: L_leg, parent: pelvis, head: [-0.1, 0.9, 0], tail: [-0.1, 0.5, 0] }
      - { id: L_knee, parent: L_leg, head: [-0.1, 0.5, 0], tail: [-0.1, 0.1, 0] }
      - { id: L_sole, parent: L_knee, head: [-0.1, 0.1, 0], tail: [-0.1, 0, -0.1] }
      - { id: R_leg, parent: pelvis, head: [0.1, 0.9, 0], tail: [0.1, 0.5, 0] }
      - { id: R_knee, parent: R_leg, head: [0.1, 0.5, 0], tail: [0.1, 0.1, 0] }
      - { id: R_sole, parent: R_knee, head: [0.1, 0.1, 0], tail: [0.1, 0, -0.1] }
bindings:
  - { mesh_id: body, armature_id: rig, weights: [ { primitive_id: torso, bones: [ { bone_id: belly, weight: 1 } ] } ] }
anchors:
  - { id: grip, translation: [0.44, 0.82, 0] }
)";

TEST(ExportCharacters, AHumanoidIsFoundByItsShape) {
  const Model model({{test::entry_name, person}}, {});
  ASSERT_TRUE(model.built);
  const Armature& rig = model.analyzed.assembly.root()->document.armatures.at(0);
  const HumanoidMap map = find_humanoid(rig);
  EXPECT_TRUE(map.is_complete());
  const auto bone = [&](std::string_view name) -> std::string_view {
    for (std::size_t i = 0; i < human_bone_count; ++i) {
      if (human_bones[i].vrm == name && map.bones[i] != no_index)
        return rig.bones[map.bones[i]].id.value;
    }
    return {};
  };
  EXPECT_EQ(bone("hips"), "pelvis");
  EXPECT_EQ(bone("spine"), "belly");
  EXPECT_EQ(bone("chest"), "");
  EXPECT_EQ(bone("neck"), "nape");
  EXPECT_EQ(bone("head"), "skull");
  EXPECT_EQ(bone("leftHand"), "L_palm");
  EXPECT_EQ(bone("rightUpperArm"), "R_arm");
  EXPECT_EQ(bone("leftFoot"), "L_sole");
  const Model other({{test::entry_name, limb}}, {});
  EXPECT_TRUE(find_humanoid(other.analyzed.assembly.root()->document.armatures.at(0)).is_empty());
}

TEST(ExportCharacters, BonesHaveTheNamesOfAnEngineAndKeepTheirIds) {
  ExportOptions options = as(ExportFormat::Gltf);
  options.bones = ExportBones::Mixamo;
  const std::string text = exported(person, options);
  EXPECT_NE(text.find(R"({"name":"mixamorig:LeftForeArm","children")"), std::string::npos);
  EXPECT_NE(text.find(R"("rigy_id":"L_elbow")"), std::string::npos);
  EXPECT_NE(text.find(R"({"name":"root","children")"), std::string::npos);
}

TEST(ExportCharacters, AnchorsFollowTheNearestBone) {
  ExportOptions options;
  options.sockets = ExportSockets::Unreal;
  const Model model({{test::entry_name, person}}, options);
  ASSERT_TRUE(model.built);
  const ExportNode& socket = model.built->nodes.back();
  EXPECT_EQ(socket.name, "SOCKET_grip");
  const ExportBone& hand = model.built->skeletons[0].bones.at(socket.followed_bone);
  EXPECT_EQ(hand.id, "R_palm");
  const Vec3 place = rotate(hand.rest.rotation, socket.transform.translation) + hand.head;
  EXPECT_LT(length(place - Vec3{-0.44, 0.82, 0}), 1e-15);
  EXPECT_EQ(std::count(model.built->roots.begin(), model.built->roots.end(),
                       model.built->nodes.size() - 1),
            0);
}

// Unreal finds levels of detail by the group above them.
TEST(ExportForPrograms, LevelsOfDetailAreAGroupInFbx) {
  ExportOptions options = as(ExportFormat::Fbx);
  options.lods = 3;
  options.colliders = ExportColliders::Unreal;
  const std::string ball = R"(version: "0.12"
meshes:
  - id: ball
    primitives:
      - { id: b, type: sphere, dimensions: { radius: 1 } }
)";
  const Model model({{test::entry_name, ball}}, options);
  std::string names;
  for (const ExportNode& node : model.built->nodes) {
    names +=
        node.name +
        (node.parent == no_index ? " " : " below " + model.built->nodes[node.parent].name + " ");
  }
  EXPECT_EQ(
      names,
      "ball ball_LOD0 below ball ball_LOD1 below ball ball_LOD2 below ball USP_ball_LOD0_01 ");
  const std::string text = exported(ball, options);
  EXPECT_EQ(count_of(text, "LodGroup"), 3u);
  EXPECT_EQ(count_of(text, "Thresholds|Level"), 2u);
  EXPECT_EQ(count_of(text, "DisplayLevels|Level"), 3u);
  options.format = ExportFormat::Gltf;
  EXPECT_EQ(count_of(exported(ball, options), R"("name":"ball")"), 0u);
}

TEST(ExportForPrograms, MergedMeshesHaveOneGroupOfLevels) {
  ExportOptions options = as(ExportFormat::Fbx);
  options.lods = 2;
  options.merge = ExportMerge::Armature;
  const Model model({{test::entry_name, R"(version: "0.12"
meshes:
  - {id: head, primitives: [{id: h, type: sphere, dimensions: {radius: 1}}]}
  - {id: hat, primitives: [{id: h, type: sphere, dimensions: {radius: 2}}]}
armatures: [{id: rig, bones: [{id: neck, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings:
  - {mesh_id: head, armature_id: rig, weights: [{primitive_id: h, bones: [{bone_id: neck, weight: 1}]}]}
  - {mesh_id: hat, armature_id: rig, weights: [{primitive_id: h, bones: [{bone_id: neck, weight: 1}]}]}
)"}},
                    options);
  std::vector<std::string> names;
  for (const ExportNode& node : model.built->nodes) names.push_back(node.name);
  EXPECT_EQ(names, (std::vector<std::string>{"rig", "head", "head_LOD0", "head_LOD1"}));
}

// What an instance makes three times as long is also three times as far off.
TEST(ExportForPrograms, HowFarLevelsAreOffIsScaledAsTheyAre) {
  const std::string ball = R"(version: "0.12"
meshes:
  - id: ball
    primitives:
      - { id: b, type: sphere, dimensions: { radius: 1 } }
anchors:
  - { id: o, translation: [0, 0, 0] }
  - { id: x, translation: [1, 0, 0] }
  - { id: y, translation: [0, 1, 0] }
)";
  const std::string placed = R"(version: "0.12"
imports: { ball: { source: ball.rigy.yaml } }
anchors:
  - { id: a, translation: [0, 0, 0] }
  - { id: b, translation: [3, 0, 0] }
  - { id: c, translation: [0, 3, 0] }
instances:
  - { id: large, import: ball, attach3: { from: [o, x, y], to: [a, b, c], mode: uniform } }
)";
  ExportOptions options;
  options.detail = 0.5;
  const auto error_of = [&](const test::Files& given) {
    MemoryFiles files(given);
    return export_asset(test::entry_name, files, options).levels.at(0).error;
  };
  const double own = error_of({{test::entry_name, ball}});
  EXPECT_GT(own, 0);
  EXPECT_DOUBLE_EQ(error_of({{test::entry_name, placed}, {"ball.rigy.yaml", ball}}), 3 * own);
  options.format = ExportFormat::Fbx;
  options.unit = ExportUnit::Centimeter;
  EXPECT_DOUBLE_EQ(error_of({{test::entry_name, ball}}), own);
}

TEST(ExportPhysics, ShapesAreExactWhereAnEngineKnowsThem) {
  const std::string shapes = R"(version: "0.12"
meshes:
  - id: m
    primitives:
      - { id: a, type: box, dimensions: { x: 1, y: 2, z: 3 }, transform: { translation: [4, 5, 6] } }
      - { id: b, type: sphere, dimensions: { radius: 2 } }
      - { id: c, type: capsule, dimensions: { radius: 1, height: 2 } }
      - { id: d, type: cylinder, dimensions: { radius: 1, height: 2 } }
      - { id: e, type: wedge, dimensions: { x: 1, y: 2, z: 3 } }
)";
  ExportOptions options = as(ExportFormat::Gltf);
  options.colliders = ExportColliders::Omi;
  const std::string text = exported(shapes, options);
  EXPECT_NE(text.find(R"("shapes":[{"type":"box","box":{"size":[1,2,3]}},)"
                      R"({"type":"sphere","sphere":{"radius":2}},)"
                      R"({"type":"capsule","capsule":{"radius":1,"height":2}},)"
                      R"({"type":"cylinder","cylinder":{"radius":1,"height":2}},)"
                      R"({"type":"convex","convex":{"mesh":1}}])"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"("translation":[-4,5,-6],"extensions":{"OMI_physics_body":)"
                      R"({"motion":{"type":"static"},"collider":{"shape":0}}})"),
            std::string::npos);
  options = as(ExportFormat::Fbx);
  options.colliders = ExportColliders::Unreal;
  const Model unreal({{test::entry_name, shapes}}, options);
  std::string names;
  for (const ExportNode& node : unreal.built->nodes) names += node.name + " ";
  EXPECT_EQ(names, "m UBX_m_01 USP_m_02 UCP_m_03 UCX_m_04 UCX_m_05 ");
}

// A ball that an instance makes wide: it is no sphere any more.
TEST(ExportPhysics, StretchedShapesAreHulls) {
  const test::Files wide{{"ball.rigy.yaml", R"(version: "0.12"
meshes:
  - id: m
    primitives:
      - { id: ball, type: sphere, dimensions: { radius: 1 } }
anchors:
  - { id: o, translation: [0, 0, 0] }
  - { id: x, translation: [1, 0, 0] }
  - { id: y, translation: [0, 1, 0] }
)"},
                         {test::entry_name, R"(version: "0.12"
imports: { ball: { source: ball.rigy.yaml } }
anchors:
  - { id: a, translation: [0, 0, 0] }
  - { id: b, translation: [3, 0, 0] }
  - { id: c, translation: [0, 3, 0] }
  - { id: d, translation: [0, 1, 0] }
instances:
  - { id: large, import: ball, attach3: { from: [o, x, y], to: [a, b, c], mode: uniform } }
  - { id: wide, import: ball, attach3: { from: [o, x, y], to: [a, b, d], mode: affine } }
)"}};
  ExportOptions options = as(ExportFormat::Gltf);
  options.colliders = ExportColliders::Omi;
  EXPECT_NE(exported(wide, options)
                .find(R"("shapes":[{"type":"sphere","sphere":{"radius":1}},)"
                      R"({"type":"convex","convex":{"mesh":1}}])"),
            std::string::npos);
  options.colliders = ExportColliders::Unreal;
  const Model unreal(wide, options);
  std::string names;
  for (const ExportNode& node : unreal.built->nodes) {
    if (node.kind == ExportNodeKind::Collider) names += node.name + " ";
  }
  EXPECT_EQ(names, "USP_large.m_01 UCX_wide.m_01 ");
}

// A quantized mesh needs the scale of its node, which the mesh of a shape does not have.
TEST(ExportPhysics, HullsOfSmallFilesAreInMeters) {
  const std::string wedge = R"(version: "0.12"
meshes:
  - id: m
    primitives:
      - { id: e, type: wedge, dimensions: { x: 1, y: 2, z: 4 } }
)";
  ExportOptions options = as(ExportFormat::Gltf);
  options.colliders = ExportColliders::Omi;
  options.small = true;
  const std::string text = exported(wedge, options);
  EXPECT_NE(text.find(R"("primitives":[{"attributes":{"POSITION":1},"indices":4,)"),
            std::string::npos);
  EXPECT_NE(text.find(R"("componentType":5126,"count":18,"type":"VEC3",)"
                      R"("min":[-0.5,-1,-2],"max":[0.5,1,2]})"),
            std::string::npos)
      << text;
}

TEST(ExportPhysics, CollidersOfBoundMeshesFollowTheirBone) {
  ExportOptions options = as(ExportFormat::Gltf);
  options.colliders = ExportColliders::Omi;
  const std::string text = exported(person, options);
  EXPECT_NE(text.find(R"({"motion":{"type":"kinematic"},"collider":{"shape":0}}})"),
            std::string::npos);
  const Model model({{test::entry_name, person}}, options);
  const ExportNode& collider = model.built->nodes.back();
  EXPECT_EQ(model.built->skeletons[0].bones.at(collider.followed_bone).id, "belly");
}

}  // namespace
}  // namespace rigy
