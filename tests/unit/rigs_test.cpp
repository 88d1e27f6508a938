// Scenes: where children land, what they share, and how a file says that it is one.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "document/length.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;
using test::GlbFile;
using test::Random;

constexpr const char* scene_name = "room.rigs.yaml";

// A box with the anchors a, b and c in axis-aligned positions.
constexpr const char* box = R"(version: "0.13"
materials: {paint: {base_color: [0.1, 0.2, 0.3, 1]}}
meshes:
  - id: body
    primitives: [{id: block, type: box, material: paint, dimensions: {x: 1, y: 1, z: 1}}]
anchors:
  - {id: a, translation: [0, 0.5, 0]}
  - {id: b, translation: [1, 0.5, 0]}
  - {id: c, translation: [0, 1.5, 0]}
)";

constexpr const char* on_top = "{slot: {anchors: [a, b, c]}, mount: {anchors: [a, b, c]}}";

CompileResult compile_scene(Files files, const CompileOptions& options = {},
                            const std::string& entry = scene_name) {
  MemoryFiles memory(std::move(files));
  return compile(entry, memory, options);
}

GlbFile glb_of_scene(Files files, const CompileOptions& options = {}) {
  const CompileResult result = compile_scene(std::move(files), options);
  EXPECT_EQ(test::messages(result.report), "");
  return GlbFile(result.glb.to_string());
}

// --- where children land ---

// A frame of three anchors, computed by the textbook instead of the compiler's code.
struct Frame {
  explicit Frame(const std::array<Vec3, 3>& points) : origin(points[0]) {
    const Vec3 along = points[1] - points[0];
    const Vec3 t = points[2] - points[0];
    x = along / length(along);
    across = t - dot(t, x) * x;
    y = across / length(across);
    z = cross(x, y);
  }

  // The coordinates of a point in the frame.
  [[nodiscard]] Vec3 coordinates(const Vec3& p) const {
    return {dot(p - origin, x), dot(p - origin, y), dot(p - origin, z)};
  }
  [[nodiscard]] Vec3 point(const Vec3& c) const { return origin + c.x * x + c.y * y + c.z * z; }

  Vec3 origin;
  Vec3 x;
  Vec3 y;
  Vec3 z;
  Vec3 across;
};

// About y, by quarter turns.
Vec3 turned(Vec3 p, int quarters) {
  for (int i = 0; i < quarters; ++i) p = {p.z, p.y, -p.x};
  return p;
}

using Triple = std::array<Vec3, 3>;

Triple random_triple(Random& random) {
  for (;;) {
    const Triple points{test::random_point(random, 2), test::random_point(random, 2),
                        test::random_point(random, 2)};
    // Directions of nearly degenerate frames lose digits, however they are computed.
    const Vec3 along = points[1] - points[0];
    if (length(along) < 0.2) continue;
    if (length(Frame(points).across) > 0.2) return points;
  }
}

struct RandomChild {
  std::size_t parent = 0;  // 0: the scene's base
  std::size_t asset = 0;
  int quarters = 0;
  Vec3 nudge;  // east, up, north
};

struct RandomScene {
  std::vector<Triple> slots;   // of each asset
  std::vector<Triple> mounts;  // of each asset
  std::vector<RandomChild> children{{}};
  Files files;
};

std::string anchor_line(std::string_view prefix, const Triple& points) {
  std::string text;
  for (std::size_t i = 0; i < 3; ++i) {
    text += fmt::format("  - {{id: {}{}, translation: {}}}\n", prefix, i, test::exact(points[i]));
  }
  return text;
}

void append_children(const RandomScene& scene, std::size_t parent, std::string& text) {
  text += "[";
  for (std::size_t i = 1; i < scene.children.size(); ++i) {
    const RandomChild& child = scene.children[i];
    if (child.parent != parent) continue;
    text += fmt::format(
        "\n{{id: n{}, base: a{}, place: {{slot: {{anchors: [s0, s1, s2]}}, "
        "mount: {{anchors: [m0, m1, m2]}}, rotate: {}deg, nudge: {{east: {}, up: {}, north: {}}}}},"
        " children: ",
        i, child.asset, 90 * child.quarters, test::exact(child.nudge.x), test::exact(child.nudge.y),
        test::exact(child.nudge.z));
    append_children(scene, i, text);
    text += "},";
  }
  text += "]";
}

RandomScene random_scene(Random& random) {
  RandomScene scene;
  std::string imports;
  for (std::size_t i = 0; i < 3; ++i) {
    scene.slots.push_back(random_triple(random));
    scene.mounts.push_back(random_triple(random));
    scene.files[fmt::format("a{}.rigy.yaml", i)] =
        "version: \"0.13\"\nmeshes:\n  - {id: m, primitives: [{id: p, type: box, dimensions: "
        "{x: 1, y: 1, z: 1}}]}\nanchors:\n" +
        anchor_line("s", scene.slots[i]) + anchor_line("m", scene.mounts[i]);
    imports += fmt::format("a{0}: a{0}.rigy.yaml, ", i);
  }
  for (std::size_t i = 1; i < 24; ++i) {
    // Mostly on one of the last two, so that the tree is deep.
    const std::size_t back = 1 + test::below(random, test::below(random, 4) == 0 ? i : 2);
    scene.children.push_back({i < back ? 0 : i - back, test::below(random, 3),
                              static_cast<int>(test::below(random, 4)),
                              test::random_point(random, 1)});
  }
  scene.children[0].asset = test::below(random, 3);
  std::string& text = scene.files[scene_name];
  text = fmt::format("rigs_version: \"0.1\"\nimports: {{{}}}\nscene:\n  base: a{}\n  children: ",
                     imports, scene.children[0].asset);
  append_children(scene, 0, text);
  text += "\n";
  return scene;
}

// Transforms by the names of nodes, from the scene's root on.
std::map<std::string, Affine> worlds_of(const GlbFile& glb) {
  std::map<std::string, Affine> worlds;
  const auto visit = [&](const auto& self, std::size_t node, const Affine& outer) -> void {
    const Affine world = outer * glb.transform(node);
    worlds[glb.json["nodes"][node]["name"].text] = world;
    for (const double child : glb.json["nodes"][node]["children"].numbers()) {
      self(self, static_cast<std::size_t>(child), world);
    }
  };
  visit(visit, glb.json["scenes"][0]["nodes"][0].index(), Affine{});
  return worlds;
}

TEST(Rigs, MountsLandOnTheirSlotsAtEveryDepth) {
  Random random(17);
  std::size_t deepest = 0;
  for (int round = 0; round < 60; ++round) {
    const RandomScene scene = random_scene(random);
    const GlbFile glb = glb_of_scene(scene.files);
    const auto worlds = worlds_of(glb);
    std::vector<std::size_t> depths(scene.children.size());
    for (std::size_t i = 1; i < scene.children.size(); ++i) {
      const RandomChild& child = scene.children[i];
      depths[i] = depths[child.parent] + 1;
      deepest = std::max(deepest, depths[i]);
      const Frame slot(scene.slots[scene.children[child.parent].asset]);
      const Triple& mount = scene.mounts[child.asset];
      const std::string parent = child.parent == 0 ? "scene" : fmt::format("n{}", child.parent);
      for (const Vec3& anchor : mount) {
        const Vec3 in_frame = turned(Frame(mount).coordinates(anchor), child.quarters);
        const Vec3 wanted = worlds.at(parent)(slot.point(in_frame + child.nudge));
        const Vec3 found = worlds.at(fmt::format("n{}", i))(anchor);
        EXPECT_LT(test::distance(wanted, found), 1e-12) << "n" << i << " at depth " << depths[i];
      }
    }
  }
  EXPECT_GE(deepest, 10u);
}

TEST(Rigs, BakedTransformsGiveTheSameVertices) {
  Random random(3);
  const RandomScene scene = random_scene(random);
  CompileOptions bake;
  bake.bake_transforms = true;
  const GlbFile plain = glb_of_scene(scene.files);
  const GlbFile baked = glb_of_scene(scene.files, bake);
  const auto placed = plain.placed_meshes();
  const auto copies = baked.placed_meshes();
  ASSERT_EQ(placed.size(), copies.size());
  for (std::size_t i = 0; i < placed.size(); ++i) {
    EXPECT_TRUE(is_identity(copies[i].world));
    const auto points = plain.positions(placed[i].mesh);
    const auto world = baked.positions(copies[i].mesh);
    ASSERT_EQ(points.size(), world.size());
    for (std::size_t v = 0; v < points.size(); ++v) {
      EXPECT_LT(test::distance(placed[i].world(points[v]), world[v]), 1e-5);
    }
  }
  // A child of a scene always has a matrix.
  EXPECT_TRUE(baked.json["nodes"][baked.node_named("n1")].has("matrix"));
}

// --- what children share ---

Files crowd(std::size_t children, std::size_t assets) {
  Files files;
  std::string text = "rigs_version: \"0.1\"\nimports:\n";
  for (std::size_t i = 0; i < assets; ++i) {
    files[fmt::format("{}.rigy.yaml", i)] = box;
    text += fmt::format("  a{0}: {0}.rigy.yaml\n", i);
  }
  text += "scene:\n  base: a0\n  children:\n";
  for (std::size_t i = 0; i < children; ++i) {
    text += fmt::format("    - {{id: c{}, base: a{}, place: {}}}\n", i, i % assets, on_top);
  }
  files[scene_name] = text;
  return files;
}

TEST(Rigs, TenThousandChildrenStoreTheGeometryOfTenAssets) {
  const GlbFile few = glb_of_scene(crowd(10, 10));
  const GlbFile many = glb_of_scene(crowd(10'000, 10));
  EXPECT_EQ(few.json["meshes"].size(), 10u);
  EXPECT_EQ(many.json["meshes"].size(), 10u);
  EXPECT_EQ(many.json["materials"].size(), 1u);
  EXPECT_EQ(many.binary, few.binary);
  EXPECT_EQ(many.json["nodes"].size(), 2u + 2u * 10'000u);
}

TEST(Rigs, FiftyThousandChildrenCompile) {
  EXPECT_EQ(glb_of_scene(crowd(50'000, 1)).json["nodes"].size(), 2u + 2u * 50'000u);
}

// A contract with equally many frames is searched for each of them.
TEST(Rigs, TwentyThousandWrongNamesAreReported) {
  constexpr std::size_t count = 20'000;
  std::string scene =
      "rigs_version: \"0.1\"\nimports: {x: {source: box.rigy.yaml, contract: box.ricy.yaml}}\n"
      "scene:\n  base: x\n  children:\n";
  std::string contract = "contract_version: \"0.1\"\nframe3_sets:\n";
  for (std::size_t i = 0; i < count; ++i) {
    scene += fmt::format(
        "    - {{id: c{0}, base: x, place: {{slot: {{name: w{0}}}, mount: {{name: m}}}}}}\n", i);
    contract += fmt::format("  slots.frame_{}: [a, b, c]\n", i);
  }
  contract += "  mounts.m: [a, b, c]\n";
  const CompileResult result =
      compile_scene({{scene_name, scene}, {"box.rigy.yaml", box}, {"box.ricy.yaml", contract}});
  EXPECT_EQ(result.report.errors, count);
}

// A sheared instance is baked into a copy of its mesh, which all instances of the alias share.
TEST(Rigs, BakedCopiesInsideAnAssetAreShared) {
  Files files = crowd(4, 1);
  files["0.rigy.yaml"] = R"(version: "0.13"
imports: {part: {source: part.rigy.yaml}}
anchors:
  - {id: a, translation: [0, 0, 0]}
  - {id: b, translation: [2, 0, 0]}
  - {id: c, translation: [1, 1, 0]}
instances:
  - {id: sheared, import: part, attach3: {from: [a, b, c], to: [a, b, c], mode: affine}}
  - {id: again, import: part, attach3: {from: [a, b, c], to: [a, b, c], mode: affine}}
)";
  files["part.rigy.yaml"] = box;
  const GlbFile glb = glb_of_scene(files);
  EXPECT_EQ(glb.json["meshes"].size(), 2u);
  EXPECT_EQ(glb.placed_meshes().size(), 10u);
}

// --- kinds of documents ---

constexpr const char* smallest_scene =
    "rigs_version: \"0.1\"\nimports: {box: box.rigy.yaml}\nscene: {base: box}\n";

TEST(Rigs, TheKeyDecidesUnderAnyOtherName) {
  for (const char* const name : {"room.rigs.yaml", "room.rigs.yml", "<stdin>", "room"}) {
    const CompileResult result =
        compile_scene({{name, smallest_scene}, {"box.rigy.yaml", box}}, {}, name);
    EXPECT_EQ(test::messages(result.report), "") << name;
    EXPECT_TRUE(result.is_scene) << name;
  }
  EXPECT_FALSE(compile_scene({{"box.rigy.yaml", box}}, {}, "box.rigy.yaml").is_scene);
  EXPECT_TRUE(compile_scene({{"room.yaml", "scene: {base: box}\n"}}, {}, "room.yaml").is_scene);
  EXPECT_FALSE(
      compile_scene({{"room.yaml", "version: \"0.1\"\nscene: {}\n"}}, {}, "room.yaml").is_scene);
}

TEST(Rigs, AScenePosesNothing) {
  CompileOptions options;
  options.pose = "wave";
  const CompileResult result =
      compile_scene({{scene_name, smallest_scene}, {"box.rigy.yaml", box}}, options);
  EXPECT_EQ(test::messages(result.report), "X19 room.rigs.yaml:0:0 a scene has no pose 'wave'\n");
}

TEST(Rigs, AnAssetOfASceneMayImportAsDeepAsAnEntry) {
  Files files{{scene_name, smallest_scene}};
  for (int i = 0; i < 33; ++i) {
    files[i == 0 ? "box.rigy.yaml" : fmt::format("{}.rigy.yaml", i)] =
        i == 32
            ? std::string(box)
            : fmt::format("version: \"0.13\"\nimports: {{n: {{source: {}.rigy.yaml}}}}\n", i + 1);
  }
  EXPECT_EQ(test::messages(compile_scene(files).report), "");
  EXPECT_EQ(test::messages(compile_scene(files, {}, "box.rigy.yaml").report), "");
}

std::string nested(std::size_t levels) {
  std::string text = "rigs_version: \"0.1\"\nimports: {box: box.rigy.yaml}\nscene: {base: box";
  for (std::size_t i = 0; i < levels; ++i) {
    text += fmt::format(", children: [\n{{id: c{}, base: box, place: {}", i, on_top);
  }
  for (std::size_t i = 0; i < levels; ++i) text += "}]";
  return text + "}\n";
}

TEST(Rigs, ScenesAreAtMost64LevelsDeep) {
  for (const char* const name : {"room.rigs.yaml", "<stdin>"}) {
    const Files good{{name, nested(64)}, {"box.rigy.yaml", box}};
    EXPECT_EQ(test::messages(compile_scene(good, {}, name).report), "") << name;
    const CompileResult bad = compile_scene({{name, nested(65)}, {"box.rigy.yaml", box}}, {}, name);
    ASSERT_EQ(bad.report.diagnostics.size(), 1u) << name;
    EXPECT_EQ(bad.report.diagnostics[0].id, "R07");
  }
  // Text that is nested deeper is not even read.
  const CompileResult bad = compile_scene({{scene_name, nested(100)}, {"box.rigy.yaml", box}});
  EXPECT_EQ(bad.report.diagnostics[0].message, "nested more than 160 levels deep");
}

// --- lengths ---

TEST(Rigs, LengthsHaveUnits) {
  EXPECT_EQ(length_of("20cm"), 20 * 0.01);
  EXPECT_EQ(length_of("-1in"), -1 * 0.0254);
  EXPECT_EQ(length_of("2.5ft"), 2.5 * 0.3048);
  EXPECT_EQ(length_of("017m"), 17);
  EXPECT_EQ(length_of("3"), 3);
  for (const char* const text : {"", "-", "m", "+1m", "1 m", "1e3", ".5", "1.", "1.m", "1mm", "0x1",
                                 "1m ", "--1", "1.2.3", "1cmm", "1M", "inf", "1_0"}) {
    EXPECT_EQ(length_of(text), std::nullopt) << text;
  }
}

TEST(Rigs, MistakenLengthsAreCorrected) {
  EXPECT_EQ(help_for_length("20 cm", "up"), "write up: 20cm");
  EXPECT_EQ(help_for_length("+3 feet", "up"), "write up: 3ft");
  EXPECT_EQ(help_for_length("5\"", "east"), "write east: 5in");
  EXPECT_EQ(help_for_length("20mm", "up"),
            "write a number of meters, or a number and m, cm, in or ft, as in 20cm");
}

// --- the outline ---

TEST(Rigs, TheOutlineSaysWhichNodeComesFromWhichLine) {
  CompileOptions options;
  options.outline = true;
  const Files files{{"box.rigy.yaml", box}, {scene_name, R"(rigs_version: "0.1"
imports: {box: box.rigy.yaml}
scene:
  base: box
  children:
    - id: lower
      base: box
      place:
        slot: {anchors: [a, b, c]}
        mount: {anchors: [a, b, c]}
        rotate: 270deg
        nudge: {north: 1, east: 2, up: 3}
      children:
        - {id: upper, base: box, place: {slot: {anchors: [a, b, c]}, mount: {anchors: [a, b, c]}}}
)"}};
  const CompileResult result = compile_scene(files, options);
  ASSERT_EQ(test::messages(result.report), "");
  const GlbFile glb(result.glb.to_string());
  const test::Json outline = test::parse_json(result.outline);
  EXPECT_EQ(outline["meshes"][0]["file"].text, "box.rigy.yaml");
  EXPECT_EQ(outline["anchors"].size(), 0u);
  const test::Json& children = outline["children"];
  ASSERT_EQ(children.size(), 2u);
  const test::Json& lower = children[0];
  EXPECT_EQ(lower["id"].text, "lower");
  EXPECT_EQ(lower["base"].text, "box");
  EXPECT_EQ(lower["parent"].kind, test::Json::Kind::Null);
  EXPECT_EQ(lower["node"].index(), glb.node_named("lower"));
  EXPECT_EQ(lower["rotate"].number, 270);
  EXPECT_EQ(lower["nudge"].numbers(), (std::vector<double>{2, 3, 1}));
  EXPECT_EQ(lower["file"].text, scene_name);
  EXPECT_EQ(lower["line"].number, 6);
  EXPECT_EQ(lower["slot"].numbers(),
            (std::vector<double>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0, 1}));
  EXPECT_EQ(lower["place"]["line"].number, 9);
  EXPECT_EQ(lower["place"]["endLine"].number, 12);
  EXPECT_EQ(children[1]["parent"].number, 0);
  EXPECT_EQ(children[1]["node"].index(), glb.node_named("upper"));
  EXPECT_EQ(children[1]["rotate"].number, 0);
}

TEST(Rigs, TheOutlineHasTheInstancesOfTheEntryWithTheAnchorsTheyAreAttachedTo) {
  CompileOptions options;
  options.outline = true;
  const Files files{{"box.rigy.yaml", box}, {"shelf.rigy.yaml", R"(version: "0.13"
imports: {box: {source: box.rigy.yaml}}
meshes:
  - {id: board, primitives: [{id: plank, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
anchors:
  - {id: p, translation: [0, 2, 0]}
  - {id: q, translation: [1, 2, 0]}
  - {id: r, translation: [0, 3, 0]}
instances:
  - {id: crate, import: box, attach3: {from: [a, b, c], to: [p, q, r], mode: uniform}}
  - {id: more, mesh_id: board}
)"}};
  const CompileResult result = compile_scene(files, options, "shelf.rigy.yaml");
  ASSERT_EQ(test::messages(result.report), "");
  const GlbFile glb(result.glb.to_string());
  const test::Json instances = test::parse_json(result.outline)["instances"];
  ASSERT_EQ(instances.size(), 2u);
  const test::Json& crate = instances[0];
  EXPECT_EQ(crate["id"].text, "crate");
  EXPECT_EQ(crate["base"].text, "box");
  EXPECT_EQ(crate["mode"].text, "uniform");
  ASSERT_EQ(crate["to"].size(), 3u);
  EXPECT_EQ(crate["to"][2].text, "r");
  EXPECT_EQ(crate["node"].index(), glb.node_named("crate"));
  EXPECT_EQ(crate["line"].number, 10);
  EXPECT_EQ(instances[1]["base"].text, "board");
  EXPECT_EQ(instances[1]["mode"].kind, test::Json::Kind::Null);
  EXPECT_EQ(instances[1]["to"].size(), 0u);
}

}  // namespace
}  // namespace rigy
