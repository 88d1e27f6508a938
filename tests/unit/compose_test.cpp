// Composition through the whole compiler: placing, nesting, sharing, baking.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "placement/frame.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::distance;
using test::exact;
using test::Files;
using test::GlbFile;
using test::Random;

using Triple = std::array<Vec3, 3>;

std::string anchors(std::string_view prefix, const Triple& points) {
  std::string text;
  for (std::size_t i = 0; i < 3; ++i) {
    text += fmt::format("  - {{id: {}{}, translation: {}}}\n", prefix, "abc"[i], exact(points[i]));
  }
  return text;
}

std::string attach(std::string_view to, std::string_view mode, std::string_view from = "") {
  return fmt::format("attach3: {{from: [{0}a, {0}b, {0}c], to: [{1}a, {1}b, {1}c], mode: {2}}}",
                     from, to, mode);
}

// A wheel: a box with a material, and a frame of three anchors.
std::string wheel(const Triple& frame) {
  return "version: \"0.6\"\nmaterials: {rubber: {base_color: [0, 0, 0, 1]}}\nmeshes:\n  - id: "
         "tyre\n    primitives:\n"
         "      - {id: p, type: box, dimensions: {x: 1, y: 2, z: 3}, material: rubber, transform: "
         "{translation: "
         "[0.5, 0.25, 2]}}\nanchors:\n" +
         anchors("", frame);
}

Triple random_frame(Random& random) {
  while (true) {
    const Triple points{test::random_point(random, 3), test::random_point(random, 3),
                        test::random_point(random, 3)};
    const Frame3 frame = frame_of(points);
    if (frame.a > 0.3 && frame.b > 0.3) return points;
  }
}

AttachMode mode_of(std::string_view name) {
  return name == "rigid"     ? AttachMode::Rigid
         : name == "uniform" ? AttachMode::Uniform
                             : AttachMode::Affine;
}

// The final position of every vertex of every mesh node, nodes in order.
std::vector<Vec3> world_positions(const GlbFile& glb) {
  std::vector<Vec3> positions;
  for (const GlbFile::Placed& placed : glb.placed_meshes()) {
    for (const Vec3& p : glb.positions(placed.mesh)) positions.push_back(placed.world(p));
  }
  return positions;
}

void expect_close(const std::vector<Vec3>& found, const std::vector<Vec3>& wanted,
                  double tolerance) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_LT(distance(found[i], wanted[i]), tolerance) << "vertex " << i;
  }
}

CompileOptions baked() {
  CompileOptions options;
  options.bake_transforms = true;
  return options;
}

TEST(Compose, PlacesAnImportByItsAnchors) {
  Random random(20);
  for (int round = 0; round < 30; ++round) {
    for (const char* mode : {"rigid", "uniform", "affine"}) {
      const Triple from = random_frame(random);
      const Triple to = random_frame(random);
      const Files files{
          {test::entry_name, "version: \"0.6\"\nimports: {w: {source: w.rigy.yaml}}\nanchors:\n" +
                                 anchors("t", to) + "instances:\n  - {id: one, import: w, " +
                                 attach("t", mode, "w.") + "}\n"},
          {"w.rigy.yaml", wheel(from)}};
      const Affine transform = rigy::attach(frame_of(from), frame_of(to), mode_of(mode));
      std::vector<Vec3> wanted;
      for (const Vec3& p : test::glb_of(Files{{test::entry_name, wheel(from)}}).positions())
        wanted.push_back(transform(p));
      const GlbFile glb = test::glb_of(files);
      expect_close(world_positions(glb), wanted, 1e-5);
      // Baked vertices are in the same place.
      const GlbFile plain = test::glb_of(files, baked());
      expect_close(world_positions(plain), wanted, 1e-4);
      for (const auto& node : plain.json["nodes"].items) EXPECT_FALSE(node.has("matrix"));
      const bool shears = !is_decomposable(transform.linear);
      EXPECT_EQ(glb.json["nodes"][0].has("matrix"), !shears);
      if (HasFatalFailure()) return;
    }
  }
}

// Three levels, every mode at every level, instances of meshes among them.
Files nested(Random& random, std::string_view mode) {
  const Triple a = random_frame(random);
  const Triple b = random_frame(random);
  const Triple c = random_frame(random);
  return {
      {test::entry_name,
       "version: \"0.6\"\nimports: {axle: {source: parts/axle.rigy.yaml}, w: {source: "
       "parts/wheel.rigy.yaml}}\nmeshes:\n"
       "  - {id: body, primitives: [{id: p, type: sphere, dimensions: {radius: 2}}]}\nanchors:\n" +
           anchors("t", a) + anchors("u", b) + "instances:\n  - {id: front, import: axle, " +
           attach("t", mode) + "}\n  - {id: rear, import: axle, " + attach("u", mode) +
           "}\n  - {id: copy, mesh_id: body, " + attach("t", mode, "u") +
           "}\n  - {id: spare, import: w, " + attach("u", mode, "w.") + "}\n"},
      {"parts/axle.rigy.yaml",
       "version: \"0.6\"\nimports: {wheel: {source: ./wheel.rigy.yaml}}\nmeshes:\n"
       "  - {id: rod, primitives: [{id: p, type: cylinder, dimensions: {radius: 0.1, height: "
       "2}}]}\nanchors:\n" +
           anchors("", b) + anchors("l", c) + anchors("r", a) +
           "instances:\n  - {id: left, import: wheel, " + attach("l", mode) +
           "}\n  - {id: right, import: wheel, " + attach("r", mode) + "}\n"},
      {"parts/wheel.rigy.yaml", wheel(c)}};
}

TEST(Compose, NestedInstancesAppearAtEveryLevel) {
  Random random(21);
  const GlbFile glb = test::glb_of(nested(random, "rigid"));
  const std::vector<std::string> wanted = {"body",
                                           "front",
                                           "front.rod",
                                           "front.left",
                                           "front.left.tyre",
                                           "front.right",
                                           "front.right.tyre",
                                           "rear",
                                           "rear.rod",
                                           "rear.left",
                                           "rear.left.tyre",
                                           "rear.right",
                                           "rear.right.tyre",
                                           "copy",
                                           "copy.body",
                                           "spare",
                                           "spare.tyre"};
  EXPECT_EQ(glb.node_names(), wanted);
  EXPECT_EQ(glb.json["scenes"][0]["nodes"].numbers(), (std::vector<double>{0, 1, 7, 13, 15}));
  EXPECT_EQ(glb.json["nodes"][1]["children"].numbers(), (std::vector<double>{2, 3, 5}));
  // Each mesh is stored once, under the path by which it is first reached.
  ASSERT_EQ(glb.json["meshes"].size(), 3u);
  EXPECT_EQ(glb.json["meshes"][0]["name"].text, "body");
  EXPECT_EQ(glb.json["meshes"][1]["name"].text, "axle.rod");
  EXPECT_EQ(glb.json["meshes"][2]["name"].text, "axle.wheel.tyre");
  EXPECT_EQ(glb.json["accessors"].size(), 9u);
  ASSERT_EQ(glb.json["materials"].size(), 1u);
  EXPECT_EQ(glb.json["materials"][0]["name"].text, "axle.wheel.rubber");
}

TEST(Compose, BakedTransformsGiveTheSamePlacesAtEveryDepth) {
  Random random(22);
  for (const char* mode : {"rigid", "uniform", "affine"}) {
    for (int round = 0; round < 10; ++round) {
      const Files files = nested(random, mode);
      const GlbFile nodes = test::glb_of(files);
      const GlbFile vertices = test::glb_of(files, baked());
      double size = 1;
      for (const Vec3& p : world_positions(nodes)) size = std::max(size, length(p));
      expect_close(world_positions(vertices), world_positions(nodes), 1e-5 * size);
      EXPECT_EQ(vertices.node_names(), nodes.node_names());
      for (const auto& node : vertices.json["nodes"].items) EXPECT_FALSE(node.has("matrix"));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Compose, BakedNormalsArePerpendicularUnitVectors) {
  Random random(23);
  for (int round = 0; round < 20; ++round) {
    const Triple to = random_frame(random);
    const GlbFile glb = test::glb_of(
        Files{
            {test::entry_name, "version: \"0.6\"\nimports: {w: {source: w.rigy.yaml}}\nanchors:\n" +
                                   anchors("t", to) + "instances:\n  - {id: one, import: w, " +
                                   attach("t", "affine", "w.") + "}\n"},
            {"w.rigy.yaml", wheel(random_frame(random))}},
        baked());
    const std::vector<Vec3> positions = glb.positions();
    const std::vector<Vec3> normals = glb.normals();
    for (std::size_t face = 0; face < 6; ++face) {
      const Vec3& corner = positions[4 * face];
      for (std::size_t i = 0; i < 4; ++i) {
        const Vec3& normal = normals[4 * face + i];
        EXPECT_NEAR(length(normal), 1, 1e-6);
        for (std::size_t j = 1; j < 4; ++j) {
          const Vec3 edge = positions[4 * face + j] - corner;
          EXPECT_NEAR(dot(normal, edge) / length(edge), 0, 1e-4);
        }
      }
    }
    const auto winding = test::count_winding(positions, normals, glb.triangles());
    EXPECT_EQ(winding.agreeing, 12u);
  }
}

TEST(Compose, MirroredInstancesStandAtTheMirroredAnchors) {
  const Triple from{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
  const Triple to{Vec3{2, 1, 3}, Vec3{2, 2, 3}, Vec3{2, 1, 5}};
  Triple mirrored = to;
  for (Vec3& p : mirrored) p.x = -p.x;
  const Files files{{test::entry_name,
                     "version: \"0.6\"\nsymmetry: {mirror_x: {prefix_from: L_, prefix_to: "
                     "R_}}\nimports: {w: {source: "
                     "w.rigy.yaml}}\nanchors:\n" +
                         anchors("L_", to) + "instances:\n  - {id: L_w, import: w, " +
                         attach("L_", "rigid", "w.") + "}\n"},
                    {"w.rigy.yaml", wheel(from)}};
  const GlbFile glb = test::glb_of(files);
  EXPECT_EQ(glb.node_names(), (std::vector<std::string>{"L_w", "L_w.tyre", "R_w", "R_w.tyre"}));
  EXPECT_EQ(glb.json["meshes"].size(), 1u);
  const Affine transform = glb.transform(2);
  // A proper rotation: the asset itself is not mirrored.
  EXPECT_NEAR(determinant(transform.linear), 1, 1e-12);
  const Affine wanted = rigy::attach(frame_of(from), frame_of(mirrored), AttachMode::Rigid);
  for (const Vec3& p : from) EXPECT_LT(distance(transform(p), wanted(p)), 1e-12);
}

TEST(Compose, AnIdentityHasNoMatrix) {
  const Triple frame{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
  const GlbFile glb = test::glb_of(
      Files{{test::entry_name, "version: \"0.6\"\nimports: {w: {source: w.rigy.yaml}}\nanchors:\n" +
                                   anchors("", frame) + "instances:\n  - {id: one, import: w, " +
                                   attach("", "rigid", "w.") + "}\n"},
            {"w.rigy.yaml", wheel(frame)}});
  EXPECT_FALSE(glb.json["nodes"][0].has("matrix"));
  EXPECT_EQ(glb.json["nodes"][0]["children"].numbers(), std::vector<double>{1});
}

// A skinned asset: own joints and skin for each instance, one set of inverse bind matrices.
TEST(Compose, SkinnedImportsShareAllButJointsAndSkins) {
  const Triple frame{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
  Triple there = frame;
  for (Vec3& p : there) p = p + Vec3{5, 0, 0};
  const GlbFile glb = test::glb_of(Files{
      {test::entry_name, "version: \"0.6\"\nimports: {arm: {source: arm.rigy.yaml}}\nanchors:\n" +
                             anchors("", frame) + anchors("t", there) +
                             "instances:\n  - {id: one, import: arm, " + attach("", "rigid") +
                             "}\n  - {id: two, import: arm, " + attach("t", "rigid") + "}\n"},
      {"arm.rigy.yaml",
       "version: \"0.6\"\nmeshes: [{id: skin, primitives: [{id: p, type: box, dimensions: {x: 1, "
       "y: 1, z: 1}}]}]\n"
       "armatures:\n- id: rig\n  bones:\n  - {id: root, parent: none, head: [0, 0, 0], tail: [0, "
       "1, 0]}\n"
       "  - {id: tip, parent: root, head: [0, 1, 0], tail: [0, 2, 0]}\nbindings: [{mesh_id: skin, "
       "armature_id: "
       "rig}]\nanchors:\n" +
           anchors("", frame)}});
  EXPECT_EQ(glb.node_names(), (std::vector<std::string>{"one", "one.skin", "one.root", "one.tip",
                                                        "two", "two.skin", "two.root", "two.tip"}));
  EXPECT_EQ(glb.json["meshes"].size(), 1u);
  EXPECT_EQ(glb.json["accessors"].size(), 6u);
  ASSERT_EQ(glb.json["skins"].size(), 2u);
  EXPECT_EQ(glb.json["skins"][0]["joints"].numbers(), (std::vector<double>{2, 3}));
  EXPECT_EQ(glb.json["skins"][1]["joints"].numbers(), (std::vector<double>{6, 7}));
  EXPECT_EQ(glb.json["skins"][0]["inverseBindMatrices"].number,
            glb.json["skins"][1]["inverseBindMatrices"].number);
  EXPECT_EQ(glb.json["skins"][1]["skeleton"].number, 6);
  EXPECT_EQ(glb.json["skins"][1]["name"].text, "arm.rig");
  EXPECT_EQ(glb.json["nodes"][5]["skin"].number, 1);
}

// Baking a skinned import moves its bones with its vertices: the rest shape stays where it is.
TEST(Compose, BakedTransformsMoveBones) {
  Random random(24);
  const Triple frame = random_frame(random);
  const Triple there = random_frame(random);
  const Vec3 root{0.5, 0.25, -1};
  const Vec3 tip{1, 2, 3};
  const GlbFile glb = test::glb_of(
      Files{{test::entry_name,
             "version: \"0.6\"\nimports: {arm: {source: arm.rigy.yaml}}\nanchors:\n" +
                 anchors("", there) + "instances:\n  - {id: one, import: arm, " +
                 attach("", "affine") + "}\n"},
            {"arm.rigy.yaml", fmt::format("version: \"0.6\"\nmeshes: [{{id: skin, primitives: "
                                          "[{{id: p, type: box, dimensions: {{x: 1, y: 1, z: "
                                          "1}}}}]}}]\narmatures:\n- id: rig\n  bones:\n  - {{id: "
                                          "root, parent: none, head: {}, tail: [0, 1, "
                                          "0]}}\n  - {{id: tip, parent: root, head: {}, tail: [0, "
                                          "2, 0]}}\nbindings: [{{mesh_id: skin, "
                                          "armature_id: rig}}]\nanchors:\n",
                                          exact(root), exact(tip)) +
                                  anchors("", frame)}},
      baked());
  const Affine transform = rigy::attach(frame_of(frame), frame_of(there), AttachMode::Affine);
  const Vec3 moved_root = glb.transform(glb.node_named("one.root")).translation;
  EXPECT_LT(distance(moved_root, transform(root)), 1e-12 * (1 + length(transform(root))));
  const Vec3 moved_tip = moved_root + glb.transform(glb.node_named("one.tip")).translation;
  EXPECT_LT(distance(moved_tip, transform(tip)), 1e-12 * (1 + length(transform(tip))));
  const std::vector<float> inverse =
      glb.floats(glb.json["skins"][0]["inverseBindMatrices"].index());
  ASSERT_EQ(inverse.size(), 32u);
  EXPECT_NEAR(inverse[12], -transform(root).x, 1e-5 * (1 + length(transform(root))));
  EXPECT_NEAR(inverse[16 + 14], -transform(tip).z, 1e-5 * (1 + length(transform(tip))));
}

// A bone that a baked transform moves out of binary32's range cannot be written.
TEST(Compose, BakedBonesMustFitBinary32) {
  const Triple frame{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
  const Triple huge{Vec3{0, 0, 0}, Vec3{1e30, 0, 0}, Vec3{0, 1e30, 0}};
  const CompileResult result = test::compile_files(
      Files{{test::entry_name,
             "version: \"0.6\"\nimports: {arm: {source: arm.rigy.yaml}}\nanchors:\n" +
                 anchors("", huge) + "instances:\n  - {id: one, import: arm, " +
                 attach("", "uniform") + "}\n"},
            {"arm.rigy.yaml",
             "version: \"0.6\"\nmeshes: [{id: skin, primitives: [{id: p, type: box, dimensions: "
             "{x: 1, y: 1, z: 1}}]}]\n"
             "armatures: [{id: rig, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, "
             "0]}, {id: tip, parent: "
             "root, head: [0, 1e10, 0], tail: [0, 0, 0]}]}]\nbindings: [{mesh_id: skin, "
             "armature_id: rig}]\nanchors:\n" +
                 anchors("", frame)}},
      baked());
  EXPECT_EQ(test::findings(result.report), "X13 arm.rigy.yaml:3:121\n");
  EXPECT_EQ(result.report.error_class, ErrorClass::ExportError);
}

// A pose bakes the root asset; imported ones keep their rest shape and lose their skins.
TEST(Compose, PosesLeaveImportsAtRest) {
  const Triple frame{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
  const std::string skinned =
      "version: \"0.6\"\nmeshes: [{id: skin, primitives: [{id: p, type: box, dimensions: {x: 1, y: "
      "1, z: 1}}]}]\n"
      "armatures: [{id: rig, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, "
      "0]}]}]\n"
      "bindings: [{mesh_id: skin, armature_id: rig}]\nanchors:\n" +
      anchors("", frame);
  CompileOptions options;
  options.pose = "up";
  const GlbFile glb = test::glb_of(
      Files{
          {test::entry_name,
           skinned +
               "imports: {arm: {source: arm.rigy.yaml}}\ninstances:\n  - {id: one, import: arm, " +
               attach("", "rigid") +
               "}\nposes: [{id: up, bones: {root: {translation: [0, 8, 0]}}}]\n"},
          {"arm.rigy.yaml", skinned}},
      options);
  EXPECT_FALSE(glb.json.has("skins"));
  ASSERT_EQ(glb.json["meshes"].size(), 2u);
  const std::vector<Vec3> posed = glb.positions(0);
  const std::vector<Vec3> rest = glb.positions(1);
  for (std::size_t i = 0; i < rest.size(); ++i) EXPECT_EQ(posed[i], rest[i] + (Vec3{0, 8, 0}));
  EXPECT_FALSE(glb.json["meshes"][1]["primitives"][0]["attributes"].has("JOINTS_0"));
}

// A mesh that a local instance refers to also appears on its own.
TEST(Compose, LocalInstancesShareTheirMesh) {
  const GlbFile glb = test::glb_of(
      "version: \"0.6\"\nmeshes: [{id: m, name: Mesh, primitives: [{id: p, type: box, dimensions: "
      "{x: 1, y: 1, z: 1}}]}]\n"
      "instances: [{id: i, mesh_id: m}]\n");
  EXPECT_EQ(glb.node_names(), (std::vector<std::string>{"Mesh", "i", "i.Mesh"}));
  EXPECT_EQ(glb.json["nodes"][0]["mesh"].number, glb.json["nodes"][2]["mesh"].number);
  EXPECT_EQ(glb.json["scenes"][0]["nodes"].numbers(), (std::vector<double>{0, 1}));
}

TEST(Compose, UnusedImportsAreCheckedAndNotEmitted) {
  const std::string unused = "version: \"0.6\"\nimports: {w: {source: w.rigy.yaml}}\n";
  const GlbFile glb = test::glb_of(
      Files{{test::entry_name, unused}, {"w.rigy.yaml", wheel({Vec3{}, Vec3{}, Vec3{}})}});
  EXPECT_FALSE(glb.json.has("meshes"));
  EXPECT_EQ(test::findings_of(
                Files{{test::entry_name, unused}, {"w.rigy.yaml", "version: \"0.6\"\nmesh: 1\n"}}),
            "V33 w.rigy.yaml:2:1\n");
}

std::string many_instances(std::size_t count) {
  std::string text = "version: \"0.6\"\nimports: {w: {source: w.rigy.yaml}}\nanchors:\n";
  for (std::size_t i = 0; i < count; ++i) {
    const double x = static_cast<double>(i);
    text += fmt::format(
        "  - {{id: a{0}, translation: [{1}, 0, 0]}}\n  - {{id: b{0}, translation: [{1}, 0, 1]}}\n  "
        "- {{id: c{0}, translation: [{1}, 1, 0]}}\n",
        i, x);
  }
  text += "instances:\n";
  for (std::size_t i = 0; i < count; ++i) {
    text += fmt::format(
        "  - {{id: i{0}, import: w, attach3: {{from: [a, b, c], to: [a{0}, b{0}, c{0}], mode: "
        "rigid}}}}\n",
        i);
  }
  return text;
}

TEST(Compose, TenThousandInstancesAddOnlyNodes) {
  const std::string part = wheel({Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}});
  const GlbFile one =
      test::glb_of(Files{{test::entry_name, many_instances(1)}, {"w.rigy.yaml", part}});
  const GlbFile many =
      test::glb_of(Files{{test::entry_name, many_instances(10'000)}, {"w.rigy.yaml", part}});
  EXPECT_EQ(many.binary, one.binary);
  EXPECT_EQ(many.json["nodes"].size(), 20'000u);
  for (const char* key : {"accessors", "bufferViews", "buffers", "meshes", "materials"}) {
    EXPECT_EQ(many.json[key].size(), one.json[key].size()) << key;
  }
  // All of the longer JSON is nodes and their numbers in the scene.
  const auto text_of_nodes = [](const GlbFile& glb) {
    const std::size_t begin = glb.json_text.find("\"nodes\":[");
    return glb.json_text.substr(begin, glb.json_text.rfind('}') - begin);
  };
  EXPECT_EQ(many.json_text.substr(0, many.json_text.find("\"nodes\":[")),
            one.json_text.substr(0, one.json_text.find("\"nodes\":[")));
  EXPECT_LT(text_of_nodes(many).size(), 10'000 * (text_of_nodes(one).size() + 40));
}

// Instances of instances multiply; the output is refused before memory runs out.
TEST(Compose, AnExplosionOfInstancesIsRefused) {
  const Triple frame{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
  Files files;
  for (int level = 0; level < 12; ++level) {
    std::string text =
        fmt::format("version: \"0.6\"\nimports: {{x: {{source: l{}.rigy.yaml}}}}\nanchors:\n",
                    level + 1) +
        anchors("", frame) + "instances:\n";
    for (int i = 0; i < 10; ++i)
      text += fmt::format("  - {{id: i{}, import: x, {}}}\n", i, attach("", "rigid"));
    files[level == 0 ? test::entry_name : fmt::format("l{}.rigy.yaml", level)] = text;
  }
  files["l12.rigy.yaml"] = wheel(frame);
  const CompileResult result = test::compile_files(files);
  EXPECT_EQ(test::findings(result.report), "X18 0:0\n");
  EXPECT_EQ(result.report.error_class, ErrorClass::ExportError);
}

}  // namespace
}  // namespace rigy
