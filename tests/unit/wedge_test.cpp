// Wedges, and their mirror images.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "shapes/tessellate.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::glb_of;
using test::GlbFile;

using Indices = std::vector<std::uint32_t>;

std::string document(std::string_view version, std::string_view primitives,
                     std::string_view more = "") {
  return fmt::format("version: \"{}\"\nmeshes:\n- id: m\n  primitives:\n  - {}\n{}", version,
                     primitives, more);
}

constexpr std::string_view wedge = "{id: L_w, type: wedge, dimensions: {x: 3, y: 2, z: 4}}";
constexpr std::string_view mirror = "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n";

TEST(Wedge, HasFlatFacesAndASlope) {
  const GlbFile glb = glb_of(document("0.9", wedge));
  const std::vector<Vec3> positions = glb.positions();
  const std::vector<Vec3> normals = glb.normals();
  ASSERT_EQ(positions.size(), 18u);
  EXPECT_EQ(positions[0], (Vec3{-1.5, -1, -2}));
  EXPECT_EQ(positions[8], (Vec3{1.5, -1, -2}));  // v1, where the slope begins
  EXPECT_EQ(positions[10], (Vec3{-1.5, 1, 2}));  // v5
  EXPECT_EQ(normals[5], (Vec3{-1, 0, 0}));
  for (std::size_t i = 8; i < 12; ++i) {
    EXPECT_EQ(normals[i], (Vec3{static_cast<float>(0.8), 0, static_cast<float>(0.6)}));
  }
  EXPECT_EQ(glb.triangles(), (Indices{0, 2,  1, 0, 3,  2,  4,  6,  7,  4,  5,  6,
                                      8, 10, 9, 8, 11, 10, 12, 13, 14, 15, 16, 17}));
}

TEST(Wedge, OnlyItsBackFacesInward) {
  const auto winding = [](std::string_view more, Winding way) {
    CompileOptions options;
    options.winding = way;
    const GlbFile glb = glb_of(document("0.9", wedge, more), options);
    return test::count_winding(glb.positions(), glb.normals(), glb.triangles());
  };
  EXPECT_EQ(winding("", Winding::Canonical).opposing, 2u);
  EXPECT_EQ(winding("", Winding::Outward).opposing, 0u);
  EXPECT_EQ(winding(mirror, Winding::Canonical).opposing, 4u);
  EXPECT_EQ(winding(mirror, Winding::Outward).opposing, 0u);
  EXPECT_EQ(winding(mirror, Winding::Outward).agreeing, 16u);
}

TEST(Wedge, IsMirroredAsAWhole) {
  const GlbFile glb = glb_of(document(
      "0.9",
      "{id: L_w, type: wedge, dimensions: {x: 3, y: 2, z: 4}, transform: {translation: [5, 1, 2], "
      "rotation_euler: [0.3, 0.4, 0.5]}}",
      mirror));
  const std::vector<Vec3> positions = glb.positions();
  const std::vector<Vec3> normals = glb.normals();
  ASSERT_EQ(positions.size(), 36u);
  for (std::size_t i = 0; i < 18; ++i) {
    const Vec3 &p = positions[i], &n = normals[i];
    EXPECT_LT(test::distance(positions[18 + i], {-p.x, p.y, p.z}), 1e-6);
    EXPECT_LT(test::distance(normals[18 + i], {-n.x, n.y, n.z}), 1e-6);
  }
}

Vec3 slope_normal(double x, double z) {
  Primitive primitive;
  primitive.type = PrimitiveType::Wedge;
  primitive.dimensions = {Number{x, 0}, Number{1, 0}, Number{z, 0}};
  PrimitiveVertices vertices;
  EXPECT_TRUE(tessellate(primitive, {0, 9}, vertices));
  return vertices.normals()[8];
}

TEST(Wedge, HasANormalHoweverSmallItIs) {
  EXPECT_EQ(slope_normal(0.3 * 0x1p-700, 0.7 * 0x1p-700), slope_normal(0.3, 0.7));
  EXPECT_EQ(slope_normal(5e-324, 5e-324), slope_normal(1, 1));
}

TEST(Wedge, AWedgeHasThreeDimensionsAndNoOtherNames) {
  EXPECT_EQ(test::findings_of(
                document("0.9", "{id: a, type: wedge, dimensions: {width: 1, y: 1, z: 1}}")),
            "V33 5:39\n");
}

}  // namespace
}  // namespace rigy
