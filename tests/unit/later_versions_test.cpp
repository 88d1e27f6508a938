// What versions 0.7 to 0.13 added: how older documents are refused, and its symmetry.
#include <array>
#include <string>

#include <gtest/gtest.h>

#include "common/limits.hpp"
#include "support.hpp"
#include "symmetry/symmetry.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Decoded;
using test::findings_of;

std::string document(const std::string& version, const std::string& mesh,
                     const std::string& primitive) {
  return "version: \"" + version + "\"\nmeshes:\n- id: m\n" + mesh + "  primitives:\n  - {" +
         primitive + "}\n";
}

std::string box(const std::string& more = {}) {
  return "id: a, type: box, dimensions: {x: 1, y: 1, z: 1}" + more;
}

// A feature as part of a document, and what the version before it says.
struct Gate {
  const char* before;
  const char* since;
  std::string mesh;
  std::string primitive;
  const char* refusal;
};

constexpr const char* surface =
    "id: a, type: implicit_surface, iso: 0.2, ops: [{op: add, field: metaball_sphere@1, radius: "
    "0.8, strength: 1}], domain: {aabb: {min: [-1, -1, -1], max: [1, 1, 1]}, grid: {nx: 8, ny: 8, "
    "nz: 8}}";

TEST(LaterVersions, OlderDocumentsAreRefused) {
  const Gate gates[] = {
      {"0.6", "0.7", "  uv_roles: {albedo: {set: uv0}}\n", box(), "V33 4:3"},
      {"0.6", "0.7", "", box(", transform: {rotation_degrees: [0, 90, 0]}"), "V33 5:"},
      {"0.7", "0.8", "  uv_sets: {uv0: {generator: planar_xy@1}}\n", box(), "V33 4:3"},
      {"0.8", "0.9", "", "id: a, type: wedge, dimensions: {x: 1, y: 1, z: 1}", "X34 5:19"},
      {"0.9", "0.10", "", "repeat: {count: 1, as: i, body: {" + box() + "}}", "V33 5:6"},
      {"0.10", "0.11", "", "id: a, type: box, aabb: {min: [0, 0, 0], max: [1, 1, 1]}", "V57 5:"},
      {"0.10", "0.11", "", box(", surface: oak"), "V57 5:"},
      {"0.10", "0.11", "", box(", tags: [floor]"), "X34 5:"},
      {"0.10", "0.11", "",
       "macro: box_decompose, id: w, axis: x, span: [0, 1], height: 1, thickness: 1", "V57 5:6"},
      {"0.11", "0.12", "", "id: a, type: box, dimensions: {x: =1+1, y: 1, z: 1}", "V77 5:"},
      {"0.11", "0.12", "", box(", transform: {rotation_quat: [0, 0, 0, 1]}"), "V77 5:"},
      {"0.11", "0.12", "",
       box(", transform: {rotation_axis_angle: {axis: [0, 1, 0], degrees: 90}}"), "V77 5:"},
      {"0.11", "0.12", "",
       "macro: triangle_prism_on_plane, id: p, plane: {origin: [0, 0, 0], normal: [0, 0, 1]}, "
       "leg_p: [1, 0, 0], leg_q: [0, 1, 0], length: 1",
       "V77 5:13"},
      {"0.12", "0.13", "", surface, "V79 5:19"},
  };
  for (const Gate& gate : gates) {
    const std::string old = findings_of(document(gate.before, gate.mesh, gate.primitive));
    EXPECT_TRUE(old.starts_with(gate.refusal)) << gate.primitive << gate.mesh << "\n" << old;
    const std::string now = findings_of(document(gate.since, gate.mesh, gate.primitive));
    EXPECT_EQ(now, "") << gate.primitive << gate.mesh;
  }
}

TEST(LaterVersions, GeometryChecksMayHoldAnything) {
  for (const char* version : {"0.1", "0.6", "0.9", "0.10", "0.12", "0.13"}) {
    EXPECT_EQ(findings_of(document(version, "", box()) +
                          "geometry_checks:\n- {repeat: 1, a: $x, b: \"${i}\", c: =1/0}\n"),
              "")
        << version;
  }
}

TEST(LaterVersions, AWedgeHasThreeDimensionsAndNoOtherNames) {
  EXPECT_EQ(
      findings_of(document("0.9", "", "id: a, type: wedge, dimensions: {width: 1, y: 1, z: 1}")),
      "V33 5:39\n");
}

Decoded mirrored(const std::string& primitive) {
  Decoded decoded(
      "version: \"0.13\"\nsymmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\nmeshes:\n"
      "- id: m\n  primitives:\n  - {" +
      primitive + "}\n");
  std::size_t names_left = max_made_names;
  expand_symmetry(decoded.reporter(), decoded.document, names_left);
  EXPECT_EQ(decoded.report(), "");
  return decoded;
}

TEST(LaterVersions, RotationsOfAllFormsAreMirrored) {
  const auto rotation_of = [](const std::string& form) {
    const Decoded decoded = mirrored(
        "id: L_a, type: box, dimensions: {x: 1, y: 1, z: 1}, tags: [t], "
        "transform: {" +
        form + "}");
    const Primitive& image = decoded.document.meshes.at(0).primitives.at(1);
    EXPECT_EQ(image.id.value, "R_a");
    EXPECT_EQ(image.tags.size(), 1u);
    EXPECT_TRUE(image.transform.translation.given());
    return image.transform.rotation;
  };
  EXPECT_EQ(rotation_of("rotation_euler: [1, 2, 3]").vector, (Vec3{1, -2, -3}));
  EXPECT_EQ(rotation_of("rotation_degrees: [0, 180, 0]").vector, (Vec3{0, -3.141592653589793, 0}));
  const Rotation turn = rotation_of("rotation_axis_angle: {axis: [1, 2, 3], degrees: 40}");
  EXPECT_EQ(turn.vector, (Vec3{1, -2, -3}));
  EXPECT_EQ(turn.degrees, 40);
  const Quaternion q = rotation_of("rotation_quat: [1, 2, 3, 4]").quaternion;
  EXPECT_EQ((std::array{q.x, q.y, q.z, q.w}), (std::array{1.0, -2.0, -3.0, 4.0}));
}

TEST(LaterVersions, AMirroredSurfaceStaysOnePrimitive) {
  const Decoded decoded = mirrored(
      "id: L_a, type: implicit_surface, iso: 0.2, domain: {aabb: {min: [0.5, -1, -1], max: [3, 1, "
      "1]}, grid: {nx: 4, ny: 5, nz: 6}}, ops: [{op: add, field: sdf_sphere@1, radius: 0.5, "
      "strength: 1, transform: {translation: [2, 0, 0], rotation_euler: [1, 2, 3]}}, {op: "
      "subtract, "
      "field: sdf_sphere@1, radius: 0.5, strength: 1}]");
  ASSERT_EQ(decoded.document.meshes.at(0).primitives.size(), 1u);
  const Primitive& primitive = decoded.document.meshes[0].primitives[0];
  EXPECT_EQ(primitive.id.value, "L_a");
  ASSERT_NE(primitive.surface, nullptr);
  const SurfaceFields& fields = *primitive.surface;
  EXPECT_EQ(fields.min.value, (Vec3{-3, -1, -1}));
  EXPECT_EQ(fields.max.value, (Vec3{3, 1, 1}));
  ASSERT_EQ(fields.ops.size(), 4u);
  EXPECT_EQ(fields.ops[2].transform.translation.value, (Vec3{-2, 0, 0}));
  EXPECT_EQ(fields.ops[2].transform.rotation.vector, (Vec3{1, -2, -3}));
  EXPECT_TRUE(fields.ops[3].subtracts);
  EXPECT_FALSE(fields.ops[3].transform.translation.given());
}

}  // namespace
}  // namespace rigy
