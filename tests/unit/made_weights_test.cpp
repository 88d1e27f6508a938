// Weights made from bones: limbs that do not move each other, steps along edges, joints that do not
// tear, and texts that they are put into.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rigging/bone_tree.hpp"
#include "rigging/bone_weights.hpp"
#include "rigy/lint.hpp"
#include "rigy/meshes.hpp"
#include "rigy/posing.hpp"
#include "rigy/weights.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

constexpr double degree = 0.017453292519943295;

std::string text_of(const std::string& path) {
  DiskFiles files(RIGY_SOURCE_DIR);
  const FileResult read = files.read_entry(fmt::format("{}/{}", RIGY_SOURCE_DIR, path));
  const auto* contents = std::get_if<FileContents>(&read);
  return contents == nullptr ? "" : contents->text;
}

WeightsResult made_for(const std::string& text, const WeightsOptions& options = {}) {
  MemoryFiles files({{test::entry_name, text}});
  return make_weights(test::entry_name, files, options);
}

// A document with all its weights made, and their files.
test::Files weighed(const std::string& text) {
  test::Files files{{test::entry_name, text}};
  for (const MadeWeights& one : made_for(text).weights) {
    const std::string source = one.primitive + ".json";
    files[test::entry_name] = with_weights(files[test::entry_name], one, source).value_or("");
    files[source] = one.file;
  }
  return files;
}

test::Files posed(test::Files documents, const std::vector<BoneTurn>& turns) {
  MemoryFiles files(documents);
  const MadePose pose = make_pose(analyze(test::entry_name, files), turns, "made");
  EXPECT_EQ(pose.faults, std::vector<std::string>{});
  documents[test::entry_name] = with_pose(documents[test::entry_name], pose).value_or("");
  return documents;
}

Meshes meshes_of(const test::Files& documents, const std::string& pose = {}) {
  MemoryFiles files(documents);
  MeshesOptions options;
  options.pose = pose;
  MeshesResult result = evaluate_meshes(test::entry_name, files, options);
  EXPECT_TRUE(result.report.ok());
  return std::move(result.meshes);
}

// The bone that a vertex follows most.
std::string main_bone(const Meshes& meshes, const PlacedPrimitive& primitive, std::size_t vertex) {
  const VertexInfluences& own = primitive.influences[vertex];
  const auto most = std::max_element(own.weights.begin(), own.weights.end());
  const auto joint = own.joints[static_cast<std::size_t>(most - own.weights.begin())];
  return meshes.armatures[*meshes.meshes[primitive.mesh].armature].bones[joint].id;
}

// How far the pose moves what mostly follows one of these bones.
double moved(const Meshes& rest, const Meshes& pose, const std::vector<std::string>& bones) {
  double farthest = 0;
  for (std::size_t i = 0; i < rest.primitives.size(); ++i) {
    for (std::size_t v = 0; v < rest.primitives[i].positions.size(); ++v) {
      const std::string bone = main_bone(rest, rest.primitives[i], v);
      if (std::find(bones.begin(), bones.end(), bone) == bones.end()) continue;
      const Vector3 a = rest.primitives[i].positions[v];
      const Vector3 b = pose.primitives[i].positions[v];
      farthest = std::max(farthest, length(Vec3{a[0] - b[0], a[1] - b[1], a[2] - b[2]}));
    }
  }
  return farthest;
}

struct Figure {
  const char* path;
  std::vector<std::vector<std::string>> limbs;  // from the body outward
  std::vector<BoneTurn> bend;                   // of many joints
};

const std::vector<Figure> figures{
    {"examples/creature.rigy.yaml",
     {{"head"}, {"L_arm"}, {"R_arm"}},
     {{"head", 'z', 25 * degree}, {"L_arm", 'z', -50 * degree}, {"R_arm", 'x', 40 * degree}}},
    {"examples/humanoid.rigy.yaml",
     {{"neck", "head"},
      {"L_shoulder", "L_elbow", "L_hand"},
      {"R_shoulder", "R_elbow", "R_hand"},
      {"L_hip", "L_knee", "L_foot"},
      {"R_hip", "R_knee", "R_foot"}},
     {{"L_hip", 'x', 40 * degree},
      {"L_knee", 'x', -60 * degree},
      {"R_elbow", 'x', 50 * degree},
      {"neck", 'z', 15 * degree},
      {"L_shoulder", 'z', -30 * degree}}},
    {"examples/guide/06-dog.rigy.yaml",
     {{"neck"},
      {"tail"},
      {"L_shoulder", "L_front_paw"},
      {"R_shoulder", "R_front_paw"},
      {"L_hip", "L_knee", "L_hind_paw"},
      {"R_hip", "R_knee", "R_hind_paw"}},
     {{"L_shoulder", 'x', 30 * degree},
      {"L_front_paw", 'x', -40 * degree},
      {"R_hip", 'x', -30 * degree},
      {"R_knee", 'x', 30 * degree},
      {"tail", 'y', 25 * degree},
      {"neck", 'x', 15 * degree}}}};

TEST(MadeWeights, ALimbDoesNotMoveAnother) {
  for (const Figure& figure : figures) {
    const test::Files documents = weighed(text_of(figure.path));
    const Meshes rest = meshes_of(documents);
    for (const auto& limb : figure.limbs) {
      const Meshes pose = meshes_of(posed(documents, {{limb[0], 'x', 60 * degree}}), "made");
      EXPECT_GT(moved(rest, pose, limb), 0.05) << figure.path << " " << limb[0];
      for (const auto& other : figure.limbs) {
        if (other == limb) continue;
        EXPECT_LT(moved(rest, pose, other), 0.001)
            << figure.path << ": " << limb[0] << " moves " << other[0];
      }
    }
  }
}

TEST(MadeWeights, JointsDoNotTear) {
  for (const Figure& figure : figures) {
    const test::Files documents = posed(weighed(text_of(figure.path)), figure.bend);
    MemoryFiles files(documents);
    LintOptions options;
    options.all_poses = true;
    const LintResult result = lint(test::entry_name, files, options);
    for (const Diagnostic& found : result.report.diagnostics) {
      EXPECT_NE(found.id, "L11") << figure.path << ": " << found.message;
    }
    EXPECT_TRUE(result.report.ok());
  }
}

// docs/weights.md has these numbers.
TEST(MadeWeights, StepsAlongEdgesAreSmall) {
  const std::map<std::string, double> largest{{"examples/creature.rigy.yaml", 0.31},
                                              {"examples/humanoid.rigy.yaml", 0.44},
                                              {"examples/guide/06-dog.rigy.yaml", 0.52}};
  for (const auto& [path, limit] : largest) {
    double step = 0;
    for (const MadeWeights& one : made_for(text_of(path)).weights) {
      step = std::max(step, one.largest_step);
    }
    EXPECT_LE(step, limit) << path;
    EXPECT_GT(step, limit - 0.02) << path << ": the page says more";
  }
}

// A post and an arm that hangs down beside it, 2 cm away, connected at the top only.
constexpr const char* hanging_arm = R"(version: "0.11"
meshes:
- id: m
  primitives:
  - {id: post, type: box, dimensions: {x: 0.2, y: 1, z: 0.2}, transform: {translation: [0, 0.5, 0]}}
  - {id: top, type: box, dimensions: {x: 0.32, y: 0.1, z: 0.1}, transform: {translation: [0.1, 0.95, 0]}}
  - {id: arm, type: box, dimensions: {x: 0.1, y: 1, z: 0.1}, transform: {translation: [0.17, 0.5, 0]}}
armatures:
- id: a
  bones:
  - {id: spine, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
  - {id: limb, parent: spine, head: [0.17, 0.9, 0], tail: [0.17, 0, 0]}
)";

TEST(MadeWeights, AnArmBesideTheBodyDoesNotFollowIt) {
  const Meshes meshes = meshes_of(weighed(hanging_arm));
  for (const PlacedPrimitive& primitive : meshes.primitives) {
    for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
      if (primitive.positions[v][1] > 0.1) continue;
      const VertexInfluences& own = primitive.influences[v];
      EXPECT_EQ(own.weights[0], 1) << primitive.id << " " << v;
      EXPECT_EQ(own.joints[0], primitive.id == "m.arm" ? 1 : 0) << primitive.id << " " << v;
    }
  }
}

// The bones of a primitive with weights that are made.
std::vector<std::string> bones_of(const WeightsResult& made, const std::string& primitive) {
  for (const MadeWeights& one : made.weights) {
    if (one.primitive == primitive) return one.bones;
  }
  return {};
}

TEST(MadeWeights, APartWithoutBonesFollowsTheNearest) {
  std::string with_balls = hanging_arm;
  with_balls.insert(with_balls.find("armatures:"),
                    "  - {id: ball, type: sphere, dimensions: {radius: 0.02}, transform: "
                    "{translation: [0.3, 0.2, 0]}}\n"
                    "  - {id: other, type: sphere, dimensions: {radius: 0.02}, transform: "
                    "{translation: [-0.3, 0.2, 0]}}\n");
  const WeightsResult made = made_for(with_balls);
  EXPECT_EQ(bones_of(made, "ball"), std::vector<std::string>{"limb"});
  EXPECT_EQ(bones_of(made, "other"), std::vector<std::string>{"spine"});
}

// Its vertices nearest to the hips would follow them a little.
TEST(MadeWeights, AnEyeFollowsTheHeadAlone) {
  const WeightsResult made = made_for(text_of("examples/creature.rigy.yaml"));
  EXPECT_EQ(bones_of(made, "L_eye"), std::vector<std::string>{"head"});
  EXPECT_EQ(bones_of(made, "L_pupil"), std::vector<std::string>{"head"});
}

TEST(MadeWeights, AreTheSameOnAnyNumberOfThreads) {
  const std::string text = text_of("examples/creature.rigy.yaml");
  const WeightsResult one = made_for(text);
  WeightsOptions options;
  options.analysis.threads = 5;
  const WeightsResult five = made_for(text, options);
  ASSERT_EQ(one.weights.size(), 4u);
  ASSERT_EQ(five.weights.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(one.weights[i].file, five.weights[i].file);
}

TEST(MadeWeights, SayWhatIsWrong) {
  using Faults = std::vector<std::string>;
  const auto faults = [](const std::string& text, const std::string& mesh = {},
                         const std::string& primitive = {}) {
    WeightsOptions options;
    options.mesh = mesh;
    options.primitive = primitive;
    return made_for(text, options).option_faults;
  };
  EXPECT_EQ(faults(hanging_arm), Faults{});
  EXPECT_EQ(faults(hanging_arm, "mm"), Faults{"there is no mesh 'mm'; did you mean 'm'?"});
  EXPECT_EQ(faults(hanging_arm, "m", "pots"),
            Faults{"there is no primitive 'pots'; did you mean 'post'?"});
  const std::string humanoid = text_of("examples/humanoid.rigy.yaml");
  EXPECT_EQ(faults(humanoid, "", "R_shin"),
            Faults{"'R_shin' is made by symmetry and follows the weights of what it is the mirror "
                   "image of"});
  EXPECT_EQ(faults("version: \"0.11\"\nmeshes: [{id: m, primitives: [{id: p, type: sphere, "
                   "dimensions: {radius: 1}}]}]\n"),
            Faults{"the document has no armature, so there is nothing to follow"});
}

// --- texts ---

MadeWeights weights_of(const std::string& primitive, std::vector<std::string> bones) {
  MadeWeights weights;
  weights.mesh = "m";
  weights.primitive = primitive;
  weights.armature = "a";
  weights.bones = std::move(bones);
  return weights;
}

TEST(MadeWeights, ArePutIntoTexts) {
  const MadeWeights file = weights_of("p", {"x", "y"});
  const MadeWeights rigid = weights_of("p", {"x"});
  EXPECT_EQ(with_weights("a: 1\n", file, "p.json"),
            "a: 1\n\nbindings:\n  - mesh_id: m\n    armature_id: a\n    weight_maps:\n"
            "      - {primitive_id: p, source: p.json}\n");
  EXPECT_EQ(with_weights("bindings:\n- mesh_id: m # here\n  armature_id: a\n", rigid, ""),
            "bindings:\n- mesh_id: m # here\n  armature_id: a\n  weights:\n"
            "    - {primitive_id: p, bones: [{bone_id: x, weight: 1}]}\n");
  EXPECT_EQ(with_weights("bindings:\n- mesh_id: m\n  weights:\n  - {primitive_id: o}\n"
                         "  - {primitive_id: p}\n  # end\n  weight_maps:\n"
                         "  - primitive_id: p # by hand\n    gradients:\n    - {axis: y}\nb: 2\n",
                         file, "p.json"),
            "bindings:\n- mesh_id: m\n  weights:\n  - {primitive_id: o}\n  # end\n"
            "  weight_maps:\n  - {primitive_id: p, source: p.json}\nb: 2\n");
  EXPECT_EQ(
      with_weights("bindings: [{mesh_id: m, weights: [{primitive_id: p}, {primitive_id: o}]}]\n"
                   "b: 2\n",
                   file, "p.json"),
      "bindings: [{mesh_id: m, weights: [{primitive_id: o}], weight_maps: "
      "[{primitive_id: p, source: p.json}]}]\nb: 2\n");
  EXPECT_EQ(with_weights("bindings:\n- mesh_id: m\n  weights:\n  - {primitive_id: p}\n", file, "f"),
            "bindings:\n- mesh_id: m\n  weight_maps:\n    - {primitive_id: p, source: f}\n");
  EXPECT_EQ(with_weights("bindings: {}\n", file, "f"), std::nullopt);
  EXPECT_EQ(with_weights("[", file, "f"), std::nullopt);
}

// --- shares ---

// 0 has the branches 1, with 2 below it, and 3.
const std::vector<WeightedBone> forked{{{}, {}, no_index}, {{}, {}, 0}, {{}, {}, 1}, {{}, {}, 0}};

TEST(BoneTree, BranchesShareNothing) {
  const BoneTree tree = tree_of(forked);
  EXPECT_EQ(tree.bones, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(tree.ends, (std::vector<std::uint32_t>{4, 3, 3, 4}));
  std::vector<double> shares{0, 0.25, 1, 0.5};
  settle(tree, shares);
  EXPECT_EQ(shares, (std::vector<double>{1, 0, 0.5, 0}));
  shares = {0.25, 0, 0.5, 0.5};
  settle(tree, shares);
  EXPECT_EQ(shares, (std::vector<double>{1, 0, 0, 0}));
  shares = {0, 0.5, 1, 0};
  settle(tree, shares);
  EXPECT_EQ(shares, (std::vector<double>{0, 0.5, 1, 0}));
}

TEST(BoneTree, TheStrongestFourSumToOne) {
  std::vector<WeightedBone> chain(6);
  for (std::uint32_t i = 1; i < 6; ++i) chain[i].parent = i - 1;
  const BoneTree tree = tree_of(chain);
  std::vector<double> shares{0.25, 0.5, 1, 0.75, 0.125, 0.25};
  BoneWeights weights = strongest_four(tree, shares);
  // The fifth, 0.25, is taken from all.
  EXPECT_EQ(weights.bones, (std::array<std::uint16_t, 4>{1, 2, 3, 0}));
  EXPECT_EQ(weights.weights, (std::array<std::uint16_t, 4>{1667, 5000, 3333, 0}));
  shares.assign(6, 0.5);
  weights = strongest_four(tree, shares);
  EXPECT_EQ(weights.weights, (std::array<std::uint16_t, 4>{2500, 2500, 2500, 2500}));
}

TEST(VoxelGrid, FindsWhatIsInside) {
  // A tetrahedron around the origin.
  const std::vector<Vec3> corners{{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {0, 0, 1}};
  const std::vector<std::array<std::uint32_t, 3>> faces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  const ClosedSurface surface{corners, corners, faces};
  const VoxelGrid grid = grid_over(bounds_of(corners), 64);
  const double cell = grid.step * grid.step * grid.step;
  EXPECT_NEAR(double(cells_inside(grid, surface).size()) * cell, 4.0 / 3, 0.04);
}

}  // namespace
}  // namespace rigy
