// The world: what the output shows, and where; checked against the GLB of the same document.
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evaluated_scene/evaluated_scene.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;
using test::GlbFile;

// Keeps what the world points into.
struct Built {
  Analysis analysis;
  Diagnostics diagnostics;
  std::optional<World> world;

  [[nodiscard]] std::string messages() {
    return test::messages(diagnostics.report(analysis.assembly->assembly.sources));
  }
};

Built build(const Files& documents, const WorldOptions& options = {}) {
  MemoryFiles files(documents);
  Built built;
  AnalyzeOptions analyze_options;
  analyze_options.suppressed_warnings = {"all"};
  built.analysis = analyze(test::entry_name, files, analyze_options);
  built.diagnostics = built.analysis.assembly->diagnostics;
  built.world = build_world(*built.analysis.assembly, options, built.diagnostics);
  return built;
}

constexpr const char* arm = R"(version: "0.9"
materials: {skin: {base_color: [0.5, 0.25, 0.125, 0.75]}}
meshes:
- id: upper
  name: Upper arm
  primitives:
  - {id: p, type: capsule, material: skin, dimensions: {radius: 0.1, height: 0.5}}
  - {id: q, type: wedge, material: skin, dimensions: {x: 1, y: 2, z: 3}, transform: {translation: [0, 1, 0]}}
- {id: lower, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
armatures:
- id: rig
  bones:
  - {id: a, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
  - {id: b, parent: a, head: [0, 1, 0], tail: [0, 1, 2]}
- {id: spare, bones: [{id: c, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}
bindings:
- mesh_id: upper
  armature_id: rig
  weight_maps:
  - primitive_id: p
    gradients: [{axis: y, range: [-0.2, 0.2], from: [{bone_id: a, weight: 1}], to: [{bone_id: b, weight: 1}]}]
- {mesh_id: lower, armature_id: rig, skinning_solver: dqs}
poses:
- id: bent
  bones:
    a: {rotation: [1, 0, 0, 0], translation: [0, 0.5, 0]}
    b: {rotation: [0, 1, 0, 0], translation: [0, 1.5, 0]}
anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
)";

// Two arms in a body, one of them below an affine instance and so baked, in a root.
Files nested() {
  const std::string anchors = R"(version: "0.6"
anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
- {id: d, translation: [3, 4, 5]}
- {id: e, translation: [3, 6, 5]}
- {id: f, translation: [3.5, 4, 7]}
)";
  return {{test::entry_name, anchors + R"(
imports: {body: {source: body.rigy.yaml}}
instances:
- {id: one, import: body, attach3: {from: [a, b, c], to: [d, e, f], mode: uniform}}
- {id: two, import: body, attach3: {from: [a, b, c], to: [e, f, d], mode: affine}}
)"},
          {"body.rigy.yaml", anchors + R"(
imports: {arm: {source: arm.rigy.yaml}}
meshes: [{id: trunk, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}]
instances:
- {id: left, import: arm, attach3: {from: [a, b, c], to: [f, a, d], mode: rigid}}
- {id: right, import: arm, attach3: {from: [a, b, c], to: [e, f, a], mode: affine}}
- {id: head, mesh_id: trunk}
)"},
          {"arm.rigy.yaml", arm}};
}

// All positions and normals of a world as a GLB stores them.
struct Stored {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;
};

Vec3 rounded(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

Stored stored(const World& world) {
  Stored all;
  for (const WorldPrimitive& primitive : world.primitives) {
    for (const Vec3& position : primitive.positions) all.positions.push_back(rounded(position));
    for (const Vec3& normal : primitive.normals) all.normals.push_back(rounded(normal));
  }
  return all;
}

// The same from the GLB in which every transform is baked.
Stored stored(const GlbFile& glb) {
  Stored all;
  for (const GlbFile::Placed& placed : glb.placed_meshes()) {
    const auto positions = glb.positions(placed.mesh);
    const auto normals = glb.normals(placed.mesh);
    all.positions.insert(all.positions.end(), positions.begin(), positions.end());
    all.normals.insert(all.normals.end(), normals.begin(), normals.end());
  }
  return all;
}

TEST(World, HasThePositionsOfTheBakedGlb) {
  const Built built = build(nested());
  ASSERT_TRUE(built.world);
  CompileOptions options;
  options.bake_transforms = true;
  const Stored expected = stored(test::glb_of(nested(), options));
  const Stored world = stored(*built.world);
  ASSERT_EQ(world.positions.size(), expected.positions.size());
  for (std::size_t i = 0; i < world.positions.size(); ++i) {
    ASSERT_LT(test::distance(world.positions[i], expected.positions[i]), 1e-5) << i;
    ASSERT_LT(test::distance(world.normals[i], expected.normals[i]), 1e-5) << i;
  }
}

TEST(World, HasThePositionsOfAPosedGlbExactly) {
  for (const char* pose : {"", "bent"}) {
    const Built built = build({{test::entry_name, arm}}, {.pose = pose, .solver = {}});
    ASSERT_TRUE(built.world);
    CompileOptions options;
    options.pose = pose;
    const GlbFile glb = test::glb_of(Files{{test::entry_name, arm}}, options);
    EXPECT_EQ(stored(*built.world).positions, stored(glb).positions);
    EXPECT_EQ(stored(*built.world).normals, stored(glb).normals);
  }
}

TEST(World, NamesEverythingByItsPath) {
  const Built built = build(nested());
  ASSERT_TRUE(built.world);
  std::vector<std::string> ids;
  for (const WorldPrimitive& primitive : built.world->primitives) {
    ids.push_back(full_id(*built.world, primitive));
  }
  EXPECT_EQ(
      ids, (std::vector<std::string>{
               "one.trunk.p", "one.left.upper.p", "one.left.upper.q", "one.left.lower.p",
               "one.right.upper.p", "one.right.upper.q", "one.right.lower.p", "one.head.trunk.p",
               "two.trunk.p", "two.left.upper.p", "two.left.upper.q", "two.left.lower.p",
               "two.right.upper.p", "two.right.upper.q", "two.right.lower.p", "two.head.trunk.p"}));
  std::vector<std::string> instances;
  for (const WorldInstance& instance : built.world->instances) instances.push_back(instance.path);
  EXPECT_EQ(instances, (std::vector<std::string>{"one", "one.left", "one.right", "one.head", "two",
                                                 "two.left", "two.right", "two.head"}));
  EXPECT_EQ(built.world->instances[6].parent, 4u);
  EXPECT_EQ(built.world->instances[6].import->source->name, "arm.rigy.yaml");
  EXPECT_EQ(built.world->instances[7].import, nullptr);
}

// Instance anchors coincide with the anchors that they were attached to.
TEST(World, PlacesAnchorsOfInstances) {
  const Built built = build(nested());
  ASSERT_TRUE(built.world);
  const auto anchor = [&](std::string_view path, std::string_view id) {
    for (const WorldAnchor& one : built.world->anchors) {
      if (one.path == path && one.anchor->id.value == id) return one.position;
    }
    ADD_FAILURE() << path << ' ' << id;
    return Vec3{};
  };
  const std::vector<std::array<const char*, 4>> attached{
      {"two", "a", "", "e"},          {"two", "b", "", "f"},
      {"two", "c", "", "d"},          {"one", "a", "", "d"},
      {"two.right", "a", "two", "e"}, {"two.right", "b", "two", "f"},
      {"two.right", "c", "two", "a"}, {"one.left", "a", "one", "f"}};
  for (const auto& [path, id, other_path, other_id] : attached) {
    EXPECT_LT(test::distance(anchor(path, id), anchor(other_path, other_id)), 1e-9) << path << id;
  }
  EXPECT_EQ(built.world->anchors.size(), 6u + 2 * 6 + 4 * 3);
}

TEST(World, BonesFollowTheirPose) {
  const Built built = build({{test::entry_name, arm}}, {.pose = "bent", .solver = {}});
  ASSERT_TRUE(built.world);
  // One for both meshes that are bound to it, and the one that nothing is bound to.
  ASSERT_EQ(built.world->armatures.size(), 2u);
  const WorldArmature& rig = built.world->armatures[0];
  ASSERT_EQ(rig.bones.size(), 2u);
  EXPECT_EQ(rig.bones[0].head, (Vec3{0, 0.5, 0}));
  EXPECT_EQ(rig.bones[0].tail, (Vec3{0, 1.5, 0}));
  EXPECT_EQ(rig.bones[1].head, (Vec3{0, 1.5, 0}));
  EXPECT_EQ(rig.bones[1].tail, (Vec3{0, 1.5, -2}));
  EXPECT_EQ(built.world->meshes[0].armature, 0u);
  EXPECT_EQ(built.world->meshes[1].armature, 0u);
}

TEST(World, HasColorsAndInfluences) {
  const Built built = build({{test::entry_name, arm}});
  ASSERT_TRUE(built.world);
  EXPECT_EQ(built.world->primitives[0].color, (std::array<double, 4>{0.5, 0.25, 0.125, 0.75}));
  EXPECT_EQ(built.world->primitives[2].color, (std::array<double, 4>{1, 1, 1, 1}));
  const WorldPrimitive& capsule = built.world->primitives[0];
  ASSERT_EQ(capsule.influences->size(), capsule.positions.size());
  for (std::size_t i = 0; i < capsule.positions.size(); ++i) {
    const JointWeights& own = (*capsule.influences)[i];
    const double expected = capsule.positions[i].y >= 0.2    ? 1
                            : capsule.positions[i].y <= -0.2 ? 0
                                                             : 0.5 + capsule.positions[i].y / 0.4;
    double weight = 0;
    for (std::size_t slot = 0; slot < 4; ++slot) {
      if (own.joints[slot] == 1) weight += own.weights[slot];
    }
    EXPECT_NEAR(weight, expected, 1e-12);
  }
}

TEST(World, TrianglesFaceOutward) {
  const Built built = build(nested());
  ASSERT_TRUE(built.world);
  for (const WorldPrimitive& primitive : built.world->primitives) {
    std::vector<std::uint32_t> indices;
    for (const Triangle& triangle : primitive.triangles) {
      indices.insert(indices.end(), triangle.begin(), triangle.end());
    }
    const auto count = test::count_winding(primitive.positions, primitive.normals, indices);
    EXPECT_EQ(count.opposing, 0u) << full_id(*built.world, primitive);
    EXPECT_GT(count.agreeing, 0u);
  }
}

TEST(World, TheSolverCanBeChosen) {
  const auto posed = [](std::optional<Solver> solver) {
    const Built built = build({{test::entry_name, arm}}, {.pose = "bent", .solver = solver});
    return stored(*built.world).positions;
  };
  EXPECT_NE(posed(Solver::Lbs), posed(Solver::Dqs));
  std::string all_dqs = arm;
  all_dqs.replace(all_dqs.find("armatures:"), 0, "skinning_solver: dqs\n");
  const Built built = build({{test::entry_name, all_dqs}}, {.pose = "bent", .solver = {}});
  ASSERT_TRUE(built.world) << "skinning_solver";
  EXPECT_EQ(posed(Solver::Dqs), stored(*built.world).positions);
}

TEST(World, RefusesWhatIsTooLargeOrWrong) {
  std::string many = R"(version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}]
instances:
)";
  for (int i = 0; i < 2'000; ++i) many += fmt::format("- {{id: i{}, mesh_id: m}}\n", i);
  EXPECT_EQ(build({{test::entry_name, many}}).messages(),
            "X50 0:0 the document and its instances have 1122561 vertices, more than 600000\n");
  EXPECT_EQ(build({{test::entry_name, arm}}, {.pose = "straight", .solver = {}}).messages(),
            "X19 0:0 the document has no pose 'straight'\n");
  EXPECT_EQ(build({{test::entry_name, "version: \"0.6\"\nmeshes: 7\n"}}).messages(),
            "P04 2:9 meshes must be a list, not the number 7\n");
}

TEST(World, DoesNotDependOnThreads) {
  const auto positions = [](unsigned threads) {
    const Built built = build(nested(), {.pose = {}, .solver = {}, .threads = threads});
    return stored(*built.world).positions;
  };
  EXPECT_EQ(positions(1), positions(7));
}

}  // namespace
}  // namespace rigy
