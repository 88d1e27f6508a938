// attach3: properties of the three modes over random frames.
#include "placement/frame.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::distance;
using test::Random;

using Triple = std::array<Vec3, 3>;

constexpr int rounds = 2000;
constexpr double tolerance = 1e-12;

// Three points that are not nearly on a line, of sizes from millimeters to kilometers.
Triple random_triple(Random& random) {
  const double size = std::pow(10.0, test::uniform(random, -3, 3));
  while (true) {
    const Triple points{test::random_point(random, size), test::random_point(random, size),
                        test::random_point(random, size)};
    const Frame3 frame = frame_of(points);
    if (frame.a > 0.1 * size && frame.b > 0.1 * size) return points;
  }
}

// The size of the numbers that occur when this transform is applied near these points.
double magnitude(const Affine& transform, const Triple& from, const Triple& to) {
  double size = length(transform.translation);
  for (const Vec3& p : from) size = std::max(size, length(p) * length(transform.linear.column(0)));
  for (const Vec3& p : to) size = std::max(size, length(p));
  return size;
}

Mat3 gram(const Mat3& m) { return transpose(m) * m; }

double largest_difference(const Mat3& a, const Mat3& b) {
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j)
      largest = std::max(largest, std::abs(a.rows[i][j] - b.rows[i][j]));
  }
  return largest;
}

TEST(Frame3, IsAnOrthonormalFrameOfItsPoints) {
  Random random(10);
  for (int round = 0; round < rounds; ++round) {
    const Triple points = random_triple(random);
    const Frame3 frame = frame_of(points);
    EXPECT_FALSE(frame.degenerate());
    EXPECT_LT(largest_difference(gram(frame.axes), Mat3{}), tolerance);
    EXPECT_NEAR(determinant(frame.axes), 1, tolerance);
    EXPECT_EQ(frame.origin, points[0]);
    // The points in the frame's own coordinates: (0, 0, 0), (a, 0, 0), (c, b, 0).
    const Vec3 second = transpose(frame.axes) * (points[1] - points[0]);
    const Vec3 third = transpose(frame.axes) * (points[2] - points[0]);
    EXPECT_LT(distance(second, {frame.a, 0, 0}), tolerance * frame.a * 10);
    EXPECT_LT(distance(third, {frame.c, frame.b, 0}), tolerance * length(third) * 10);
  }
}

TEST(Frame3, DegenerateBelowTheLimit) {
  const auto along = [](double d) {
    return frame_of({Vec3{0, 0, 0}, Vec3{d, 0, 0}, Vec3{0, 1, 0}});
  };
  EXPECT_TRUE(along(0).no_x());
  EXPECT_TRUE(along(1e-9).no_x());
  EXPECT_FALSE(along(1.0000001e-9).degenerate());
  const auto across = [](double d) {
    return frame_of({Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{5, d, 0}});
  };
  EXPECT_TRUE(across(0).no_z());
  EXPECT_FALSE(across(0).no_x());
  EXPECT_TRUE(across(1e-9).no_z());
  EXPECT_FALSE(across(1.0000001e-9).degenerate());
  const double far = std::numeric_limits<double>::max();
  EXPECT_TRUE(frame_of({Vec3{-far, 0, 0}, Vec3{far, 0, 0}, Vec3{0, 1, 0}}).degenerate());
}

// Lengths whose squares overflow.
TEST(Frame3, OverflowsAboveTheRangeOfLengths) {
  EXPECT_TRUE(frame_of({Vec3{0, 0, 0}, Vec3{1e200, 0, 0}, Vec3{0, 1, 0}}).overflows());
  EXPECT_TRUE(frame_of({Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1e200, 0}}).overflows());
  EXPECT_TRUE(frame_of({Vec3{-1e308, 0, 0}, Vec3{0, 0, 0}, Vec3{1e308, 1, 0}}).overflows());
  EXPECT_FALSE(frame_of({Vec3{0, 0, 0}, Vec3{1e100, 0, 0}, Vec3{0, 1e100, 0}}).overflows());
  EXPECT_FALSE(frame_of({Vec3{0, 0, 0}, Vec3{0, 0, 0}, Vec3{0, 1, 0}}).overflows());
}

TEST(Attach3, RigidNeverScalesOrShears) {
  Random random(11);
  for (int round = 0; round < rounds; ++round) {
    const Triple from = random_triple(random);
    const Triple to = random_triple(random);
    const Affine transform = attach(frame_of(from), frame_of(to), AttachMode::Rigid);
    EXPECT_LT(largest_difference(gram(transform.linear), Mat3{}), tolerance);
    EXPECT_NEAR(determinant(transform.linear), 1, tolerance);
    const double size = magnitude(transform, from, to);
    EXPECT_LT(distance(transform(from[0]), to[0]), tolerance * size);
    // The second point lands on the ray to its target, the third in the target's half plane.
    const Vec3 second = transform(from[1]) - to[0];
    EXPECT_LT(length(cross(second, to[1] - to[0])), tolerance * 10 * size * length(to[1] - to[0]));
    EXPECT_GT(dot(second, to[1] - to[0]), 0);
    const Vec3 normal = cross(to[1] - to[0], to[2] - to[0]);
    EXPECT_LT(std::abs(dot(transform(from[2]) - to[0], normal)),
              tolerance * 10 * size * length(normal));
    EXPECT_GT(dot(cross(to[1] - to[0], transform(from[2]) - to[0]), normal), 0);
  }
}

TEST(Attach3, UniformHasOneScale) {
  Random random(12);
  for (int round = 0; round < rounds; ++round) {
    const Triple from = random_triple(random);
    const Triple to = random_triple(random);
    const Affine transform = attach(frame_of(from), frame_of(to), AttachMode::Uniform);
    const double scale = distance(to[0], to[1]) / distance(from[0], from[1]);
    const double squared = scale * scale;
    const Mat3 wanted{{{{squared, 0, 0}, {0, squared, 0}, {0, 0, squared}}}};
    EXPECT_LT(largest_difference(gram(transform.linear), wanted), tolerance * squared * 10);
    EXPECT_GT(determinant(transform.linear), 0);
    const double size = magnitude(transform, from, to);
    EXPECT_LT(distance(transform(from[0]), to[0]), tolerance * size);
    EXPECT_LT(distance(transform(from[1]), to[1]), tolerance * size);
  }
}

TEST(Attach3, AffineTakesAllThreeAnchorsToTheirTargets) {
  Random random(13);
  for (int round = 0; round < rounds; ++round) {
    const Triple from = random_triple(random);
    const Triple to = random_triple(random);
    const Frame3 source = frame_of(from);
    const Frame3 target = frame_of(to);
    const Affine transform = attach(source, target, AttachMode::Affine);
    // Points of size |p| pass through numbers of this size.
    double size = length(transform.translation);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j)
        size = std::max(size, length(transform.linear.column(j)) * length(from[i]));
    }
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_LT(distance(transform(from[i]), to[i]), tolerance * std::max(size, length(to[i])));
    }
    // Perpendicular to the anchors it scales by b'/b, and it never turns space inside out.
    const Vec3 lifted = transform.linear * source.axes.column(2);
    EXPECT_NEAR(length(lifted), target.b / source.b, tolerance * 10 * target.b / source.b);
    EXPECT_GT(determinant(transform.linear), 0);
  }
}

TEST(Attach3, EqualFramesGiveTheIdentityInEveryMode) {
  const Triple points{Vec3{1, 2, 3}, Vec3{2, 2, 3}, Vec3{1, 4, 3}};
  for (const AttachMode mode : {AttachMode::Rigid, AttachMode::Uniform, AttachMode::Affine}) {
    EXPECT_TRUE(is_identity(attach(frame_of(points), frame_of(points), mode)));
  }
}

TEST(Attach3, AffineOfSimilarFramesIsUniform) {
  Random random(14);
  for (int round = 0; round < 200; ++round) {
    const Triple from = random_triple(random);
    const Affine similarity =
        attach(frame_of(from), frame_of(random_triple(random)), AttachMode::Uniform);
    const Triple to{similarity(from[0]), similarity(from[1]), similarity(from[2])};
    const Affine uniform = attach(frame_of(from), frame_of(to), AttachMode::Uniform);
    const Affine affine = attach(frame_of(from), frame_of(to), AttachMode::Affine);
    const double scale = length(uniform.linear.column(0));
    EXPECT_LT(largest_difference(uniform.linear, affine.linear), 1e-9 * scale);
    EXPECT_TRUE(is_decomposable(affine.linear));
  }
}

TEST(Affine, ComposesLikeFunctions) {
  Random random(15);
  for (int round = 0; round < 500; ++round) {
    const Affine outer = attach(frame_of(random_triple(random)), frame_of(random_triple(random)),
                                AttachMode::Affine);
    const Affine inner = attach(frame_of(random_triple(random)), frame_of(random_triple(random)),
                                AttachMode::Affine);
    const Vec3 p = test::random_point(random, 2);
    const Vec3 one_by_one = outer(inner(p));
    double size = length(outer.translation) + length(one_by_one);
    for (std::size_t j = 0; j < 3; ++j)
      size += length(outer.linear.column(j)) * (length(inner(p)) + length(inner.translation));
    EXPECT_LT(distance((outer * inner)(p), one_by_one), tolerance * size * 10);
  }
}

TEST(Affine, KnowsWhatANodeCanHold) {
  const auto columns = [](Vec3 x, Vec3 y, Vec3 z) {
    return is_decomposable(from_columns(x, y, z));
  };
  EXPECT_TRUE(columns({2, 0, 0}, {0, 3, 0}, {0, 0, 0.5}));
  EXPECT_TRUE(columns({0, -2, 0}, {3, 0, 0}, {0, 0, 1}));
  EXPECT_FALSE(columns({1, 0, 0}, {0.5, 1, 0}, {0, 0, 1}));
  EXPECT_FALSE(columns({1, 0, 0}, {0, 1, 1e-6}, {0, 0, 1}));
}

// Normals stay perpendicular to what they were perpendicular to, under any transform.
TEST(Affine, InverseTransposeKeepsNormalsPerpendicular) {
  Random random(16);
  for (int round = 0; round < 500; ++round) {
    Mat3 linear;
    do {
      linear = from_columns(test::random_point(random, 2), test::random_point(random, 2),
                            test::random_point(random, 2));
    } while (std::abs(determinant(linear)) < 0.05);
    const Vec3 normal = test::random_point(random, 1);
    const Vec3 tangent = cross(normal, test::random_point(random, 1));
    const Vec3 moved = inverse_transpose(linear) * normal;
    EXPECT_LT(std::abs(dot(moved, linear * tangent)),
              1e-10 * length(moved) * (1 + length(linear * tangent)));
    // It stays on the side it was on.
    EXPECT_GT(dot(moved, linear * normal), 0);
    EXPECT_LT(largest_difference(transpose(inverse_transpose(linear)) * linear, Mat3{}), 1e-10);
  }
}

}  // namespace
}  // namespace rigy
