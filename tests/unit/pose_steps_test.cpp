// Poses made of turns, moves and reaches, of other poses and of their mirror images; shapes along
// bones and skeletons.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rigy/measure.hpp"
#include "rigy/meshes.hpp"
#include "rigy/posing.hpp"
#include "rigy/rigging.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

constexpr double degree = 0.017453292519943295;

// Two legs below a body, each of two bones.
constexpr const char* legs = R"(version: "0.11"
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
meshes:
- id: m
  primitives:
  - {id: L_sole, type: box, dimensions: {x: 0.1, y: 0.1, z: 0.1}, transform: {translation: [-0.2, 0.05, 0]}}
armatures:
- id: rig
  bones:
  - {id: hips, parent: none, head: [0, 1, 0], tail: [0, 1.2, 0]}
  - {id: L_thigh, parent: hips, head: [-0.2, 1, 0], tail: [-0.2, 0.5, 0]}
  - {id: L_shin, parent: L_thigh, head: [-0.2, 0.5, 0], tail: [-0.2, 0, 0]}
bindings:
- {mesh_id: m, armature_id: rig, weights: [{primitive_id: L_sole, bones: [{bone_id: L_shin, weight: 1}]}]}
)";

Analysis analysis_of(const std::string& text) {
  MemoryFiles files({{test::entry_name, text}});
  return analyze(test::entry_name, files);
}

std::string posed_text(const std::string& text, const PoseSteps& steps) {
  const MadePose pose = make_pose(analysis_of(text), steps);
  EXPECT_EQ(pose.faults, std::vector<std::string>{});
  return with_pose(text, pose).value_or("");
}

// The bones of the pose, by id.
std::map<std::string, PlacedBone> bones_in(const std::string& text, const std::string& pose) {
  MemoryFiles files({{test::entry_name, text}});
  MeshesOptions options;
  options.pose = pose;
  const MeshesResult result = evaluate_meshes(test::entry_name, files, options);
  std::map<std::string, PlacedBone> bones;
  for (const PlacedArmature& armature : result.meshes.armatures) {
    for (const PlacedBone& bone : armature.bones) bones[bone.id] = bone;
  }
  return bones;
}

void expect_near(const Vector3& found, const Vector3& wanted) {
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], wanted[i], 1e-9) << i;
}

TEST(PoseSteps, AHingeTurnsAboutTheAxesOfItsParent) {
  PoseSteps steps;
  steps.turns = {{"hips", 'y', 90 * degree, PoseAxes::Parent},
                 {"L_shin", 'x', 90 * degree, PoseAxes::Parent}};
  auto bones = bones_in(posed_text(legs, steps), "pose");
  // The left leg is at the back now, and its knee bends toward the new front, -x.
  expect_near(bones["L_thigh"].head, {0, 1, 0.2});
  expect_near(bones["L_shin"].tail, {-0.5, 0.5, 0.2});
  // About the axes of the asset it bends sideways.
  for (BoneTurn& turn : steps.turns) turn.axes = PoseAxes::Asset;
  expect_near(bones_in(posed_text(legs, steps), "pose")["L_shin"].tail, {0, 0.5, -0.3});
}

TEST(PoseSteps, ABoneTwistsAndSlidesAlongItself) {
  PoseSteps steps;
  steps.turns = {{"L_thigh", 'y', 30 * degree, PoseAxes::Bone}};
  steps.moves = {{"L_shin", {0, 0.1, 0}, PoseAxes::Bone}, {"hips", {0.5, 0, 0}, PoseAxes::Asset}};
  auto bones = bones_in(posed_text(legs, steps), "pose");
  expect_near(bones["L_thigh"].tail, {0.3, 0.5, 0});
  expect_near(bones["L_shin"].head, {0.3, 0.4, 0});
  expect_near(bones["R_shin"].tail, {0.7, 0, 0});
}

TEST(PoseSteps, AFootReachesAPoint) {
  PoseSteps steps;
  steps.reaches = {{"L_shin", {-0.2, 0.3, -0.4}, 2, std::nullopt}};
  auto bones = bones_in(posed_text(legs, steps), "pose");
  expect_near(bones["L_shin"].tail, {-0.2, 0.3, -0.4});
  expect_near(bones["L_shin"].head, bones["L_thigh"].tail);
  EXPECT_LT(bones["L_shin"].head[2], -0.1);  // the knee is in front
  steps.reaches[0].pole = {0, 0, 1};
  EXPECT_GT(bones_in(posed_text(legs, steps), "pose")["L_shin"].head[2], 0);
}

TEST(PoseSteps, SayHowMuchIsMissing) {
  PoseSteps steps;
  steps.reaches = {{"L_shin", {-0.2, -1, 0}, 2, std::nullopt}};
  EXPECT_EQ(
      make_pose(analysis_of(legs), steps).notes,
      std::vector<std::string>{"'L_shin' stays 1 m from [-0.2, -1, 0]: its bones are too short"});
}

TEST(PoseSteps, AMirroredPoseIsTheOtherSides) {
  PoseSteps steps;
  steps.turns = {{"L_thigh", 'x', 40 * degree, PoseAxes::Parent},
                 {"hips", 'z', 10 * degree, PoseAxes::Parent}};
  std::string text = posed_text(legs, steps);
  PoseSteps mirror;
  mirror.from = "pose";
  mirror.mirror = true;
  text = posed_text(text, mirror);
  mirror.from = "pose_2";
  text = posed_text(text, mirror);
  auto first = bones_in(text, "pose");
  auto second = bones_in(text, "pose_2");
  auto third = bones_in(text, "pose_3");
  for (const auto& [id, bone] : first) {
    const std::string other = id[0] == 'L'   ? "R" + id.substr(1)
                              : id[0] == 'R' ? "L" + id.substr(1)
                                             : id;
    expect_near(second[other].tail, {-bone.tail[0], bone.tail[1], bone.tail[2]});
    expect_near(third[id].tail, bone.tail);
  }
}

TEST(PoseSteps, CorrectAPoseInItsPlace) {
  const std::string text = std::string(legs) +
                           "poses:\n"
                           "- id: one  # the first\n"
                           "  bones:\n"
                           "    hips: {translation: [0, 0.9, 0]}  # lower\n"
                           "- {id: two, bones: {}}\n";
  PoseSteps steps;
  steps.from = "one";
  steps.replace = true;
  steps.turns = {{"L_shin", 'x', -90 * degree, PoseAxes::Parent}};
  const std::string corrected = posed_text(text, steps);
  EXPECT_NE(corrected.find("- id: one  # the first\n"), std::string::npos);
  EXPECT_NE(corrected.find("hips: {rotation: [1, 0, 0, 0], translation: [0, 0.9, 0]}  # lower\n"),
            std::string::npos)
      << corrected;
  EXPECT_TRUE(corrected.ends_with("- {id: two, bones: {}}\n")) << corrected;
  // What the pose did not place follows what it did.
  expect_near(bones_in(corrected, "one")["L_shin"].tail, {-0.2, 0.4, 0.5});
}

TEST(PoseSteps, StandOnTheGround) {
  for (const char* solver : {"lbs", "dqs"}) {
    std::string text = legs;
    text += fmt::format("skinning_solver: {}\n", solver);
    PoseSteps steps;
    steps.id = "kneel";
    steps.on_ground = true;
    steps.turns = {{"L_thigh", 'x', 40 * degree}, {"L_shin", 'x', -70 * degree}};
    MemoryFiles files({{test::entry_name, posed_text(text, steps)}});
    MeshesOptions options;
    options.pose = "kneel";
    double lowest = 1;
    for (const PlacedPrimitive& primitive :
         evaluate_meshes(test::entry_name, files, options).meshes.primitives) {
      for (const Vector3& at : primitive.positions) lowest = std::min(lowest, at[1]);
    }
    EXPECT_NEAR(lowest, 0, 1e-9) << solver;
  }
}

TEST(PoseSteps, SayWhatIsWrong) {
  using Faults = std::vector<std::string>;
  const auto faults = [](const PoseSteps& steps) {
    return make_pose(analysis_of(legs), steps).faults;
  };
  PoseSteps steps;
  steps.from = "up";
  EXPECT_EQ(faults(steps), Faults{"there is no pose 'up'"});
  steps.from.clear();
  steps.moves = {{"hip", {}, PoseAxes::Asset}};
  EXPECT_EQ(faults(steps), Faults{"there is no bone 'hip'; did you mean 'hips'?"});
  std::string lame = legs;
  lame.erase(lame.find("symmetry"), lame.find("meshes") - lame.find("symmetry"));
  steps.moves.clear();
  steps.mirror = true;
  EXPECT_EQ(make_pose(analysis_of(lame), steps).faults.size(), 1u);
}

TEST(PoseSteps, AreReadFromTexts) {
  const std::optional<BoneMove> move = move_named("a:b:1,-2.5,1e-3");
  ASSERT_TRUE(move);
  EXPECT_EQ(move->bone, "a:b");
  EXPECT_EQ(move->by, (std::array{1.0, -2.5, 1e-3}));
  const std::optional<BoneReach> reach = reach_named("hand:1,2,3:bones=4:pole=0,0,-1");
  ASSERT_TRUE(reach);
  EXPECT_EQ(reach->bone, "hand");
  EXPECT_EQ(reach->to, (std::array{1.0, 2.0, 3.0}));
  EXPECT_EQ(reach->count, 4u);
  EXPECT_EQ(reach->pole, (std::array{0.0, 0.0, -1.0}));
  EXPECT_EQ(reach_named("hand:1,2,3")->count, 2u);
  for (const char* text :
       {"hand", "hand:1,2", "hand:1,2,3,4", "hand:1,2,x", ":1,2,3", "hand:1,2,nan"}) {
    EXPECT_FALSE(move_named(text)) << text;
    EXPECT_FALSE(reach_named(text)) << text;
  }
  EXPECT_FALSE(reach_named("hand:1,2,3:bones=0"));
  EXPECT_FALSE(reach_named("hand:1,2,3:pole=1"));
}

// --- bones and the ground as things to measure ---

TEST(PoseSteps, BonesAndTheGroundAreMeasured) {
  MeasureOptions options;
  options.a = "bone:hips";
  options.b = "ground";
  MeasureResult result = measure(analysis_of(legs), options);
  ASSERT_TRUE(result.measurement);
  EXPECT_EQ(result.measurement->a, "bone:rig.hips");
  EXPECT_EQ(result.measurement->distance, 1);
  options.b = "bone:R_shin";
  result = measure(analysis_of(legs), options);
  ASSERT_TRUE(result.measurement);
  EXPECT_NEAR(result.measurement->distance, std::sqrt(0.29), 1e-12);
  options.a = "L_sole";
  options.b = "ground";
  result = measure(analysis_of(legs), options);
  ASSERT_TRUE(result.measurement);
  EXPECT_EQ(result.measurement->status, MeasureStatus::Touching);
  options.a = "ground";
  EXPECT_FALSE(measure(analysis_of(legs), options).report.ok());
}

// --- shapes along bones ---

TEST(MadeShape, RunsFromPointToPoint) {
  test::Random random(5);
  for (int i = 0; i < 50; ++i) {
    ShapeOptions options;
    options.type = "box";
    options.radius = 0.01;
    const auto number = [&random] { return double(test::below(random, 2001)) / 1000 - 1; };
    options.from = {number(), number(), number()};
    options.to = {number(), i % 3 == 0 ? (*options.from)[1] : number(), number()};
    const MadeShape shape = make_shape(nullptr, options);
    ASSERT_EQ(shape.faults, std::vector<std::string>{});
    const std::string text =
        fmt::format("version: \"0.11\"\nmeshes: [{{id: m, primitives: [{}]}}]\n", shape.entry);
    MemoryFiles files({{test::entry_name, text}});
    const MeshesResult result = evaluate_meshes(test::entry_name, files);
    ASSERT_EQ(result.meshes.primitives.size(), 1u) << text;
    // The corners at each end have the point in their middle.
    for (const auto& end : {*options.from, *options.to}) {
      Vec3 sum;
      int near = 0;
      for (const Vector3& at : result.meshes.primitives[0].positions) {
        const Vec3 away{at[0] - end[0], at[1] - end[1], at[2] - end[2]};
        if (length(away) > 0.0142) continue;
        sum = sum + away;
        ++near;
      }
      EXPECT_EQ(near, 12);
      EXPECT_LT(length(sum), 1e-9);
    }
  }
}

TEST(MadeShape, LiesAlongABone) {
  ShapeOptions options;
  options.along = "L_shin";
  options.radius = 0.05;
  const Analysis analysis = analysis_of(legs);
  const MadeShape shape = make_shape(&analysis, options);
  EXPECT_EQ(shape.entry,
            "{id: L_shin, type: capsule, dimensions: {radius: 0.05, height: 0.5}, transform: "
            "{translation: [-0.2, 0.25, 0]}}");
  const std::string text = with_shape(legs, "m", shape).value_or("");
  EXPECT_NE(text.find("  - {id: L_shin, type: capsule,"), std::string::npos);
  EXPECT_EQ(with_shape(legs, "n", shape), std::nullopt);
  options.along = "L_shim";
  EXPECT_EQ(make_shape(&analysis, options).faults,
            std::vector<std::string>{"there is no bone 'L_shim'; did you mean 'L_shin'?"});
}

TEST(MadeArmature, EveryKindFitsAnyBox) {
  for (const std::string_view kind : rig_kinds()) {
    for (const char* symmetry : {"", "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n"}) {
      for (const char* size : {"x: 0.5, y: 1.8, z: 0.3", "x: 1.8, y: 1.8, z: 0.3"}) {
        const std::string text = fmt::format(
            "version: \"0.11\"\n{}meshes: [{{id: m, primitives: [{{id: p, type: box, dimensions: "
            "{{{}}}}}]}}]\n",
            symmetry, size);
        const MadeArmature armature = make_armature(analysis_of(text), kind);
        ASSERT_EQ(armature.faults, std::vector<std::string>{}) << kind;
        const std::string rigged = with_armature(text, armature).value_or("");
        EXPECT_TRUE(analysis_of(rigged).ok()) << rigged;
        EXPECT_GE(armature.bones.size(), 4u);
      }
    }
  }
  EXPECT_EQ(make_armature(analysis_of(legs), "table").faults,
            std::vector<std::string>{"'table' is not a kind of skeleton: biped, quadruped, bird, "
                                     "fish, snake, arm"});
}

// Legs are where the shapes near the ground are, not where they are on most bodies.
TEST(MadeArmature, PutsLegsIntoLegs) {
  const std::string body =
      "version: \"0.13\"\n"
      "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n"
      "meshes: [{id: m, primitives: ["
      "{id: trunk, type: box, dimensions: {x: 1, y: 0.4, z: 2}, transform: {translation: [0, 0.8, "
      "0]}}, "
      "{id: L_front, type: box, dimensions: {x: 0.1, y: 0.6, z: 0.1}, transform: {translation: "
      "[-0.3, 0.3, -0.6]}}, "
      "{id: L_hind, type: box, dimensions: {x: 0.1, y: 0.6, z: 0.1}, transform: {translation: "
      "[-0.2, 0.3, 0.9]}}]}]\n";
  const MadeArmature dog = make_armature(analysis_of(body), "quadruped");
  const auto bone = [&dog](std::string_view id) -> std::string {
    const auto found = std::find_if(dog.bones.begin(), dog.bones.end(), [id](const auto& one) {
      return one.starts_with(fmt::format("{{id: {},", id));
    });
    return found == dog.bones.end() ? "" : found->substr(found->find("head"));
  };
  EXPECT_EQ(bone("L_front_shin"), "head: [-0.3, 0.28, -0.565], tail: [-0.3, 0.06, -0.565]}");
  EXPECT_EQ(bone("L_shin"), "head: [-0.2, 0.28, 0.935], tail: [-0.2, 0.06, 0.935]}");
  const MadeArmature biped = make_armature(analysis_of(body), "biped");
  EXPECT_TRUE(biped.bones.back().starts_with("{id: L_foot, parent: L_shin, head: [-0.25, 0.05,"))
      << biped.bones.back();
}

// By convention a root is at the origin, and sides have the prefixes of the document.
TEST(MadeArmature, FollowsTheDocument) {
  const std::string text = R"(version: "0.13"
symmetry: {mirror_x: {prefix_from: right_, prefix_to: left_}}
meshes:
- id: m
  primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [0, 2, 3]}}]
)";
  for (const std::string_view kind : rig_kinds()) {
    const MadeArmature armature = make_armature(analysis_of(text), kind);
    ASSERT_EQ(armature.faults, std::vector<std::string>{});
    if (kind == "arm") continue;
    EXPECT_TRUE(armature.bones.front().starts_with("{id: root, parent: none, head: [0, 0, 0]"));
  }
  const MadeArmature biped = make_armature(analysis_of(text), "biped");
  EXPECT_EQ(biped.bones.back(),
            "{id: right_foot, parent: right_shin, head: [0.055, 1.55, 3], "
            "tail: [0.055, 1.51, 2.6]}");
}

TEST(PoseSteps, SayWhichChainsAndPolesThereAreNot) {
  const auto faults = [](std::uint32_t count, std::array<double, 3> pole) {
    PoseSteps steps;
    steps.reaches = {{"L_shin", {-0.2, 0.2, 0}, count, pole}};
    return make_pose(analysis_of(legs), steps).faults;
  };
  EXPECT_EQ(faults(3, {0, 0, 1}), std::vector<std::string>{});
  EXPECT_EQ(faults(0, {0, 0, 1}),
            std::vector<std::string>{"'L_shin' must reach with 1 bone or more"});
  EXPECT_EQ(faults(4, {0, 0, 1}), std::vector<std::string>{"'L_shin' and its ancestors are not 4 "
                                                           "bones; use 3 or fewer"});
  EXPECT_EQ(faults(2, {}), std::vector<std::string>{"the pole of 'L_shin' must not be 0,0,0; it is "
                                                    "a direction: 0,0,-1 is the front"});
}

}  // namespace
}  // namespace rigy
