#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "fbx/transform.hpp"
#include "math/rotation.hpp"
#include "math/trig.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

Mat3 about(std::size_t axis, double radians) {
  const auto [s, c] = sin_cos(radians);
  if (axis == 0) return {{{{1, 0, 0}, {0, c, -s}, {0, s, c}}}};
  if (axis == 1) return {{{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}}};
  return {{{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}}};
}

Mat3 from_degrees(const Vec3& degrees) {
  const Vec3 radians = radians_per_degree * degrees;
  return about(2, radians.z) * (about(1, radians.y) * about(0, radians.x));
}

double difference(const Mat3& a, const Mat3& b) {
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      largest = std::max(largest, std::abs(a.rows[i][j] - b.rows[i][j]));
    }
  }
  return largest;
}

class Random {
 public:
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }

 private:
  std::mt19937_64 engine_{18};
};

TEST(FbxTransform, AnglesGiveTheRotationBack) {
  Random random;
  for (int i = 0; i < 2'000; ++i) {
    const Vec3 degrees{random.between(-180, 180), random.between(-90, 90),
                       random.between(-180, 180)};
    const Mat3 rotation = from_degrees(degrees);
    EXPECT_LT(difference(from_degrees(euler_degrees(rotation)), rotation), 1e-15);
    EXPECT_LT(length(euler_degrees(rotation) - degrees), 1e-9 / std::cos(degrees.y / 57.3));
  }
}

TEST(FbxTransform, AnglesNearTheGimbalLockAreExactToo) {
  Random random;
  for (int i = 0; i < 2'000; ++i) {
    const double sign = i % 2 == 0 ? 1 : -1;
    const double off = std::pow(10, random.between(-18, 0));
    const Vec3 degrees{random.between(-180, 180), sign * (90 - off), random.between(-180, 180)};
    const Mat3 rotation = from_degrees(degrees);
    EXPECT_LT(difference(from_degrees(euler_degrees(rotation)), rotation), 2e-15) << off;
  }
}

TEST(FbxTransform, QuarterTurnsAreWholeDegrees) {
  const Mat3 x = from_columns({1, 0, 0}, {0, 0, 1}, {0, -1, 0});
  const Mat3 y = from_columns({0, 0, -1}, {0, 1, 0}, {1, 0, 0});
  const Mat3 z = from_columns({0, 1, 0}, {-1, 0, 0}, {0, 0, 1});
  EXPECT_EQ(euler_degrees({}), Vec3(0, 0, 0));
  EXPECT_EQ(euler_degrees(x), Vec3(90, 0, 0));
  EXPECT_EQ(euler_degrees(y), Vec3(0, 90, 0));
  EXPECT_EQ(euler_degrees(z), Vec3(0, 0, 90));
  EXPECT_EQ(euler_degrees(z * z), Vec3(0, 0, 180));
}

TEST(FbxTransform, AnglesAreNeverNegativeZeros) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Vec3 degrees = euler_degrees(about(axis, 1));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_FALSE(degrees[i] == 0 && std::signbit(degrees[i]));
  }
}

TEST(FbxTransform, MatricesAreWrittenByColumn) {
  const Affine transform{{{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}}}, {10, 11, 12}};
  EXPECT_EQ(fbx_matrix(transform),
            (std::array<double, 16>{1, 4, 7, 0, 2, 5, 8, 0, 3, 6, 9, 0, 10, 11, 12, 1}));
}

}  // namespace
}  // namespace rigy
