// Lint: what looks like a mistake and is none.
#include <string>

#include <gtest/gtest.h>

#include "rigy/lint.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

std::string lint_of(const std::string& document) {
  MemoryFiles files({{test::entry_name, document}});
  LintOptions options;
  options.all_poses = true;
  return test::findings(lint(test::entry_name, files, options).report);
}

// A bar and a pane that end in one plane, below a roof of this width.
std::string lantern(const std::string& roof) {
  return R"(version: "0.13"
materials:
  iron: {base_color: [0.02, 0.02, 0.02, 1]}
  glass: {base_color: [0.9, 0.9, 0.6, 1]}
meshes:
  - id: lantern
    material: iron
    primitives:
      - {id: pane, type: box, material: glass, dimensions: {x: 0.2, y: 0.4, z: 0.2}, transform: {translation: [0, 0.2, 0]}}
      - {id: bar, type: box, dimensions: {x: 0.06, y: 0.4, z: 0.06}, transform: {translation: [0.1, 0.2, 0.1]}}
      - {id: roof, type: box, dimensions: {x: )" +
         roof + R"(, y: 0.05, z: 0.4}, transform: {translation: [0, 0.425, 0]}}
)";
}

TEST(Lint, SaysNothingOfFacesThatAThirdPartCovers) {
  EXPECT_EQ(lint_of(lantern("0.4")), "");
  // Half of what they share is seen.
  EXPECT_NE(lint_of(lantern("0.18")).find("L04"), std::string::npos);
}

// A chest whose lid rests on both walls and turns by 90 degrees about this place.
std::string chest(const std::string& hinge) {
  return R"(version: "0.13"
meshes:
  - id: chest
    primitives:
      - {id: front, type: box, dimensions: {x: 0.6, y: 0.3, z: 0.04}, transform: {translation: [0, 0.15, -0.2]}}
      - {id: floor, type: box, dimensions: {x: 0.6, y: 0.04, z: 0.44}, transform: {translation: [0, 0.02, 0]}}
      - {id: rear, type: box, dimensions: {x: 0.6, y: 0.3, z: 0.04}, transform: {translation: [0, 0.15, 0.2]}}
      - {id: lid, type: box, dimensions: {x: 0.6, y: 0.04, z: 0.44}, transform: {translation: [0, 0.32, 0]}}
armatures:
  - id: rig
    bones:
      - {id: chest, parent: none, head: [0, 0, 0], tail: [0, 0.2, 0]}
      - {id: lid, parent: chest, head: [0, 0.3, 0.2], tail: [0, 0.3, -0.2]}
bindings:
  - mesh_id: chest
    armature_id: rig
    weights:
      - {primitive_id: front, bones: [{bone_id: chest, weight: 1}]}
      - {primitive_id: floor, bones: [{bone_id: chest, weight: 1}]}
      - {primitive_id: rear, bones: [{bone_id: chest, weight: 1}]}
      - {primitive_id: lid, bones: [{bone_id: lid, weight: 1}]}
poses:
  - id: open
    bones:
      chest: {}
      lid: {rotation: [0.707106781187, 0.707106781187, 0, 0], translation: )" +
         hinge + R"(}
)";
}

TEST(Lint, LetsALidOpenThatStaysAtItsHinge) {
  EXPECT_EQ(lint_of(chest("[0, 0.3, 0.2]")), "");
  EXPECT_NE(lint_of(chest("[0, 0.5, 0.2]")).find("L11"), std::string::npos);
}

// Two blades; the pose brings them within half a millimeter.
TEST(Lint, FindsNarrowGapsAtRestOnly) {
  const auto blades = [](const char* height) {
    return std::string(R"(version: "0.13"
meshes:
  - id: scissors
    primitives:
      - {id: pin, type: box, dimensions: {x: 0.1, y: 0.2, z: 0.1}, transform: {translation: [0, 0.1, 0]}}
      - {id: lower, type: box, dimensions: {x: 0.1, y: 0.1, z: 0.5}, transform: {translation: [0, 0.05, -0.3]}}
      - {id: upper, type: box, dimensions: {x: 0.1, y: 0.1, z: 0.5}, transform: {translation: [0, )") +
           height + R"(, -0.3]}}
armatures:
  - id: rig
    bones:
      - {id: lower, parent: none, head: [0, 0, 0], tail: [0, 0.1, 0]}
      - {id: upper, parent: lower, head: [0, 0.25, 0], tail: [0, 0.25, -0.5]}
bindings:
  - mesh_id: scissors
    armature_id: rig
    weights:
      - {primitive_id: pin, bones: [{bone_id: lower, weight: 1}]}
      - {primitive_id: lower, bones: [{bone_id: lower, weight: 1}]}
      - {primitive_id: upper, bones: [{bone_id: upper, weight: 1}]}
poses:
  - id: shut
    bones:
      lower: {}
      upper: {translation: [0, 0.2005, 0]}
)";
  };
  // At rest the blades are 5 cm apart and 0.5 mm in the pose.
  EXPECT_EQ(lint_of(blades("0.2")), "");
  EXPECT_NE(lint_of(blades("0.1505")).find("L05"), std::string::npos);
}

}  // namespace
}  // namespace rigy
