// Comparing documents: what is the same, what each change is called, and how far surfaces move.
#include "rigy/diff.hpp"

#include <string>

#include <gtest/gtest.h>

#include "diff/surface_distance.hpp"
#include "rigy/compile.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;

Analysis analyzed(const Files& documents) {
  MemoryFiles files(documents);
  AnalyzeOptions options;
  options.suppressed_warnings = {"all"};
  return analyze(test::entry_name, files, options);
}

Diff compared(const Files& before, const Files& after) {
  const Analysis earlier = analyzed(before);
  const Analysis later = analyzed(after);
  return diff(&earlier, &later);
}

// The text without the names of the two files.
std::string text_of(const Diff& diff) {
  const std::string text = diff_text(diff, false);
  return text.substr(text.find('\n', text.find('\n') + 1) + 1);
}

std::string differences(const Files& before, const Files& after) {
  return text_of(compared(before, after));
}
std::string differences(const std::string& before, const std::string& after) {
  return differences(Files{{test::entry_name, before}}, Files{{test::entry_name, after}});
}

std::string body(const std::string& primitives) {
  return "version: \"0.13\"\nmaterials: {red: {base_color: [1, 0, 0, 1]}, blue: {base_color: "
         "[0, 0, 1, 1]}}\nmeshes:\n- id: body\n  primitives:\n" +
         primitives;
}

const std::string two_boxes = body(
    "  - {id: a, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}\n"
    "  - {id: b, type: sphere, material: blue, dimensions: {radius: 0.5}}\n");

TEST(Diff, SpellingIsNoChange) {
  const std::string spelled = body(R"(  - id: "a" # a comment
    type: box
    dimensions: {z: 1.0, y: 1e0, x: "=0.5+0.5"}
    material: red
    transform: {translation: [0, 0, 0]}
  - {id: b, material: blue, type: sphere, dimensions: {radius: 0.5}}
)");
  EXPECT_EQ(differences(two_boxes, spelled), "no change\n");
}

TEST(Diff, RoundingIsNoChange) {
  const auto box = [](const std::string& size) {
    return body("  - {id: a, type: box, material: red, dimensions: {x: " + size +
                ", y: 1, z: 1}}\n");
  };
  EXPECT_EQ(differences(box("0.3"), box("\"=0.1+0.2\"")), "no change\n");
  EXPECT_EQ(differences(box("0.3"), box("0.300000001")),
            "~ primitive body.a\n"
            "    resized: x 0.3 -> 0.300000001\n"
            "    surface moves by up to 5e-10 m\n"
            "largest displacement of the surface at rest: 5e-10 m, at body.a, from 0.15, -0.5, "
            "-0.5 to 0.15, -0.5, -0.5\n"
            "0 added, 0 removed, 1 changed\n");
}

TEST(Diff, MovedTurnedResizedRecolored) {
  const std::string changed = body(
      "  - {id: a, type: box, material: blue, dimensions: {x: 1, y: 3, z: 1}, transform: "
      "{translation: [0, 1, 0]}}\n"
      "  - {id: b, type: sphere, material: blue, dimensions: {radius: 0.5}, transform: "
      "{rotation_degrees: [0, 0, 90]}}\n");
  EXPECT_EQ(differences(two_boxes, changed),
            "~ primitive body.a\n"
            "    resized: y 1 -> 3\n"
            "    moved by 0, 1, 0 (1 m): 0, 0, 0 -> 0, 1, 0\n"
            "    re-colored: material red -> blue\n"
            "    surface moves by up to 2 m\n"
            "~ primitive body.b\n"
            "    turned by 90 degrees about 0, 0, 1\n"
            "    surface moves by up to 0.707107 m\n"
            "largest displacement of the surface at rest: 2 m, at body.a, from 0.5, 0.5, -0.5 to "
            "0.5, 2.5, -0.5\n"
            "0 added, 0 removed, 2 changed\n");
}

TEST(Diff, AddedAndRemovedHaveValues) {
  const std::string other = body(
      "  - {id: a, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}\n"
      "  - {id: c, type: capsule, material: red, dimensions: {radius: 0.25, height: 2}, transform: "
      "{translation: [0, 1, 0]}}\n");
  EXPECT_EQ(differences(two_boxes, other),
            "+ primitive body.c\n"
            "    type capsule\n"
            "    radius 0.25\n"
            "    height 2\n"
            "    translation 0, 1, 0\n"
            "    material red\n"
            "- primitive body.b\n"
            "    type sphere\n"
            "    radius 0.5\n"
            "    translation 0, 0, 0\n"
            "    material blue\n"
            "1 added, 1 removed, 0 changed\n");
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Diff, EqualContentIsARename) {
  std::string renamed = replaced(two_boxes, "red: {", "crimson: {");
  renamed = replaced(renamed, "material: red", "material: crimson");
  renamed = replaced(renamed, "id: b,", "id: c,");
  EXPECT_EQ(differences(two_boxes, renamed),
            "~ material crimson\n"
            "    renamed from red\n"
            "~ primitive body.c\n"
            "    renamed from body.b\n"
            "0 added, 0 removed, 2 changed\n");
  EXPECT_EQ(differences(two_boxes, replaced(two_boxes, "id: body", "id: torso")),
            "~ mesh torso\n"
            "    renamed from body\n"
            "0 added, 0 removed, 1 changed\n");
  // A mesh whose parts keep their ids may change at the same time.
  const std::string changed = replaced(two_boxes, "radius: 0.5", "radius: 1");
  EXPECT_EQ(
      differences(two_boxes, replaced(changed, "id: body", "id: torso")),
      "~ mesh torso\n"
      "    renamed from body\n"
      "~ primitive torso.b\n"
      "    resized: radius 0.5 -> 1\n"
      "    surface moves by up to 0.5 m\n"
      "largest displacement of the surface at rest: 0.5 m, at torso.b, from 0, 0.5, 0 to 0, 1, "
      "0\n"
      "0 added, 0 removed, 2 changed\n");
}

TEST(Diff, ReorderedPrimitivesAreAChange) {
  const std::string other = body(
      "  - {id: b, type: sphere, material: blue, dimensions: {radius: 0.5}}\n"
      "  - {id: a, type: box, material: red, dimensions: {x: 1, y: 1, z: 1}}\n");
  EXPECT_EQ(differences(two_boxes, other),
            "~ mesh body\n"
            "    re-ordered: its primitives have another order\n"
            "0 added, 0 removed, 1 changed\n");
}

constexpr const char* arm = R"(version: "0.9"
meshes:
- id: arm
  primitives:
  - {id: upper, type: box, dimensions: {x: 1, y: 1, z: 1}}
armatures:
- id: rig
  bones:
  - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
  - {id: tip, parent: root, head: [0, 1, 0], tail: [0, 2, 0]}
bindings:
- mesh_id: arm
  armature_id: rig
  weights:
  - {primitive_id: upper, bones: [{bone_id: root, weight: 1}]}
poses:
- id: lift
  bones:
    root: {translation: [0, 0, 0]}
    tip: {translation: [0, 3, 0]}
)";

TEST(Diff, ReweightedPrimitivesMoveInPoses) {
  const std::string half =
      replaced(arm, "bones: [{bone_id: root, weight: 1}]",
               "bones: [{bone_id: root, weight: 0.75}, {bone_id: tip, weight: 0.25}]");
  EXPECT_EQ(differences(arm, half),
            "~ primitive arm.upper\n"
            "    re-weighted: bone root 1 -> 0.75 on average, by up to 0.25 at 24 vertices\n"
            "    re-weighted: bone tip 0 -> 0.25 on average, by up to 0.25 at 24 vertices\n"
            "largest displacement of the surface in pose lift: 0.5 m, at arm.upper, from 0.5, "
            "-0.5, -0.5 to 0.5, 0, -0.5\n"
            "0 added, 0 removed, 1 changed\n");
}

// Two armatures: that of one bone has the tip alone.
std::string arm_bound_to(const std::string& armature) {
  std::string text = replaced(arm, "bindings:",
                              "- id: short\n  bones:\n"
                              "  - {id: tip, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}\n"
                              "bindings:");
  text = replaced(text, "bones: [{bone_id: root, weight: 1}]",
                  armature == "short" ? "bones: [{bone_id: tip, weight: 1}]"
                                      : "bones: [{bone_id: root, weight: 0.5}, {bone_id: tip, "
                                        "weight: 0.5}]");
  return replaced(text, "armature_id: rig", "armature_id: " + armature);
}

TEST(Diff, BonesOfAnotherArmatureAreTheSameByTheirIds) {
  const auto objects = [](const std::string& before, const std::string& after) {
    const std::string text = differences(arm_bound_to(before), arm_bound_to(after));
    return text.substr(0, text.find("largest displacement"));
  };
  EXPECT_EQ(objects("rig", "short"),
            "~ primitive arm.upper\n"
            "    re-weighted: bone tip 0.5 -> 1 on average, by up to 0.5 at 24 vertices\n"
            "    re-weighted: bone root 0.5 -> 0 on average, by up to 0.5 at 24 vertices\n"
            "~ binding arm\n"
            "    re-bound: armature rig -> short\n");
  EXPECT_EQ(objects("short", "rig"),
            "~ primitive arm.upper\n"
            "    re-weighted: bone root 0 -> 0.5 on average, by up to 0.5 at 24 vertices\n"
            "    re-weighted: bone tip 1 -> 0.5 on average, by up to 0.5 at 24 vertices\n"
            "~ binding arm\n"
            "    re-bound: armature short -> rig\n");
}

TEST(Diff, ReposedBonesAreNamed) {
  const std::string other = replaced(
      arm, "tip: {translation: [0, 3, 0]}",
      "tip: {translation: [0, 4, 0], rotation: [0.7071067811865476, 0, 0, 0.7071067811865476]}");
  EXPECT_EQ(differences(arm, other),
            "~ pose lift\n"
            "    re-posed: bone tip moved by 0, 1, 0 (1 m)\n"
            "    re-posed: bone tip turned by 90 degrees about 0, 0, 1\n"
            "0 added, 0 removed, 1 changed\n");
  // A quaternion and its negative are the same turn.
  const std::string negative = replaced(other, "[0.7071067811865476, 0, 0, 0.7071067811865476]",
                                        "[-0.7071067811865476, 0, 0, -0.7071067811865476]");
  EXPECT_EQ(differences(other, negative), "no change\n");
}

TEST(Diff, RenamedBonesKeepTheirChildrenWeightsAndPoses) {
  std::string other = arm;
  for (const std::string name : {"{id: root,", "bone_id: root", "parent: root", "    root: {"}) {
    other = replaced(other, name, replaced(name, "root", "base"));
  }
  EXPECT_EQ(differences(arm, other),
            "~ bone rig.base\n"
            "    renamed from rig.root\n"
            "0 added, 0 removed, 1 changed\n");
}

TEST(Diff, ReboundMeshesAndMovedBones) {
  const std::string moved = replaced(arm, "tail: [0, 2, 0]", "tail: [0, 2, 1]");
  EXPECT_EQ(differences(arm, moved),
            "~ bone rig.tip\n"
            "    tail moved by 0, 0, 1 (1 m): 0, 2, 0 -> 0, 2, 1\n"
            "0 added, 0 removed, 1 changed\n");
  const std::string solver =
      replaced(arm, "  armature_id: rig\n", "  armature_id: rig\n  skinning_solver: dqs\n");
  EXPECT_EQ(differences(arm, solver),
            "~ binding arm\n"
            "    re-bound: skinning_solver lbs -> dqs\n"
            "0 added, 0 removed, 1 changed\n");
  // The default is the same, wherever it is written.
  const std::string written = replaced(arm, "meshes:\n", "skinning_solver: lbs\nmeshes:\n");
  EXPECT_EQ(differences(arm, written), "no change\n");
}

TEST(Diff, MirroredItemsMayBeWrittenOut) {
  const std::string mirrored =
      "version: \"0.9\"\nsymmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\nmeshes:\n- id: "
      "m\n  primitives:\n  - {id: L_a, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: "
      "{translation: [2, 0, 0], rotation_euler: [0.1, 0.2, 0.3]}}\n";
  const std::string written =
      "version: \"0.9\"\nmeshes:\n- id: m\n  primitives:\n  - {id: L_a, type: box, dimensions: "
      "{x: 1, y: 1, z: 1}, transform: {translation: [2, 0, 0], rotation_euler: [0.1, 0.2, 0.3]}}\n"
      "  - {id: R_a, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [-2, 0, "
      "0], rotation_euler: [0.1, -0.2, -0.3]}}\n";
  EXPECT_EQ(differences(mirrored, written), "no change\n");
  const std::string moved = replaced(mirrored, "[2, 0, 0]", "[3, 0, 0]");
  EXPECT_EQ(differences(mirrored, moved),
            "~ primitive m.L_a\n"
            "    moved by 1, 0, 0 (1 m): 2, 0, 0 -> 3, 0, 0\n"
            "    surface moves by up to 1 m\n"
            "~ primitive m.R_a\n"
            "    moved by -1, 0, 0 (1 m): -2, 0, 0 -> -3, 0, 0\n"
            "    surface moves by up to 1 m\n"
            "largest displacement of the surface at rest: 1 m, at m.L_a, from 2.49652, -0.314919, "
            "-0.635842 to 3.49652, -0.314919, -0.635842\n"
            "0 added, 0 removed, 2 changed\n");
}

const Files cart{
    {test::entry_name,
     "version: \"0.9\"\nimports: {wheel: {source: wheel.rigy.yaml}}\nanchors:\n- {id: a, "
     "translation: [1, 0, 0]}\n- {id: b, translation: [2, 0, 0]}\n- {id: c, translation: [1, 1, "
     "0]}\ninstances:\n- {id: one, import: wheel, attach3: {from: [o, x, y], to: [a, b, c], mode: "
     "rigid}}\n"},
    {"wheel.rigy.yaml",
     "version: \"0.9\"\nanchors:\n- {id: o, translation: [0, 0, 0]}\n- {id: x, translation: [1, 0, "
     "0]}\n- {id: y, translation: [0, 1, 0]}\nmeshes:\n- id: rim\n  primitives:\n  - {id: p, type: "
     "sphere, dimensions: {radius: 1}}\n"}};

TEST(Diff, ImportsAreComparedOnce) {
  Files other = cart;
  other["wheel.rigy.yaml"] = replaced(other["wheel.rigy.yaml"], "radius: 1", "radius: 2");
  EXPECT_EQ(differences(cart, other),
            "~ primitive rim.p in import wheel\n"
            "    resized: radius 1 -> 2\n"
            "    surface moves by up to 1 m\n"
            "largest displacement of the surface at rest: 1 m, at one.rim.p, from 1, 1, 0 to 1, 2, "
            "0\n"
            "0 added, 0 removed, 1 changed\n");
}

TEST(Diff, WhereAnImportLiesDoesNotCount) {
  Files other = cart;
  other["parts/wheel.rigy.yaml"] = other["wheel.rigy.yaml"];
  other.erase("wheel.rigy.yaml");
  other[test::entry_name] =
      replaced(other[test::entry_name], "wheel.rigy.yaml", "parts/wheel.rigy.yaml");
  EXPECT_EQ(differences(cart, other), "no change\n");
}

TEST(Diff, InstancesMoveWithTheirAnchors) {
  Files other = cart;
  std::string& text = other[test::entry_name];
  for (const char* const y : {"[1, 0, 0]", "[2, 0, 0]", "[1, 1, 0]"}) {
    text = replaced(text, y, replaced(y, ", 0]", ", 5]"));
  }
  const std::string changes = differences(cart, other);
  EXPECT_NE(changes.find("~ instance one\n    moved by 0, 0, 5 (5 m): 1, 0, 0 -> 1, 0, 5\n"),
            std::string::npos)
      << changes;
}

TEST(Diff, RenamedInstancesKeepTheirSurfaces) {
  Files other = cart;
  other[test::entry_name] = replaced(other[test::entry_name], "{id: one,", "{id: first,");
  EXPECT_EQ(differences(cart, other),
            "~ instance first\n"
            "    renamed from one\n"
            "0 added, 0 removed, 1 changed\n");
}

TEST(Diff, ADocumentThatDoesNotExistIsAllAddedOrRemoved) {
  const Analysis analysis = analyzed({{test::entry_name, two_boxes}});
  const Diff added = diff(nullptr, &analysis);
  EXPECT_EQ(added.added, 5u);
  EXPECT_EQ(added.removed + added.changed, 0u);
  const Diff removed = diff(&analysis, nullptr);
  EXPECT_EQ(removed.removed, 5u);
  EXPECT_FALSE(removed.same());
}

TEST(Diff, AnInvalidDocumentIsNotCompared) {
  const Diff broken = compared({{test::entry_name, two_boxes}}, {{test::entry_name, "version: 7"}});
  EXPECT_FALSE(broken.comparable());
  EXPECT_FALSE(broken.same());
  EXPECT_TRUE(broken.before_report.ok());
  EXPECT_FALSE(broken.after_report.ok());
  EXPECT_TRUE(broken.objects.empty());
}

TEST(Diff, TextsOfDocumentsCannotActOnTheTerminal) {
  const std::string odd = replaced(two_boxes, "id: a,", "id: \"a\\e[31m\",");
  EXPECT_EQ(differences(two_boxes, odd).find('\x1b'), std::string::npos);
}

// Every other vertex list is compared by distance; checked against all pairs of vertex and
// triangle.
TEST(Diff, DistanceOfSurfacesWithOtherVertices) {
  ShownPrimitive square;
  square.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  square.triangles = {{0, 1, 2}, {0, 2, 3}};
  Work work{1000};
  const auto check = [&](const Vec3& point, const Vec3& nearest) {
    const FarPoint far = farthest_from(std::vector<Vec3>{point}, square, work);
    EXPECT_EQ(far.nearest, nearest);
    EXPECT_EQ(far.distance, length(point - nearest));
  };
  check({0.25, 0.5, 2}, {0.25, 0.5, 0});  // above the inside
  check({0.75, 0.25, -1}, {0.75, 0.25, 0});
  check({-1, 0.5, 0}, {0, 0.5, 0});  // beside an edge
  check({0.5, 3, 4}, {0.5, 1, 0});
  check({-3, -4, 0}, {0, 0, 0});  // beyond a corner
  check({2, 2, 0}, {1, 1, 0});
  check({1, 0, 0}, {1, 0, 0});
}

// A version of an import that was used twice: each use is compared with what it became.
TEST(Diff, WeightsOfEachVersionOfAnImport) {
  const std::string part = std::string(arm) + R"(anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
)";
  const std::string other =
      replaced(part, "bones: [{bone_id: root, weight: 1}]", "bones: [{bone_id: tip, weight: 1}]");
  const auto cart = [](const std::string& second) {
    return "version: \"0.9\"\nimports: {one: {source: part.rigy.yaml}, two: {source: " + second +
           R"(}}
anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
instances:
- {id: first, import: one, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}
- {id: second, import: two, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}
)";
  };
  const Files before{{test::entry_name, cart("part.rigy.yaml")}, {"part.rigy.yaml", part}};
  const Files after{{test::entry_name, cart("other.rigy.yaml")},
                    {"part.rigy.yaml", part},
                    {"other.rigy.yaml", other}};
  EXPECT_EQ(differences(before, after),
            "~ primitive arm.upper in import two\n"
            "    re-weighted: bone root 1 -> 0 on average, by up to 1 at 24 vertices\n"
            "    re-weighted: bone tip 0 -> 1 on average, by up to 1 at 24 vertices\n"
            "0 added, 0 removed, 1 changed\n");
}

TEST(Diff, ChecksAndContractsAreComparedByWhatTheySay) {
  const auto checked = [](const std::string& checks) {
    return two_boxes + "geometry_checks: {alignment: [" + checks + "]}\n";
  };
  EXPECT_EQ(differences(checked("{check: above, a: body.a, b: body.b, tolerance: 0.5}"),
                        checked("{a: body.a, b: body.b, check: above, tolerance: 5e-1}")),
            "no change\n");
  EXPECT_EQ(differences(checked("{check: above, a: body.a, b: body.b}"),
                        checked("{check: touching, a: body.a, b: body.b}, 7")),
            "~ document\n"
            "    changed: geometry_checks.alignment[0] {a: body.a, b: body.b, check: above} -> {a: "
            "body.a, b: body.b, check: touching}\n"
            "    changed: geometry_checks.alignment[1] none -> 7\n"
            "0 added, 0 removed, 1 changed\n");
  const auto with_contract = [](const std::string& contract) {
    return Files{
        {test::entry_name,
         "version: \"0.9\"\nimports: {arm: {source: arm.rigy.yaml, contract: "
         "arm.ricy.yaml}}\n"},
        {"arm.rigy.yaml", arm + std::string("anchors: [{id: a, translation: [0, 0, 0]}]\n")},
        {"arm.ricy.yaml", contract}};
  };
  EXPECT_EQ(differences(with_contract("contract_version: \"0.1\"\n"),
                        with_contract("contract_version: \"0.1\"\nrequired_anchors: [a]\n")),
            "~ import arm\n"
            "    changed: contract.required_anchors[0] none -> a\n"
            "0 added, 0 removed, 1 changed\n");
}

TEST(Diff, RefusesDocumentsOfTooManyNodes) {
  std::string many = "version: \"0.13\"\ngeometry_checks: [";
  for (int i = 0; i < 600'000; ++i) many += "1,";
  const Analysis large = analyzed({{test::entry_name, many + "]\n"}});
  const Analysis small = analyzed({{test::entry_name, two_boxes}});
  EXPECT_FALSE(has_comparable_size(large));
  EXPECT_TRUE(has_comparable_size(small));
  const Diff refused = diff(&small, &large);
  EXPECT_FALSE(refused.comparable());
  EXPECT_EQ(test::messages(refused.after_report),
            "X50 0:0 the document and its imports have 600005 nodes, too many to be compared\n");
}

}  // namespace
}  // namespace rigy
