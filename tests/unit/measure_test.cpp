// Measurements in documents: that primitives are measured as the shapes they are, wherever they
// are.
#include "rigy/measure.hpp"

#include <array>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;

MeasureResult measured(const Files& documents, const std::string& a, const std::string& b,
                       const std::string& pose = "") {
  MemoryFiles files(documents);
  MeasureOptions options;
  options.a = a;
  options.b = b;
  options.pose = pose;
  options.suppressed_warnings = {"all"};
  return measure(test::entry_name, files, options);
}

Measurement found(const std::string& document, const std::string& a, const std::string& b,
                  const std::string& pose = "") {
  const MeasureResult result = measured({{test::entry_name, document}}, a, b, pose);
  EXPECT_EQ(test::messages(result.report), "");
  return result.measurement.value_or(Measurement{});
}

// All types at y = 0, 10 apart, and balls above them.
std::string shapes() {
  return R"(version: "0.12"
meshes:
- id: m
  primitives:
  - {id: box, type: box, dimensions: {x: 2, y: 4, z: 6}}
  - {id: sphere, type: sphere, dimensions: {radius: 1.5}, transform: {translation: [10, 0, 0]}}
  - {id: cylinder, type: cylinder, dimensions: {radius: 1, height: 3}, transform: {translation: [20, 0, 0]}}
  - {id: capsule, type: capsule, dimensions: {radius: 1, height: 3}, transform: {translation: [30, 0, 0]}}
  - {id: wedge, type: wedge, dimensions: {x: 2, y: 4, z: 2}, transform: {translation: [40, 0, 0]}}
  - {id: ball, type: sphere, dimensions: {radius: 0.5}, transform: {translation: [0, 5, 0]}}
  - {id: ball_10, type: sphere, dimensions: {radius: 0.5}, transform: {translation: [10, 5, 0]}}
  - {id: ball_20, type: sphere, dimensions: {radius: 0.5}, transform: {translation: [20, 5, 0]}}
  - {id: ball_30, type: sphere, dimensions: {radius: 0.5}, transform: {translation: [30, 5, 0]}}
  - {id: ball_40, type: sphere, dimensions: {radius: 0.5}, transform: {translation: [42, 0, 2]}}
)";
}

TEST(Measure, TakesEveryTypeAsASmoothShape) {
  EXPECT_DOUBLE_EQ(found(shapes(), "box", "ball").distance, 2.5);
  EXPECT_DOUBLE_EQ(found(shapes(), "sphere", "ball_10").distance, 3);
  EXPECT_DOUBLE_EQ(found(shapes(), "cylinder", "ball_20").distance, 3);
  // The middle of a capsule is as long as its height.
  EXPECT_DOUBLE_EQ(found(shapes(), "capsule", "ball_30").distance, 2);
  // The slope of the wedge goes through its middle, at 45 degrees.
  EXPECT_NEAR(found(shapes(), "wedge", "ball_40").distance, 2 * std::sqrt(2.0) - 0.5, 1e-9);
}

TEST(Measure, IsBetweenTheColumnsOfTheTessellationToo) {
  // The triangles of a cylinder are up to half a percent of its radius inside it.
  const std::string document = R"(version: "0.12"
meshes:
- id: m
  primitives:
  - {id: tank, type: cylinder, dimensions: {radius: 100, height: 1}}
  - {id: pin, type: sphere, dimensions: {radius: 1}, transform: {translation: [104.52145, 0, 10.29440]}}
)";
  const double from_axis = std::sqrt(104.52145 * 104.52145 + 10.29440 * 10.29440);
  EXPECT_NEAR(found(document, "tank", "pin").distance, from_axis - 101, 1e-7);
}

constexpr const char* arm = R"(version: "0.9"
meshes:
- id: arm
  primitives:
  - {id: upper, type: capsule, dimensions: {radius: 0.1, height: 0.8}, transform: {translation: [0, 0.5, 0]}}
  - {id: lower, type: capsule, dimensions: {radius: 0.1, height: 0.8}, transform: {translation: [0, 1.5, 0]}}
  - {id: skin, type: cylinder, dimensions: {radius: 0.2, height: 1}, transform: {translation: [0, 1, 0]}}
armatures:
- id: rig
  bones:
  - {id: a, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
  - {id: b, parent: a, head: [0, 1, 0], tail: [0, 2, 0]}
bindings:
- mesh_id: arm
  armature_id: rig
  weights:
  - {primitive_id: upper, bones: [{bone_id: a, weight: 1}]}
  - {primitive_id: lower, bones: [{bone_id: b, weight: 1}]}
  weight_maps:
  - primitive_id: skin
    gradients:
    - {axis: y, range: [0.5, 1.5], from: [{bone_id: a, weight: 1}], to: [{bone_id: b, weight: 1}]}
poses:
- id: bent
  bones:
    a: {}
    b: {translation: [0, 1, 0], rotation: [0.7071067811865476, 0, 0, -0.7071067811865476]}
- {id: moved, bones: {a: {}, b: {translation: [0, 4, 0]}}}
anchors:
- {id: tip, translation: [0, 2, 0]}
)";

TEST(Measure, FollowsPosesThatMoveAPrimitiveAsAWhole) {
  const Measurement rest = found(arm, "upper", "lower");
  EXPECT_EQ(rest.status, MeasureStatus::Touching);
  const Measurement moved = found(arm, "upper", "lower", "moved");
  EXPECT_NEAR(moved.distance, 3, 1e-9);
  EXPECT_EQ(moved.penetration, 0.0);
  // The lower arm now points along x from (0, 1, 0), from 0.1 on.
  const Measurement bent = found(arm, "lower", "tip", "bent");
  EXPECT_NEAR(bent.distance, std::sqrt(0.1 * 0.1 + 1) - 0.1, 1e-9);
}

TEST(Measure, TakesWhatAPoseBendsByItsTriangles) {
  EXPECT_TRUE(found(arm, "skin", "upper").penetration.has_value());
  const Measurement bent = found(arm, "skin", "upper", "bent");
  EXPECT_EQ(bent.status, MeasureStatus::Overlapping);
  EXPECT_FALSE(bent.penetration.has_value());
  EXPECT_FALSE(bent.direction.has_value());
}

TEST(Measure, KnowsSetsAndInstances) {
  const Files files{{test::entry_name, R"(version: "0.9"
imports: {ball: {source: ball.rigy.yaml}}
anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
- {id: d, translation: [10, 0, 0]}
- {id: e, translation: [12, 0, 0]}
- {id: f, translation: [10, 3, 0]}
instances:
- {id: near, import: ball, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}
- {id: far, import: ball, attach3: {from: [a, b, c], to: [d, e, f], mode: affine}}
)"},
                    {"ball.rigy.yaml", R"(version: "0.9"
meshes:
- {id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}, {id: q, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
)"}};
  // Stretched to an ellipsoid, two wide along x.
  const MeasureResult both = measured(files, "near", "far");
  ASSERT_EQ(test::messages(both.report), "");
  EXPECT_NEAR(both.measurement->distance, 7, 1e-9);
  EXPECT_EQ(measured(files, "near.m.p", "near.m.q").measurement->status, MeasureStatus::Containing);
  EXPECT_EQ(measured(files, "near.m.q", "near").measurement->status, MeasureStatus::Contained);
  EXPECT_EQ(test::findings(measured(files, "p", "near").report), "X66 0:0\n");
}

// Concentric shapes have several equally deep directions, and so have many at random places.
TEST(Measure, OfTheSamePairInTheOtherOrderIsTheOpposite) {
  std::mt19937 random(19);
  constexpr std::array<const char*, 5> shapes{
      "box, dimensions: {x: 1, y: 1, z: 1}", "sphere, dimensions: {radius: 0.5}",
      "cylinder, dimensions: {radius: 0.5, height: 1}",
      "capsule, dimensions: {radius: 0.4, height: 0.5}", "wedge, dimensions: {x: 1, y: 1, z: 1}"};
  const auto number = [&](unsigned count) { return static_cast<unsigned>(random() % count); };
  for (int round = 0; round < 200; ++round) {
    std::string document = "version: \"0.12\"\nmeshes:\n- id: m\n  primitives:\n";
    for (const char* id : {"p", "q"}) {
      document += fmt::format("  - {{id: {}, type: {}, transform: {{translation: [{}, {}, 0]}}}}\n",
                              id, shapes[number(5)], 0.25 * number(4), 0.5 * number(3));
    }
    const Measurement there = found(document, "p", "q");
    const Measurement back = found(document, "q", "p");
    EXPECT_EQ(there.distance, back.distance);
    EXPECT_EQ(there.penetration, back.penetration);
    EXPECT_EQ(there.points[0], back.points[1]) << document;
    EXPECT_EQ(there.points[1], back.points[0]) << document;
    ASSERT_EQ(there.direction.has_value(), back.direction.has_value());
    for (std::size_t i = 0; i < 3 && there.direction; ++i) {
      EXPECT_EQ((*there.direction)[i], -(*back.direction)[i]) << document;
    }
    const bool contains = there.status == MeasureStatus::Containing;
    EXPECT_EQ(contains, back.status == MeasureStatus::Contained);
    EXPECT_EQ(there.status == MeasureStatus::Contained, back.status == MeasureStatus::Containing);
  }
}

TEST(Measure, IsTheSameForAnAnalysisMadeBefore) {
  MemoryFiles files(Files{{test::entry_name, arm}});
  const Analysis analysis = analyze(test::entry_name, files);
  MeasureOptions options;
  options.a = "arm.upper";
  options.b = "tip";
  const MeasureResult result = measure(analysis, options);
  ASSERT_TRUE(result.measurement.has_value());
  EXPECT_EQ(to_json(*result.measurement), to_json(found(arm, "arm.upper", "tip")));
}

}  // namespace
}  // namespace rigy
