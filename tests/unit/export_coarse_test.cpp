// Implicit surfaces at levels of detail, and compressed exports.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

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
