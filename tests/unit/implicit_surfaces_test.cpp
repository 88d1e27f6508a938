// Implicit surfaces in documents: vertices, threads, weights, limits.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/limits.hpp"
#include "shapes/implicit_surface.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::glb_of;
using test::GlbFile;

using Indices = std::vector<std::uint32_t>;

std::string document(std::string_view version, std::string_view primitives,
                     std::string_view more = "") {
  return fmt::format("version: \"{}\"\nmeshes:\n- id: m\n  primitives:\n  - {}\n{}", version,
                     primitives, more);
}

std::string ball(std::string_view id, double iso, int n, std::string_view more = "") {
  return fmt::format(
      "{{id: {}, type: implicit_surface, iso: {}, ops: [{{op: add, field: metaball_sphere@1, "
      "radius: 0.9, strength: 1}}], domain: {{aabb: {{min: [-1, -1, -1], max: [1, 1, 1]}}, grid: "
      "{{nx: {}, ny: {}, nz: {}}}}}{}}}",
      id, iso, n, n, n, more);
}

TEST(ImplicitSurfaces, LieWhereTheFieldIsIso) {
  const GlbFile glb =
      glb_of(document("0.13", ball("r", 0.25, 24, ", transform: {translation: [3, 0, 0]}")));
  const std::vector<Vec3> positions = glb.positions();
  ASSERT_GT(positions.size(), 1000u);
  // (1 - r/0.9)² = 0.25 at r = 0.45.
  for (const Vec3& position : positions) {
    EXPECT_NEAR(length(position - Vec3{3, 0, 0}), 0.45, 0.01);
  }
  const Indices triangles = glb.triangles();
  ASSERT_EQ(triangles.size(), positions.size());
  for (std::uint32_t i = 0; i < triangles.size(); ++i) ASSERT_EQ(triangles[i], i);
}

TEST(ImplicitSurfaces, FaceOutwardOnRequest) {
  const std::string text = document("0.13", ball("r", 0.25, 12));
  const auto winding = [&](Winding way) {
    CompileOptions options;
    options.winding = way;
    const GlbFile glb = glb_of(text, options);
    return test::count_winding(glb.positions(), glb.normals(), glb.triangles());
  };
  EXPECT_EQ(winding(Winding::Canonical).agreeing, 0u);
  EXPECT_EQ(winding(Winding::Outward).opposing, 0u);
  EXPECT_GT(winding(Winding::Outward).agreeing, 100u);
}

TEST(ImplicitSurfaces, DoNotDependOnTheNumberOfThreads) {
  CompileOptions options;
  const std::string text = document("0.13", ball("r", 0.25, 60));
  const std::string bytes = test::bytes_of(text, options);
  options.analysis.threads = 3;
  EXPECT_EQ(test::bytes_of(text, options), bytes);
}

constexpr std::string_view rig =
    "armatures: [{id: rig, bones: [{id: j, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]\n"
    "bindings: [{mesh_id: m, armature_id: rig";

TEST(ImplicitSurfaces, HaveVerticesThatWeightMapsCanName) {
  const auto with_override = [](std::size_t vertex) {
    return document("0.13", ball("r", 0.25, 5),
                    fmt::format("{}, weight_maps: [{{primitive_id: r, overrides: [{{vertices: "
                                "[{}], bones: [{{bone_id: j, weight: 1}}]}}]}}]}}]\n",
                                rig, vertex));
  };
  const std::size_t count = glb_of(with_override(0)).positions().size();
  EXPECT_EQ(test::findings_of(with_override(count - 1)), "");
  EXPECT_EQ(test::findings_of(with_override(count)).substr(0, 3), "V19");
}

TEST(ImplicitSurfaces, WithoutTrianglesAreLeftOut) {
  const std::string beside = document(
      "0.13", ball("r", 2, 4) + "\n  - {id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}");
  EXPECT_EQ(test::findings_of(beside), "W15 5:5\n");
  const GlbFile glb = glb_of(beside);
  ASSERT_EQ(glb.json["meshes"][0]["primitives"].size(), 1u);
  EXPECT_EQ(glb.json["meshes"][0]["primitives"][0]["extras"]["rigy_id"].text, "p");
}

TEST(ImplicitSurfaces, AMeshWithoutVerticesLeavesOnlyTheNodesOfItsBones) {
  const GlbFile glb = glb_of(document("0.13", ball("r", 2, 4), std::string(rig) + "}]\n"));
  EXPECT_EQ(glb.node_names(), (std::vector<std::string>{"j"}));
  EXPECT_FALSE(glb.json.has("meshes"));
  EXPECT_FALSE(glb.json.has("skins"));
  EXPECT_EQ(glb.json["scenes"][0]["nodes"].numbers(), (std::vector<double>{0}));
}

TEST(ImplicitSurfaces, WeightsOfOthersStayWithThem) {
  const std::string text = document(
      "0.13", ball("r", 2, 4) + "\n  - {id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}",
      "armatures: [{id: rig, bones: [{id: j, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}, {id: "
      "k, parent: j, head: [0, 0, 0], tail: [0, 1, 0]}]}]\nbindings: [{mesh_id: m, armature_id: "
      "rig, weights: [{primitive_id: p, bones: [{bone_id: k, weight: 1}]}]}]\n");
  const GlbFile glb = glb_of(text);
  EXPECT_EQ(glb.joints(glb.attribute(0, "JOINTS_0"))[0], 1);
}

SurfaceFields plain_fields() {
  SurfaceFields fields;
  fields.min = {{-1, -1, -1}, 0};
  fields.max = {{1, 1, 1}, 0};
  for (Count& count : fields.grid) count = {4, 0};
  fields.iso = {0.2, 0};
  SurfaceOp op;
  op.field = FieldKind::MetaballSphere;
  op.radius = {0.8, 0};
  op.strength = {1, 0};
  fields.ops.push_back(op);
  return fields;
}

TEST(ImplicitSurfaces, ThatBreakARuleAreNotEvaluated) {
  EXPECT_TRUE(sound_surface(plain_fields()));
  const auto sound_with = [](const auto& change) {
    SurfaceFields fields = plain_fields();
    change(fields);
    return sound_surface(fields).has_value();
  };
  EXPECT_FALSE(sound_with([](SurfaceFields& f) { f.max.value.y = -1; }));
  EXPECT_FALSE(sound_with([](SurfaceFields& f) { f.min.value.x = -INFINITY; }));
  EXPECT_FALSE(sound_with([](SurfaceFields& f) { f.grid[1].value = 1; }));
  EXPECT_FALSE(sound_with([](SurfaceFields& f) { f.grid[2].value = 2'000'001; }));
  EXPECT_FALSE(sound_with([](SurfaceFields& f) { f.ops.clear(); }));
  EXPECT_FALSE(sound_with([](SurfaceFields& f) { f.ops[0].radius.value = 0; }));
  EXPECT_FALSE(sound_with([](SurfaceFields& f) { f.ops[0].field = FieldKind::SdfCapsule; }));
  EXPECT_FALSE(sound_with([](SurfaceFields& f) { f.ops[0].scale = {{1, 1, 2}, 0}; }));
  EXPECT_FALSE(sound_with([](SurfaceFields& f) {
    Rotation& around_nothing = f.ops[0].transform.rotation;
    around_nothing.node = 0;
    around_nothing.form = RotationForm::AxisAngle;
  }));
}

TEST(ImplicitSurfaces, TakeLimitedWork) {
  SurfaceFields fields = plain_fields();
  for (Count& count : fields.grid) count = {100, 0};
  fields.ops.resize(200);
  EXPECT_EQ(field_work(fields), max_field_work);
  const auto with_ops = [](int count) {
    return document("0.13",
                    fmt::format("{{id: r, type: implicit_surface, iso: 0.2, ops: [{{repeat: "
                                "{{count: {}, as: i, body: {{op: add, field: metaball_sphere@1, "
                                "radius: 0.001, strength: 1}}}}}}], domain: {{aabb: {{min: [-1, "
                                "-1, -1], max: [1, 1, 1]}}, grid: {{nx: 100, ny: 100, nz: "
                                "100}}}}}}",
                                count));
  };
  EXPECT_EQ(test::findings_of(with_ops(201)), "X37 5:5\n");
  EXPECT_EQ(test::findings_of(with_ops(200)), "W15 5:5\n");
}

TEST(ImplicitSurfaces, NeedAFiniteField) {
  const std::string text = document(
      "0.13",
      "{id: r, type: implicit_surface, iso: 0.2, ops: [{repeat: {count: 2, as: i, body: {op: add, "
      "field: metaball_sphere@1, radius: 0.9, strength: 1.7e+308}}}], domain: {aabb: {min: [-1, "
      "-1, -1], max: [1, 1, 1]}, grid: {nx: 3, ny: 3, nz: 3}}}");
  EXPECT_EQ(test::findings_of(text), "X38 5:5\n");
  // Infinite at every point: there is no surface to evaluate next to.
  EXPECT_EQ(test::findings_of(document(
                "0.13",
                "{id: r, type: implicit_surface, iso: 0.2, ops: [{repeat: {count: 2, as: i, body: "
                "{op: add, field: sdf_sphere@1, radius: 1.0e+9, strength: 1.7e+308}}}], domain: "
                "{aabb: {min: [-1, -1, -1], max: [1, 1, 1]}, grid: {nx: 3, ny: 3, nz: 3}}}")),
            "X38 5:5\n");
}

}  // namespace
}  // namespace rigy
