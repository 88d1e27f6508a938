// Evaluation: what is found without writing anything, and scratch space that many primitives share.
#include "evaluate/evaluate.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "shapes/tessellate.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;

// The findings about a document that is checked but not written.
std::string checked(const Files& documents, const CompileOptions& options) {
  MemoryFiles files(documents);
  return test::messages(check(test::entry_name, files, options).report);
}

// Expects that checking and compiling report the same, and returns the ids.
std::string findings(const Files& documents, const CompileOptions& options = {}) {
  const CompileResult compiled = test::compile_files(documents, options);
  EXPECT_EQ(checked(documents, options), test::messages(compiled.report));
  std::string ids;
  for (const Diagnostic& one : compiled.report.diagnostics) ids += std::string(one.id) + ' ';
  return ids;
}

Files bound(std::string_view layers) {
  std::string text = R"(version: "0.6"
meshes:
- {id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}, {id: q, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
armatures:
- id: r
  bones:
  - {id: a, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
)";
  for (const char* id : {"b", "c", "d", "e"}) {
    text += fmt::format("  - {{id: {}, parent: a, head: [0, 0, 0], tail: [0, 1, 0]}}\n", id);
  }
  text += "poses: [{id: far, bones: {a: {translation: [1.0e+39, 0, 0]}}}]\n";
  text += fmt::format("bindings: [{{mesh_id: m, armature_id: r, {}}}]\n", layers);
  return {{test::entry_name, text}};
}

std::string influences(std::string_view bones) {
  std::string list;
  for (const char bone : bones) list += fmt::format("{{bone_id: {}, weight: 0.2}}, ", bone);
  return '[' + list + ']';
}

TEST(CheckGeometry, FindsDroppedInfluencesOfEveryLayer) {
  CompileOptions options;
  options.suppressed_warnings = {"W02", "W13", "W14"};
  const auto weights = [&](std::string_view bones) {
    return findings(bound("weights: [{primitive_id: p, bones: " + influences(bones) + "}]"),
                    options);
  };
  EXPECT_EQ(weights("abcde"), "W01 ");
  EXPECT_EQ(weights("abcd"), "");
  const auto gradient = [&](std::string_view from, std::string_view to) {
    return findings(bound(fmt::format("weight_maps: [{{primitive_id: p, gradients: [{{axis: y, "
                                      "range: [-0.5, 0.5], from: {}, to: {}}}]}}]",
                                      influences(from), influences(to))),
                    options);
  };
  EXPECT_NE(gradient("abc", "cde"), "");
  EXPECT_EQ(gradient("abc", "abc"), "");
  EXPECT_EQ(gradient("ab", "cd"), "");
  const auto override_of = [&](std::string_view bones) {
    return findings(bound("weight_maps: [{primitive_id: q, overrides: [{vertices: [3], bones: " +
                          influences(bones) + "}]}]"),
                    options);
  };
  EXPECT_EQ(override_of("abcde"), "W01 ");
  EXPECT_EQ(override_of("abcd"), "");
  const auto file = [&](std::string_view bones) {
    Files files = bound("weight_maps: [{primitive_id: q, source: w.json}]");
    std::string list;
    for (const char bone : bones) {
      list +=
          fmt::format("{}{{\"bone_id\": \"{}\", \"weight\": 1}}", list.empty() ? "" : ", ", bone);
    }
    files["w.json"] =
        "{\"primitive_id\": \"q\", \"vertex_count\": 24, \"influences\": [{\"vertex\": "
        "7, \"bones\": [" +
        list + "]}]}";
    return findings(files, options);
  };
  EXPECT_EQ(file("abcde"), "W01 ");
  EXPECT_EQ(file("abcd"), "");
}

TEST(CheckGeometry, FindsWhatAPoseMovesTooFar) {
  CompileOptions options;
  options.suppressed_warnings = {"W02", "W13", "W14"};
  const Files files = bound("weights: [{primitive_id: p, bones: [{bone_id: b, weight: 1}]}]");
  EXPECT_EQ(findings(files, options), "");
  options.pose = "far";
  // 'p' follows b, which stays; 'q' follows the root.
  EXPECT_EQ(findings(files, options), "X13 ");
}

TEST(CheckGeometry, FindsWhatABakedTransformMovesTooFar) {
  const Files files{{test::entry_name, R"(version: "0.6"
imports: {arm: {source: arm.rigy.yaml}}
anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1.0e+30, 0, 0]}, {id: c, translation: [0, 1.0e+30, 0]}]
instances: [{id: one, import: arm, attach3: {from: [a, b, c], to: [a, b, c], mode: uniform}}]
)"},
                    {"arm.rigy.yaml", R"(version: "0.6"
meshes:
- {id: far, primitives: [{id: p, type: box, dimensions: {x: 1.0e+9, y: 1, z: 1}}]}
- {id: near, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
armatures: [{id: r, bones: [{id: a, parent: none, head: [0, 1.0e+9, 0], tail: [0, 0, 0]}]}]
bindings: [{mesh_id: near, armature_id: r}]
anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]
)"}};
  CompileOptions options;
  options.suppressed_warnings = {"all"};
  EXPECT_EQ(findings(files, options), "");
  options.bake_transforms = true;
  EXPECT_EQ(findings(files, options), "X13 X13 ");
}

// A slope: the normal depends on the dimensions, and no vertex has a mirror image.
constexpr std::uint32_t slope_indices[] = {0, 1, 2};
void slope_positions(const Dimensions& size, Vec3* out) {
  out[0] = {size[0], 0, 0};
  out[1] = {0, 0, size[2]};
  out[2] = {size[0], size[1], 0};
}
void slope_normals(const Dimensions& size, Vec3* out) {
  const double l = std::sqrt(size[2] * size[2] + size[0] * size[0]);
  for (std::size_t i = 0; i < 3; ++i) out[i] = {size[2] / l, 0, size[0] / l};
}
const Shape slope{.topology = {.vertex_count = 3, .indices = slope_indices},
                  .positions = slope_positions,
                  .normals = slope_normals};

TEST(Tessellate, NormalsMayDependOnTheDimensions) {
  PrimitiveVertices vertices;
  tessellate(slope, {3, 1, 4}, {}, {0, 6}, vertices);
  ASSERT_EQ(vertices.count(), 3u);
  EXPECT_EQ(vertices.positions()[1], (Vec3{0, 0, 4}));
  for (const Vec3& normal : vertices.normals()) EXPECT_EQ(normal, (Vec3{0.8, 0, 0.6}));
  EXPECT_TRUE(vertices.stored_normals().empty());
  Transform turn;
  turn.rotation = {.node = 0, .vector = {0, 0.7, 0.3}};
  turn.translation = {{1, 2, 3}, 0};
  tessellate(slope, {3, 1, 4}, turn, {0, 6}, vertices);
  const Mat3 rotation = euler_rotation({0, 0.7, 0.3});
  for (const Vec3& normal : vertices.normals()) EXPECT_EQ(normal, rotation * (Vec3{0.8, 0, 0.6}));
  EXPECT_EQ(slope.topology.mirror_image(2).vertex, 2u);
}

TEST(Tessellate, ScratchSpaceForgetsThePrimitiveBefore) {
  PrimitiveVertices vertices;
  tessellate(slope, {3, 1, 4}, {}, {0, 6}, vertices);
  tessellate(sphere_shape, {2, 0, 0}, {}, {0, 6}, vertices);
  ASSERT_EQ(vertices.normals().size(), 561u);
  EXPECT_EQ(vertices.normals().data(), sphere_shape.topology.constant_normals.data());
  EXPECT_EQ(vertices.stored_normals().size(), 3 * 561u);
  vertices.own_normals()[0] = {1, 0, 0};
  EXPECT_EQ(vertices.normals()[0], (Vec3{1, 0, 0}));
  EXPECT_EQ(vertices.normals()[1], sphere_shape.topology.constant_normals[1]);
  EXPECT_TRUE(vertices.stored_normals().empty());
  tessellate(slope, {4, 1, 3}, {}, {0, 6}, vertices);
  ASSERT_EQ(vertices.normals().size(), 3u);
  EXPECT_EQ(vertices.normals()[0], (Vec3{0.6, 0, 0.8}));
}

}  // namespace
}  // namespace rigy
