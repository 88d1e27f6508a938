// Rotations and rounding of language 0.12. The hexadecimal numbers were computed from the formulas
// of the language with 300 bits for sine and cosine, and binary64 for everything else.
#include "math/rotation.hpp"

#include <bit>
#include <cfenv>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>

#include <gtest/gtest.h>

#include "math/rounding.hpp"
#include "shapes/tessellate.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void expect_bits(double actual, double expected) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(actual), std::bit_cast<std::uint64_t>(expected))
      << actual << " is not " << expected;
}

void expect_bits(const Quaternion& actual, const Quaternion& expected) {
  expect_bits(actual.w, expected.w);
  expect_bits(actual.x, expected.x);
  expect_bits(actual.y, expected.y);
  expect_bits(actual.z, expected.z);
}

void expect_bits(const Mat3& actual, const Mat3& expected) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) expect_bits(actual.rows[i][j], expected.rows[i][j]);
  }
}

void expect_near(const Mat3& actual, const Mat3& expected, double tolerance) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(actual.rows[i][j], expected.rows[i][j], tolerance) << i << ' ' << j;
    }
  }
}

TEST(Rounding, HalvesGoToTheEvenNumber) {
  for (int whole = -20; whole <= 20; ++whole) {
    const double half = whole + 0.5;
    const double even = whole % 2 == 0 ? whole : whole + 1;
    expect_bits(round_half_even(half), even);
    expect_bits(round_half_even(std::nextafter(half, -100.0)), whole);
    expect_bits(round_half_even(std::nextafter(half, 100.0)), whole + 1);
    expect_bits(round_half_even(whole), whole);
  }
}

TEST(Rounding, ZeroIsPositive) {
  for (const double value : {-0.0, 0.0, -0.5, -0.25, -0x1p-1074}) {
    expect_bits(round_half_even(value), 0.0);
  }
}

TEST(Rounding, LargeNumbers) {
  expect_bits(round_half_even(0x1p52 - 0.5), 0x1p52);
  expect_bits(round_half_even(0x1p52 - 1.5), 0x1p52 - 2);
  expect_bits(round_half_even(-0x1p52 + 0.5), -0x1p52);
  for (const double value : {0x1p52, 0x1p52 + 1, -0x1p53, DBL_MAX, infinity, -infinity}) {
    expect_bits(round_half_even(value), value);
  }
  EXPECT_TRUE(std::isnan(round_half_even(std::numeric_limits<double>::quiet_NaN())));
}

// The mode is that of the thread; std::nearbyint, which obeys it, is right only in one.
TEST(Rounding, RoundingModeHasNoEffect) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 10000; ++i) {
    const double value = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                    -static_cast<int>(random() % 63));
    const double expected = std::nearbyint(value) + 0.0;
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
      std::fesetround(mode);
      const double actual = round_half_even(value);
      std::fesetround(FE_TONEAREST);
      expect_bits(actual, expected);
    }
  }
}

TEST(Rounding, Expressions) {
  expect_bits(quantize_expression(0.3), 0.30000000000000004);
  expect_bits(quantize_expression(31), 31.000000000000004);
  expect_bits(quantize_expression(1), 1.0);
  expect_bits(quantize_expression(-0.0), 0.0);
  expect_bits(quantize_expression(-4e-10), 0.0);
  expect_bits(quantize_expression(6e-10), 1e-9);
  expect_bits(quantize_expression(-6e-10), -1e-9);
  EXPECT_EQ(quantize_expression(1e300), infinity);
  EXPECT_EQ(quantize_expression(-1e300), -infinity);
}

TEST(Rounding, WholeExpressions) {
  EXPECT_EQ(whole_expression(31), 31);
  EXPECT_EQ(whole_expression(-7), -7);
  EXPECT_EQ(whole_expression(0.1 * 3 * 10), 3);
  EXPECT_EQ(whole_expression(-0.0), 0);
  EXPECT_EQ(whole_expression(2'000'000), 2'000'000);
  EXPECT_EQ(whole_expression(2.5), std::nullopt);
  EXPECT_EQ(whole_expression(2.000000001), std::nullopt);
  EXPECT_EQ(whole_expression(1e30), std::nullopt);
  EXPECT_EQ(whole_expression(1e300), std::nullopt);
  EXPECT_EQ(whole_expression(std::numeric_limits<double>::quiet_NaN()), std::nullopt);
}

TEST(Rotation, FromEuler) {
  expect_bits(quaternion_from_euler({0, 0, 0}), {.w = 1, .x = 0, .y = 0, .z = 0});
  expect_bits(quaternion_from_euler({0.3, -1.1, 2.5}), {.w = 0x1.888de14481f56p-3,
                                                        .x = 0x1.0fadfd6b26bb8p-1,
                                                        .y = -0x1.58967df23ec58p-5,
                                                        .z = 0x1.a62f0d920ac3ep-1});
}

TEST(Rotation, FromAxisAndAngle) {
  expect_bits(quaternion_from_axis_angle({0, -8, 0}, 0), {.w = 1, .x = 0, .y = -0.0, .z = 0});
  expect_bits(quaternion_from_axis_angle({1, 2, -2}, 250 * radians_per_degree),
              {.w = -0x1.25abcf87c4979p-1,
               .x = 0x1.179a990b904d9p-2,
               .y = 0x1.179a990b904d9p-1,
               .z = -0x1.179a990b904d9p-1});
}

TEST(Rotation, Canonical) {
  expect_bits(canonical_quaternion({.w = 4, .x = 1, .y = 2, .z = 3}), {.w = 0x1.75e9746a0a8cdp-1,
                                                                       .x = 0x1.75e9746a0a8cdp-3,
                                                                       .y = 0x1.75e9746a0a8cdp-2,
                                                                       .z = 0x1.186f174f87e9ap-1});
  // w is made positive, and no zero stays negative.
  expect_bits(canonical_quaternion({.w = -2, .x = 0, .y = -0.0, .z = 0}), {});
  expect_bits(canonical_quaternion({.w = 0, .x = -3, .y = -0.0, .z = 0}),
              {.w = 0, .x = -1, .y = 0, .z = 0});
  expect_bits(
      canonical_quaternion(quaternion_from_axis_angle({1, 2, -2}, 250 * radians_per_degree)),
      {.w = 0x1.25abcf87c47d9p-1,
       .x = -0x1.179a990b91c80p-2,
       .y = -0x1.179a990b8f951p-1,
       .z = 0x1.179a990b8f951p-1});
}

TEST(Rotation, MatrixFromCanonicalQuaternion) {
  expect_bits(matrix_from_quaternion({}), Mat3{});
  const Quaternion q = canonical_quaternion(quaternion_from_euler({0.3, -1.1, 2.5}));
  expect_bits(matrix_from_quaternion(q),
              {{{{-0x1.741dfc5cd9eb4p-2, -0x1.7167345dab592p-2, 0x1.b7c9296b22396p-1},
                 {0x1.15fad3d4c9c50p-2, -0x1.d890fe2cd5fb4p-1, -0x1.17556c28fbd38p-2},
                 {0x1.c84c54c2d8c14p-1, 0x1.128723909f9f8p-3, 0x1.bbbcacd76263ap-2}}}});
}

TEST(Rotation, MatrixFromAxisAndAngle) {
  expect_bits(matrix_from_axis_angle({1, 2, -2}, 250 * radians_per_degree),
              {{{{-0x1.8b12b79d8f8ccp-3, -0x1.501cd93dd1d0cp-2, -0x1.d970c3929ad9ep-1},
                 {0x1.d970c3929ad9ep-1, 0x1.048a269ec323ep-2, -0x1.220515cea201ep-2},
                 {0x1.501cd93dd1d0cp-2, -0x1.d1c2230012e21p-1, 0x1.048a269ec323ep-2}}}});
}

// Half turns about each axis and about diagonals have no positive trace: all three other branches.
TEST(Rotation, FromMatrix) {
  const Mat3 about_x{{{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}}};
  const Mat3 about_y{{{{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}};
  const Mat3 about_z{{{{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}}};
  expect_bits(quaternion_from_matrix(Mat3{}), {});
  expect_bits(quaternion_from_matrix(about_x), {.w = 0, .x = 1, .y = 0, .z = 0});
  expect_bits(quaternion_from_matrix(about_y), {.w = 0, .x = 0, .y = 1, .z = 0});
  expect_bits(quaternion_from_matrix(about_z), {.w = 0, .x = 0, .y = 0, .z = 1});
  // x to y, y to z, z to x: trace 0, and no diagonal element exceeds another.
  const Mat3 cycle{{{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}}};
  expect_bits(quaternion_from_matrix(cycle), {.w = 0.5, .x = 0.5, .y = 0.5, .z = 0.5});
}

// All forms of one rotation give the same result.
TEST(Rotation, FormsAgree) {
  std::mt19937_64 random(9);
  const auto angle = [&random] { return 4e-19 * static_cast<double>(random() >> 1) - 1.8; };
  for (int i = 0; i < 2000; ++i) {
    const Vec3 euler{angle() * 1.7, angle(), angle() * 1.7};
    const Mat3 expected = euler_rotation(euler);
    const Quaternion q = quaternion_from_euler(euler);
    expect_near(matrix_from_quaternion(q), expected, 1e-14);
    expect_near(matrix_from_quaternion(canonical_quaternion(q)), expected, 1e-11);
    expect_near(matrix_from_quaternion(quaternion_from_matrix(expected)), expected, 1e-14);
    const Vec3 axis{angle(), angle(), angle()};
    expect_near(matrix_from_axis_angle(axis, euler.x),
                matrix_from_quaternion(quaternion_from_axis_angle(axis, euler.x)), 1e-14);
  }
}

}  // namespace
}  // namespace rigy
