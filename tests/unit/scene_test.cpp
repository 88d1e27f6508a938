// The scene: which nodes, skins and materials there are, in which order, and how they are called.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::GlbFile;

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

constexpr const char* two_bound_meshes = R"(version: "0.6"
meshes:
  - {id: free, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
  - {id: body, name: Body, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
  - {id: coat, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
armatures:
  - id: rig
    name: Rig
    bones:
      - {id: hand, parent: arm, head: [1, 2.5, 0.1], tail: [1, 3, 0]}
      - {id: root, parent: none, head: [0, 0.3, 0], tail: [0, 1, 0]}
      - {id: leg, parent: root, head: [0, -1, 0], tail: [0, -2, 0]}
      - {id: arm, parent: root, head: [1, 2, 0.3], tail: [1, 2.5, 0]}
bindings:
  - {mesh_id: coat, armature_id: rig}
  - {mesh_id: body, armature_id: rig}
)";

TEST(Scene, EveryBoundMeshHasItsOwnBones) {
  const GlbFile glb = test::glb_of(two_bound_meshes);
  EXPECT_EQ(glb.node_names(), (Names{"free", "Body", "hand", "root", "leg", "arm", "coat", "hand",
                                     "root", "leg", "arm"}));
  EXPECT_EQ(glb.json["scenes"][0]["nodes"].numbers(), (Numbers{0, 1, 3, 6, 8}));
  ASSERT_EQ(glb.json["skins"].size(), 2u);
  const auto& skin = glb.json["skins"][1];
  EXPECT_EQ(skin["joints"].numbers(), (Numbers{7, 8, 9, 10}));
  EXPECT_EQ(skin["skeleton"].number, 8);
  EXPECT_EQ(skin["name"].text, "Rig");
  EXPECT_EQ(glb.json["nodes"][1]["skin"].number, 0);
  EXPECT_EQ(glb.json["nodes"][6]["skin"].number, 1);
  EXPECT_FALSE(glb.json["nodes"][0].has("skin"));
}

TEST(Scene, BonesStandRelativeToTheirParents) {
  const GlbFile glb = test::glb_of(two_bound_meshes);
  EXPECT_EQ(glb.json["nodes"][3]["translation"].numbers(), (Numbers{0, 0.3, 0}));
  EXPECT_EQ(glb.json["nodes"][3]["children"].numbers(), (Numbers{4, 5}));
  EXPECT_EQ(glb.json["nodes"][2]["translation"].numbers(), (Numbers{0, 0.5, 0.1 - 0.3}));
  EXPECT_EQ(glb.json["nodes"][5]["children"].numbers(), (Numbers{2}));
  EXPECT_FALSE(glb.json["nodes"][2].has("children"));
}

// D7: an extra node only for several roots.
TEST(Scene, SeveralRootsGetACommonNode) {
  const GlbFile glb = test::glb_of(R"(version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures:
  - id: rig
    bones:
      - {id: a, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: b, parent: a, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: c, parent: none, head: [1, 0, 0], tail: [1, 1, 0]}
bindings: [{mesh_id: m, armature_id: rig}]
)");
  EXPECT_EQ(glb.node_names(), (Names{"m", "rig", "a", "b", "c"}));
  EXPECT_EQ(glb.json["nodes"][1]["children"].numbers(), (Numbers{2, 4}));
  EXPECT_FALSE(glb.json["nodes"][1].has("translation"));
  EXPECT_EQ(glb.json["skins"][0]["skeleton"].number, 1);
  EXPECT_EQ(glb.json["skins"][0]["joints"].numbers(), (Numbers{2, 3, 4}));
  EXPECT_EQ(glb.json["scenes"][0]["nodes"].numbers(), (Numbers{0, 1}));
}

TEST(Scene, MaterialsInTheOrderOfTheirFirstUse) {
  const GlbFile glb = test::glb_of(R"(version: "0.6"
materials:
  unused: {base_color: [0, 0, 0, 1]}
  second: {base_color: [0, 0, 1, 1]}
  first: {base_color: [1, 0, 0, 0.5]}
meshes:
  - {id: a, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}
  - {id: b, primitives: [{id: p, type: sphere, dimensions: {radius: 1}, material: first}]}
  - {id: c, primitives: [{id: p, type: sphere, dimensions: {radius: 1}, material: second}]}
  - {id: d, primitives: [{id: p, type: sphere, dimensions: {radius: 1}, material: first}]}
)");
  ASSERT_EQ(glb.json["materials"].size(), 2u);
  EXPECT_EQ(glb.json["materials"][0]["name"].text, "first");
  EXPECT_EQ(glb.json["materials"][0]["alphaMode"].text, "BLEND");
  EXPECT_EQ(glb.json["materials"][1]["alphaMode"].text, "OPAQUE");
  EXPECT_FALSE(glb.json["meshes"][0]["primitives"][0].has("material"));
  EXPECT_EQ(glb.json["meshes"][2]["primitives"][0]["material"].number, 1);
  EXPECT_EQ(glb.json["meshes"][3]["primitives"][0]["material"].number, 0);
}

TEST(Scene, ABakedExportKeepsOnlyTheTreeOfBones) {
  CompileOptions options;
  options.pose = "rest";
  const GlbFile glb =
      test::glb_of(std::string(two_bound_meshes) + "poses: [{id: rest, bones: {}}]\n", options);
  EXPECT_EQ(glb.node_names(), test::glb_of(two_bound_meshes).node_names());
  EXPECT_FALSE(glb.json.has("skins"));
  for (std::size_t i : {2u, 3u, 4u, 5u}) {
    const auto& node = glb.json["nodes"][i];
    EXPECT_FALSE(node.has("translation"));
    EXPECT_FALSE(node.has("matrix"));
  }
  EXPECT_EQ(glb.json["nodes"][3]["children"].numbers(), (Numbers{4, 5}));
  EXPECT_EQ(glb.json["accessors"].size(), 9u);
  EXPECT_FALSE(glb.json["meshes"][1]["primitives"][0]["attributes"].has("JOINTS_0"));
}

TEST(Scene, InverseBindMatricesTranslateByMinusHead) {
  const GlbFile glb = test::glb_of(two_bound_meshes);
  const std::vector<float> matrices =
      glb.floats(glb.json["skins"][0]["inverseBindMatrices"].index());
  ASSERT_EQ(matrices.size(), 4u * 16);
  const std::vector<float> root(matrices.begin() + 16, matrices.begin() + 32);
  EXPECT_EQ(root, (std::vector<float>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -0.0f, -0.3f, -0.0f, 1}));
  EXPECT_TRUE(std::signbit(root[12]));  // a true negation
  EXPECT_FALSE(std::signbit(root[1]));
}

}  // namespace
}  // namespace rigy
