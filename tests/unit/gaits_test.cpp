// Gaits: what skeletons can do, and that every motion made for a shipped asset is free of findings.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "body/body.hpp"
#include "repository_documents.hpp"
#include "rigy/format.hpp"
#include "rigy/lint.hpp"
#include "rigy/motion.hpp"
#include "rigy/rigging.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

std::string shipped(const std::string& path) {
  return test::bytes_in(std::filesystem::path(test::repository_folder()) / path);
}

Analysis analyzed(const std::string& text) {
  MemoryFiles files({{"asset.rigy.yaml", text}});
  return analyze("asset.rigy.yaml", files);
}

std::string gaits_of(const Analysis& analysis) {
  std::vector<std::string_view> names;
  for (const GaitDescription& gait : gaits_for(analysis)) names.push_back(gait.name);
  return fmt::format("{}", fmt::join(names, " "));
}

MadeMotion made(const Analysis& analysis, const std::string& gait) {
  return make_motion(analysis, {{gait}, "", "asset.rigy.yaml"});
}

// The findings of rules about motions, and warnings about reaches.
std::string motion_findings(const std::string& asset, const std::string& motion) {
  MemoryFiles files({{"asset.rigy.yaml", asset}, {"asset.rigm.yaml", motion}});
  const LintResult result = lint("asset.rigm.yaml", files);
  std::string found;
  for (const Diagnostic& one : result.report.diagnostics) {
    const bool is_of_motion = one.id.starts_with("L2") || one.id.starts_with("M");
    const bool is_error = one.severity == Severity::Error;
    if (is_of_motion || is_error) found += fmt::format("{} {}\n", one.id, one.message);
  }
  return found;
}

struct Shipped {
  const char* path;
  const char* gaits;
};

const std::vector<Shipped> assets{
    {"examples/motion/walker.rigy.yaml", "idle walk run jump sit wave"},
    {"examples/humanoid.rigy.yaml", "idle walk run jump sit wave"},
    {"examples/hero.rigy.yaml", "idle walk run jump sit wave"},
    {"templates/character.rigy.yaml", "idle walk run jump sit wave"},
    {"examples/gallery/knight.rigy.yaml", "idle walk run jump sit wave"},
    {"examples/gallery/mech.rigy.yaml", "idle walk run jump sit"},
    {"examples/gallery/fox.rigy.yaml", "idle walk trot gallop"},
    {"examples/gallery/dragon.rigy.yaml", "idle walk trot gallop flap glide"},
    {"examples/agents/frog.rigy.yaml", "idle walk trot gallop"},
    {"examples/agents/owl.rigy.yaml", "flap glide"},
    {"examples/motion/fox.rigy.yaml", "idle walk trot gallop"},
    {"examples/guide/06-dog.rigy.yaml", "idle walk trot gallop"},
    {"bench/rigbench/references/trotting-pony/trotting-pony.rigy.yaml", "idle walk trot gallop"},
    {"bench/rigbench/references/seagull.rigy.yaml", "flap glide"},
    {"bench/rigbench/references/goldfish.rigy.yaml", "swim"},
    {"bench/rigbench/references/snake.rigy.yaml", "swim slither"},
    {"bench/rigbench/references/spider.rigy.yaml", ""},
};

TEST(Gaits, AreThoseOfTheBody) {
  for (const Shipped& asset : assets) {
    EXPECT_EQ(gaits_of(analyzed(shipped(asset.path))), asset.gaits) << asset.path;
  }
}

TEST(Gaits, OfShippedAssetsHaveNoFindings) {
  for (const Shipped& asset : assets) {
    const std::string text = shipped(asset.path);
    const Analysis analysis = analyzed(text);
    for (const GaitDescription& gait : gaits_for(analysis)) {
      const MadeMotion motion = made(analysis, std::string(gait.name));
      ASSERT_TRUE(motion.faults.empty()) << asset.path << " " << gait.name;
      EXPECT_EQ(motion_findings(text, motion.text), "") << asset.path << " " << gait.name;
    }
  }
}

TEST(Gaits, AreWrittenInTheOneStyle) {
  const Analysis analysis = analyzed(shipped("examples/motion/fox.rigy.yaml"));
  for (const char* gait : {"idle", "trot", "gallop"}) {
    const MadeMotion motion = made(analysis, gait);
    EXPECT_EQ(format(motion.text).text, motion.text);
    EXPECT_EQ(made(analysis, gait).text, motion.text);
  }
}

TEST(Gaits, SeveralShareADocument) {
  const std::string text = shipped("examples/motion/walker.rigy.yaml");
  const Analysis analysis = analyzed(text);
  const MadeMotion motion = make_motion(analysis, {{"walk", "idle"}, "", "asset.rigy.yaml"});
  EXPECT_EQ(motion_findings(text, motion.text), "");
  EXPECT_NE(motion.text.find("\n  walk:\n"), std::string::npos);
  EXPECT_NE(motion.text.find("\n  idle:\n"), std::string::npos);
}

TEST(Gaits, ThatAreNamedTwiceAreMadeOnce) {
  const Analysis analysis = analyzed(shipped("examples/motion/walker.rigy.yaml"));
  const auto text_of = [&](const std::vector<std::string>& gaits) {
    return make_motion(analysis, {gaits, "", "asset.rigy.yaml"}).text;
  };
  EXPECT_EQ(text_of({"walk", "idle", "walk"}), text_of({"walk", "idle"}));
}

// Without symmetry nothing is mirrored, and the other side has poses of its own.
TEST(Gaits, DoNotNeedSymmetry) {
  std::string text = R"(version: "0.13"
meshes:
  - id: body
    primitives:
      - {id: trunk, type: box, dimensions: {x: 0.3, y: 0.6, z: 0.2}, transform: {translation: [0, 1.2, 0]}}
armatures:
  - id: rig
    bones:
      - {id: hips, parent: none, head: [0, 0.9, 0], tail: [0, 1, 0]}
      - {id: head, parent: hips, head: [0, 1.5, 0], tail: [0, 1.7, 0]}
      - {id: left_thigh, parent: hips, head: [-0.1, 0.9, 0], tail: [-0.1, 0.45, 0]}
      - {id: left_shin, parent: left_thigh, head: [-0.1, 0.45, 0], tail: [-0.1, 0.08, 0]}
      - {id: left_foot, parent: left_shin, head: [-0.1, 0.08, 0], tail: [-0.1, 0.02, -0.15]}
      - {id: right_thigh, parent: hips, head: [0.1, 0.9, 0], tail: [0.1, 0.45, 0]}
      - {id: right_shin, parent: right_thigh, head: [0.1, 0.45, 0], tail: [0.1, 0.08, 0]}
      - {id: right_foot, parent: right_shin, head: [0.1, 0.08, 0], tail: [0.1, 0.02, -0.15]}
bindings:
  - mesh_id: body
    armature_id: rig
    weights:
      - {primitive_id: trunk, bones: [{bone_id: hips, weight: 1}]}
)";
  const Analysis analysis = analyzed(text);
  const MadeMotion motion = made(analysis, "walk");
  EXPECT_EQ(motion_findings(text, motion.text), "");
  EXPECT_EQ(motion.text.find("mirror:"), std::string::npos);
  EXPECT_NE(motion.text.find("walk_contact_other:"), std::string::npos);
}

TEST(Gaits, SayWhatIsMissing) {
  const Analysis person = analyzed(shipped("examples/motion/walker.rigy.yaml"));
  EXPECT_EQ(made(person, "trot").faults,
            std::vector<std::string>{"'trot' needs four legs, which armature 'rig' does not have; "
                                     "it can have idle, walk, run, jump, sit, wave"});
  EXPECT_EQ(made(person, "wlak").faults,
            std::vector<std::string>{"there is no gait 'wlak'; did you mean 'walk'?"});
  const Analysis giraffe = analyzed(shipped("bench/rigbench/references/giraffe.rigy.yaml"));
  EXPECT_EQ(made(giraffe, "walk").faults,
            std::vector<std::string>{
                "'walk' needs two legs or four legs, which armature 'rig' does not have (a leg "
                "needs a bone above and a bone below its knee); it can have none"});
  const Analysis mug = analyzed(shipped("examples/mug.rigy.yaml"));
  EXPECT_EQ(made(mug, "walk").faults,
            std::vector<std::string>{
                "the asset has no armature, so nothing can move; rigy rig proposes one"});
}

// --- bodies ---

std::string ids_of(const Armature& armature, const BoneChain& chain) {
  std::vector<std::string_view> ids;
  for (const std::uint32_t bone : chain) ids.push_back(armature.bones[bone].id.value);
  return fmt::format("{}", fmt::join(ids, " "));
}

// An ape that walks on its knuckles: its arms lead down to the ground as legs do.
constexpr const char* ape = R"(version: "0.13"
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
armatures:
- id: rig
  bones:
  - {id: root, parent: none, head: [0, 0, 0], tail: [0, 0.1, 0]}
  - {id: hips, parent: root, head: [0, 0.7, 0.3], tail: [0, 0.9, 0.1]}
  - {id: chest, parent: hips, head: [0, 0.9, 0.1], tail: [0, 1.1, -0.2]}
  - {id: head, parent: chest, head: [0, 1.1, -0.2], tail: [0, 1.3, -0.3]}
  - {id: L_upper, parent: chest, head: [-0.3, 1.05, -0.2], tail: [-0.32, 0.55, -0.2]}
  - {id: L_lower, parent: L_upper, head: [-0.32, 0.55, -0.2], tail: [-0.32, 0.02, -0.2]}
  - {id: L_thigh, parent: hips, head: [-0.15, 0.65, 0.3], tail: [-0.15, 0.35, 0.28]}
  - {id: L_shin, parent: L_thigh, head: [-0.15, 0.35, 0.28], tail: [-0.15, 0, 0.3]}
)";

TEST(Gaits, FollowABoneMap) {
  const auto gaits_with = [](const std::string& map) {
    MemoryFiles files({{"asset.rigy.yaml", ape}, {"asset.bones.yaml", map}});
    AnalyzeOptions options;
    options.find_bone_map = true;
    return gaits_of(analyze("asset.rigy.yaml", files, options));
  };
  EXPECT_EQ(gaits_of(analyzed(ape)), "idle walk trot gallop");
  EXPECT_EQ(gaits_with("profile: humanoid\n"
                       "bones: {hips: hips, leftUpperArm: L_upper, leftLowerArm: L_lower,\n"
                       "  rightUpperArm: R_upper, rightLowerArm: R_lower, leftUpperLeg: L_thigh,\n"
                       "  leftLowerLeg: L_shin, rightUpperLeg: R_thigh, rightLowerLeg: R_shin}\n"),
            "idle walk run jump sit wave");
  EXPECT_EQ(
      gaits_with("profile: quadruped\n"
                 "bones: {hips: hips, leftFrontUpperLeg: L_upper, leftFrontLowerLeg: L_lower,\n"
                 "  rightFrontUpperLeg: R_upper, rightFrontLowerLeg: R_lower}\n"),
      "idle walk trot gallop");
}

// The legs of a narrow body are near to their own mirror images.
TEST(Gaits, KnowNarrowLegs) {
  const std::string tower =
      "version: \"0.13\"\nmeshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 0.6, y: "
      "1.8, z: 0.3}, transform: {translation: [0, 0.9, 0]}}]}]\n";
  const MadeArmature bird = make_armature(analyzed(tower), "bird");
  EXPECT_EQ(gaits_of(analyzed(with_armature(tower, bird).value_or(""))),
            "idle walk run jump sit flap glide");
}

// A penguin has no knees: its feet are no shins, and would stand on their heels.
TEST(Gaits, DoNotTakeAFootForAShin) {
  const auto penguin = [](std::string_view toe) {
    return analyzed(fmt::format(R"(version: "0.13"
symmetry: {{mirror_x: {{prefix_from: L_, prefix_to: R_}}}}
armatures:
- id: rig
  bones:
  - {{id: hips, parent: none, head: [0, 0, 0], tail: [0, 0.5, 0]}}
  - {{id: L_leg, parent: hips, head: [-0.08, 0.18, 0], tail: [-0.08, 0.04, 0]}}
  - {{id: L_foot, parent: L_leg, head: [-0.08, 0.04, 0], tail: {}}}
)",
                                toe));
  };
  EXPECT_EQ(gaits_of(penguin("[-0.08, 0.02, -0.1]")), "");
  EXPECT_EQ(gaits_of(penguin("[-0.08, 0, 0]")), "idle walk run jump sit");
}

TEST(Bodies, OfAFox) {
  const Analysis analysis = analyzed(shipped("examples/motion/fox.rigy.yaml"));
  const Armature& rig = analysis.assembly->assembly.root()->document.armatures.front();
  const Body body = find_body(rig);
  EXPECT_EQ(rig.bones[body.trunk].id.value, "hips");
  EXPECT_EQ(ids_of(rig, body.spine), "chest");
  EXPECT_EQ(ids_of(rig, body.neck), "neck head");
  EXPECT_EQ(ids_of(rig, body.tail), "tail tail_end");
  ASSERT_EQ(body.legs.size(), 2U);
  EXPECT_EQ(ids_of(rig, body.legs[0].right), "R_shoulder R_wrist");
  EXPECT_EQ(ids_of(rig, body.legs[1].left), "L_hip L_hock");
  EXPECT_FALSE(body.arms || body.wings);
}

TEST(Bodies, OfASnakeWhoseRootIsInTheMiddle) {
  const Analysis analysis = analyzed(shipped("bench/rigbench/references/snake.rigy.yaml"));
  const Armature& rig = analysis.assembly->assembly.root()->document.armatures.front();
  const Body body = find_body(rig);
  EXPECT_EQ(rig.bones[body.trunk].id.value, "segment4");
  EXPECT_EQ(ids_of(rig, body.neck), "segment3 segment2 segment1 segment0 head");
  EXPECT_EQ(ids_of(rig, body.tail), "segment5 segment6 segment7");
}

}  // namespace
}  // namespace rigy
