// Inspections: what they list, and how intent checks are evaluated.
#include "rigy/inspect.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;

InspectResult inspect_files(const Files& documents, const InspectOptions& options = {}) {
  MemoryFiles files(documents);
  InspectOptions quiet = options;
  quiet.analysis.suppressed_warnings = {"all"};
  return inspect(test::entry_name, files, quiet);
}

Inspection inspected(const Files& documents, const InspectOptions& options = {}) {
  const InspectResult result = inspect_files(documents, options);
  EXPECT_EQ(test::messages(result.report), "");
  EXPECT_EQ(result.option_faults, std::vector<std::string>());
  return result.inspection.value_or(Inspection{});
}

Inspection inspected(const std::string& document, const InspectOptions& options = {}) {
  return inspected(Files{{test::entry_name, document}}, options);
}

// Without the sign of zeros.
std::string text_of(Vector3 vector) {
  for (double& value : vector) value += 0.0;
  return fmt::format("{}", fmt::join(vector, " "));
}

std::string text_of(const std::optional<Aabb>& box) {
  return box ? text_of(box->min) + " to " + text_of(box->max) : "nothing";
}

constexpr const char* two_meshes = R"(version: "0.12"
materials: {wood: {base_color: [0.5, 0.25, 0.125, 1]}}
meshes:
- id: left
  material: wood
  primitives:
  - {id: top, type: box, dimensions: {x: 1, y: 2, z: 4}, tags: [flat]}
  - {id: leg, type: cylinder, dimensions: {radius: 0.5, height: 1}, transform: {translation: [3, 0, 0]}}
- id: right
  material: wood
  primitives:
  - {id: top, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [0, 5, 0]}}
)";

TEST(Inspect, ListsPrimitivesWithSizesAndTheShortestNames) {
  const Inspection found = inspected(two_meshes);
  EXPECT_EQ(found.version, "0.12");
  EXPECT_EQ(found.mesh_count, 2u);
  EXPECT_EQ(found.primitive_count, 3u);
  EXPECT_EQ(text_of(found.bounds), "-0.5 -1 -2 to 3.5 5.5 2");
  ASSERT_EQ(found.primitives.size(), 3u);
  EXPECT_EQ(found.primitives[0].ref, "left.top");
  EXPECT_EQ(found.primitives[1].ref, "leg");
  EXPECT_EQ(found.primitives[2].ref, "right.top");
  EXPECT_EQ(found.primitives[0].id, "top");
  EXPECT_EQ(found.primitives[0].material, "wood");
  EXPECT_EQ(found.primitives[0].tags, std::vector<std::string>{"flat"});
  EXPECT_EQ(text_of(found.primitives[0].aabb), "-0.5 -1 -2 to 0.5 1 2");
  EXPECT_EQ(text_of(extents_of(*found.primitives[0].aabb)), "1 2 4");
  EXPECT_EQ(text_of(center_of(*found.primitives[1].aabb)), "3 0 0");
  EXPECT_EQ(found.primitives[0].counts.vertices, 24u);
  EXPECT_EQ(found.primitives[0].counts.triangles, 12u);
  ASSERT_EQ(found.materials.size(), 1u);
  EXPECT_EQ(found.materials[0].primitives, 3u);
  EXPECT_EQ(inspected("version: \"0.6\"\nmeshes: [{id: m, primitives: [{id: p, type: sphere, "
                      "dimensions: {radius: 1}}]}]\n")
                .primitives.at(0)
                .material,
            "implicit_default");
}

TEST(Inspect, SaysWhatAnImplicitSurfaceIsMadeOf) {
  const Inspection found = inspected(R"(version: "0.13"
materials: {clay: {base_color: [1, 0.5, 0, 1]}}
meshes:
- id: blob
  material: clay
  primitives:
  - id: L_body
    type: implicit_surface
    domain: {aabb: {min: [-0.5, -1, -1], max: [2, 1, 1]}, grid: {nx: 12, ny: 8, nz: 9}}
    iso: 0.25
    ops:
    - {op: add, field: metaball_sphere@1, radius: 0.5, strength: 2, transform: {translation: [1, 0, 0]}}
    - op: subtract
      field: sdf_capsule@1
      radius: 0.25
      height: 0.5
      strength: 3
      transform: {rotation_degrees: [0, 0, 90]}
  - {id: box, type: box, dimensions: {x: 1, y: 1, z: 1}}
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
)");
  ASSERT_TRUE(found.primitives.at(0).implicit);
  EXPECT_FALSE(found.primitives.at(1).implicit);
  const InspectedSurface& surface = *found.primitives[0].implicit;
  EXPECT_EQ(text_of(surface.domain), "-2 -1 -1 to 2 1 1");
  EXPECT_EQ(surface.grid, (std::array<std::uint32_t, 3>{12, 8, 9}));
  EXPECT_EQ(surface.iso, 0.25);
  ASSERT_EQ(surface.ops.size(), 4u);  // with the mirrored ones
  EXPECT_FALSE(surface.ops[0].subtracts);
  EXPECT_EQ(surface.ops[0].field, "metaball_sphere@1");
  EXPECT_EQ(surface.ops[0].radius, 0.5);
  EXPECT_EQ(surface.ops[0].height, std::nullopt);
  EXPECT_EQ(surface.ops[0].strength, 2);
  EXPECT_EQ(text_of(surface.ops[0].translation), "1 0 0");
  EXPECT_TRUE(surface.ops[1].subtracts);
  EXPECT_EQ(surface.ops[1].field, "sdf_capsule@1");
  EXPECT_EQ(surface.ops[1].height, 0.5);
  EXPECT_NEAR(surface.ops[1].rotation[0], std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(surface.ops[1].rotation[3], std::sqrt(0.5), 1e-12);
  EXPECT_EQ(text_of(surface.ops[2].translation), "-1 0 0");
}

TEST(Inspect, ListsUvSetsAndTheirRoles) {
  const Inspection found = inspected(R"(version: "0.8"
meshes:
- id: m
  uv_sets: {uv0: {generator: planar_xy@1}, uv1: {generator: box_project@1}}
  uv_roles: {albedo: {set: uv1}, detail: {set: uv0}}
  primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]
- {id: plain, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
)");
  const InspectedMesh& mesh = found.meshes.at(0);
  ASSERT_EQ(mesh.uv_sets.size(), 2u);
  EXPECT_EQ(mesh.uv_sets[1].name, "uv1");
  EXPECT_EQ(mesh.uv_sets[1].generator, "box_project@1");
  ASSERT_EQ(mesh.uv_roles.size(), 2u);
  EXPECT_EQ(mesh.uv_roles[0].role, "albedo");
  EXPECT_EQ(mesh.uv_roles[0].set, "uv1");
  EXPECT_TRUE(found.meshes.at(1).uv_sets.empty());
}

TEST(Inspect, ListsRollsSurfacesAndScopes) {
  const Inspection found = inspected(R"(version: "0.11"
meshes: [{id: m, primitives: [{id: p, type: box, surface: oak, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures: [{id: r, bones: [{id: L_b, parent: none, head: [0, 0, 0], tail: [0, 1, 0], roll: 0.5}]}]
anchors: [{id: a, translation: [0, 0, 0], scope: public}]
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
)");
  EXPECT_EQ(found.primitives.at(0).surface, "oak");
  EXPECT_EQ(found.armatures.at(0).bones.at(0).roll, 0.5);
  EXPECT_EQ(found.armatures.at(0).bones.at(1).roll, -0.5);
  EXPECT_EQ(found.anchors.at(0).scope, "public");
}

TEST(Inspect, ListsOnlyChosenPrimitivesButCountsAll) {
  const auto refs = [](std::vector<std::string> ids) {
    std::vector<std::string> found;
    InspectOptions options;
    options.primitives = std::move(ids);
    const Inspection inspection = inspected(two_meshes, options);
    EXPECT_EQ(inspection.primitive_count, 3u);
    EXPECT_EQ(text_of(inspection.bounds), "-0.5 -1 -2 to 3.5 5.5 2");
    for (const InspectedPrimitive& one : inspection.primitives) found.push_back(one.ref);
    return fmt::format("{}", fmt::join(found, " "));
  };
  EXPECT_EQ(refs({"leg"}), "leg");
  EXPECT_EQ(refs({"top"}), "left.top right.top");
  EXPECT_EQ(refs({"right.top", "leg"}), "leg right.top");
  EXPECT_EQ(refs({"left"}), "left.top leg");
}

TEST(Inspect, RefusesUnknownPrimitives) {
  InspectOptions options;
  options.primitives = {"lag", "elephant"};
  const InspectResult result = inspect_files({{test::entry_name, two_meshes}}, options);
  EXPECT_FALSE(result.inspection);
  EXPECT_EQ(test::messages(result.report),
            "X51 0:0 no primitive, mesh or instance is called 'lag'\n"
            "X51 0:0 no primitive, mesh or instance is called 'elephant'\n");
  EXPECT_EQ(result.report.diagnostics.at(0).help, "did you mean 'leg'?");
}

TEST(Inspect, FindsGapsBetweenBoxes) {
  InspectOptions options;
  options.pairwise_gaps = true;
  const Inspection found = inspected(two_meshes, options);
  ASSERT_EQ(found.pairs->size(), 3u);
  const InspectedPair& pair = found.pairs->front();
  EXPECT_EQ(pair.a + " " + pair.b, "left.top leg");
  EXPECT_EQ(text_of(pair.gap), "2 -1.5 -2.5");
  EXPECT_EQ(pair.overall, 2);
  EXPECT_FALSE(inspected(two_meshes).pairs);
}

std::string faces_of(const std::string& document) {
  std::string text;
  for (const InspectedFace& face : inspected(document).faces) {
    text += fmt::format("{}.{} {} {:.3f}\n", face.primitive, face.surface_key, text_of(face.normal),
                        std::abs(face.d) < 1e-9 ? 0 : face.d);
  }
  return text;
}

TEST(Inspect, ListsFacesOfBoxesAndWedges) {
  EXPECT_EQ(faces_of(R"(version: "0.9"
meshes:
- id: m
  primitives:
  - {id: p, type: box, dimensions: {x: 2, y: 4, z: 6}, transform: {translation: [10, 0, 0]}}
  - {id: s, type: sphere, dimensions: {radius: 1}}
)"),
            "p.+x 1 0 0 -11.000\np.-x -1 0 0 9.000\np.+y 0 1 0 -2.000\np.-y 0 -1 0 -2.000\np.+z 0 "
            "0 1 -3.000\n"
            "p.-z 0 0 -1 -3.000\n");
  EXPECT_EQ(faces_of(R"(version: "0.9"
meshes:
- {id: m, primitives: [{id: L_w, type: wedge, dimensions: {x: 6, y: 2, z: 8}}]}
symmetry: {mirror_x: {prefix_from: "L_", prefix_to: "R_"}}
)"),
            "L_w.-z 0 0 -1 -4.000\nL_w.-x -1 0 0 -3.000\nL_w.slope 0.8 0 0.6 0.000\nL_w.-y 0 -1 0 "
            "-1.000\n"
            "L_w.+y 0 1 0 -1.000\n"
            "R_w.-z 0 0 -1 -4.000\nR_w.+x 1 0 0 -3.000\nR_w.slope -0.8 0 0.6 0.000\nR_w.-y 0 -1 0 "
            "-1.000\n"
            "R_w.+y 0 1 0 -1.000\n");
  EXPECT_EQ(faces_of("version: \"0.8\"\nmeshes:\n- {id: m, primitives: [{id: p, type: box, "
                     "dimensions: {x: 1, y: 1, z: 1}}]}\n"),
            "");
}

constexpr const char* arm = R"(version: "0.6"
meshes:
- id: body
  primitives:
  - {id: upper, type: box, dimensions: {x: 1, y: 1, z: 1}}
  - {id: lower, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [0, -1, 0]}}
  - {id: badge, type: box, dimensions: {x: 1, y: 1, z: 1}}
- {id: hat, primitives: [{id: brim, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
armatures:
- id: rig
  bones:
  - {id: hand, parent: elbow, head: [0, 2, 0], tail: [0, 2, 0.5]}
  - {id: elbow, parent: none, head: [0, 0, 0], tail: [3, 4, 0]}
bindings:
- mesh_id: body
  armature_id: rig
  skinning_solver: dqs
  weights:
  - {primitive_id: upper, bones: [{bone_id: elbow, weight: 1}]}
  - {primitive_id: lower, bones: [{bone_id: elbow, weight: 0.25}, {bone_id: hand, weight: 0.75}]}
poses:
- {id: up, bones: {elbow: {translation: [0, 10, 0]}}}
)";

TEST(Inspect, ShowsBonesAsATreeAndWhatTheyMove) {
  const Inspection found = inspected(arm);
  ASSERT_EQ(found.armatures.size(), 1u);
  const std::vector<InspectedBone>& bones = found.armatures[0].bones;
  EXPECT_EQ(bones[0].parent, 1u);
  EXPECT_EQ(bones[0].depth, 1u);
  EXPECT_EQ(bones[1].parent, std::nullopt);
  EXPECT_EQ(bones[1].children, std::vector<std::size_t>{0});
  EXPECT_EQ(bones[1].length, 5);
  EXPECT_EQ(text_of(*bones[1].direction), "0.6 0.8 0");
  EXPECT_EQ(bones[0].vertices, 24u);
  EXPECT_EQ(bones[0].share, 0.25);
  EXPECT_EQ(bones[1].vertices, 72u);
  EXPECT_EQ(bones[1].share, 0.75);
  ASSERT_EQ(bones[1].primitives.size(), 3u);
  EXPECT_EQ(bones[1].primitives[1].primitive, "lower");
  EXPECT_EQ(bones[1].primitives[1].share, 0.25);
  EXPECT_EQ(found.meshes[0].armature, "rig");
  EXPECT_EQ(found.meshes[0].solver, "dqs");
  EXPECT_EQ(found.meshes[1].armature, "");
  ASSERT_EQ(found.skins.size(), 1u);
  EXPECT_EQ(found.skins[0].joints, 2u);
  EXPECT_EQ(found.skins[0].solver, "dqs");
}

TEST(Inspect, NamesPartsWithoutWeights) {
  const Inspection found = inspected(arm);
  ASSERT_EQ(found.unweighted.size(), 2u);
  EXPECT_EQ(found.unweighted[0].primitive, "badge");
  EXPECT_TRUE(found.unweighted[0].bound);
  EXPECT_EQ(found.unweighted[0].follows, "elbow");
  EXPECT_EQ(found.unweighted[1].primitive, "brim");
  EXPECT_FALSE(found.unweighted[1].bound);
  EXPECT_EQ(found.unweighted[1].follows, "");
}

TEST(Inspect, MeasuresPoses) {
  const Inspection found = inspected(arm);
  ASSERT_EQ(found.poses.size(), 1u);
  EXPECT_EQ(found.poses[0].bones.size(), 1u);
  ASSERT_TRUE(found.poses[0].bounds);
  EXPECT_EQ(found.poses[0].bounds->max[1], 10.5);
  EXPECT_EQ(found.bounds->max[1], 0.5);
}

TEST(Inspect, PlacesInstancesAndAnchors) {
  const std::string part = R"(version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
)";
  const std::string whole = R"(version: "0.6"
imports: {part: {source: part.rigy.yaml}}
anchors:
- {id: a, translation: [0, 2, 0]}
- {id: b, translation: [0, 2, -1]}
- {id: c, translation: [0, 3, 0]}
instances:
- {id: one, import: part, attach3: {from: [part.a, part.b, part.c], to: [a, b, c], mode: rigid}}
)";
  const Inspection found = inspected(Files{{test::entry_name, whole}, {"part.rigy.yaml", part}});
  ASSERT_EQ(found.instances.size(), 1u);
  const InspectedInstance& one = found.instances[0];
  EXPECT_EQ(one.ref, "one");
  EXPECT_EQ(one.file, "part.rigy.yaml");
  EXPECT_EQ(text_of(one.translation), "0 2 0");
  EXPECT_EQ(text_of(one.scale), "1 1 1");
  ASSERT_TRUE(one.rotation);
  EXPECT_NEAR((*one.rotation)[0], 0.70710678118654757, 1e-15);
  EXPECT_NEAR((*one.rotation)[2], 0.70710678118654757, 1e-15);
  EXPECT_FALSE(one.mirrors);
  ASSERT_EQ(found.anchors.size(), 6u);
  EXPECT_EQ(found.anchors[4].ref, "one.b");
  EXPECT_EQ(text_of(found.anchors[4].position), "0 2 -1");
  EXPECT_EQ(found.files, (std::vector<std::string>{test::entry_name, "part.rigy.yaml"}));
  EXPECT_EQ(found.primitives.at(0).mesh, "one.m");
}

TEST(Inspect, ListsMeshesWithoutVertices) {
  const Inspection found = inspected(R"(version: "0.13"
meshes:
- id: m
  primitives:
  - id: none
    type: implicit_surface
    domain: {aabb: {min: [5, 5, 5], max: [6, 6, 6]}, grid: {nx: 4, ny: 4, nz: 4}}
    iso: 100
    ops: [{op: add, field: metaball_sphere@1, radius: 0.1, strength: 1}]
- {id: n, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
)");
  EXPECT_EQ(found.mesh_count, 2u);
  EXPECT_EQ(found.primitive_count, 2u);
  EXPECT_EQ(text_of(found.bounds), "-0.5 -0.5 -0.5 to 0.5 0.5 0.5");
  ASSERT_EQ(found.primitives.size(), 2u);
  EXPECT_EQ(found.primitives[1].id, "none");
  EXPECT_EQ(text_of(found.primitives[1].aabb), "nothing");
}

TEST(Inspect, RejectedDocumentsHaveNoInspection) {
  const InspectResult result = inspect_files({{test::entry_name, "version: \"0.6\"\nmeshs: []\n"}});
  EXPECT_FALSE(result.inspection);
  EXPECT_EQ(test::findings(result.report), "V33 2:1\n");
}

TEST(Inspect, TakesAnAnalysis) {
  MemoryFiles files(Files{{test::entry_name, two_meshes}});
  const Analysis analysis = analyze(test::entry_name, files);
  const InspectResult result = inspect(analysis);
  ASSERT_TRUE(result.inspection);
  EXPECT_EQ(inspection_json(*result.inspection), inspection_json(inspected(two_meshes)));
}

TEST(Inspect, ThreadsMakeNoDifference) {
  InspectOptions options;
  options.analysis.threads = 3;
  EXPECT_EQ(inspection_json(inspected(arm, options)), inspection_json(inspected(arm)));
}

TEST(Inspect, TextHidesControlCharacters) {
  const std::string text = inspection_text(
      inspected("version: \"0.6\"\nmeshes:\n- {id: m, primitives: [{id: \"a\\e[31m\", type: box, "
                "dimensions: {x: 1, y: 1, z: 1}}]}\n"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("a\\u001b[31m"), std::string::npos);
}

// --- intent checks ---

constexpr const char* things = R"(version: "0.9"
meshes:
- id: m
  primitives:
  - {id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}
  - {id: lid, type: box, dimensions: {x: 1, y: 0.1, z: 1}, transform: {translation: [0, 0.55, 0]}}
  - {id: seed, type: sphere, dimensions: {radius: 0.25}}
  - {id: L_w, type: wedge, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [2, 0, 0], rotation_degrees: [10, 20, 30]}}
  - {id: L_s, type: sphere, dimensions: {radius: 0.5}, transform: {translation: [9, 0, 0], rotation_degrees: [10, 20, 30]}}
  - {id: s, type: sphere, dimensions: {radius: 0.5}, transform: {translation: [-9, 0, 0]}}
  - {id: far, type: cylinder, dimensions: {radius: 0.5, height: 1}, transform: {translation: [0, 0, 7]}}
symmetry: {mirror_x: {prefix_from: "L_", prefix_to: "R_"}}
anchors: [{id: tip, translation: [0, 2, 0]}]
geometry_checks:
  alignment:
  - )";

InspectedCheck checked(const std::string& check) {
  InspectOptions options;
  options.intent_checks = true;
  const Inspection found = inspected(things + check + "\n", options);
  EXPECT_EQ(found.checks->size(), 1u);
  return found.checks->front();
}

// "pass touching distance 0": the verdict or the error, the status, and what was measured.
std::string verdict(const std::string& check) {
  const InspectedCheck found = checked(check);
  if (!found.pass) return found.error;
  std::string text = *found.pass ? "pass" : "fail";
  if (!found.status.empty()) text += " " + found.status;
  for (const auto& [name, value] : found.values) text += fmt::format(" {} {:.6g}", name, value);
  return text;
}

// The errors of all checks of a document that has these.
std::string errors_of(const std::string& geometry_checks) {
  InspectOptions options;
  options.intent_checks = true;
  const std::string all = things;
  const std::string before = all.substr(0, all.find("geometry_checks"));
  const Inspection found = inspected(before + geometry_checks + "\n", options);
  std::string text;
  for (const InspectedCheck& check : *found.checks) {
    text += fmt::format("{}{}\n", check.pass ? "verdict " : "", check.error);
  }
  return text;
}

TEST(IntentChecks, CannotBeMissedByAMisspelling) {
  const std::string no_mapping = "'geometry_checks' is not a mapping with 'alignment'\n";
  EXPECT_EQ(errors_of("geometry_checks: 5"), no_mapping);
  EXPECT_EQ(errors_of("geometry_checks: [{check: touching, a: p, b: lid}]"), no_mapping);
  EXPECT_EQ(errors_of("geometry_checks: {}"), no_mapping);
  EXPECT_EQ(errors_of("geometry_checks: {other: []}"), no_mapping);
  EXPECT_EQ(errors_of("geometry_checks: {alignement: [{check: touching, a: p, b: lid}]}"),
            "unknown field 'alignement'; did you mean 'alignment'?\n");
  EXPECT_EQ(errors_of("geometry_checks: {alignment: 5}"), "'alignment' is not a list of checks\n");
  EXPECT_EQ(errors_of("geometry_checks: {alignment: []}"), "");
  EXPECT_EQ(errors_of("geometry_checks:"), "");
  EXPECT_EQ(errors_of(""), "");
}

TEST(IntentChecks, CompareImplicitSurfacesWithTheirImages) {
  const std::string blob = R"(version: "0.13"
materials: {w: {base_color: [1, 1, 1, 1]}}
meshes:
- id: m
  material: w
  primitives:
  - id: blob
    type: implicit_surface
    domain: {aabb: {min: [-1, -1, -1], max: [1, 1, 1]}, grid: {nx: 48, ny: 48, nz: 48}}
    iso: 0.25
    ops: [{op: add, field: metaball_sphere@1, radius: 1.2, strength: 1}]
  - {id: side, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [1.5, 0, 0]}}
geometry_checks:
  alignment:
  - {check: symmetric, a: blob, b: blob}
  - {check: symmetric, a: blob, b: blob, axis: y}
  - {check: symmetric, a: side, b: side}
)";
  InspectOptions options;
  options.intent_checks = true;
  const Inspection found = inspected(blob, options);
  ASSERT_EQ(found.checks->size(), 3u);
  EXPECT_EQ((*found.checks)[0].pass, true) << (*found.checks)[0].error;
  EXPECT_EQ((*found.checks)[1].pass, true) << (*found.checks)[1].error;
  EXPECT_EQ((*found.checks)[2].pass, false) << (*found.checks)[2].error;
}

TEST(IntentChecks, CompareFaces) {
  EXPECT_EQ(verdict("{check: normal_parallel, a: p.+x, b: lid.-x}"), "pass cross_magnitude 0");
  EXPECT_EQ(verdict("{check: normal_parallel, a: p.+x, b: lid.+y}"), "fail cross_magnitude 1");
  EXPECT_EQ(verdict("{check: coplanar, a: p.+y, b: lid.-y}"), "pass cross_magnitude 0 distance 0");
  EXPECT_EQ(verdict("{check: coplanar, a: p.+y, b: lid.+y}"),
            "fail cross_magnitude 0 distance 0.1");
  EXPECT_EQ(verdict("{check: coplanar, a: p.+y, b: lid.+y, tolerance: 0.2}"),
            "pass cross_magnitude 0 distance 0.1");
}

TEST(IntentChecks, PutPointsOnLines) {
  EXPECT_EQ(verdict("{check: point_on_line, point: L_w.apex, line: L_w.ridge}"),
            "fail distance 0.333333");
  EXPECT_EQ(verdict("{check: point_on_line, point: L_w.apex, line: L_w.ridge, tolerance: 0.4}"),
            "pass distance 0.333333");
  EXPECT_TRUE(verdict("{check: point_on_line, point: tip, line: L_w.ridge}").starts_with("fail"));
}

TEST(IntentChecks, CompareSurfaces) {
  EXPECT_EQ(verdict("{check: touching, a: lid, b: p}"), "pass touching distance 0");
  EXPECT_EQ(verdict("{check: touching, a: p, b: far}"), "fail apart distance 6");
  EXPECT_EQ(verdict("{check: touching, a: p, b: far, tolerance: 6.1}"), "pass apart distance 6");
  EXPECT_EQ(verdict("{check: touching, a: seed, b: p}"),
            "fail contained distance 0 penetration 0.75");
  EXPECT_EQ(verdict("{check: touching, a: seed, b: p, tolerance: 0.8}"),
            "pass contained distance 0 penetration 0.75");
  EXPECT_EQ(verdict("{check: inside, a: seed, b: p}"), "pass contained distance 0");
  EXPECT_EQ(verdict("{check: inside, a: p, b: seed}"), "fail containing distance 0");
  EXPECT_EQ(verdict("{check: inside, a: lid, b: p}"), "fail touching distance 0");
  EXPECT_EQ(verdict("{check: inside, a: lid, b: p, tolerance: 0.11}"), "pass touching distance 0");
  EXPECT_EQ(verdict("{check: inside, a: lid, b: m}"), "pass contained distance 0");
}

TEST(IntentChecks, LimitDistances) {
  EXPECT_EQ(verdict("{check: distance, a: tip, b: lid, min: 1}"), "pass apart min 1 distance 1.4");
  EXPECT_EQ(verdict("{check: distance, a: tip, b: lid, max: 1}"), "fail apart max 1 distance 1.4");
  EXPECT_EQ(verdict("{check: distance, a: tip, b: lid, max: 1, tolerance: 0.5}"),
            "pass apart max 1 distance 1.4");
  EXPECT_EQ(verdict("{check: distance, a: p, b: lid, min: 0.1, max: 1}"),
            "fail touching min 0.1 max 1 distance 0");
}

TEST(IntentChecks, CompareHeights) {
  EXPECT_EQ(verdict("{check: above, a: lid, b: p}"), "pass gap 0");
  EXPECT_EQ(verdict("{check: above, a: p, b: lid}"), "fail gap -1.1");
  EXPECT_EQ(verdict("{check: above, a: tip, b: lid}"), "pass gap 1.4");
}

TEST(IntentChecks, FindMirrorImages) {
  EXPECT_EQ(verdict("{check: symmetric, a: L_w, b: R_w}"), "pass deviation 0");
  EXPECT_TRUE(verdict("{check: symmetric, a: L_w, b: R_w, axis: z}").starts_with("fail"));
  // Round things look the same however they are turned.
  EXPECT_TRUE(verdict("{check: symmetric, a: L_s, b: s}").starts_with("pass"));
  EXPECT_TRUE(verdict("{check: symmetric, a: m, b: m}").starts_with("pass"));
  EXPECT_EQ(verdict("{check: symmetric, a: far, b: far, axis: z}"), "fail deviation 14");
  EXPECT_EQ(checked("{check: symmetric, a: L_w, b: R_w}").operands.back().second, "x");
}

TEST(IntentChecks, SayWhyTheyCannotBeEvaluated) {
  EXPECT_EQ(verdict("{check: touching, a: nothing, b: p}"),
            "no primitive, mesh, instance or anchor is called 'nothing'");
  EXPECT_EQ(verdict("{check: coplanar, a: seed.+x, b: p.+x}"),
            "'seed' has no face '+x': only boxes and wedges have named features, from version 0.9 "
            "on");
  EXPECT_EQ(verdict("{check: distance, a: p, b: lid}"), "'min' or 'max' is missing");
  EXPECT_EQ(verdict("[]"), "the check is not a mapping with 'check'");
}

TEST(IntentChecks, HoldOnlyIfAllPass) {
  InspectOptions options;
  options.intent_checks = true;
  const auto holds = [&](const std::string& check) {
    return intent_holds(inspected(things + check + "\n", options));
  };
  EXPECT_TRUE(holds("{check: above, a: lid, b: p}"));
  EXPECT_FALSE(holds("{check: above, a: p, b: lid}"));
  EXPECT_FALSE(holds("{check: above, a: p, b: q}"));
  EXPECT_TRUE(intent_holds(inspected(two_meshes, options)));
}

}  // namespace
}  // namespace rigy
