// Distances of convex shapes and surfaces against what support functions and samples say.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "distance/proximity.hpp"
#include "distance/solid.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

// Only engine and scaling are the same in every library; distributions are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  Vec3 direction() {
    for (;;) {
      const Vec3 v{between(-1, 1), between(-1, 1), between(-1, 1)};
      const double size = length(v);
      if (size > 0.1 && size < 1) return v / size;
    }
  }
  Mat3 rotation() {
    const Vec3 x = direction();
    Vec3 z = cross(x, direction());
    z = z / length(z);
    return from_columns(x, cross(z, x), z);
  }

 private:
  std::mt19937_64 engine_;
};

enum Kind { Sphere, Capsule, Cylinder, Box, Wedge, Ellipsoid, FlatTriangle, kinds };

Convex box_shape(const Vec3& center, const Mat3& turn, const Vec3& half, bool is_wedge = false) {
  Convex shape;
  for (int i = 0; i < 8; ++i) {
    const bool right = (i & 1) != 0;
    const bool front = (i & 4) != 0;
    if (is_wedge && right && front) continue;
    shape.add_point(center + turn * Vec3{right ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                                         front ? half.z : -half.z});
  }
  return shape;
}

Convex ball(const Vec3& center, double radius) {
  Convex shape = point_shape(center);
  shape.radius = radius;
  return shape;
}

Convex cylinder(const Vec3& center, const Mat3& turn, double radius, double half) {
  Convex shape;
  shape.add_point(center - half * turn.column(1));
  shape.add_point(center + half * turn.column(1));
  shape.add_axis(radius * turn.column(0));
  shape.add_axis(radius * turn.column(2));
  return shape;
}

Convex random_shape(Random& random, int kind, const Vec3& center, const Mat3& turn) {
  const Vec3 size{random.between(0.1, 1), random.between(0.1, 1), random.between(0.1, 1)};
  if (kind == Sphere) return ball(center, size.x);
  if (kind == Cylinder) return cylinder(center, turn, size.x, size.y);
  if (kind == Box || kind == Wedge) return box_shape(center, turn, size, kind == Wedge);
  if (kind == FlatTriangle) {
    return triangle_shape(center + size.x * random.direction(),
                          center + size.y * random.direction(),
                          center + size.z * random.direction());
  }
  Convex shape;
  if (kind == Capsule) {
    shape.add_point(center - size.y * turn.column(1));
    shape.add_point(center + size.y * turn.column(1));
    shape.radius = size.x;
    return shape;
  }
  shape.add_point(center);
  for (std::size_t i = 0; i < 3; ++i) shape.add_axis(size[i] * turn.column(i));
  return shape;
}

struct Pair {
  Convex a;
  Convex b;
};

// Every combination of kinds; every third pair is aligned, as authored shapes often are.
Pair random_pair(Random& random, int number) {
  const bool aligned = number % 3 == 0;
  const Mat3 turn_a = aligned ? Mat3{} : random.rotation();
  const Mat3 turn_b = aligned ? Mat3{} : random.rotation();
  const double spread = random.between(0, 2.5);
  const Vec3 center = aligned ? Vec3{0, spread, 0} : spread * random.direction();
  return {random_shape(random, number % kinds, {}, turn_a),
          random_shape(random, (number / kinds) % kinds, center, turn_b)};
}

// How far apart the shapes are if seen along a direction; the greatest of these is the distance.
double gap_along(const Convex& a, const Convex& b, const Vec3& direction) {
  return dot(support(b, -direction), direction) - dot(support(a, direction), direction);
}

double greatest_gap(Random& random, const Convex& a, const Convex& b) {
  double greatest = -std::numeric_limits<double>::infinity();
  for (int start = 0; start < 40; ++start) {
    Vec3 direction = random.direction();
    double best = gap_along(a, b, direction);
    double step = 0.5;
    for (int round = 0; round < 80; ++round, step *= 0.9) {
      Vec3 turned = direction + step * random.direction();
      turned = turned / length(turned);
      const double value = gap_along(a, b, turned);
      if (!(value > best)) continue;
      best = value;
      direction = turned;
    }
    greatest = std::max(greatest, best);
  }
  return greatest;
}

TEST(Proximity, IsTheGreatestGapOverAllDirections) {
  Random random(1);
  for (int i = 0; i < 490; ++i) {
    const auto [a, b] = random_pair(random, i);
    const Proximity found = proximity(a, b);
    ASSERT_TRUE(found.direction.has_value()) << i;
    EXPECT_NEAR(gap_along(a, b, *found.direction), found.distance, 2e-8) << i;
    EXPECT_LE(greatest_gap(random, a, b), found.distance + 2e-8) << i;
    EXPECT_NEAR(length(*found.direction), 1, 1e-12) << i;
  }
}

TEST(Proximity, ItsPointsAreOnTheShapesAndThatFarApart) {
  Random random(2);
  for (int i = 0; i < 980; ++i) {
    const auto [a, b] = random_pair(random, i);
    const Proximity found = proximity(a, b);
    EXPECT_NEAR(length(found.b - found.a), std::abs(found.distance), 1e-9) << i;
    EXPECT_NEAR(dot(found.b - found.a, *found.direction), found.distance, 1e-9) << i;
    EXPECT_LE(distance_between(point_shape(found.a), a), 1e-3) << i;
    EXPECT_LE(distance_between(point_shape(found.b), b), 1e-3) << i;
  }
}

TEST(Proximity, NoSampledPointsAreNearer) {
  Random random(3);
  for (int i = 0; i < 98; ++i) {
    const auto [a, b] = random_pair(random, i);
    const double distance = distance_between(a, b);
    for (int sample = 0; sample < 200; ++sample) {
      const Vec3 of_a = support(a, random.direction());
      const Vec3 of_b = support(b, random.direction());
      EXPECT_LE(distance, length(of_b - of_a) + 1e-9) << i;
    }
  }
}

TEST(Proximity, ChangesSignWithTheOrder) {
  Random random(4);
  for (int i = 0; i < 490; ++i) {
    const auto [a, b] = random_pair(random, i);
    EXPECT_NEAR(proximity(a, b).distance, proximity(b, a).distance, 2e-8) << i;
  }
}

TEST(Proximity, FollowsMovesFarAwayAndScales) {
  Random random(5);
  for (int i = 0; i < 245; ++i) {
    const auto [a, b] = random_pair(random, i);
    const double here = proximity(a, b).distance;
    const Vec3 far{1e6, -3e6, 2e6};
    EXPECT_NEAR(proximity(moved(a, far, 1), moved(b, far, 1)).distance, here, 1e-7) << i;
    for (const double scale : {0x1p-100, 0x1p-20, 0x1p20, 0x1p100}) {
      const double scaled = proximity(moved(a, {}, scale), moved(b, {}, scale)).distance;
      EXPECT_NEAR(scaled / scale, here, 1e-7) << i << " at " << scale;
    }
  }
}

TEST(Proximity, KnowsClosedForms) {
  const Proximity balls = proximity(ball({}, 1), ball({0, 3, 0}, 0.5));
  EXPECT_DOUBLE_EQ(balls.distance, 1.5);
  EXPECT_EQ(*balls.direction, (Vec3{0, 1, 0}));
  const Convex cube = box_shape({}, {}, {1, 1, 1});
  const Proximity deep = proximity(cube, box_shape({0, 1.75, 0}, {}, {0.5, 1, 0.5}));
  EXPECT_NEAR(deep.distance, -0.25, 1e-12);
  EXPECT_NEAR(deep.direction->y, 1, 1e-12);
  EXPECT_NEAR(proximity(cube, ball({0, 1.75, 0}, 0.5)).distance, 0.25, 1e-12);
  EXPECT_NEAR(proximity(cube, ball({0, 1.25, 0}, 0.5)).distance, -0.25, 1e-12);
  // Two coaxial cylinders come apart sideways or along their axis.
  const Convex rod = cylinder({}, {}, 0.5, 10);
  EXPECT_NEAR(proximity(rod, cylinder({}, {}, 0.25, 8)).distance, -0.75, 1e-9);
  EXPECT_NEAR(proximity(rod, cylinder({0, 17.9, 0}, {}, 0.25, 8)).distance, -0.1, 1e-9);
}

TEST(Proximity, GivesTouchingShapesTheNormalOfTheContact) {
  const Convex floor = box_shape({0, -0.5, 0}, {}, {5, 0.5, 5});
  for (const Convex& on_it : {box_shape({1, 0.25, 2}, {}, {0.25, 0.25, 0.25}),
                              cylinder({1, 0.25, 2}, {}, 0.3, 0.25), ball({1, 0.3, 2}, 0.3)}) {
    const Proximity found = proximity(floor, on_it);
    EXPECT_NEAR(found.distance, 0, 1e-12);
    EXPECT_NEAR(found.direction->y, 1, 1e-9);
  }
}

TEST(Proximity, HasADirectionForAnySizes) {
  const Convex cube = box_shape({}, {}, {2, 0.05, 2});
  const Proximity inside = proximity(cube, ball({0.5, -0.05, 0}, 3e38));
  EXPECT_DOUBLE_EQ(length(*inside.direction), 1);
  EXPECT_DOUBLE_EQ(inside.distance, -3e38);
}

TEST(Proximity, OfPointsHasNoDirectionAtOnePlace) {
  EXPECT_FALSE(proximity(point_shape({1, 2, 3}), point_shape({1, 2, 3})).direction.has_value());
  const Proximity apart = proximity(point_shape({1, 2, 3}), point_shape({1, 2, 3 + 1e-9}));
  EXPECT_NEAR(apart.direction->z, 1, 1e-12);
  const Proximity concentric = proximity(ball({}, 1), ball({}, 0.5));
  EXPECT_DOUBLE_EQ(concentric.distance, -1.5);
  EXPECT_TRUE(concentric.direction.has_value());
}

// --- containment ---

// The greatest distance of points of `inner` from `outer`.
double greatest_excess(Random& random, const Convex& outer, const Convex& inner) {
  double greatest = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec3 point = support(inner, random.direction());
    greatest = std::max(greatest, distance_between(outer, point_shape(point)));
  }
  return greatest;
}

TEST(Contains, AgreesWithSampledPoints) {
  Random random(6);
  int contained = 0;
  for (int i = 0; i < 980; ++i) {
    auto [a, b] = random_pair(random, i);
    b = moved(b, center_of(b) - 0.2 * random.direction(), 0.5);
    const bool found = contains(a, b, 1e-6);
    const double excess = greatest_excess(random, a, b);
    if (found) {
      EXPECT_LE(excess, 1e-5) << i;
      ++contained;
    }
    // Samples of a shape that goes only a little beyond may all miss it.
    if (!found && (i % kinds) != FlatTriangle) {
      const Convex smaller = moved(b, {}, 1);
      EXPECT_FALSE(excess == 0 && contains(a, smaller, 0.05)) << i;
    }
  }
  EXPECT_GT(contained, 100);
}

TEST(Contains, HasNoMoreThanTheTolerance) {
  const Convex cube = box_shape({}, {}, {1, 1, 1});
  EXPECT_TRUE(contains(cube, ball({}, 1), 1e-6));
  EXPECT_TRUE(contains(cube, ball({}, 1 + 9e-7), 1e-6));
  EXPECT_FALSE(contains(cube, ball({}, 1 + 2e-6), 1e-6));
  EXPECT_TRUE(contains(ball({}, 2), cube, 1e-6));
  EXPECT_FALSE(contains(ball({}, 1.7), cube, 1e-6));
  EXPECT_TRUE(contains(cylinder({}, {}, 1.5, 1), cube, 1e-6));
  EXPECT_FALSE(contains(cylinder({}, {}, 1.4, 1), cube, 1e-6));
  EXPECT_FALSE(contains(cylinder({}, {}, 1.5, 0.9), cube, 1e-6));
}

// --- solids ---

std::vector<std::array<Vec3, 3>> cube_triangles(const Vec3& center, double half) {
  std::vector<std::array<Vec3, 3>> triangles;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      const auto corner = [&](double u, double v) {
        std::array<double, 3> at{};
        at[axis] = side;
        at[(axis + 1) % 3] = u;
        at[(axis + 2) % 3] = v;
        return center + half * Vec3{at[0], at[1], at[2]};
      };
      const Vec3 a = corner(-1, -1);
      const Vec3 b = corner(1, -1);
      const Vec3 c = corner(1, 1);
      const Vec3 d = corner(-1, 1);
      if (side > 0) {
        triangles.insert(triangles.end(), {{a, b, c}, {a, c, d}});
      } else {
        triangles.insert(triangles.end(), {{a, c, b}, {a, d, c}});
      }
    }
  }
  return triangles;
}

MeasureStatus status_of(const Solid& a, const Solid& b) {
  Work work{1'000'000};
  return relation(a, b, work).status;
}

TEST(Solids, HaveTheSameStatusAsTrianglesAndAsShapes) {
  const Solid big = *solid_of(cube_triangles({}, 1));
  const Solid exact = solid_of(box_shape({}, {}, {1, 1, 1}));
  struct Case {
    Vec3 center;
    double half;
    MeasureStatus status;
  };
  for (const Case& one : {Case{{3, 0, 0}, 0.5, MeasureStatus::Apart},
                          Case{{1.5, 0.1, 0.2}, 0.5, MeasureStatus::Touching},
                          Case{{1.2, 0.1, 0.2}, 0.5, MeasureStatus::Overlapping},
                          Case{{0.2, 0.1, 0.2}, 0.5, MeasureStatus::Containing},
                          Case{{0.2, 0.1, 0.2}, 2, MeasureStatus::Contained}}) {
    const Solid surface = *solid_of(cube_triangles(one.center, one.half));
    const Solid shape = solid_of(box_shape(one.center, {}, {one.half, one.half, one.half}));
    EXPECT_EQ(status_of(big, surface), one.status) << one.center.x;
    EXPECT_EQ(status_of(big, shape), one.status) << one.center.x;
    EXPECT_EQ(status_of(exact, surface), one.status) << one.center.x;
    EXPECT_EQ(status_of(exact, shape), one.status) << one.center.x;
  }
}

TEST(Solids, OfTrianglesAreMeasuredLikeTheirShapes) {
  Random random(7);
  Work work{10'000'000};
  for (int i = 0; i < 60; ++i) {
    const Vec3 center = random.between(0, 4) * random.direction();
    const double half = random.between(0.2, 1);
    const Convex other = random_shape(random, i % kinds, center, random.rotation());
    const SolidRelation exact =
        relation(solid_of(box_shape({}, {}, {half, half, half})), solid_of(other), work);
    const SolidRelation found =
        relation(*solid_of(cube_triangles({}, half)), solid_of(other), work);
    EXPECT_EQ(found.status, exact.status) << i;
    EXPECT_NEAR(found.distance, exact.distance, 1e-9) << i;
    EXPECT_EQ(found.penetration.has_value(), found.status <= MeasureStatus::Touching) << i;
  }
}

TEST(Solids, KnowWhetherAnchorsAreInThem) {
  const Solid surface = *solid_of(cube_triangles({}, 1));
  EXPECT_EQ(status_of(surface, solid_of(point_shape({0, 0, 0}))), MeasureStatus::Containing);
  EXPECT_EQ(status_of(solid_of(point_shape({0, 0.5, 0})), surface), MeasureStatus::Contained);
  EXPECT_EQ(status_of(surface, solid_of(point_shape({1, 0, 0}))), MeasureStatus::Touching);
  EXPECT_EQ(status_of(surface, solid_of(point_shape({1.1, 0, 0}))), MeasureStatus::Apart);
}

TEST(Solids, StopWhenTheWorkIsExceeded) {
  Work work{3};
  static_cast<void>(
      relation(*solid_of(cube_triangles({}, 1)), *solid_of(cube_triangles({3, 0, 0}, 1)), work));
  EXPECT_TRUE(work.is_exceeded());
}

}  // namespace
}  // namespace rigy
