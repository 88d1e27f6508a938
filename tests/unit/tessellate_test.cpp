// Transforms of primitives: order of rotation, and what happens to the sign of zero.
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "math/trig.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::exact;
using test::GlbFile;

GlbFile box(std::string_view transform, std::string_view dimensions = "{x: 2, y: 4, z: 8}") {
  return test::glb_of(
      fmt::format("version: \"0.6\"\nmeshes:\n- {{id: m, primitives: [{{id: p, type: box, "
                  "dimensions: {}{}}}]}}\n",
                  dimensions, transform));
}

// Rows of the rotation about one axis.
using Rows = std::array<std::array<double, 3>, 3>;

Rows about(std::size_t axis, double angle) {
  const auto [s, c] = sin_cos(angle);
  if (axis == 0) return {{{1, 0, 0}, {0, c, -s}, {0, s, c}}};
  if (axis == 1) return {{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}};
  return {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}

// Every sum starts at +0.0 and adds its products in index order.
Rows product(const Rows& a, const Rows& b) {
  Rows result{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      double sum = 0.0;
      for (std::size_t k = 0; k < 3; ++k) sum += a[i][k] * b[k][j];
      result[i][j] = sum;
    }
  }
  return result;
}

std::array<double, 3> apply(const Rows& rows, const std::array<double, 3>& v) {
  std::array<double, 3> result{};
  for (std::size_t i = 0; i < 3; ++i) {
    double sum = 0.0;
    for (std::size_t k = 0; k < 3; ++k) sum += rows[i][k] * v[k];
    result[i] = sum;
  }
  return result;
}

std::uint32_t bits(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

TEST(Tessellate, RotatesByZYXThenTranslatesToTheLastBit) {
  test::Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Vec3 angles = test::random_point(random, 6);
    const Vec3 offset = test::random_point(random, 10);
    const Vec3 size{test::uniform(random, 0.1, 5), test::uniform(random, 0.1, 5),
                    test::uniform(random, 0.1, 5)};
    const std::string transform = fmt::format(
        ", transform: {{translation: {}, rotation_euler: {}}}", exact(offset), exact(angles));
    const std::string dimensions =
        fmt::format("{{x: {}, y: {}, z: {}}}", exact(size.x), exact(size.y), exact(size.z));
    const GlbFile plain = box("");
    const GlbFile glb = box(transform, dimensions);
    const Rows rotation =
        product(product(about(2, angles.z), about(1, angles.y)), about(0, angles.x));
    const std::vector<Vec3> corners = plain.positions();
    const std::vector<Vec3> normals = plain.normals();
    const std::vector<Vec3> found = glb.positions();
    const std::vector<Vec3> found_normals = glb.normals();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec3 c = corners[i];
      const std::array<double, 3> moved =
          apply(rotation, {std::copysign(size.x / 2, c.x), std::copysign(size.y / 2, c.y),
                           std::copysign(size.z / 2, c.z)});
      const std::array<double, 3> turned =
          apply(rotation, {normals[i].x, normals[i].y, normals[i].z});
      for (std::size_t axis = 0; axis < 3; ++axis) {
        ASSERT_EQ(bits(found[i][axis]), bits(moved[axis] + offset[axis]));
        ASSERT_EQ(bits(found_normals[i][axis]), bits(turned[axis]));
      }
    }
  }
}

// The signs of the zeros among the normals.
std::string zero_signs(const GlbFile& glb) {
  std::string signs;
  for (const Vec3& n : glb.normals()) {
    for (const double c : {n.x, n.y, n.z}) {
      if (c == 0) signs += std::signbit(c) ? '-' : '+';
    }
  }
  return signs;
}

TEST(Tessellate, AbsentPartsAreSkippedGivenOnesApplied) {
  const std::string plain = zero_signs(box(""));
  EXPECT_EQ(plain, std::string(48, '+'));
  EXPECT_EQ(zero_signs(box(", transform: {}")), plain);
  EXPECT_EQ(zero_signs(box(", transform: {translation: [0, 0, 0]}")), plain);
  EXPECT_EQ(zero_signs(box(", transform: {rotation_euler: [0, 0, 0]}")), plain);
}

std::uint32_t first_x_bits(std::string_view transform) {
  // Vertex 16 of a sphere: x is -0.0, since the sine at the pole is 0 and the cosine -1.
  const GlbFile glb =
      test::glb_of(fmt::format("version: \"0.6\"\nmeshes:\n- {{id: m, primitives: [{{id: p, type: "
                               "sphere, dimensions: {{radius: 1}}{}}}]}}\n",
                               transform));
  return bits(glb.positions()[16].x);
}

TEST(Tessellate, NegativeZeroSurvivesUnlessSomethingIsAdded) {
  EXPECT_EQ(first_x_bits(""), 0x80000000u);
  EXPECT_EQ(first_x_bits(", transform: {}"), 0x80000000u);
  EXPECT_EQ(first_x_bits(", transform: {translation: null, rotation_euler: ~}"), 0x80000000u);
  EXPECT_EQ(first_x_bits(", transform: {translation: [0, 0, 0]}"), 0u);  // -0.0 + 0.0
  EXPECT_EQ(first_x_bits(", transform: {translation: [-0.0, 0, 0]}"), 0x80000000u);
  EXPECT_EQ(first_x_bits(", transform: {rotation_euler: [0, 0, 0]}"), 0u);  // 0.0 + -0.0 + ...
}

TEST(Tessellate, PrimitivesFollowEachOtherInTheirMesh) {
  const GlbFile glb = test::glb_of(R"(version: "0.6"
meshes:
- id: m
  primitives:
  - {id: a, type: box, dimensions: {x: 1, y: 1, z: 1}}
  - {id: b, type: sphere, dimensions: {radius: 1}, transform: {translation: [5, 0, 0]}}
  - {id: c, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [0, 5, 0]}}
)");
  EXPECT_EQ(glb.positions().size(), 24u + 561 + 24);
  const std::vector<std::uint32_t> indices = glb.triangles();
  ASSERT_EQ(indices.size(), 36u + 3072 + 36);
  EXPECT_EQ(indices[36], 24u);
  EXPECT_EQ(indices[36 + 3072], 24u + 561);
  EXPECT_EQ(glb.positions()[24], (Vec3{5, 1, 0}));
  EXPECT_EQ(glb.positions()[24 + 561], (Vec3{0.5, 4.5, -0.5}));
}

}  // namespace
}  // namespace rigy
