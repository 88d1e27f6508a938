// Where findings of lint begin: what is just below a threshold, and what is just above it.
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "lint_support.hpp"

namespace rigy {
namespace {

using test::box;
using test::linted;
using test::parts;

bool finds(std::string_view id, const std::string& document) {
  return test::findings(linted(document).report).find(id) != std::string::npos;
}

// A stool with a right leg of this height, moved by `z`; the left one is 0.4 m high.
std::string stool(double height, double z = 0) {
  return parts(box("seat", {0.4, 0.04, 0.4}, {0, 0.42, 0}) +
               box("left", {0.04, 0.4, 0.3}, {0.18, 0.2, 0}) +
               box("right", {0.04, height, 0.3}, {-0.18, 0.4 - height / 2, z}));
}

TEST(LintThresholds, LegsOfUnequalLength) {
  EXPECT_FALSE(finds("L07", stool(0.3995)));
  EXPECT_TRUE(finds("L07", stool(0.398)));
  EXPECT_TRUE(finds("L07", stool(0.21)));
  EXPECT_FALSE(finds("L07", stool(0.19)));  // too short to be meant as a leg
  EXPECT_FALSE(finds("L07", stool(0.38, 0.05)));
}

// A block with a diagonal of 1.3 m, and a bone that is this far outside.
std::string block(double outside) {
  return parts(box("p", {0.3, 0.4, 1.2}, {0, 0.2, 0})) + fmt::format(R"(armatures:
- id: rig
  bones:
  - {{id: root, parent: none, head: [0, 0, 0], tail: [0, 0.4, 0]}}
  - {{id: child, parent: root, head: [{0}, 0.1, 0], tail: [{0}, 0.3, 0]}}
bindings:
- mesh_id: m
  armature_id: rig
  weights:
  - {{primitive_id: p, bones: [{{bone_id: root, weight: 0.5}}, {{bone_id: child, weight: 0.5}}]}}
)",
                                                                     0.15 + outside);
}

TEST(LintThresholds, BonesOutsideTheirMesh) {
  EXPECT_FALSE(finds("L08", block(0.06)));
  EXPECT_TRUE(finds("L08", block(0.07)));
}

// A hand that follows the shoulder, half an arm away, with this weight.
std::string hand(double weight) {
  return parts(box("upper", {0.1, 0.4, 0.1}, {0, 0.2, 0}) +
               box("lower", {0.1, 0.4, 0.1}, {0, 0.6, 0}) +
               box("hand", {0.1, 0.1, 0.1}, {0, 0.85, 0})) +
         fmt::format(R"(armatures:
- id: rig
  bones:
  - {{id: root, parent: none, head: [0, 0, 0], tail: [0, 0.1, 0]}}
  - {{id: shoulder, parent: root, head: [0, 0, 0], tail: [0, 0.3, 0]}}
  - {{id: elbow, parent: shoulder, head: [0, 0.4, 0], tail: [0, 0.8, 0]}}
  - {{id: wrist, parent: elbow, head: [0, 0.8, 0], tail: [0, 0.9, 0]}}
bindings:
- mesh_id: m
  armature_id: rig
  weights:
  - {{primitive_id: upper, bones: [{{bone_id: shoulder, weight: 1}}]}}
  - {{primitive_id: lower, bones: [{{bone_id: elbow, weight: 1}}]}}
  - {{primitive_id: hand, bones: [{{bone_id: wrist, weight: {}}}, {{bone_id: shoulder, weight: {}}}]}}
)",
                     1 - weight, weight);
}

TEST(LintThresholds, WeightsThatReachFar) {
  EXPECT_FALSE(finds("L10", hand(0.04)));
  EXPECT_TRUE(finds("L10", hand(0.06)));
}

}  // namespace
}  // namespace rigy
