// Distances of convex shapes, judged by libccd, which shares no code with ours. It only says
// whether two shapes overlap and how deep; so a distance is judged by moving one shape that far.
#include <cstdlib>

#include <gtest/gtest.h>

#ifdef RIGY_HAS_CCD

#include <ccd/ccd.h>
#include <cmath>
#include <cstdint>
#include <random>

#include "distance/proximity.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

enum class Kind { Box, Sphere, Cylinder, Capsule };
constexpr int kinds = 4;

// A shape in its own frame, half its size along each axis; the axis of round ones is y.
struct Shape {
  Kind kind = Kind::Box;
  Vec3 half;
  Mat3 turn;
  Vec3 center;
};

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
  Shape shape(int kind, const Vec3& center) {
    const Vec3 x = direction();
    Vec3 z = cross(x, direction());
    z = z / length(z);
    return {static_cast<Kind>(kind),
            {between(0.1, 1), between(0.1, 1), between(0.1, 1)},
            from_columns(x, cross(z, x), z),
            center};
  }

 private:
  std::mt19937_64 engine_;
};

Convex convex_of(const Shape& shape) {
  Convex result;
  const auto add = [&](double x, double y, double z) {
    result.add_point(shape.center + shape.turn * Vec3{x, y, z});
  };
  const auto& [x, y, z] = shape.half;
  switch (shape.kind) {
    case Kind::Box:
      for (int i = 0; i < 8; ++i) {
        add((i & 1) != 0 ? x : -x, (i & 2) != 0 ? y : -y, (i & 4) != 0 ? z : -z);
      }
      break;
    case Kind::Sphere:
      add(0, 0, 0);
      result.radius = x;
      break;
    case Kind::Cylinder:
      add(0, -y, 0);
      add(0, y, 0);
      result.add_axis(x * shape.turn.column(0));
      result.add_axis(x * shape.turn.column(2));
      break;
    case Kind::Capsule:
      add(0, -y, 0);
      add(0, y, 0);
      result.radius = x;
      break;
  }
  return result;
}

// --- what libccd sees ---------------------------------------------------------------------------

Vec3 support_in_own_frame(const Shape& shape, const Vec3& d) {
  const double across = std::hypot(d.x, d.z);
  const double size = std::hypot(across, d.y);
  const double radius = shape.half.x;
  const double y = std::copysign(shape.half.y, d.y);
  switch (shape.kind) {
    case Kind::Box:
      return {std::copysign(shape.half.x, d.x), y, std::copysign(shape.half.z, d.z)};
    case Kind::Sphere:
      return radius / size * d;
    case Kind::Cylinder:
      return across > 0 ? Vec3{radius * d.x / across, y, radius * d.z / across}
                        : Vec3{radius, y, 0};
    case Kind::Capsule:
      break;
  }
  return Vec3{0, y, 0} + radius / size * d;
}

ccd_vec3_t for_ccd(const Vec3& v) { return {{v.x, v.y, v.z}}; }

void support_for_ccd(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* point) {
  const auto& shape = *static_cast<const Shape*>(object);
  const Vec3 d{direction->v[0], direction->v[1], direction->v[2]};
  *point =
      for_ccd(shape.center + shape.turn * support_in_own_frame(shape, transpose(shape.turn) * d));
}

void center_for_ccd(const void* object, ccd_vec3_t* center) {
  *center = for_ccd(static_cast<const Shape*>(object)->center);
}

ccd_t judge() {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = support_for_ccd;
  ccd.center1 = ccd.center2 = center_for_ccd;
  ccd.max_iterations = 1000;
  ccd.epa_tolerance = 1e-6;
  ccd.mpr_tolerance = 1e-8;
  return ccd;
}

bool overlap(const Shape& a, const Shape& b) {
  const ccd_t ccd = judge();
  return ccdMPRIntersect(&a, &b, &ccd) != 0;
}

Shape moved(Shape shape, const Vec3& way) {
  shape.center = shape.center + way;
  return shape;
}

// --- the tests ----------------------------------------------------------------------------------

constexpr double margin = 1e-4;  // libccd stops near the boundary

struct Pair {
  Shape a;
  Shape b;
};

Pair random_pair(Random& random, int number) {
  const Vec3 away = random.between(0, 3) * random.direction();
  return {random.shape(number % kinds, {}), random.shape(number / kinds % kinds, away)};
}

TEST(DistanceJudge, SaysThatShapesOfADistanceTouchWhenMovedThatFar) {
  Random random(7);
  int apart = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto [a, b] = random_pair(random, i);
    const Proximity found = proximity(convex_of(a), convex_of(b));
    if (found.distance < 2 * margin) continue;
    ++apart;
    EXPECT_FALSE(overlap(a, b)) << i;
    EXPECT_TRUE(overlap(a, moved(b, -(found.distance + margin) * *found.direction))) << i;
    for (int way = 0; way < 20; ++way) {
      EXPECT_FALSE(overlap(a, moved(b, (found.distance - margin) * random.direction()))) << i;
    }
  }
  EXPECT_GT(apart, 500);
}

TEST(DistanceJudge, SaysThatShapesOfADepthPartWhenMovedThatFar) {
  Random random(8);
  int deep = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto [a, b] = random_pair(random, i);
    const Proximity found = proximity(convex_of(a), convex_of(b));
    if (found.distance > -2 * margin) continue;
    ++deep;
    const double depth = -found.distance;
    EXPECT_TRUE(overlap(a, b)) << i;
    EXPECT_FALSE(overlap(a, moved(b, (depth + margin) * *found.direction))) << i;
    for (int way = 0; way < 20; ++way) {
      EXPECT_TRUE(overlap(a, moved(b, (depth - margin) * random.direction()))) << i;
    }
  }
  EXPECT_GT(deep, 500);
}

// Its way out need not be the shortest, but it is one.
TEST(DistanceJudge, KnowsNoShorterWayOut) {
  Random random(9);
  const ccd_t ccd = judge();
  int deep = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto [a, b] = random_pair(random, i);
    const Proximity found = proximity(convex_of(a), convex_of(b));
    if (found.distance > -2 * margin) continue;
    ++deep;
    ccd_real_t depth = 0;
    ccd_vec3_t direction;
    ccd_vec3_t position;
    ASSERT_EQ(ccdMPRPenetration(&a, &b, &ccd, &depth, &direction, &position), 0) << i;
    EXPECT_GE(depth, -found.distance - margin) << i;
  }
  EXPECT_GT(deep, 500);
}

}  // namespace
}  // namespace rigy

#else

TEST(DistanceJudge, IsNotInstalled) {
  if (std::getenv("CI") != nullptr) FAIL() << "libccd-dev is not installed";
  GTEST_SKIP() << "SKIPPED: libccd-dev is not installed, so nobody judges distances";
}

#endif
