// The parts that a mesh is stored in, and their UV sets.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/limits.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::glb_of;
using test::GlbFile;

using Indices = std::vector<std::uint32_t>;

constexpr std::string_view bound_with_uvs = R"(version: "{}"
meshes:
- id: m
  uv_sets: {{uv2: {{generator: planar_xy@1}}, uv0: {{generator: box_project@1}}, uv1: {{generator: planar_xy@1}}}}
  primitives:
  - {{id: a, type: box, dimensions: {{x: 1, y: 2, z: 3}}, transform: {{translation: [5, 0, 0]}}}}
  - {{id: b, type: box, dimensions: {{x: 1, y: 1, z: 1}}}}
armatures: [{{id: r, bones: [{{id: j, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}]}}]
bindings: [{{mesh_id: m, armature_id: r}}]
poses: [{{id: up, bones: {{j: {{translation: [0, 7, 0]}}}}}}]
)";

std::vector<std::string> attribute_names(const GlbFile& glb) {
  std::vector<std::string> names;
  for (const auto& field : glb.json["meshes"][0]["primitives"][0]["attributes"].fields) {
    names.push_back(field.key + ':' + std::to_string(field.value.index()));
  }
  return names;
}

TEST(UvSets, ComeAfterTheIndicesInNumericOrder) {
  const GlbFile glb = glb_of(fmt::format(bound_with_uvs, "0.8"));
  EXPECT_EQ(attribute_names(glb),
            (std::vector<std::string>{"POSITION:0", "NORMAL:1", "TEXCOORD_0:3", "TEXCOORD_1:4",
                                      "JOINTS_0:6", "WEIGHTS_0:7", "TEXCOORD_2:5"}));
  EXPECT_EQ(glb.json["accessors"][3]["type"].text, "VEC2");
  EXPECT_EQ(glb.json["accessors"][3]["count"].number, 48);
  EXPECT_FALSE(glb.json["accessors"][3].has("max"));
  EXPECT_EQ(glb.json["bufferViews"][3]["target"].number, 34962);
  EXPECT_EQ(glb.json["skins"][0]["inverseBindMatrices"].number, 8);
}

TEST(UvSets, FollowTheRestShapeNotThePose) {
  CompileOptions options;
  options.pose = "up";
  for (const char* version : {"0.8", "0.12"}) {
    const std::string text = fmt::format(bound_with_uvs, version);
    const GlbFile rest = glb_of(text);
    const GlbFile posed = glb_of(text, options);
    for (const char* set : {"TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_2"}) {
      EXPECT_EQ(posed.floats(posed.attribute(0, set)), rest.floats(rest.attribute(0, set)));
    }
    const std::vector<float> planar = rest.floats(rest.attribute(0, "TEXCOORD_1"));
    const std::vector<Vec3> positions = rest.positions();
    for (std::size_t i = 0; i < positions.size(); ++i) {
      EXPECT_EQ(planar[2 * i], positions[i].x);
      EXPECT_EQ(planar[2 * i + 1], positions[i].y);
    }
  }
}

std::vector<float> uvs_of(std::string_view generator, std::string_view shape) {
  const GlbFile glb =
      glb_of(fmt::format("version: \"0.8\"\nmeshes:\n- id: m\n  uv_sets: {{uv0: "
                         "{{generator: {}}}}}\n  primitives: [{{id: p, {}}}]\n",
                         generator, shape));
  return glb.floats(glb.attribute(0, "TEXCOORD_0"));
}

TEST(UvSets, OfRoundShapesRunFromZeroToOne) {
  const auto expect_corners = [](const std::vector<float>& uvs, std::size_t vertices) {
    ASSERT_EQ(uvs.size(), 2 * vertices);
    EXPECT_EQ(uvs[0], 0);
    EXPECT_EQ(uvs[64], 1);  // the seam of the first ring
    EXPECT_EQ(*std::max_element(uvs.begin(), uvs.end()), 1);
    EXPECT_EQ(*std::min_element(uvs.begin(), uvs.end()), 0);
  };
  const auto sphere = uvs_of("sphere_latlong@1", "type: sphere, dimensions: {radius: 2}");
  expect_corners(sphere, 561);
  EXPECT_EQ(sphere.back(), 1);
  const auto capsule =
      uvs_of("capsule_cyl_latlong@1", "type: capsule, dimensions: {radius: 2, height: 3}");
  expect_corners(capsule, 858);
  // Vertex rings 8 and 9 are both ring 8 of the profile.
  EXPECT_EQ(capsule[2 * 33 * 8 + 1], static_cast<float>(8 / 24.0));
  EXPECT_EQ(capsule[2 * 33 * 9 + 1], static_cast<float>(8 / 24.0));
  const auto cylinder =
      uvs_of("cylindrical@1", "type: cylinder, dimensions: {radius: 2, height: 3}");
  expect_corners(cylinder, 134);
  EXPECT_EQ(cylinder[std::size_t{2} * 66], 0.5f);  // the center of a cap
  EXPECT_EQ(cylinder[std::size_t{2} * 67], 1.0f);
}

TEST(UvSets, OfABoxLookAtEachFaceFromOutside) {
  const auto uvs = uvs_of("box_project@1", "type: box, dimensions: {x: 2, y: 4, z: 6}");
  const std::vector<float> first_of_face = {3, -2, 3, -2, -1, 3, -1, 3, -1, -2, -1, -2};
  for (std::size_t face = 0; face < 6; ++face) {
    EXPECT_EQ(uvs[8 * face], first_of_face[2 * face]) << face;
    EXPECT_EQ(uvs[8 * face + 1], first_of_face[2 * face + 1]) << face;
  }
}

constexpr std::string_view tagged = R"(version: "{}"
materials: {{red: {{base_color: [1, 0, 0, 1]}}, blue: {{base_color: [0, 0, 1, 1]}}, green: {{base_color: [0, 1, 0, 1]}}}}
meshes:
- id: m{}
  primitives:
  - {{id: a, type: box, dimensions: {{x: 0.4, y: 1, z: 1}}, material: blue, tags: [x, y, x]}}
  - {{id: b, type: box, dimensions: {{x: 1, y: 1, z: 1}}, {}tags: [y, z]}}
  - {{id: c, type: box, dimensions: {{x: 1, y: 1, z: 1}}, material: blue, tags: []}}
)";

std::vector<std::string> texts(const test::Json& list) {
  std::vector<std::string> result;
  for (const test::Json& item : list.items) result.push_back(item.text);
  return result;
}

TEST(Parts, BeforeTwelveAreMeshesWithTheTagsOfAllPrimitives) {
  const GlbFile glb = glb_of(fmt::format(tagged, "0.11", "", "material: blue, "));
  const test::Json& primitives = glb.json["meshes"][0]["primitives"];
  ASSERT_EQ(primitives.size(), 1u);
  EXPECT_FALSE(primitives[0]["extras"].has("rigy_id"));
  EXPECT_EQ(texts(primitives[0]["extras"]["rigy_tags"]), (std::vector<std::string>{"x", "y", "z"}));
}

TEST(Parts, FromTwelveOnArePrimitives) {
  const GlbFile glb = glb_of(fmt::format(tagged, "0.12", "\n  material: red", ""));
  const test::Json& primitives = glb.json["meshes"][0]["primitives"];
  ASSERT_EQ(primitives.size(), 3u);
  std::vector<std::string> keys;
  for (const auto& field : primitives[0].fields) keys.push_back(field.key);
  EXPECT_EQ(keys,
            (std::vector<std::string>{"extras", "attributes", "indices", "mode", "material"}));
  EXPECT_EQ(primitives[0]["extras"]["rigy_id"].text, "a");
  EXPECT_EQ(texts(primitives[0]["extras"]["rigy_tags"]), (std::vector<std::string>{"x", "y", "x"}));
  EXPECT_FALSE(primitives[2]["extras"].has("rigy_tags"));
  // The mesh's own material is numbered first.
  EXPECT_EQ(glb.json["materials"][0]["name"].text, "red");
  EXPECT_EQ(glb.json["materials"].size(), 2u);
  EXPECT_EQ(primitives[0]["material"].number, 1);
  EXPECT_EQ(primitives[1]["material"].number, 0);
  // Each has its own bounds, of what is stored, and indices from 0.
  EXPECT_EQ(glb.json["accessors"][0]["max"][0].number, static_cast<double>(0.2f));
  const Indices indices = glb.indices(primitives[1]["indices"].index());
  EXPECT_EQ(*std::max_element(indices.begin(), indices.end()), 23u);
}

TEST(Parts, ShareTheInverseBindMatricesOfTheirMesh) {
  const GlbFile glb = glb_of(fmt::format(bound_with_uvs, "0.12"));
  // Eight blocks for each of the two primitives, then the matrices.
  EXPECT_EQ(glb.json["accessors"].size(), 17u);
  EXPECT_EQ(glb.json["skins"][0]["inverseBindMatrices"].number, 16);
}

TEST(Parts, OfAnImportFollowItsOwnVersion) {
  const std::string part = fmt::format(tagged, "0.11", "", "material: blue, ");
  const GlbFile glb = glb_of(
      {{test::entry_name, R"(version: "0.12"
imports: {old: {source: old.rigy.yaml}}
anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]
instances: [{id: one, import: old, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}]
)"},
       {"old.rigy.yaml", part + "anchors: [{id: a, translation: [0, 0, 0]}, {id: b, "
                                "translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]\n"}});
  EXPECT_EQ(glb.json["meshes"][0]["primitives"].size(), 1u);
}

}  // namespace
}  // namespace rigy
