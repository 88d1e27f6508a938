// Extents against the vertices that tessellation makes.
#include "shapes/extent.hpp"

#include <array>
#include <random>

#include <gtest/gtest.h>

#include "shapes/implicit_surface.hpp"
#include "shapes/tessellate.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

constexpr NodeId somewhere = 0;

Primitive random_primitive(std::mt19937& random, PrimitiveType type, bool turned) {
  std::uniform_real_distribution<double> size(0.1, 2);
  std::uniform_real_distribution<double> place(-3, 3);
  Primitive primitive;
  primitive.type = type;
  for (Number& dimension : primitive.dimensions) dimension = {size(random), somewhere};
  Transform& transform = primitive.transform;
  transform.translation = {{place(random), place(random), place(random)}, somewhere};
  if (turned) {
    transform.rotation = {.node = somewhere,
                          .vector = {place(random), place(random), place(random)}};
  }
  return primitive;
}

Extent tessellated(const PrimitiveVertices& vertices, std::size_t axis) {
  const double first = vertices.positions()[0][axis];
  Extent extent{first, first};
  for (const Vec3& position : vertices.positions()) {
    extent.min = std::min(extent.min, position[axis]);
    extent.max = std::max(extent.max, position[axis]);
  }
  return extent;
}

void expect_extents(bool turned, double shortfall) {
  std::mt19937 random(13);
  PrimitiveVertices vertices;
  for (int round = 0; round < 400; ++round) {
    const Version version{0, round % 2 == 0 ? 6 : 12};
    const Primitive primitive =
        random_primitive(random, static_cast<PrimitiveType>(round % 5), turned);
    const std::array<Extent, 3> extents = extents_of(primitive, version);
    tessellate(primitive, version, vertices);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Extent exact = tessellated(vertices, axis);
      EXPECT_LE(extents[axis].min, exact.min + 1e-12);
      EXPECT_GE(extents[axis].max, exact.max - 1e-12);
      EXPECT_LE(exact.min - extents[axis].min, shortfall);
      EXPECT_LE(extents[axis].max - exact.max, shortfall);
    }
  }
}

// One metaball in a corner of its domain, so that its center is not the primitive's.
Primitive random_surface(std::mt19937& random, bool turned) {
  Primitive primitive = random_primitive(random, PrimitiveType::ImplicitSurface, turned);
  std::uniform_real_distribution<double> place(0.5, 2);
  ImplicitSurface surface{{{-1, -2, -3}, {4, 4, 4}, {21, 25, 29}}, 0.25, {}};
  FieldOp op;
  op.radius = 1;
  op.translation = {place(random), place(random), place(random)};
  surface.ops.push_back(op);
  primitive.extraction = extract_surface(surface, 1);
  return primitive;
}

// The cells are a quarter wide; turning their box may add as much as the box is wide.
void expect_surface_extents(bool turned, double shortfall) {
  std::mt19937 random(14);
  PrimitiveVertices vertices;
  for (int round = 0; round < 40; ++round) {
    const Primitive primitive = random_surface(random, turned);
    const std::array<Extent, 3> extents = extents_of(primitive, {0, 13});
    tessellate(primitive, {0, 13}, vertices);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Extent exact = tessellated(vertices, axis);
      EXPECT_LE(extents[axis].min, exact.min + 1e-12);
      EXPECT_GE(extents[axis].max, exact.max - 1e-12);
      EXPECT_LE(exact.min - extents[axis].min, shortfall);
      EXPECT_LE(extents[axis].max - exact.max, shortfall);
    }
  }
}

TEST(Extent, OfImplicitSurfacesIsThatOfTheirCells) {
  expect_surface_extents(false, 0.25);
  expect_surface_extents(true, 1.5);
}

TEST(Extent, OfUnturnedPrimitivesIsThatOfTheirVertices) { expect_extents(false, 1e-12); }

// A circle of 32 vertices misses a radius of 2 by at most 2·(1 − cos(π/32)), a sphere by twice
// that.
TEST(Extent, OfTurnedPrimitivesIsAtMostALittleMore) { expect_extents(true, 0.04); }

}  // namespace
}  // namespace rigy
