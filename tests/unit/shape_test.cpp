// The tessellation profile: counts, normals, winding and corners, as the file holds them.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::count_winding;
using test::GlbFile;
using test::WindingCount;

struct ShapeFacts {
  const char* name;
  const char* dimensions;
  std::size_t vertices;
  std::size_t indices;
  // Triangles of the canonical file by whether they agree with their normals.
  std::size_t agreeing;
  std::size_t opposing;
  std::size_t degenerate;
};

constexpr ShapeFacts facts[] = {
    {"box", "{x: 1, y: 2, z: 3}", 24, 36, 12, 0, 0},
    {"sphere", "{radius: 1.5}", 561, 3072, 0, 960, 64},
    {"cylinder", "{radius: 1.5, height: 2}", 134, 384, 32, 96, 0},
    // The pole rings degenerate to a point, and a hemisphere ends where the body begins.
    {"capsule", "{radius: 1.5, height: 2}", 858, 4800, 0, 1472, 128},
};

GlbFile glb_of(const ShapeFacts& shape, Winding winding = Winding::Canonical) {
  CompileOptions options;
  options.winding = winding;
  return test::glb_of(fmt::format("version: \"0.6\"\nmeshes:\n- {{id: m, primitives: [{{id: p, "
                                  "type: {}, dimensions: {}}}]}}\n",
                                  shape.name, shape.dimensions),
                      options);
}

TEST(Shape, Counts) {
  for (const ShapeFacts& shape : facts) {
    const GlbFile glb = glb_of(shape);
    EXPECT_EQ(glb.positions().size(), shape.vertices) << shape.name;
    EXPECT_EQ(glb.normals().size(), shape.vertices) << shape.name;
    EXPECT_EQ(glb.triangles().size(), shape.indices) << shape.name;
    for (const std::uint32_t index : glb.triangles()) ASSERT_LT(index, shape.vertices);
  }
}

TEST(Shape, NormalsAreUnitVectorsThatPointAway) {
  for (const ShapeFacts& shape : facts) {
    const GlbFile glb = glb_of(shape);
    const std::vector<Vec3> positions = glb.positions();
    const std::vector<Vec3> normals = glb.normals();
    for (std::size_t i = 0; i < normals.size(); ++i) {
      EXPECT_NEAR(length(normals[i]), 1, 1e-6) << shape.name << i;
      EXPECT_GT(dot(normals[i], positions[i]), 0) << shape.name << i;
    }
  }
}

TEST(Shape, CanonicalWindingIsWhatTheFilesHold) {
  for (const ShapeFacts& shape : facts) {
    const GlbFile glb = glb_of(shape);
    const WindingCount count = count_winding(glb.positions(), glb.normals(), glb.triangles());
    EXPECT_EQ(count.agreeing, shape.agreeing) << shape.name;
    EXPECT_EQ(count.opposing, shape.opposing) << shape.name;
    EXPECT_EQ(count.degenerate, shape.degenerate) << shape.name;
  }
}

TEST(Shape, OutwardWindingAgreesWithEveryNormal) {
  for (const ShapeFacts& shape : facts) {
    const GlbFile glb = glb_of(shape, Winding::Outward);
    const WindingCount count = count_winding(glb.positions(), glb.normals(), glb.triangles());
    EXPECT_EQ(count.agreeing, shape.agreeing + shape.opposing) << shape.name;
    EXPECT_EQ(count.opposing, 0u) << shape.name;
  }
}

// Second and third index are swapped or stay, whole parts at a time; nothing else differs.
TEST(Shape, OutwardWindingChangesOnlyIndices) {
  for (const ShapeFacts& shape : facts) {
    const GlbFile canonical = glb_of(shape);
    const GlbFile outward = glb_of(shape, Winding::Outward);
    EXPECT_EQ(canonical.json_text, outward.json_text);
    EXPECT_EQ(canonical.floats(0), outward.floats(0));
    EXPECT_EQ(canonical.floats(1), outward.floats(1));
    const std::vector<std::uint32_t> before = canonical.triangles();
    const std::vector<std::uint32_t> after = outward.triangles();
    std::size_t turned = 0;
    for (std::size_t i = 0; i < before.size(); i += 3) {
      EXPECT_EQ(before[i], after[i]);
      const bool same = before[i + 1] == after[i + 1];
      turned += same ? 0 : 1;
      EXPECT_EQ(after[i + 1], before[i + (same ? 1 : 2)]);
      EXPECT_EQ(after[i + 2], before[i + (same ? 2 : 1)]);
    }
    // The degenerate triangles of a ring are flipped with it.
    EXPECT_EQ(turned, shape.opposing + shape.degenerate) << shape.name;
  }
}

TEST(Shape, BoxCorners) {
  constexpr const char* signs =
      "+-- ++- +++ +-+ --+ -++ -+- --- -+- -++ +++ ++- --+ --- +-- +-+ --+ +-+ +++ -++ +-- --- -+- "
      "++-";
  std::string found;
  for (const Vec3& p : glb_of(facts[0]).positions()) {
    EXPECT_EQ((Vec3{std::abs(p.x), std::abs(p.y), std::abs(p.z)}), (Vec3{0.5, 1, 1.5}));
    for (const double c : {p.x, p.y, p.z}) found += c < 0 ? '-' : '+';
    found += ' ';
  }
  found.pop_back();
  EXPECT_EQ(found, signs);
  constexpr std::uint32_t quad[] = {0, 1, 2, 0, 2, 3};
  const std::vector<std::uint32_t> indices = glb_of(facts[0]).triangles();
  for (std::uint32_t i = 0; i < 36; ++i) EXPECT_EQ(indices[i], i / 6 * 4 + quad[i % 6]);
}

TEST(Shape, RingsBeginAtPlusXAndTurnToPlusZ) {
  const std::vector<Vec3> side = glb_of(facts[2]).positions();
  EXPECT_EQ(side[0], (Vec3{1.5, 1, 0}));
  EXPECT_NEAR(side[8].z, 1.5, 1e-6);
  EXPECT_NEAR(side[16].x, -1.5, 1e-6);
  EXPECT_EQ(side[33].y, -1);  // the top ring first
  EXPECT_EQ(side[66], (Vec3{0, 1, 0}));
  EXPECT_EQ(side[100], (Vec3{0, -1, 0}));
  const std::vector<Vec3> capsule = glb_of(facts[3]).positions();
  EXPECT_EQ(capsule[0], (Vec3{0, 2.5, 0}));
  EXPECT_EQ(capsule[std::size_t{9} * 33].y, 1);
  EXPECT_EQ(capsule[std::size_t{17} * 33].y, -1);
  EXPECT_EQ(capsule[857].y, -2.5);
}

}  // namespace
}  // namespace rigy
