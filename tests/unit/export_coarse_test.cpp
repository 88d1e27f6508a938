// Implicit surfaces at levels of detail, and compressed exports.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "built_model.hpp"
#include "distance/nearest.hpp"
#include "gltf/quantize.hpp"
#include "rigy/export.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

// A ball of radius 1 as the sum of one op, bound to a bone by a gradient or as `binding` says.
std::string blob(const std::string& binding) {
  return fmt::format(R"(version: "0.13"
meshes:
  - id: body
    primitives:
      - id: blob
        type: implicit_surface
        iso: 0.5
        domain:
          aabb: {{min: [-1.5, -1.5, -1.5], max: [1.5, 1.5, 1.5]}}
          grid: {{nx: 49, ny: 49, nz: 49}}
        ops: [{{op: add, field: sdf_sphere@1, strength: 1, radius: 1}}]
armatures:
  - id: rig
    bones:
      - {{id: low, parent: none, head: [0, -1, 0], tail: [0, 0, 0]}}
      - {{id: high, parent: low, head: [0, 0, 0], tail: [0, 1, 0]}}
bindings:
  - mesh_id: body
    armature_id: rig
{})",
                     binding);
}

const std::string by_gradient = R"(    weight_maps:
      - primitive_id: blob
        gradients:
          - axis: y
            range: [-1, 1]
            from: {bone_id: low, weight: 1}
            to: {bone_id: high, weight: 1}
)";
const std::string by_number = R"(    weight_maps:
      - primitive_id: blob
        overrides:
          - {vertices: [0], bones: [{bone_id: high, weight: 1}]}
)";

ExportResult exported(const std::string& document, const ExportOptions& options) {
  MemoryFiles files({{test::entry_name, document}});
  return export_asset(test::entry_name, files, options);
}

using kernel::Triangle;

TEST(FarthestDistance, IsThatOfTheFarthestCornerOfOneTriangle) {
  const std::vector<Triangle> ground{{{{-4, 0, -4}, {4, 0, -4}, {0, 0, 8}}}};
  const std::vector<Triangle> above{{{{0, 1, 0}, {1, 2, 0}, {0, 0.5, 1}}}};
  EXPECT_DOUBLE_EQ(kernel::farthest_distance(above, ground), 2);
  EXPECT_DOUBLE_EQ(kernel::farthest_distance(ground, ground), 0);
}

TEST(FarthestDistance, CountsWhatLiesBetweenCorners) {
  // A wide triangle over two small ones below two of its corners: its middle is far from both.
  const std::vector<Triangle> wide{{{{-10, 0, 0}, {10, 0, 0}, {0, 0, 1}}}};
  const std::vector<Triangle> small{{{{-10, 0, 0}, {-9, 0, 0}, {-10, 0, 1}}},
                                    {{{10, 0, 0}, {9, 0, 0}, {10, 0, 1}}}};
  EXPECT_GE(kernel::farthest_distance(wide, small), 9);
  EXPECT_LE(kernel::farthest_distance(wide, small), 1.25 * 9.06);
}

TEST(FarthestDistance, IsInfiniteIfNothingHasAnArea) {
  const std::vector<Triangle> line{{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}}};
  EXPECT_TRUE(std::isinf(kernel::farthest_distance(line, line)));
}

TEST(NearestPoints, OfEquallyNearOnesAreTheFirst) {
  const std::vector<Vec3> points{{1, 0, 0}, {-1, 0, 0}, {0, 0.5, 0}, {-1, 0, 0}};
  const kernel::NearestPoints nearest(points);
  EXPECT_EQ(nearest.to({-2, 0, 0}), 1u);
  EXPECT_EQ(nearest.to({0, 0.4, 0}), 2u);
  EXPECT_EQ(nearest.to({0, -3, 0}), 0u);
}

// Triangles whose corners lie on the sphere, and on the edges of a cell, have circles around them
// that are no larger than the cell: so much lower are their middles.
TEST(Detail, OfAnImplicitSurfaceIsExtractedAgain) {
  std::uint64_t before = exported(blob(by_gradient), {}).levels.at(0).triangles;
  for (const double detail : {0.5, 0.25}) {
    ExportOptions options;
    options.detail = detail;
    const ExportResult result = exported(blob(by_gradient), options);
    ASSERT_TRUE(result.ok());
    const ExportedLevel level = result.levels.at(0);
    EXPECT_LT(level.triangles, before / 3) << detail;
    EXPECT_GT(level.triangles, before / 6) << detail;
    const double cell = 3.0 / (48 * detail);
    EXPECT_GT(level.error, 0);
    EXPECT_LT(level.error, 1 - std::sqrt(1 - cell * cell)) << detail;
    before = level.triangles;
  }
}

TEST(Detail, WeightsByNumberAreThoseOfTheNearestVertex) {
  ExportOptions options;
  options.detail = 0.25;
  EXPECT_TRUE(exported(blob(by_number), options).ok());
}

TEST(Detail, DoesNotDependOnThreads) {
  ExportOptions options;
  options.lods = 3;
  const ExportResult one = exported(blob(by_gradient), options);
  options.analysis.threads = 3;
  const ExportResult three = exported(blob(by_gradient), options);
  ASSERT_TRUE(one.ok());
  EXPECT_EQ(one.exported.at(0).bytes, three.exported.at(0).bytes);
  EXPECT_EQ(one.levels.at(2).error, three.levels.at(2).error);
}

// A ball that two bones share, of which poses turn the upper one.
const std::string bent_ball = R"(version: "0.13"
meshes: [{id: m, primitives: [{id: s, type: sphere, dimensions: {radius: 1}}]}]
armatures:
  - id: rig
    bones:
      - {id: low, parent: none, head: [0, -1, 0], tail: [0, 0, 0]}
      - {id: high, parent: low, head: [0, 0, 0], tail: [0, 1, 0]}
bindings:
  - mesh_id: m
    armature_id: rig
    weight_maps:
      - primitive_id: s
        gradients:
          - {axis: y, range: [-0.45, 0.45], from: {bone_id: low, weight: 1}, to: {bone_id: high, weight: 1}}
poses:
  - id: twisted
    bones:
      low: {translation: [0, -1, 0]}
      high: {translation: [0, 0, 0], rotation: [0.5, 0, 0.8660254, 0]}
  - id: bent
    bones:
      low: {translation: [0, -1, 0]}
      high: {translation: [0, 0, 0], rotation: [0.7071068, 0, 0, 0.7071068]}
  - id: both
    bones:
      low: {translation: [0, -1, 0]}
      high: {translation: [0, 0, 0], rotation: [0.8536, 0.3536, -0.3536, 0.1464]}
)";

// Its arms hang down, and most of each shoulder follows the arm.
const std::string square_shoulders = R"(version: "0.13"
symmetry: {mirror_x: {prefix_from: "L_", prefix_to: "R_"}}
meshes:
  - id: body
    primitives:
      - {id: L_shoulder, type: sphere, dimensions: {radius: 0.3}, transform: {translation: [-0.2, 1.4, 0]}}
armatures:
  - id: rig
    bones:
      - {id: pelvis, parent: none, head: [0, 1, 0], tail: [0, 1.1, 0]}
      - {id: back, parent: pelvis, head: [0, 1.1, 0], tail: [0, 1.4, 0]}
      - {id: skull, parent: back, head: [0, 1.5, 0], tail: [0, 1.8, 0]}
      - {id: L_arm, parent: back, head: [-0.2, 1.4, 0], tail: [-0.2, 1.1, 0]}
      - {id: L_elbow, parent: L_arm, head: [-0.2, 1.1, 0], tail: [-0.2, 0.9, 0]}
      - {id: L_palm, parent: L_elbow, head: [-0.2, 0.9, 0], tail: [-0.2, 0.8, 0]}
      - {id: L_leg, parent: pelvis, head: [-0.1, 0.9, 0], tail: [-0.1, 0.5, 0]}
      - {id: L_knee, parent: L_leg, head: [-0.1, 0.5, 0], tail: [-0.1, 0.1, 0]}
      - {id: L_sole, parent: L_knee, head: [-0.1, 0.1, 0], tail: [-0.1, 0, -0.1]}
bindings:
  - mesh_id: body
    armature_id: rig
    weight_maps:
      - primitive_id: L_shoulder
        gradients:
          - {axis: x, range: [-0.35, -0.15], from: {bone_id: L_arm, weight: 1}, to: {bone_id: back, weight: 1}}
)";

std::vector<Triangle> triangles_in(const outputs::ExportModel& model) {
  std::vector<Triangle> triangles;
  for (const outputs::Geometry& geometry : model.geometries) {
    const auto corner = [&](std::size_t i) {
      const std::size_t at = std::size_t{3} * geometry.indices[i];
      return Vec3{geometry.positions[at], geometry.positions[at + 1], geometry.positions[at + 2]};
    };
    for (std::size_t i = 0; i < geometry.indices.size(); i += 3) {
      triangles.push_back({corner(i), corner(i + 1), corner(i + 2)});
    }
  }
  return triangles;
}

// How far some points of the triangles are from the others: a triangle without an area is a point.
double sampled_distance(const std::vector<Triangle>& from, const std::vector<Triangle>& to) {
  std::vector<Triangle> points;
  for (const auto& [a, b, c] : from) {
    for (const Vec3& point : {a, (a + b) / 2, (b + c) / 2, (c + a) / 2, (a + b + c) / 3}) {
      points.push_back({point, point, point});
    }
  }
  return kernel::farthest_distance(points, to);
}

// Compares the shapes at some details with the full one.
void expect_bounds_to_hold(const std::string& document, ExportOptions options) {
  options.detail = 1;
  const std::vector<Triangle> full = triangles_in(*test::Built(document, options));
  for (const double detail : {0.5, 0.25, 0.0}) {
    options.detail = detail;
    const test::Built built(document, options);
    const double error = built->levels.at(0).error;
    const std::vector<Triangle> coarse = triangles_in(*built);
    EXPECT_LT(coarse.size(), full.size() / 2);
    EXPECT_LE(sampled_distance(full, coarse), error + 1e-6) << detail << options.pose;
    EXPECT_LE(sampled_distance(coarse, full), error + 1e-6) << detail << options.pose;
    EXPECT_LT(error, 1) << detail << options.pose;
  }
}

TEST(Detail, BoundsHoldInPoses) {
  for (const char* pose : {"twisted", "bent", "both"}) {
    ExportOptions options;
    options.pose = pose;
    expect_bounds_to_hold(bent_ball, options);
    expect_bounds_to_hold(blob(by_gradient + bent_ball.substr(bent_ball.find("poses:"))), options);
  }
}

TEST(Detail, BoundsHoldInTPose) {
  ExportOptions options;
  options.detail = 0.5;
  const double before = test::Built(square_shoulders, options)->levels.at(0).error;
  options.t_pose = true;
  EXPECT_GT(test::Built(square_shoulders, options)->levels.at(0).error, 1.5 * before);
  expect_bounds_to_hold(square_shoulders, options);
  options.scale = 100;
  EXPECT_GT(test::Built(square_shoulders, options)->levels.at(0).error, 150 * before);
}

// Half a turn of one of the bones moves every point of the ball to the axis. The box stays.
TEST(Detail, OfWhatAPoseFlattensIsFinite) {
  std::string flat = bent_ball.substr(0, bent_ball.find("    weight_maps:")) +
                     R"(    weights:
      - primitive_id: s
        bones: [{bone_id: low, weight: 0.5}, {bone_id: high, weight: 0.5}]
poses:
  - id: turned
    bones:
      low: {translation: [0, -1, 0]}
      high: {translation: [0, 0, 0], rotation: [0, 0, 1, 0]}
)";
  const std::string ball = "{id: s,";
  flat.insert(flat.find(ball), "{id: b, type: box, dimensions: {x: 1, y: 1, z: 1}}, ");
  ExportOptions options;
  options.pose = "turned";
  options.detail = 0;
  const test::Built built(flat, options);
  ASSERT_TRUE(built.model);
  EXPECT_LE(built->levels.at(0).error, 2.1);
}

// As decoders unfold it.
Vec3 unfolded(const std::array<std::int8_t, 3>& stored) {
  double x = stored[0] / 127.0;
  double y = stored[1] / 127.0;
  const double z = stored[2] / 127.0 - std::abs(x) - std::abs(y);
  const double below = std::min(z, 0.0);
  x += x >= 0 ? below : -below;
  y += y >= 0 ? below : -below;
  const Vec3 vector{x, y, z};
  return vector / length(vector);
}

TEST(Compression, NormalsOnAnOctahedronKeepTheirDirections) {
  for (const double up : {-1.0, -0.7, -0.1, 0.0, 0.4, 1.0}) {
    for (int turn = 0; turn < 16; ++turn) {
      const double angle = turn * 0.39269908169872;
      const double radius = std::sqrt(1 - up * up);
      const Vec3 exact{radius * std::cos(angle), radius * std::sin(angle), up};
      const std::array<float, 3> normal{static_cast<float>(exact.x), static_cast<float>(exact.y),
                                        static_cast<float>(exact.z)};
      const Vec3 found = unfolded(outputs::octahedral_normal(normal.data()));
      EXPECT_GT(dot(found, exact), 0.9998) << up << " " << turn;
    }
  }
}

TEST(Compression, IsSmallerAndAlwaysTheSame) {
  if (!can_compress_exports()) GTEST_SKIP() << "this build has no meshoptimizer";
  ExportOptions options;
  options.small = true;
  const std::size_t before = exported(blob(by_gradient), options).exported.at(0).bytes.size();
  options.compress = true;
  const std::string bytes = exported(blob(by_gradient), options).exported.at(0).bytes;
  EXPECT_LT(2 * bytes.size(), before);
  EXPECT_NE(
      bytes.find(R"("extensionsRequired":["KHR_mesh_quantization","EXT_meshopt_compression"])"),
      std::string::npos);
  EXPECT_NE(bytes.find(R"("filter":"OCTAHEDRAL")"), std::string::npos);
  options.analysis.threads = 3;
  EXPECT_EQ(exported(blob(by_gradient), options).exported.at(0).bytes, bytes);
}

TEST(Compression, IsOfTheFileWithTheData) {
  if (!can_compress_exports()) GTEST_SKIP() << "this build has no meshoptimizer";
  ExportOptions options;
  options.format = ExportFormat::Gltf;
  const std::size_t before = exported(blob(by_gradient), options).exported.at(1).bytes.size();
  options.compress = true;
  const ExportResult result = exported(blob(by_gradient), options);
  ASSERT_EQ(result.exported.size(), 2u);
  EXPECT_LT(2 * result.exported[1].bytes.size(), before);
  EXPECT_NE(result.exported[0].bytes.find(R"({"fallback":true})"), std::string::npos);
}

}  // namespace
}  // namespace rigy
