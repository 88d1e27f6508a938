// What languages 0.7 to 0.13 add to the output: wedges, rotations, UV sets, parts, implicit
// surfaces.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/limits.hpp"
#include "math/rotation.hpp"
#include "shapes/implicit_surface.hpp"
#include "shapes/tessellate.hpp"
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

constexpr std::string_view wedge = "{id: L_w, type: wedge, dimensions: {x: 3, y: 2, z: 4}}";
constexpr std::string_view mirror = "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n";

TEST(Wedge, HasFlatFacesAndASlope) {
  const GlbFile glb = glb_of(document("0.9", wedge));
  const std::vector<Vec3> positions = glb.positions();
  const std::vector<Vec3> normals = glb.normals();
  ASSERT_EQ(positions.size(), 18u);
  EXPECT_EQ(positions[0], (Vec3{-1.5, -1, -2}));
  EXPECT_EQ(positions[8], (Vec3{1.5, -1, -2}));  // v1, where the slope begins
  EXPECT_EQ(positions[10], (Vec3{-1.5, 1, 2}));  // v5
  EXPECT_EQ(normals[5], (Vec3{-1, 0, 0}));
  for (std::size_t i = 8; i < 12; ++i) {
    EXPECT_EQ(normals[i], (Vec3{static_cast<float>(0.8), 0, static_cast<float>(0.6)}));
  }
  EXPECT_EQ(glb.triangles(), (Indices{0, 2,  1, 0, 3,  2,  4,  6,  7,  4,  5,  6,
                                      8, 10, 9, 8, 11, 10, 12, 13, 14, 15, 16, 17}));
}

TEST(Wedge, OnlyItsBackFacesInward) {
  const auto winding = [](std::string_view more, Winding way) {
    CompileOptions options;
    options.winding = way;
    const GlbFile glb = glb_of(document("0.9", wedge, more), options);
    return test::count_winding(glb.positions(), glb.normals(), glb.triangles());
  };
  EXPECT_EQ(winding("", Winding::Canonical).opposing, 2u);
  EXPECT_EQ(winding("", Winding::Outward).opposing, 0u);
  EXPECT_EQ(winding(mirror, Winding::Canonical).opposing, 4u);
  EXPECT_EQ(winding(mirror, Winding::Outward).opposing, 0u);
  EXPECT_EQ(winding(mirror, Winding::Outward).agreeing, 16u);
}

TEST(Wedge, IsMirroredAsAWhole) {
  const GlbFile glb = glb_of(document(
      "0.9",
      "{id: L_w, type: wedge, dimensions: {x: 3, y: 2, z: 4}, transform: {translation: [5, 1, 2], "
      "rotation_euler: [0.3, 0.4, 0.5]}}",
      mirror));
  const std::vector<Vec3> positions = glb.positions();
  const std::vector<Vec3> normals = glb.normals();
  ASSERT_EQ(positions.size(), 36u);
  for (std::size_t i = 0; i < 18; ++i) {
    const Vec3 &p = positions[i], &n = normals[i];
    EXPECT_LT(test::distance(positions[18 + i], {-p.x, p.y, p.z}), 1e-6);
    EXPECT_LT(test::distance(normals[18 + i], {-n.x, n.y, n.z}), 1e-6);
  }
}

Vec3 slope_normal(double x, double z) {
  Primitive primitive;
  primitive.type = PrimitiveType::Wedge;
  primitive.dimensions = {Number{x, 0}, Number{1, 0}, Number{z, 0}};
  PrimitiveVertices vertices;
  EXPECT_TRUE(tessellate(primitive, {0, 9}, vertices));
  return vertices.normals()[8];
}

TEST(Wedge, HasANormalHoweverSmallItIs) {
  EXPECT_EQ(slope_normal(0.3 * 0x1p-700, 0.7 * 0x1p-700), slope_normal(0.3, 0.7));
  EXPECT_EQ(slope_normal(5e-324, 5e-324), slope_normal(1, 1));
}

Rotation turned(RotationForm form, const Vec3& vector, double degrees, const Quaternion& q) {
  Rotation rotation;
  rotation.node = 0;
  rotation.form = form;
  rotation.vector = vector;
  rotation.degrees = degrees;
  rotation.quaternion = q;
  return rotation;
}

TEST(RotationForms, BeforeTwelveTheAnglesMakeTheMatrix) {
  const Vec3 angles{0.3, -1.2, 2.5};
  for (const RotationForm form : {RotationForm::Euler, RotationForm::Degrees}) {
    EXPECT_EQ(rotation_of(turned(form, angles, 0, {}), {0, 11}), euler_rotation(angles));
  }
}

TEST(RotationForms, FromTwelveOnACanonicalQuaternionDoes) {
  const Vec3 angles{0.3, -1.2, 2.5};
  EXPECT_EQ(rotation_of(turned(RotationForm::Euler, angles, 0, {}), {0, 12}),
            matrix_from_quaternion(canonical_quaternion(quaternion_from_euler(angles))));
  const Quaternion q{0.5, 1, -2, 3};
  EXPECT_EQ(rotation_of(turned(RotationForm::Quaternion, {}, 0, q), {0, 12}),
            matrix_from_quaternion(canonical_quaternion(q)));
  EXPECT_EQ(rotation_of(turned(RotationForm::AxisAngle, {1, 2, 3}, 30, {}), {0, 12}),
            matrix_from_quaternion(canonical_quaternion(
                quaternion_from_axis_angle({1, 2, 3}, 30 * radians_per_degree))));
}

TEST(RotationForms, AMacrosQuaternionIsTakenAsItIs) {
  Rotation rotation = turned(RotationForm::Quaternion, {}, 0, {0.5, 1, -2, 3});
  rotation.is_canonical = true;
  EXPECT_EQ(rotation_of(rotation, {0, 12}), matrix_from_quaternion({0.5, 1, -2, 3}));
}

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
    f.ops[0].transform.rotation = turned(RotationForm::AxisAngle, {}, 30, {});
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
