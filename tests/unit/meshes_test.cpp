// The evaluated meshes, compared with the GLB of the same document.
#include "rigy/meshes.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

constexpr const char* arm = R"(version: "0.8"
materials: {skin: {base_color: [0.5, 0.25, 0.125, 1]}}
meshes:
- id: upper
  uv_sets: {uv0: {generator: planar_xy@1}}
  primitives:
  - {id: p, type: sphere, material: skin, dimensions: {radius: 0.5}}
- {id: lower, primitives: [{id: q, type: box, dimensions: {x: 1, y: 2, z: 4}}]}
armatures:
- id: rig
  bones:
  - {id: a, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
  - {id: b, parent: a, head: [0, 1, 0], tail: [0, 2, 0]}
bindings:
- mesh_id: upper
  armature_id: rig
  weight_maps:
  - primitive_id: p
    gradients: [{axis: y, range: [-0.2, 0.2], from: [{bone_id: a, weight: 1}], to: [{bone_id: b, weight: 1}]}]
poses:
- {id: up, bones: {a: {translation: [0, 3, 0]}, b: {translation: [0, 4, 0]}}}
anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
)";

constexpr const char* pair = R"(version: "0.8"
imports: {arm: {source: arm.rigy.yaml}}
anchors:
- {id: a, translation: [10, 0, 0]}
- {id: b, translation: [11, 0, 0]}
- {id: c, translation: [10, 1, 0]}
- {id: d, translation: [20, 0, 0]}
- {id: e, translation: [21, 0, 0]}
- {id: f, translation: [20, 1, 0]}
instances:
- {id: one, import: arm, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}
- {id: two, import: arm, attach3: {from: [a, b, c], to: [d, e, f], mode: rigid}}
)";

MeshesResult evaluated(const test::Files& documents, const std::string& pose = {}) {
  MemoryFiles files(documents);
  MeshesOptions options;
  options.pose = pose;
  options.suppressed_warnings = {"all"};
  MeshesResult result = evaluate_meshes(test::entry_name, files, options);
  EXPECT_EQ(test::messages(result.report), "");
  return result;
}

Vector3 mean_of(std::span<const Vector3> positions) {
  Vector3 sum{};
  for (const Vector3& position : positions) {
    for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += position[axis];
  }
  for (double& value : sum) value /= static_cast<double>(positions.size());
  return sum;
}

// How much of the triangle's own normal points the way of its first corner's.
double agreement(const PlacedPrimitive& one, const std::array<std::uint32_t, 3>& triangle) {
  const Vector3& a = one.positions[triangle[0]];
  const Vector3& b = one.positions[triangle[1]];
  const Vector3& c = one.positions[triangle[2]];
  const Vec3 u{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const Vec3 v{c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  const Vector3& normal = one.normals[triangle[0]];
  return dot(cross(u, v), {normal[0], normal[1], normal[2]});
}

TEST(Meshes, HaveWhatTheGlbHas) {
  const MeshesResult result = evaluated({{test::entry_name, arm}});
  const Meshes& meshes = result.meshes;
  ASSERT_EQ(meshes.primitives.size(), 2u);
  const PlacedPrimitive& ball = meshes.primitives[0];
  EXPECT_EQ(ball.id, "upper.p");
  EXPECT_EQ(ball.type, "sphere");
  EXPECT_EQ(ball.material, "skin");
  EXPECT_EQ(ball.base_color, (std::array<double, 4>{0.5, 0.25, 0.125, 1}));
  const test::GlbFile glb = test::glb_of(arm);
  const std::vector<float> positions = glb.floats(glb.attribute(0, "POSITION"));
  ASSERT_EQ(3 * ball.positions.size(), positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    EXPECT_EQ(static_cast<float>(ball.positions[i / 3][i % 3]), positions[i]);
  }
  ASSERT_EQ(ball.uv_sets.size(), 1u);
  const std::vector<float> uvs = glb.floats(glb.attribute(0, "TEXCOORD_0"));
  ASSERT_EQ(2 * ball.uv_sets[0].size(), uvs.size());
  for (std::size_t i = 0; i < uvs.size(); ++i) {
    EXPECT_EQ(static_cast<float>(ball.uv_sets[0][i / 2][i % 2]), uvs[i]);
  }
  EXPECT_EQ(3 * ball.triangles.size(), glb.triangles(0).size());
}

TEST(Meshes, FaceOutward) {
  const MeshesResult result = evaluated({{test::entry_name, arm}});
  for (const PlacedPrimitive& one : result.meshes.primitives) {
    ASSERT_EQ(one.normals.size(), one.positions.size());
    for (const auto& triangle : one.triangles) EXPECT_GE(agreement(one, triangle), 0) << one.id;
  }
}

TEST(Meshes, SayWhichBonesVerticesFollow) {
  const Meshes meshes = evaluated({{test::entry_name, arm}}).meshes;
  ASSERT_EQ(meshes.meshes.size(), 2u);
  ASSERT_EQ(meshes.meshes[0].armature, 0u);
  EXPECT_FALSE(meshes.meshes[1].armature);
  EXPECT_TRUE(meshes.primitives[1].influences.empty());
  const PlacedArmature& rig = meshes.armatures.at(0);
  EXPECT_EQ(rig.id, "rig");
  ASSERT_EQ(rig.bones.size(), 2u);
  EXPECT_EQ(rig.bones[1].id, "b");
  EXPECT_EQ(rig.bones[1].parent, 0u);
  EXPECT_EQ(rig.bones[1].tail, (Vector3{0, 2, 0}));
  const PlacedPrimitive& ball = meshes.primitives[0];
  ASSERT_EQ(ball.influences.size(), ball.positions.size());
  for (std::size_t i = 0; i < ball.positions.size(); ++i) {
    const double y = ball.positions[i][1];
    if (std::abs(y) < 0.3) continue;
    EXPECT_EQ(ball.influences[i].joints[0], y > 0 ? 1 : 0);
    EXPECT_EQ(ball.influences[i].weights[0], 1);
  }
}

TEST(Meshes, AreWhereInstancesAndPosesPutThem) {
  const Meshes placed = evaluated({{test::entry_name, pair}, {"arm.rigy.yaml", arm}}).meshes;
  ASSERT_EQ(placed.primitives.size(), 4u);
  EXPECT_EQ(placed.primitives[1].id, "one.lower.q");
  EXPECT_EQ(placed.primitives[3].id, "two.lower.q");
  EXPECT_EQ(placed.meshes.at(3).first_primitive, 3u);
  EXPECT_NEAR(mean_of(placed.primitives[1].positions)[0], 10, 1e-12);
  EXPECT_NEAR(mean_of(placed.primitives[3].positions)[0], 20, 1e-12);
  const Meshes posed = evaluated({{test::entry_name, arm}}, "up").meshes;
  EXPECT_NEAR(mean_of(posed.primitives.at(0).positions)[1], 3, 1e-12);
  EXPECT_EQ(mean_of(posed.primitives.at(1).positions)[1], 0);
}

TEST(Meshes, OutliveTheResultTheyCameWith) {
  const Meshes kept = [] {
    const MeshesResult result = evaluated({{test::entry_name, arm}});
    return Meshes(result.meshes);
  }();
  EXPECT_EQ(kept.primitives.at(1).positions.size(), 24u);
  EXPECT_EQ(std::abs(kept.primitives.at(1).positions.front()[2]), 2);
}

TEST(Meshes, OfWrongDocumentsAreNone) {
  MemoryFiles files(test::Files{{test::entry_name, arm}});
  MeshesOptions options;
  options.pose = "upp";
  const MeshesResult result = evaluate_meshes(test::entry_name, files, options);
  EXPECT_FALSE(result.report.ok());
  EXPECT_TRUE(result.meshes.primitives.empty());
  EXPECT_EQ(result.meshes.numbers, nullptr);
  options = {};
  options.params = {{"wide", "3"}};
  const MeshesResult faulty = evaluate_meshes(test::entry_name, files, options);
  EXPECT_EQ(faulty.param_faults.size(), 1u);
  EXPECT_TRUE(faulty.meshes.primitives.empty());
}

// More than a picture may have, and more than is evaluated. A sphere has 561 vertices.
TEST(Meshes, HaveALimitOfTheirOwn) {
  const auto spheres = [](int instances) {
    std::string text = R"(version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}]
instances:
)";
    for (int i = 0; i < instances; ++i) text += fmt::format("- {{id: i{}, mesh_id: m}}\n", i);
    MemoryFiles files({{test::entry_name, text}});
    MeshesOptions options;
    options.suppressed_warnings = {"all"};
    return evaluate_meshes(test::entry_name, files, options);
  };
  const MeshesResult many = spheres(1'200);
  EXPECT_EQ(test::messages(many.report), "");
  EXPECT_EQ(many.meshes.primitives.size(), 1'201u);
  EXPECT_EQ(test::messages(spheres(14'260).report),
            "X50 0:0 the document and its instances have 8000421 vertices, more than 8000000\n");
}

}  // namespace
}  // namespace rigy
