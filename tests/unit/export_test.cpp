// The model that exports are written from, and the bytes of exports.
#include "rigy/export.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "export_model/bones.hpp"
#include "export_model/model.hpp"
#include "export_model/motion.hpp"
#include "export_model/names.hpp"
#include "math/rotation.hpp"
#include "skinning/skinning.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using Names = std::vector<std::string>;
using test::Random;

// A model, and the documents that contain its texts.
struct Built {
  explicit Built(test::Files given, const ExportOptions& options = {},
                 const std::string& entry = test::entry_name)
      : files(std::move(given)) {
    analyzed = run_analysis(entry, files, {}, analysis);
    model = build_model(analyzed, options, analyzed.diagnostics);
  }
  explicit Built(std::string document, const ExportOptions& options = {})
      : Built(test::Files{{test::entry_name, std::move(document)}}, options) {}

  [[nodiscard]] const ExportModel& operator*() const { return *model; }
  [[nodiscard]] const ExportModel* operator->() const { return &*model; }

  [[nodiscard]] const ExportNode& node(const std::string& name) const {
    const auto found = std::find_if(model->nodes.begin(), model->nodes.end(),
                                    [&](const ExportNode& node) { return node.name == name; });
    EXPECT_NE(found, model->nodes.end()) << name;
    return *found;
  }

  MemoryFiles files;
  Analysis analysis;
  AnalyzedAssembly analyzed;
  std::optional<ExportModel> model;
};

Names node_names(const ExportModel& model) {
  Names names;
  for (const ExportNode& node : model.nodes) names.push_back(node.name);
  return names;
}

RigidMotion operator*(const RigidMotion& outer, const RigidMotion& inner) {
  return {rotate(outer.rotation, inner.translation) + outer.translation,
          outer.rotation * inner.rotation};
}

double difference(const Quaternion& a, const Quaternion& b) {
  return 1 - std::abs(dot(a, b));  // the same turn, whatever its sign
}

// Where a bone is in armature space, by the chain of its parents.
template <class LocalOf>
RigidMotion placed(const ExportSkeleton& skeleton, std::uint32_t bone, const LocalOf& local_of) {
  const std::uint32_t parent = skeleton.bones[bone].parent;
  if (parent == no_index) return local_of(bone);
  return placed(skeleton, parent, local_of) * local_of(bone);
}

Armature random_armature(Random& random, std::size_t count) {
  static const char* const ids[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  Armature armature;
  for (std::size_t i = 0; i < count; ++i) {
    Bone bone;
    bone.id = {ids[i], 0};
    bone.parent = {"none", 0, no_index};
    if (i > 0) bone.parent = {"x", 0, static_cast<std::uint32_t>(test::below(random, i))};
    bone.head = {test::random_point(random, 2), 0};
    bone.tail = {bone.head.value + test::random_point(random, 1), 0};
    bone.roll = test::uniform(random, -7, 7);
    armature.bones.push_back(bone);
  }
  return armature;
}

TEST(ExportBones, PointFromHeadToTailWhateverTheRoll) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Armature armature = random_armature(random, 8);
    const ExportSkeleton skeleton = skeleton_of(armature, nullptr, 1);
    for (const ExportBone& bone : skeleton.bones) {
      const Vec3 tip = rotate(bone.rest.rotation, {0, bone.length, 0}) + bone.rest.translation;
      EXPECT_LT(test::distance(tip, bone.tail), 2e-6);
      EXPECT_LT(test::distance(bone.inverse_bind(bone.head), {}), 1e-14);
      EXPECT_LT(test::distance(bone.inverse_bind(bone.tail), {0, bone.length, 0}), 2e-6);
    }
  }
}

TEST(ExportBones, RollTurnsAboutTheBone) {
  const auto x_axis = [](const Vec3& tail, double roll) {
    Armature armature;
    Bone bone;
    bone.parent = {"none", 0, no_index};
    bone.head = {{}, 0};
    bone.tail = {tail, 0};
    bone.roll = roll;
    armature.bones.push_back(bone);
    const Quaternion rotation = skeleton_of(armature, nullptr, 1).bones[0].rest.rotation;
    return rotate(rotation, {1, 0, 0});
  };
  constexpr double quarter = 1.5707963267948966;
  EXPECT_LT(test::distance(x_axis({0, 2, 0}, 0), {1, 0, 0}), 1e-15);
  EXPECT_LT(test::distance(x_axis({0, 2, 0}, quarter), {0, 0, -1}), 1e-15);
  EXPECT_LT(test::distance(x_axis({2, 0, 0}, 0), {0, -1, 0}), 1e-15);
  EXPECT_LT(test::distance(x_axis({2, 0, 0}, quarter), {0, 0, -1}), 1e-15);
  // Straight down, and so close to it that the choice would be arbitrary.
  EXPECT_LT(test::distance(x_axis({0, -2, 0}, 0), {-1, 0, 0}), 1e-15);
  EXPECT_LT(test::distance(x_axis({0, -2, 1e-9}, 0), {-1, 0, 0}), 1e-15);
}

TEST(ExportBones, ChainsOfParentsLeadToTheRest) {
  Random random(2);
  for (int round = 0; round < 100; ++round) {
    const ExportSkeleton skeleton = skeleton_of(random_armature(random, 8), nullptr, 1);
    const auto local = [&](std::uint32_t bone) { return skeleton.bones[bone].local; };
    for (std::uint32_t i = 0; i < skeleton.bones.size(); ++i) {
      const RigidMotion found = placed(skeleton, i, local);
      EXPECT_LT(test::distance(found.translation, skeleton.bones[i].head), 1e-13);
      EXPECT_LT(difference(found.rotation, skeleton.bones[i].rest.rotation), 1e-13);
    }
  }
}

TEST(ExportBones, PosesMoveBonesAsBakingDoes) {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    const Armature armature = random_armature(random, 8);
    const ExportSkeleton skeleton = skeleton_of(armature, nullptr, 1);
    Pose pose;
    for (std::size_t i = 0; i < 6; ++i) {
      PoseBone entry;
      entry.bone = armature.bones[i].id;
      const Quaternion q = quaternion_from_axis_angle(test::random_point(random, 1) + Vec3{2, 0, 0},
                                                      test::uniform(random, -3, 3));
      entry.rotation = {q.w, q.x, q.y, q.z};
      entry.translation = {test::random_point(random, 2), 0};
      pose.bones.push_back(entry);
    }
    const std::vector<RigidMotion> posed = posed_bones(skeleton, pose, 1);
    const PosedArmature baked = pose_armature(armature, pose, Solver::Lbs);
    const Vec3 point = test::random_point(random, 3);
    for (std::uint32_t i = 0; i < posed.size(); ++i) {
      const RigidMotion world = placed(skeleton, i, [&](std::uint32_t b) { return posed[b]; });
      const Vec3 in_bone = skeleton.bones[i].inverse_bind(point);
      const Vec3 moved = rotate(world.rotation, in_bone) + world.translation;
      const PosedBone& bone = baked.bones[i];
      EXPECT_LT(test::distance(moved, bone.linear * point + bone.translation), 1e-12);
      EXPECT_GE(dot(posed[i].rotation, skeleton.bones[i].local.rotation), 0);
    }
  }
}

TEST(ExportMotion, TransformsAreTakenApart) {
  Random random(4);
  for (int round = 0; round < 500; ++round) {
    const Mat3 rotation = rotation_matrix(quaternion_from_axis_angle(
        test::random_point(random, 1) + Vec3{2, 0, 0}, test::uniform(random, -3, 3)));
    const double mirror = test::below(random, 2) == 0 ? -1 : 1;
    const Vec3 scale{mirror * test::uniform(random, 0.1, 3), test::uniform(random, 0.1, 3),
                     test::uniform(random, 0.1, 3)};
    const Affine given{from_columns(scale.x * rotation.column(0), scale.y * rotation.column(1),
                                    scale.z * rotation.column(2)),
                       test::random_point(random, 5)};
    const NodeTransform parts = parts_of(given);
    const Vec3 point = test::random_point(random, 1);
    const Vec3 scaled{parts.scale.x * point.x, parts.scale.y * point.y, parts.scale.z * point.z};
    EXPECT_LT(test::distance(rotate(parts.rotation, scaled) + parts.translation, given(point)),
              1e-13);
    EXPECT_EQ(parts.scale.x < 0, mirror < 0);
  }
}

TEST(ExportNames, ATakenNameGetsTheFirstFreeNumber) {
  UniqueNames names;
  EXPECT_EQ(names.take("hand"), "hand");
  EXPECT_EQ(names.take("hand_2"), "hand_2");
  EXPECT_EQ(names.take("hand"), "hand_3");
  EXPECT_EQ(names.take("hand"), "hand_4");
  EXPECT_EQ(names.take("hand_2"), "hand_2_2");
}

constexpr const char* two_colours = R"(version: "0.6"
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
  const Built built(two_colours);
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
  const Built built(two_colours);
  EXPECT_EQ(built.node("sword").mesh, built.node("spare").mesh);
  EXPECT_EQ(built->meshes.size(), 3u);
  EXPECT_EQ(built->geometries.size(), 3u);  // the bound box has joints, the other has none
}

TEST(ExportModel, BonesOfOneNameAreCalledAfterTheirArmature) {
  std::string text = two_colours;
  text.replace(text.find("anchors:"), 0, "  - {mesh_id: sword, armature_id: glove}\n");
  const Built built(text);
  ASSERT_EQ(built->armatures.size(), 2u);
  EXPECT_EQ(built->armatures[1].bone_names, (Names{"glove.hand"}));
}

TEST(ExportModel, AnchorsAndAnimationsAreThereUnlessTheyAreNotWanted) {
  const Built built(two_colours);
  const ExportNode& grip = built.node("grip");
  EXPECT_EQ(grip.kind, ExportNodeKind::Anchor);
  EXPECT_EQ(grip.transform.translation, (Vec3{-1, 2, -3}));
  ASSERT_EQ(built->animations.size(), 1u);
  EXPECT_EQ(built->animations[0].name, "wave");
  EXPECT_EQ(built->animations[0].times, (std::vector<double>{0}));
  ExportOptions options;
  options.anchors = false;
  options.poses = ExportPoses::None;
  const Built without(two_colours, options);
  EXPECT_EQ(node_names(*without), (Names{"rig", "body", "visor", "sword", "spare"}));
  EXPECT_TRUE(without->animations.empty());
}

TEST(ExportModel, LoopsGoFromRestToPoseAndBack) {
  ExportOptions options;
  options.poses = ExportPoses::Loops;
  const Built built(two_colours, options);
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
  const Built plain(two_colours);
  const Built large(two_colours, options);
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
  EXPECT_EQ(node_names(*Built(two_colours, options)),
            (Names{"rig", "body", "visor", "sword", "spare", "grip", "sword_p-colonly",
                   "spare_p-colonly"}));
  options.colliders = ExportColliders::Unreal;
  const Built built(two_colours, options);
  EXPECT_EQ(built.node("UCX_sword_01").kind, ExportNodeKind::Collider);
  const Geometry& shape =
      built->geometries[built->meshes[built.node("UCX_sword_01").mesh].parts[0].geometry];
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
      names_with(ExportColliders::Unreal, "UCX_crate_01"),
      (Names{"UCX_crate_01", "crate", "UCX_UCX_crate_01_01", "UCX_crate_02", "UCX_crate_03"}));
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

// Instances that are turned, tilted and sheared, bones in all directions, poses, anchors,
// colliders.
const test::Files lopsided{{test::entry_name, R"(version: "0.6"
imports: {arm: {source: arm.rigy.yaml}}
meshes: [{id: stone, primitives: [{id: p, type: sphere, dimensions: {radius: 0.3}, transform: {translation: [0.4, 0, 1]}}]}]
anchors:
  - {id: a, translation: [5, 0, 0]}
  - {id: b, translation: [5, 1, 2]}
  - {id: c, translation: [4, 3, 1]}
  - {id: L_tip, translation: [1, 2, 3]}
instances:
  - {id: L_tilted, import: arm, attach3: {from: [o, x, y], to: [a, b, c], mode: rigid}}
  - {id: sheared, import: arm, attach3: {from: [o, x, y], to: [a, b, c], mode: affine}}
symmetry: {mirror_x: {prefix_from: "L_", prefix_to: "R_"}}
armatures:
  - id: rig
    bones:
      - {id: up, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: down, parent: up, head: [0.1, 1, 0.2], tail: [0.1, 0, 0.2], roll: 0.4}
      - {id: aslant, parent: down, head: [0.3, 0, 0], tail: [1, 0.2, -0.7], roll: -0.7}
bindings: [{mesh_id: stone, armature_id: rig}]
poses:
  - {id: bent, bones: {up: {rotation: [0.5, 0.5, -0.5, 0.5]}, down: {translation: [1, 2, -3]},
                       aslant: {rotation: [0.8, 0, 0.6, 0], translation: [0, 0, 1]}}}
)"},
                           {"arm.rigy.yaml", R"(version: "0.9"
meshes: [{id: m, primitives: [{id: p, type: wedge, dimensions: {x: 1, y: 2, z: 3}},
                              {id: q, type: capsule, dimensions: {radius: 1, height: 1}, transform: {rotation_euler: [0.3, 0.2, 0.1]}}]}]
anchors:
  - {id: o, translation: [0, 0, 0]}
  - {id: x, translation: [1, 0, 0]}
  - {id: y, translation: [0, 1, 0]}
)"}};

Built lopsided_model(ExportFace face) {
  ExportOptions options;
  options.face = face;
  options.colliders = ExportColliders::Unreal;
  Built built(lopsided, options);
  EXPECT_EQ(test::messages(built.analyzed.diagnostics.report(built.analyzed.assembly.sources)), "");
  return built;
}

// What a half turn about y makes of things: as if everything had been written down the other way.
Vec3 half_turn(const Vec3& v) { return {-v.x, v.y, -v.z}; }
Quaternion half_turn(const Quaternion& q) { return {q.w, -q.x, q.y, -q.z}; }
Affine half_turn(const Affine& affine) {
  const Mat3 turn{{{{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}};
  return {turn * affine.linear * turn, half_turn(affine.translation)};
}

void expect_turned(const Vec3& turned, const Vec3& plain) { EXPECT_EQ(turned, half_turn(plain)); }
void expect_turned(const Quaternion& turned, const Quaternion& plain) {
  const Quaternion expected = half_turn(plain);
  EXPECT_EQ((std::array{turned.w, turned.x, turned.y, turned.z}),
            (std::array{expected.w, expected.x, expected.y, expected.z}));
}
void expect_turned(const RigidMotion& turned, const RigidMotion& plain) {
  expect_turned(turned.translation, plain.translation);
  expect_turned(turned.rotation, plain.rotation);
}
void expect_turned(std::span<const float> turned, std::span<const float> plain) {
  ASSERT_EQ(turned.size(), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_EQ(turned[i], i % 3 == 1 ? plain[i] : -plain[i]) << i;
    EXPECT_FALSE(turned[i] == 0 && std::signbit(turned[i])) << i;
  }
}

// Exports face +z, the front of other programs: everything is turned within its own space, exactly.
TEST(ExportModel, FacesPlusZ) {
  const Built turned = lopsided_model(ExportFace::PlusZ);
  const Built plain = lopsided_model(ExportFace::MinusZ);
  ASSERT_EQ(node_names(*turned), node_names(*plain));  // none is there only to turn the others
  for (std::size_t i = 0; i < plain->nodes.size(); ++i) {
    const NodeTransform& transform = plain->nodes[i].transform;
    expect_turned(turned->nodes[i].transform.translation, transform.translation);
    expect_turned(turned->nodes[i].transform.rotation, transform.rotation);
    EXPECT_EQ(turned->nodes[i].transform.scale, transform.scale);
  }
  ASSERT_EQ(turned->geometries.size(), plain->geometries.size());
  for (std::size_t i = 0; i < plain->geometries.size(); ++i) {
    expect_turned(turned->geometries[i].positions, plain->geometries[i].positions);
    expect_turned(turned->geometries[i].normals, plain->geometries[i].normals);
    EXPECT_TRUE(std::ranges::equal(turned->geometries[i].indices, plain->geometries[i].indices));
  }
  EXPECT_EQ(plain.node("L_tip").transform.translation, (Vec3{1, 2, 3}));
}

// Of a bone, at the first key.
RigidMotion motion_of(const ExportAnimation& animation, std::size_t bone) {
  return {animation.translation_at(animation.channels.at(2 * bone), 0),
          animation.rotation_at(animation.channels.at(2 * bone + 1), 0)};
}

TEST(ExportModel, BonesAndPosesFacePlusZ) {
  const Built turned = lopsided_model(ExportFace::PlusZ);
  const Built plain = lopsided_model(ExportFace::MinusZ);
  const std::vector<ExportBone>& bones = turned->skeletons.at(0).bones;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const ExportBone& bone = plain->skeletons[0].bones[i];
    expect_turned(bones[i].head, bone.head);
    expect_turned(bones[i].tail, bone.tail);
    expect_turned(bones[i].rest, bone.rest);
    expect_turned(bones[i].local, bone.local);
    EXPECT_EQ(bones[i].inverse_bind.linear, half_turn(bone.inverse_bind).linear);
    EXPECT_EQ(bones[i].inverse_bind.translation, half_turn(bone.inverse_bind).translation);
    EXPECT_EQ(bones[i].roll, bone.roll);
    const RigidMotion posed = motion_of(turned->animations.at(0), i);
    expect_turned(posed, motion_of(plain->animations[0], i));
  }
}

// The files of an export in one text.
std::string exported(ExportFormat format, ExportFace face) {
  MemoryFiles files(lopsided);
  ExportOptions options;
  options.format = format;
  options.face = face;
  std::string bytes;
  for (const ExportedFile& file : export_asset(test::entry_name, files, options).exported) {
    bytes += file.bytes;
  }
  return bytes;
}

TEST(Export, EveryFormatFacesPlusZUnlessAskedNotTo) {
  for (const ExportFormat format : {ExportFormat::Glb, ExportFormat::Gltf, ExportFormat::Fbx,
                                    ExportFormat::Obj, ExportFormat::Stl}) {
    const std::string turned = exported(format, ExportFace::PlusZ);
    EXPECT_FALSE(turned.empty());
    EXPECT_TRUE(turned != exported(format, ExportFace::MinusZ)) << extension_of(format);
  }
}

TEST(Export, LinesOfObjFilesAreTurned) {
  std::istringstream turned(exported(ExportFormat::Obj, ExportFace::PlusZ));
  std::istringstream plain(exported(ExportFormat::Obj, ExportFace::MinusZ));
  std::size_t vectors = 0;
  std::string line;
  for (std::string other; std::getline(turned, line) && std::getline(plain, other);) {
    std::istringstream one(line);
    std::istringstream two(other);
    std::string key;
    std::string same_key;
    double x = 0, y = 0, z = 0, u = 0, v = 0, w = 0;
    one >> key >> x >> y >> z;
    two >> same_key >> u >> v >> w;
    ASSERT_EQ(key, same_key);
    if (key != "v" && key != "vn") continue;
    EXPECT_EQ((Vec3{x, y, z}), half_turn(Vec3{u, v, w})) << line;
    EXPECT_EQ(line.find("-0 "), std::string::npos) << line;
    EXPECT_FALSE(line.ends_with("-0")) << line;
    ++vectors;
  }
  EXPECT_GT(vectors, 500u);
}

TEST(Export, StlFilesHaveNoNegativeZeros) {
  for (const ExportFace face : {ExportFace::PlusZ, ExportFace::MinusZ}) {
    const std::string bytes = exported(ExportFormat::Stl, face);
    for (std::size_t triangle = 84; triangle < bytes.size(); triangle += 50) {
      for (std::size_t at = triangle; at < triangle + 48; at += 4) {
        EXPECT_NE(bytes.substr(at, 4), std::string("\0\0\0\x80", 4)) << at;
      }
    }
  }
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
  MemoryFiles files(test::Files{{test::entry_name, two_colours}});
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
    MemoryFiles files(test::Files{{entry, two_colours}});
    return export_asset(entry, files).exported.at(0).name;
  };
  EXPECT_EQ(name_of("models/arm.rigy.yaml"), "arm.glb");
  EXPECT_EQ(name_of("arm.v2.yml"), "arm.v2.glb");
  EXPECT_EQ(name_of("arm"), "arm.glb");
  EXPECT_EQ(name_of(".yaml"), ".yaml.glb");
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
  MemoryFiles files(test::Files{{test::entry_name, two_colours}});
  const Analysis analysis = analyze(test::entry_name, files);
  const ExportResult again = export_asset(analysis);
  const ExportResult whole = export_asset(test::entry_name, files);
  ASSERT_EQ(again.exported.size(), 1u);
  EXPECT_TRUE(again.exported[0].bytes == whole.exported[0].bytes);
  EXPECT_EQ(test::findings(again.report), test::findings(whole.report));
}

}  // namespace
}  // namespace rigy
