// Implicit surfaces against a plain implementation that evaluates every op everywhere, bit for bit.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/digest.hpp"
#include "common/parallel.hpp"
#include "implicit/cells.hpp"
#include "implicit/cube_tables.hpp"
#include "implicit/field.hpp"
#include "implicit/vertices.hpp"
#include "math/rotation.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Mesh {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;
  bool finite = true;
};

// What the language says, step by step.
class Plainly {
 public:
  explicit Plainly(const ImplicitSurface& surface) : surface_(surface) {
    const auto& [min, max, counts] = surface.grid;
    step_ = {(max.x - min.x) / (counts[0] - 1), (max.y - min.y) / (counts[1] - 1),
             (max.z - min.z) / (counts[2] - 1)};
  }

  [[nodiscard]] double field(const Vec3& p) const {
    double sum = 0.0;
    for (const FieldOp& op : surface_.ops) {
      const double value = value_of(op, p);
      sum += op.subtracts ? -value : value;
    }
    return sum;
  }

  [[nodiscard]] Vec3 corner(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    return {coordinate(0, x), coordinate(1, y), coordinate(2, z)};
  }

  [[nodiscard]] Mesh mesh() const {
    Mesh mesh;
    const auto& counts = surface_.grid.counts;
    for (std::uint32_t z = 0; z + 1 < counts[2]; ++z) {
      for (std::uint32_t y = 0; y + 1 < counts[1]; ++y) {
        for (std::uint32_t x = 0; x + 1 < counts[0]; ++x) add_cell(x, y, z, mesh);
      }
    }
    return mesh;
  }

  static double distance(const FieldOp& op, Vec3 p) {
    p = p - op.translation;
    if (op.rotation) p = transpose(*op.rotation) * p;
    p = p / op.scale;
    const double h = op.height;
    if (is_capsule(op.field)) {
      double u = (p.y + h / 2) / h;
      if (u < 0) u = 0;
      if (u > 1) u = 1;
      p.y = p.y - (-h / 2 + u * h);
    }
    return std::sqrt((p.x * p.x + p.y * p.y) + p.z * p.z);
  }

 private:
  static double value_of(const FieldOp& op, const Vec3& p) {
    const double r = distance(op, p);
    if (is_sdf(op.field)) {
      const double d = r - op.radius;
      if (d <= -op.radius) return op.strength;
      if (d < op.radius) return (op.strength * (1 - d / op.radius)) / 2;
      return 0;
    }
    if (!(r < op.radius)) return 0;
    const double t = 1 - r / op.radius;
    return (op.strength * t) * t;
  }

  [[nodiscard]] double coordinate(std::size_t axis, std::uint32_t i) const {
    if (i + 1 == surface_.grid.counts[axis]) return surface_.grid.max[axis];
    return i * step_[axis] + surface_.grid.min[axis];
  }

  void add_cell(std::uint32_t x, std::uint32_t y, std::uint32_t z, Mesh& mesh) const {
    std::array<Vec3, 8> corners;
    std::array<double, 8> values{};
    std::size_t cube_case = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      const auto offset = [i](std::size_t axis) {
        return static_cast<std::uint32_t>(cube_corner_offsets[i][axis] - '0');
      };
      corners[i] = corner(x + offset(0), y + offset(1), z + offset(2));
      values[i] = field(corners[i]);
      if (!std::isfinite(values[i])) mesh.finite = false;
      if (values[i] >= surface_.iso) cube_case |= std::size_t{1} << i;
    }
    for (const char digit : cube_case_table[cube_case].triangles) {
      const std::string_view ends = cube_edge_ends[digit_value(digit)];
      const std::size_t a = digit_value(ends[0]);
      const std::size_t b = digit_value(ends[1]);
      const double t =
          values[a] == values[b] ? 0.5 : (surface_.iso - values[a]) / (values[b] - values[a]);
      mesh.positions.push_back({corners[a].x + t * (corners[b].x - corners[a].x),
                                corners[a].y + t * (corners[b].y - corners[a].y),
                                corners[a].z + t * (corners[b].z - corners[a].z)});
      mesh.normals.push_back(normal(mesh.positions.back()));
    }
  }

  [[nodiscard]] Vec3 clamped(const Vec3& p) const {
    const auto& [min, max, counts] = surface_.grid;
    const auto clamp = [](double v, double low, double high) {
      return std::min(std::max(v, low), high);
    };
    return {clamp(p.x, min.x, max.x), clamp(p.y, min.y, max.y), clamp(p.z, min.z, max.z)};
  }

  [[nodiscard]] Vec3 normal(const Vec3& p) const {
    const auto against = [&](const Vec3& step) {
      return -(field(clamped(p + step)) - field(clamped(p - step)));
    };
    const Vec3 n{against({step_.x, 0, 0}), against({0, step_.y, 0}), against({0, 0, step_.z})};
    const double size = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    if (size < 1e-30) return {0, 1, 0};
    return n / size;
  }

  const ImplicitSurface& surface_;
  Vec3 step_;
};

Mesh extract(const ImplicitSurface& surface, unsigned threads) {
  const ScalarField field = prepare_field(surface);
  const ActiveCells active = find_active_cells(field, threads);
  Mesh mesh;
  mesh.positions.resize(active.vertex_count);
  mesh.normals.resize(active.vertex_count);
  std::vector<char> finite(active.ranges.size());
  parallel_for(active.ranges.size(), threads, [&](unsigned, std::size_t i) {
    const CellRange& range = active.ranges[i];
    const bool is_finite = extract_vertices(
        field, range, std::span(mesh.positions).subspan(range.first_vertex, range.vertex_count),
        std::span(mesh.normals).subspan(range.first_vertex, range.vertex_count));
    finite[i] = is_finite ? 1 : 0;
  });
  mesh.finite = active.finite;
  for (const char one : finite) mesh.finite = mesh.finite && one != 0;
  return mesh;
}

using Bits = std::array<std::uint64_t, 3>;

Bits bits_of(const Vec3& v) {
  return {std::bit_cast<std::uint64_t>(v.x), std::bit_cast<std::uint64_t>(v.y),
          std::bit_cast<std::uint64_t>(v.z)};
}

// Returns how many vertices there are.
std::size_t expect_same(const ImplicitSurface& surface, unsigned threads) {
  const Mesh expected = Plainly(surface).mesh();
  const Mesh actual = extract(surface, threads);
  EXPECT_EQ(actual.finite, expected.finite);
  EXPECT_EQ(actual.positions.size(), expected.positions.size());
  if (actual.positions.size() != expected.positions.size()) return 0;
  std::size_t different = 0;
  for (std::size_t i = 0; i < expected.positions.size(); ++i) {
    if (bits_of(actual.positions[i]) != bits_of(expected.positions[i])) ++different;
    if (bits_of(actual.normals[i]) != bits_of(expected.normals[i])) ++different;
  }
  EXPECT_EQ(different, 0u);
  return expected.positions.size();
}

// Surfaces of every kind, from a part of the domain to far beyond it.
class RandomSurfaces {
 public:
  explicit RandomSurfaces(std::uint64_t seed) : random_(seed) {}

  double between(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(random_() >> 11), -53);
  }
  std::uint32_t up_to(std::uint32_t most) {
    return static_cast<std::uint32_t>(random_() % (most + 1));
  }

  // In a domain around `origin` whose size is about `size`.
  ImplicitSurface surface(const Vec3& origin, double size) {
    ImplicitSurface surface;
    const Vec3 half{size * between(0.5, 1), size * between(0.5, 1), size * between(0.5, 1)};
    surface.grid = {origin - half, origin + half, {2 + up_to(18), 2 + up_to(14), 2 + up_to(22)}};
    surface.iso = between(-0.1, 0.5);
    for (std::uint32_t i = 0; i <= up_to(7); ++i) surface.ops.push_back(op(origin, size));
    return surface;
  }

 private:
  FieldOp op(const Vec3& origin, double size) {
    FieldOp op;
    op.field = static_cast<FieldKind>(up_to(3));
    op.subtracts = up_to(3) == 0;
    op.strength = between(0.2, 2);
    if (up_to(3) == 0) op.scale = between(0.3, 3);
    op.radius = size * between(0.05, 0.9) / op.scale;
    op.height = size * between(0.01, 2) / op.scale;
    op.translation =
        origin + Vec3{between(-size, size), between(-size, size), between(-size, size)};
    switch (up_to(3)) {
      case 0:
        op.rotation = matrix_from_axis_angle({between(-1, 1), between(-1, 1), 0.1}, between(-7, 7));
        break;
      case 1:
        op.rotation = matrix_from_quaternion(canonical_quaternion(
            {between(-1, 1), between(-1, 1), between(-1, 1), between(0.1, 1)}));
        break;
      default:
        break;
    }
    return op;
  }

  std::mt19937_64 random_;
};

ImplicitSurface one_sphere() {
  ImplicitSurface surface;
  surface.grid = {{-1, -1, -1}, {1, 1, 1}, {12, 12, 12}};
  surface.iso = 0.2;
  FieldOp op;
  op.radius = 0.8;
  surface.ops.push_back(op);
  return surface;
}

TEST(CubeTables, HavePublishedDigest) {
  std::string bytes;
  const auto append = [&bytes](std::int32_t value) {
    for (int shift = 0; shift < 32; shift += 8) {
      bytes.push_back(static_cast<char>(static_cast<std::uint32_t>(value) >> shift & 0xff));
    }
  };
  for (const CubeCase& row : cube_case_table) append(row.edges);
  for (const CubeCase& row : cube_case_table) {
    for (std::size_t i = 0; i < 16; ++i) {
      const bool used = i < row.triangles.size();
      append(used ? static_cast<std::int32_t>(digit_value(row.triangles[i])) : -1);
    }
  }
  EXPECT_EQ(bytes.size(), 17408u);
  EXPECT_EQ(cli::sha256(bytes), "310452ffcd9e01a0824bb1bcd2dac54447dc4264595239f0a44419b20862754d");
}

TEST(Implicit, RandomSurfaces) {
  RandomSurfaces random(1);
  std::size_t vertices = 0;
  for (unsigned i = 0; i < 400; ++i) {
    vertices += expect_same(random.surface({}, random.between(0.1, 10)), 1 + i % 4);
    if (testing::Test::HasFailure()) FAIL() << "surface " << i;
  }
  EXPECT_GT(vertices, 200'000u);
}

// Where coordinates have hardly any bits left for the domain, and where squares underflow.
TEST(Implicit, ExtremeSizes) {
  RandomSurfaces random(2);
  for (unsigned i = 0; i < 60; ++i) {
    expect_same(random.surface({1e6, -3e6, 2e6}, 1e-8), 1);
    expect_same(random.surface({1e15, 0, -1e15}, 2), 1);
    expect_same(random.surface({1e-157, 0, 0}, 1e-157), 1);
    expect_same(random.surface({}, 1e-162), 1);
    expect_same(random.surface({}, 1e150), 1);
    expect_same(random.surface({0, 1e300, 0}, 1e299), 1);
    if (testing::Test::HasFailure()) FAIL() << "surface " << i;
  }
}

// Thin and tiny ops next to grid points: supports must not be cut short by rounding.
TEST(Implicit, NarrowOps) {
  RandomSurfaces random(3);
  for (unsigned i = 0; i < 200; ++i) {
    ImplicitSurface surface = random.surface({}, 1);
    surface.iso = 1e-9;
    for (FieldOp& op : surface.ops) {
      op.radius = std::pow(10.0, random.between(-12, -1));
      op.height = std::pow(10.0, random.between(-3, 3));
      const auto& counts = surface.grid.counts;
      op.translation = Plainly(surface).corner(
          random.up_to(counts[0] - 1), random.up_to(counts[1] - 1), random.up_to(counts[2] - 1));
    }
    expect_same(surface, 1 + i % 2);
    if (testing::Test::HasFailure()) FAIL() << "surface " << i;
  }
}

// More cells than one range holds, and more layers than one thread's part.
TEST(Implicit, ManyRanges) {
  ImplicitSurface surface = one_sphere();
  surface.grid.counts = {91, 83, 101};
  surface.iso = 0.1;
  FieldOp hole;
  hole.field = FieldKind::SdfCapsule;
  hole.subtracts = true;
  hole.radius = 0.1;
  hole.height = 1.5;
  hole.rotation = matrix_from_axis_angle({1, 2, 3}, 1);
  surface.ops.push_back(hole);
  const ScalarField field = prepare_field(surface);
  EXPECT_GT(find_active_cells(field, 1).ranges.size(), 2u);
  for (const unsigned threads : {1u, 3u, 16u}) expect_same(surface, threads);
}

std::size_t different_corners(const ImplicitSurface& surface) {
  const ScalarField field = prepare_field(surface);
  const Plainly plainly(surface);
  const auto& counts = surface.grid.counts;
  std::vector<double> slice(field.slice_size());
  std::size_t different = 0;
  for (std::uint32_t z = 0; z < counts[2]; ++z) {
    evaluate_slice(field, z, slice);
    for (std::uint32_t y = 0; y < counts[1]; ++y) {
      for (std::uint32_t x = 0; x < counts[0]; ++x) {
        const double expected = plainly.field(plainly.corner(x, y, z));
        const double actual = slice[y * counts[0] + x];
        if (std::bit_cast<std::uint64_t>(actual) != std::bit_cast<std::uint64_t>(expected)) {
          ++different;
        }
      }
    }
  }
  return different;
}

TEST(Implicit, SlicesAreThoseOfEveryOpEverywhere) {
  RandomSurfaces random(5);
  for (unsigned i = 0; i < 50; ++i) {
    EXPECT_EQ(different_corners(random.surface({}, 1)), 0u) << "surface " << i;
  }
}

// Supports that end just after a corner, where the value is the least that is not zero.
TEST(Implicit, NoCornerOfASupportIsMissed) {
  RandomSurfaces random(6);
  for (unsigned i = 0; i < 400; ++i) {
    ImplicitSurface surface = random.surface(i % 2 == 0 ? Vec3{} : Vec3{7e5, 1e4, -3}, 1);
    const auto& counts = surface.grid.counts;
    surface.ops.resize(1);
    FieldOp& op = surface.ops[0];
    op.height = std::pow(10.0, random.between(-2, 4));
    const Vec3 corner = Plainly(surface).corner(
        random.up_to(counts[0] - 1), random.up_to(counts[1] - 1), random.up_to(counts[2] - 1));
    const double r = Plainly::distance(op, corner);
    op.radius = std::nextafter(is_sdf(op.field) ? r / 2 : r, 1e9);
    EXPECT_EQ(different_corners(surface), 0u) << "surface " << i;
    const ScalarField field = prepare_field(surface);
    double value = 0;
    evaluate_points(field, {&corner.x, 1}, {&corner.y, 1}, {&corner.z, 1}, {&value, 1});
    EXPECT_EQ(value, Plainly(surface).field(corner)) << "surface " << i;
    EXPECT_NE(value, 0.0);
  }
}

// By hand: at the lower corners r = √0.5 and F = 1 − r/2, at the upper ones r = √2.5, so the
// surface is at (1/2 − √0.5/2) / (√2.5/2 − √0.5/2).
TEST(Implicit, OneCell) {
  ImplicitSurface surface;
  surface.grid = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}};
  surface.iso = 0.5;
  FieldOp op;
  op.field = FieldKind::SdfCapsule;
  op.radius = 1;
  op.height = 1000;
  op.translation = {0.5, 0, -0.5};
  surface.ops.push_back(op);
  const Mesh mesh = extract(surface, 1);
  ASSERT_EQ(mesh.positions.size(), 6u);
  for (const Vec3& p : mesh.positions) {
    EXPECT_NEAR(p.z, 0.33510581126042, 1e-13);
    EXPECT_TRUE(p.x == 0 || p.x == 1);
    EXPECT_TRUE(p.y == 0 || p.y == 1);
  }
  expect_same(surface, 1);
}

TEST(Implicit, NothingToSee) {
  ImplicitSurface surface = one_sphere();
  surface.iso = 2;
  EXPECT_EQ(find_active_cells(prepare_field(surface), 2).vertex_count, 0u);
  surface.iso = 0;  // everything is inside: zero counts
  EXPECT_EQ(find_active_cells(prepare_field(surface), 2).vertex_count, 0u);
}

TEST(Implicit, ZeroIsNeverNegative) {
  ImplicitSurface surface = one_sphere();
  surface.ops[0].subtracts = true;
  const ScalarField field = prepare_field(surface);
  std::vector<double> slice(field.slice_size());
  evaluate_slice(field, 0, slice);
  for (const double value : slice) EXPECT_EQ(std::bit_cast<std::uint64_t>(value), 0u);
}

TEST(Implicit, FieldThatIsNotFinite) {
  ImplicitSurface surface = one_sphere();
  surface.grid.counts = {11, 11, 11};  // a corner at the center
  surface.ops[0].field = FieldKind::SdfSphere;
  surface.ops[0].strength = 1.5e308;  // times 1.75 on the way
  EXPECT_FALSE(find_active_cells(prepare_field(surface), 1).finite);
  surface.ops[0].strength = 1.7e308;
  surface.grid.counts = {3, 3, 3};  // at the center it is the strength itself, and zero elsewhere
  surface.ops[0].radius = 0.4;
  EXPECT_TRUE(find_active_cells(prepare_field(surface), 1).finite);
  surface.ops.push_back(surface.ops[0]);
  EXPECT_FALSE(find_active_cells(prepare_field(surface), 1).finite);
  surface.ops[1].subtracts = true;
  EXPECT_TRUE(find_active_cells(prepare_field(surface), 1).finite);
}

// Finite at every corner, but not at the points that determine the normals.
TEST(Implicit, NormalsThatAreNotFinite) {
  ImplicitSurface surface = one_sphere();
  surface.grid.counts = {4, 4, 4};
  surface.ops[0].field = FieldKind::SdfSphere;
  surface.ops[0].strength = 1.2e308;
  surface.ops[0].radius = 0.5;
  surface.ops[0].translation = {1.0 / 3, 1.0 / 3, 0};
  surface.iso = 0.4e308;
  EXPECT_TRUE(find_active_cells(prepare_field(surface), 1).finite);
  EXPECT_FALSE(extract(surface, 1).finite);
}

TEST(Support, InfiniteNumbersBoundNothing) {
  FieldOp op;
  op.radius = 1e308;
  op.scale = 1e10;
  const OpSupport support = support_of(op);
  EXPECT_EQ(support.reach, infinity);
  EXPECT_TRUE(may_touch(support, {{-1e300, 0, 0}, {1e300, 1, 1}}));
  const Interval interval = interval_along_x(support, 0, 0);
  EXPECT_FALSE(interval.high < interval.low);
}

}  // namespace
}  // namespace rigy
