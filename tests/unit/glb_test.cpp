// The bytes of the output: key order, text of numbers and names, blocks, bounds.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::GlbFile;

std::string json_of(const std::string& document) {
  std::string text = test::glb_of(document).json_text;
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

TEST(Glb, AnEmptyDocument) {
  EXPECT_EQ(
      json_of("version: \"0.6\"\n"),
      R"({"asset":{"generator":"pygltflib@v1.16.5","version":"2.0"},"scene":0,"scenes":[{}]})");
}

TEST(Glb, EveryKeyInItsPlace) {
  EXPECT_EQ(
      json_of(R"(version: "0.6"
materials: {red: {base_color: [0.9, -0.0, 0.0078125, 1]}}
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 0.2, y: 2, z: 1e17}, material: red}]}]
armatures:
- id: rig
  bones:
  - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
  - {id: "t\u00efp\"\n", parent: root, head: [1, 0.00001, -0.0], tail: [0, 2, 0]}
bindings: [{mesh_id: m, armature_id: rig}]
)"),
      R"({"accessors":[{"bufferView":0,"byteOffset":0,"componentType":5126,"normalized":false,"count":24,"type":"VEC3","max":[0.1,1.0,5e+16],"min":[-0.1,-1.0,-5e+16]},)"
      R"({"bufferView":1,"byteOffset":0,"componentType":5126,"normalized":false,"count":24,"type":"VEC3"},)"
      R"({"bufferView":2,"byteOffset":0,"componentType":5125,"normalized":false,"count":36,"type":"SCALAR"},)"
      R"({"bufferView":3,"byteOffset":0,"componentType":5123,"normalized":false,"count":24,"type":"VEC4"},)"
      R"({"bufferView":4,"byteOffset":0,"componentType":5126,"normalized":false,"count":24,"type":"VEC4"},)"
      R"({"bufferView":5,"byteOffset":0,"componentType":5126,"normalized":false,"count":2,"type":"MAT4"}],)"
      R"("asset":{"generator":"pygltflib@v1.16.5","version":"2.0"},)"
      R"("bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":288,"target":34962},{"buffer":0,"byteOffset":288,"byteLength":288,"target":34962},)"
      R"({"buffer":0,"byteOffset":576,"byteLength":144,"target":34963},{"buffer":0,"byteOffset":720,"byteLength":192,"target":34962},)"
      R"({"buffer":0,"byteOffset":912,"byteLength":384,"target":34962},{"buffer":0,"byteOffset":1296,"byteLength":128}],)"
      R"("buffers":[{"byteLength":1424}],)"
      R"("materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.900000,0.000000,0.007812,1.000000],"metallicFactor":0.0,"roughnessFactor":1.0},"emissiveFactor":[0.0,0.0,0.0],"alphaMode":"OPAQUE","doubleSided":false,"name":"red"}],)"
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1,"JOINTS_0":3,"WEIGHTS_0":4},"indices":2,"mode":4,"material":0}],"name":"m"}],)"
      R"("nodes":[{"mesh":0,"skin":0,"name":"m"},{"translation":[0.0,0.0,0.0],"children":[2],"name":"root"},{"translation":[1.0,1e-05,-0.0],"name":"t\u00efp\"\n"}],)"
      R"("scene":0,"scenes":[{"nodes":[0,1]}],"skins":[{"inverseBindMatrices":5,"skeleton":1,"joints":[1,2],"name":"rig"}]})");
}

TEST(Glb, AlphaModeTestsTheStoredValue) {
  const auto mode = [](std::string_view alpha) {
    return test::glb_of(fmt::format("version: \"0.6\"\nmaterials: {{c: {{base_color: [0, 0, 0, "
                                    "{}]}}}}\nmeshes: [{{id: m, "
                                    "primitives: [{{id: p, type: sphere, dimensions: {{radius: "
                                    "1}}, material: c}}]}}]\n",
                                    alpha))
        .json["materials"][0]["alphaMode"]
        .text;
  };
  EXPECT_EQ(mode("1"), "OPAQUE");
  EXPECT_EQ(mode("0.99999999"), "OPAQUE");  // rounds to 1 in binary32
  EXPECT_EQ(mode("0.9999999"), "BLEND");
  EXPECT_EQ(mode("0"), "BLEND");
}

TEST(Glb, BlocksLieOneBehindTheOtherInOrder) {
  const GlbFile glb = test::glb_of(R"(version: "0.6"
meshes:
- {id: a, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}
- {id: b, primitives: [{id: p, type: cylinder, dimensions: {radius: 1, height: 1}}]}
- {id: c, primitives: [{id: p, type: capsule, dimensions: {radius: 1, height: 1}}]}
armatures: [{id: r, bones: [{id: x, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: b, armature_id: r}]
)");
  std::size_t end = 0;
  for (const auto& view : glb.json["bufferViews"].items) {
    EXPECT_EQ(view["byteOffset"].index(), end);
    EXPECT_EQ(view["byteLength"].index() % 4, 0u);
    end += view["byteLength"].index();
  }
  EXPECT_EQ(end, glb.binary.size());
  EXPECT_EQ(glb.json["buffers"][0]["byteLength"].index(), end);
  EXPECT_EQ(glb.json["bufferViews"].size(), 3u + 6 + 3);
}

// "max min" of x as the file has them.
std::string bounds_of_x(const std::string& document, bool baked) {
  CompileOptions options;
  if (baked) options.pose = "rest";
  const std::string text =
      test::glb_of(document + "poses: [{id: rest, bones: {}}]\n", options).json_text;
  const auto first = [&text](const std::string& key) {
    const std::size_t begin = text.find(key) + key.size();
    return text.substr(begin, text.find(',', begin) - begin);
  };
  return first("\"max\":[") + " " + first("\"min\":[");
}

std::string boxes(const std::vector<std::pair<std::string, std::string>>& size_and_offset) {
  std::string text = "version: \"0.6\"\nmeshes:\n- id: m\n  primitives:\n";
  for (std::size_t i = 0; i < size_and_offset.size(); ++i) {
    text += fmt::format(
        "  - {{id: p{}, type: box, dimensions: {{x: {}, y: 1, z: 1}}, transform: {{translation: "
        "[{}, 0, 0]}}}}\n",
        i, size_and_offset[i].first, size_and_offset[i].second);
  }
  return text;
}

TEST(Glb, BoundsAreTakenBeforeRoundingUnlessBaked) {
  EXPECT_EQ(bounds_of_x(boxes({{"0.2", "0"}}), false), "0.1 -0.1");
  EXPECT_EQ(bounds_of_x(boxes({{"0.2", "0"}}), true), "0.10000000149011612 -0.10000000149011612");
  EXPECT_EQ(bounds_of_x(boxes({{"0.2", "0"}, {"0.2", "3"}}), false), "3.1 -0.1");
  EXPECT_EQ(bounds_of_x(boxes({{"1e-60", "0"}}), false), "5e-61 -5e-61");
}

TEST(Glb, OfEqualZerosTheFirstIsKept) {
  // Half of the smallest number is 0.0 on one face and -0.0 on the other.
  EXPECT_EQ(bounds_of_x(boxes({{"5e-324", "-0.0"}}), false), "0.0 0.0");
  // Rounded to binary32 these are all -0.0, or 0.0 first, or -0.0 first.
  EXPECT_EQ(bounds_of_x(boxes({{"1e-60", "-2e-60"}}), true), "-0.0 -0.0");
  EXPECT_EQ(bounds_of_x(boxes({{"1e-60", "0"}}), true), "0.0 0.0");
  EXPECT_EQ(bounds_of_x(boxes({{"1e-60", "-2e-60"}, {"1e-60", "2e-60"}}), true), "-0.0 -0.0");
  EXPECT_EQ(bounds_of_x(boxes({{"1e-60", "2e-60"}, {"1e-60", "-2e-60"}}), true), "0.0 0.0");
}

TEST(Glb, PositionsRoundToNearestEven) {
  const auto x_of = [](const std::string& size) {
    return test::glb_of(boxes({{size, "0"}})).positions()[0].x;
  };
  EXPECT_EQ(x_of("2.00000011920928955078125"), 1.0);                 // half of it: a tie, to even
  EXPECT_EQ(x_of("2.0000001192092904"), 1.00000011920928955078125);  // just above
  EXPECT_EQ(x_of("2.00000035762786865234375"), 1.0000002384185791015625);
  EXPECT_EQ(x_of("1.4e-45"), 0.0);  // below half the smallest
  EXPECT_EQ(x_of("2.9e-45"), 1.401298464324817e-45);
}

TEST(Glb, NamesAreEscaped) {
  const std::string json = json_of(
      "version: \"0.6\"\nmeshes: [{id: m, name: "
      "\"\\\"\\\\/\\b\\f\\n\\r\\t\\x7f\\x01é骨\\U0001F9B4\", "
      "primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}]\n");
  EXPECT_NE(json.find(R"("name":"\"\\/\b\f\n\r\t\u007f\u0001\u00e9\u9aa8\ud83e\uddb4"})"),
            std::string::npos)
      << json;
}

}  // namespace
}  // namespace rigy
