// How documents that are too old for a feature are refused.
#include <string>

#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

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

TEST(FeatureGates, OlderDocumentsAreRefused) {
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

TEST(FeatureGates, GeometryChecksMayHoldAnything) {
  for (const char* version : {"0.1", "0.6", "0.9", "0.10", "0.12", "0.13"}) {
    EXPECT_EQ(findings_of(document(version, "", box()) +
                          "geometry_checks:\n- {repeat: 1, a: $x, b: \"${i}\", c: =1/0}\n"),
              "")
        << version;
  }
}

}  // namespace
}  // namespace rigy
