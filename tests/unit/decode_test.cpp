#include "document/decode.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Decoded;
using test::findings_of;

constexpr const char* everything = R"(version: "0.6"
units: meters
coordinate_system: {up: Y, forward: -Z, handedness: right}
tessellation_profile: v0_1_default
materials:
  skin: {base_color: [0.8, 0.6, 0.5, 1]}
meshes:
  - id: body
    name: Body
    primitives:
      - id: torso
        name: Torso
        type: capsule
        dimensions: {radius: 0.25, height: 1}
        transform: {translation: [1, 2.5, -3], rotation_euler: [0.5, 0, 1]}
        material: skin
      - {id: foot, type: box, dimensions: {width: 1, y: 2, depth: 3}, material: skin}
armatures:
  - id: rig
    name: Rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0], roll: 0.5}
      - {id: tip, parent: root, head: [0, 1, 0], tail: [0, 2, 0]}
bindings:
  - mesh_id: body
    armature_id: rig
    skinning_solver: dqs
    weights:
      - {primitive_id: foot, bones: [{bone_id: root, weight: 1}]}
    weight_maps:
      - primitive_id: torso
        gradients:
          - axis: y
            range: [0, 1]
            from: {bone_id: root, weight: 1}
            to: [{bone_id: root, weight: 0.25}, {bone_id: tip, weight: 0.75}]
        overrides:
          - {vertices: [0, 0x10, 857], bones: [{bone_id: tip, weight: 1}]}
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
skinning_solver: lbs
poses:
  - id: bend
    bones:
      tip: {rotation: [0, 1, 0, 0], translation: [1, 2, 3]}
      root: {}
anchors:
  - {id: a, translation: [0, 0, 0], scope: front}
  - {id: b, translation: [1, 0, 0]}
  - {id: c, translation: [0, 1, 0]}
imports:
  wheel: {source: wheel.rigy.yaml, contract: wheel.ricy.yaml}
instances:
  - {id: spare, mesh_id: body}
  - {id: front, import: wheel, attach3: {from: [x, y, z], to: [a, b, c], mode: affine}}
)";

TEST(Decode, ReadsEveryField) {
  Decoded decoded(everything);
  EXPECT_EQ(decoded.report(), "");
  const Document& document = decoded.document;
  EXPECT_EQ(document.version.minor, 6);
  EXPECT_EQ(document.materials.at(0).id.value, "skin");
  EXPECT_EQ(document.materials[0].base_color.at(1).value, 0.6);
  const Mesh& mesh = document.meshes.at(0);
  EXPECT_EQ(mesh.name.value, "Body");
  const Primitive& torso = mesh.primitives.at(0);
  EXPECT_EQ(torso.type, PrimitiveType::Capsule);
  EXPECT_EQ(torso.dimensions[0].value, 0.25);
  EXPECT_EQ(torso.dimensions[1].value, 1);
  EXPECT_EQ(torso.transform.translation.value, (Vec3{1, 2.5, -3}));
  EXPECT_EQ(torso.transform.rotation.vector, (Vec3{0.5, 0, 1}));
  EXPECT_EQ(torso.material.id, "skin");
  const Primitive& foot = mesh.primitives.at(1);
  EXPECT_EQ(foot.dimensions[0].value, 1);
  EXPECT_EQ(foot.dimensions[1].value, 2);
  EXPECT_EQ(foot.dimensions[2].value, 3);
  EXPECT_FALSE(foot.transform.translation.given());
  const Armature& rig = document.armatures.at(0);
  EXPECT_TRUE(rig.bones.at(0).is_root());
  EXPECT_EQ(rig.bones[0].roll, 0.5);
  EXPECT_EQ(rig.bones.at(1).parent.id, "root");
  EXPECT_EQ(rig.bones[1].tail.value, (Vec3{0, 2, 0}));
  const Binding& binding = document.bindings.at(0);
  EXPECT_EQ(binding.solver, Solver::Dqs);
  EXPECT_EQ(document.solver, Solver::Lbs);
  EXPECT_EQ(binding.weights.at(0).bones.items.at(0).bone.id, "root");
  const WeightMap& map = binding.weight_maps.at(0);
  EXPECT_EQ(map.gradients.at(0).axis, Axis::Y);
  EXPECT_EQ(map.gradients[0].from.items.size(), 1u);
  EXPECT_EQ(map.gradients[0].to.items.at(1).weight.value, 0.75);
  EXPECT_EQ(map.overrides.at(0).vertices.at(1).value, 16);
  EXPECT_EQ(document.mirror_x->prefix_to.value, "R_");
  EXPECT_EQ(document.poses.at(0).bones.at(0).rotation, (std::array<double, 4>{0, 1, 0, 0}));
  EXPECT_EQ(document.poses[0].bones.at(1).rotation, (std::array<double, 4>{1, 0, 0, 0}));
  EXPECT_EQ(document.anchors.at(2).translation.value, (Vec3{0, 1, 0}));
  EXPECT_EQ(document.imports.at(0).contract.value, "wheel.ricy.yaml");
  EXPECT_EQ(document.instances.at(0).mesh.id, "body");
  EXPECT_EQ(document.instances.at(1).attach3.mode, AttachMode::Affine);
  EXPECT_EQ(document.instances[1].attach3.from[2].id, "z");
}

TEST(Decode, NullIsNotGiven) {
  EXPECT_EQ(
      findings_of("version: \"0.6\"\nunits: null\ncoordinate_system: ~\nmeshes:\nposes: Null\n"
                  "symmetry: {mirror_x: }\nimports: null\n"),
      "");
  EXPECT_EQ(findings_of("version:\n"), "P04 1:1\n");
}

TEST(Decode, TheTopMustBeAMapping) {
  EXPECT_EQ(findings_of("[1]\n"), "P04 1:1\n");
  EXPECT_EQ(findings_of("text\n"), "P04 1:1\n");
}

// A document of one mesh with one primitive.
std::string primitive(std::string_view fields) {
  return fmt::format("version: \"0.6\"\nmeshes:\n- id: m\n  primitives:\n  - {{{}}}\n", fields);
}

TEST(Decode, UnknownAndMissingFieldsAreAllReported) {
  EXPECT_EQ(findings_of("version: \"0.6\"\ncolour: red\nmeshes:\n- {id: m, size: 3, weight: 4}\n"),
            "V33 2:1\nV34 4:3\nV33 4:11\nV33 4:20\n");
  EXPECT_EQ(findings_of(primitive("name: p")), "V34 5:5\nV34 5:5\nV34 5:5\n");
}

std::string first_help(const std::string& text) {
  const Report report = test::compile_text(text).report;
  return report.diagnostics.empty() ? "(nothing)" : report.diagnostics[0].help;
}

TEST(Decode, UnknownFieldsGetASuggestion) {
  EXPECT_EQ(first_help(primitive("id: p, type: sphere, dimensions: {radius: 1}, materail: x")),
            "did you mean 'material'?");
  EXPECT_EQ(first_help("rigy_version: \"0.6\"\n"), "did you mean 'version'?");
  EXPECT_EQ(
      first_help(primitive("id: p, type: sphere, dimensions: {radius: 1}, translation: [0, 0, 0]")),
      "it belongs under 'transform'");
  EXPECT_EQ(first_help("version: \"0.6\"\nsymmetry: {axis: x}\n"), "known fields: mirror_x");
}

// A misspelled required field is one mistake, not two.
TEST(Decode, MisspelledRequiredFieldIsReportedOnce) {
  EXPECT_EQ(findings_of(primitive("id: p, tpye: sphere, dimensions: {radius: 1}")), "V33 5:13\n");
  EXPECT_EQ(findings_of("rigy_version: \"0.6\"\n"), "V57 1:1\n");
}

TEST(Decode, TypesAreStrict) {
  const auto radius = [](std::string_view value) {
    return findings_of(
        primitive(fmt::format("id: p, type: sphere, dimensions: {{radius: {}}}", value)));
  };
  EXPECT_EQ(radius("1"), "");
  EXPECT_EQ(radius("1e0"), "");
  EXPECT_EQ(radius("\"1.0\""), "P04 5:48\n");
  EXPECT_EQ(radius("true"), "P04 5:48\n");
  EXPECT_EQ(radius("[1]"), "P04 5:48\n");
  EXPECT_EQ(radius("{a: 1}"), "P04 5:48\n");
  EXPECT_EQ(radius("null"), "P04 5:48\n");
  EXPECT_EQ(radius(".nan"), "V32 5:48\n");
  EXPECT_EQ(radius("-.inf"), "V32 5:48\n");
  EXPECT_EQ(radius("1e400"), "V32 5:48\n");
  EXPECT_EQ(first_help(primitive("id: p, type: sphere, dimensions: {radius: \"1.0\"}")),
            "remove the quotes: 1.0");
  const auto id = [](std::string_view value) {
    return findings_of(
        primitive(fmt::format("id: {}, type: sphere, dimensions: {{radius: 1}}", value)));
  };
  EXPECT_EQ(id("yes"), "");
  EXPECT_EQ(id("'7'"), "");
  EXPECT_EQ(id("7"), "P04 5:10\n");
  EXPECT_EQ(id("false"), "P04 5:10\n");
  EXPECT_EQ(id("''"), "X16 5:10\n");
}

TEST(Decode, TuplesHaveTheirLength) {
  const auto translation = [](std::string_view value) {
    return findings_of(primitive(fmt::format(
        "id: p, type: sphere, dimensions: {{radius: 1}}, transform: {{translation: {}}}", value)));
  };
  EXPECT_EQ(translation("[0, 0, 0]"), "");
  EXPECT_EQ(translation("[0, 0]"), "P06 5:77\n");
  EXPECT_EQ(translation("[]"), "P06 5:77\n");
  EXPECT_EQ(translation("5"), "P04 5:77\n");
  EXPECT_EQ(translation("[x, 0, .inf]"), "P04 5:78\nV32 5:84\n");
}

TEST(Decode, Versions) {
  const auto version = [](std::string_view value) {
    return findings_of(fmt::format("version: {}\n", value));
  };
  for (const char* known : {"\"0.1\"", "\"0.2\"", "'0.3'", "\"0.4\"", "\"0.5\"", "\"0.6\""}) {
    EXPECT_EQ(version(known), "") << known;
  }
  EXPECT_EQ(version("\"0.14\""), "W04 1:10\n");
  EXPECT_EQ(version("\"0.100\""), "W04 1:10\n");
  EXPECT_EQ(version("0.6"), "P08 1:10\n");
  EXPECT_EQ(first_help("version: 0.6\n"), "put it in quotes: version: \"0.6\"");
  for (const char* none : {"1.0", "2.6", "0.0", "10.0"}) {
    EXPECT_EQ(version(fmt::format("\"{}\"", none)), "P08 1:10\n");
  }
  for (const char* bad :
       {"0", "0.06", "00.6", "0.6.0", "v0.6", "0.6 ", "", ".6", "0.", "-0.6", "0.6a", "0,6"}) {
    EXPECT_EQ(version(fmt::format("\"{}\"", bad)), "P08 1:10\n");
  }
  EXPECT_EQ(version("[0, 6]"), "P04 1:10\n");
}

TEST(Decode, DimensionNames) {
  const auto box = [](std::string_view dimensions) {
    return findings_of(primitive(fmt::format("id: p, type: box, dimensions: {{{}}}", dimensions)));
  };
  EXPECT_EQ(box("x: 1, y: 1, z: 1"), "");
  EXPECT_EQ(box("width: 1, height: 1, depth: 1"), "");
  EXPECT_EQ(box("x: 1, height: 1, z: 1"), "");
  EXPECT_EQ(box("x: 1, width: 1, y: 1, z: 1"), "P10 5:43\n");
  EXPECT_EQ(box("x: 1, y: 1"), "V34 5:36\n");
  EXPECT_EQ(box("x: 1, y: 1, z: 1, radius: 2"), "V33 5:55\n");
  EXPECT_EQ(findings_of(primitive("id: p, type: sphere, dimensions: {radius: 1, height: 1}")),
            "V33 5:51\n");
  EXPECT_EQ(findings_of(primitive("id: p, type: box, dimensions: [1, 2, 3]")), "P04 5:36\n");
}

TEST(Decode, WordsAreThoseOfTheSchema) {
  EXPECT_EQ(findings_of(primitive("id: p, type: ball, dimensions: {radius: 1}")), "P05 5:19\n");
  EXPECT_EQ(findings_of("version: \"0.6\"\nunits: feet\nskinning_solver: DQS\n"
                        "tessellation_profile: fine\n"),
            "P05 2:8\nP05 3:18\nX09 4:23\n");
  EXPECT_EQ(findings_of("version: \"0.6\"\ncoordinate_system: {up: Z, forward: -Z}\n"),
            "V34 2:20\nP05 2:25\n");
}

TEST(Decode, DuplicateKeysNameBothPlaces) {
  const Report report =
      test::compile_text("version: \"0.6\"\nunits: meters\nunits: meters\n").report;
  EXPECT_EQ(test::findings(report), "P03 3:1\n");
  ASSERT_EQ(report.diagnostics.at(0).related.size(), 1u);
  EXPECT_EQ(report.diagnostics[0].related[0].place.start, (Position{2, 1}));
  // Material ids are the specification's V37, a ValidationError.
  const Report materials =
      test::compile_text(
          "version: \"0.6\"\nmaterials:\n  a: {base_color: [0, 0, 0, 1]}\n  a: {base_color: [1]}\n")
          .report;
  EXPECT_EQ(test::findings(materials), "V37 4:3\n");
  EXPECT_EQ(materials.error_class, ErrorClass::ValidationError);
}

TEST(Decode, InstancesHaveOneSource) {
  const auto instance = [](std::string_view fields) {
    return findings_of(fmt::format("version: \"0.6\"\ninstances: [{{id: i{}}}]\n", fields));
  };
  EXPECT_EQ(instance(""), "V34 2:13\n");
  EXPECT_EQ(instance(", import: a, mesh_id: b"), "V26 2:29\nP10 2:41\nV27 2:41\n");
  EXPECT_EQ(instance(", mesh_id: m, attach3: {from: [a, b], to: a, mode: loose}"),
            "V27 2:30\nP06 2:49\nP04 2:61\nP05 2:70\n");
}

TEST(Decode, PosesOnlyRotateAndTranslate) {
  const auto entry = [](std::string_view fields) {
    return findings_of(fmt::format(
        "version: \"0.6\"\narmatures: [{{id: a, bones: [{{id: b, parent: none, head: [0, 0, 0], "
        "tail: [0, 1, 0]}}]}}]\nposes: [{{id: p, bones: {{b: {{{}}}}}}}]\n",
        fields));
  };
  EXPECT_EQ(entry("scale: 1"), "V35 3:29\n");
  EXPECT_EQ(entry("shear: 1, matrix: []"), "V35 3:29\nV35 3:39\n");
  EXPECT_EQ(entry("twist: 1"), "V33 3:29\n");
  EXPECT_EQ(entry("rotation: [1, 0, 0]"), "P06 3:39\n");
}

}  // namespace
}  // namespace rigy
