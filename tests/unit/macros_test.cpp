#include "expand/macros.hpp"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "expand_support.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::expand_text;

std::string with_primitive(const std::string& primitive, const std::string& version = "0.12") {
  return fmt::format("version: \"{}\"\nmeshes:\n- id: m\n  primitives:\n  - {}\n", version,
                     primitive);
}

// The primitives of the mesh as expanded text, each line two levels less deep.
std::string primitives_of(const std::string& primitive, const std::string& version = "0.12") {
  const test::ExpandedText result = expand_text(with_primitive(primitive, version));
  EXPECT_EQ(result.messages, "");
  const std::size_t begin = result.yaml.find("      - ");
  std::string text;
  for (std::size_t at = begin; at < result.yaml.size();) {
    const std::size_t end = result.yaml.find('\n', at);
    text += result.yaml.substr(at + 6, end - at - 5);
    at = end + 1;
  }
  return text;
}

std::string messages_of(const std::string& primitive, const std::string& version = "0.12") {
  return expand_text(with_primitive(primitive, version)).messages;
}

TEST(Aabb, BecomesDimensionsAndTranslation) {
  EXPECT_EQ(primitives_of("{id: b, aabb: {min: [0, -0.1, 0.5], max: [4, 0, 3]}, type: box, "
                          "transform: {}, tags: [floor]}",
                          "0.11"),
            R"(- id: b
  dimensions: {x: 4.0, y: 0.1, z: 2.5}
  transform:
    translation: [2.0, -0.05, 1.75]
  type: box
  tags: [floor]
)");
  EXPECT_EQ(primitives_of("{id: b, type: box, dimensions: {x: 1, y: 1, z: 1}, aabb: null}"),
            R"(- id: b
  type: box
  dimensions: {x: 1, y: 1, z: 1}
)");
}

TEST(Aabb, WhatIsWrongWithIt) {
  const auto aabb = [](const std::string& fields) {
    return messages_of("{type: box, aabb: " + fields + "}");
  };
  EXPECT_EQ(aabb("{min: [0, 0, 0], max: [1, 0, 1]}"),
            "X29 5:49 max of aabb is 0 on the y axis; min is 0\n");
  EXPECT_EQ(aabb("{min: [0, 0, -1e308], max: [1, 1, 1e308]}"),
            "X29 5:57 max of aabb is 1e308 on the z axis; min is -1e+308\n");
  EXPECT_EQ(aabb("{min: [0, 0], max: [1, 1, 1]}"), "P06 5:29 min must have 3 numbers, not 2\n");
  EXPECT_EQ(aabb("{min: [0, 0, a], max: [1, 1, 1]}"),
            "P04 5:36 min must be a number, not the text 'a'\n");
  EXPECT_EQ(aabb("{min: [0, 0, .inf], max: 1}"),
            "V32 5:36 min is .inf, which is not a finite number\n"
            "P04 5:48 max must be a list of 3 numbers, not the number 1\n");
  EXPECT_EQ(aabb("{min: [0, 0, 0], mx: [1, 1, 1]}"),
            "V34 5:23 missing field 'max' in aabb\nV57 5:40 unknown field 'mx' in aabb\n");
  EXPECT_EQ(aabb("[1]"), "P04 5:23 aabb must be a mapping, not a list\n");
  const std::string box = "aabb: {min: [0, 0, 0], max: [1, 1, 1]}";
  EXPECT_EQ(messages_of("{type: sphere, " + box + "}"), "X28 5:20 a sphere has no aabb\n");
  EXPECT_EQ(messages_of("{type: box, " + box + ", transform: {translation: [1, 0, 0]}}"),
            "F115 5:57 a primitive has both 'aabb' and 'transform'\n");
  EXPECT_EQ(messages_of("{type: box, " + box + ", dimensions: {x: 1, y: 1, z: 1}}"),
            "P10 5:57 a primitive has both 'aabb' and 'dimensions'\n");
  // Not yet a construct of the language.
  EXPECT_EQ(messages_of("{type: sphere, aabb: 1, macro: 2}", "0.10"), "");
}

TEST(BoxDecompose, LeavesGapsFirstThenWhatIsAroundTheCutouts) {
  EXPECT_EQ(primitives_of("{macro: box_decompose, id: w, axis: x, span: [0, 8], height: 3, "
                          "thickness: 0.5, base_y: 1, offset: 2, cutouts: [{id: win, span: [5, "
                          "6], bottom: 1, top: 2}, {id: door, span: [2, 3], top: 2.5}], material: "
                          "stone, tags: [a, b]}",
                          "0.11"),
            R"(- id: w_gap_0
  type: box
  dimensions: {x: 2.0, y: 3.0, z: 0.5}
  transform:
    translation: [1.0, 2.5, 2.0]
  material: stone
  tags: [a, b]
- id: w_gap_1
  type: box
  dimensions: {x: 2.0, y: 3.0, z: 0.5}
  transform:
    translation: [4.0, 2.5, 2.0]
  material: stone
  tags: [a, b]
- id: w_gap_2
  type: box
  dimensions: {x: 2.0, y: 3.0, z: 0.5}
  transform:
    translation: [7.0, 2.5, 2.0]
  material: stone
  tags: [a, b]
- id: w_door_above
  type: box
  dimensions: {x: 1.0, y: 0.5, z: 0.5}
  transform:
    translation: [2.5, 3.75, 2.0]
  material: stone
  tags: [a, b]
- id: w_win_below
  type: box
  dimensions: {x: 1.0, y: 1.0, z: 0.5}
  transform:
    translation: [5.5, 1.5, 2.0]
  material: stone
  tags: [a, b]
- id: w_win_above
  type: box
  dimensions: {x: 1.0, y: 1.0, z: 0.5}
  transform:
    translation: [5.5, 3.5, 2.0]
  material: stone
  tags: [a, b]
)");
}

TEST(BoxDecompose, RunsAlongZAndHasOffsetModes) {
  for (const auto& [mode, offset] :
       {std::pair{"centerline", "0.0"}, {"neg_face", "0.25"}, {"pos_face", "-0.25"}}) {
    EXPECT_EQ(primitives_of(fmt::format("{{macro: box_decompose, id: w, mesh: m, axis: z, span: "
                                        "[-1, 3], height: 2, thickness: 0.5, offset_mode: {}}}",
                                        mode)),
              fmt::format(R"(- id: w_gap_0
  type: box
  dimensions: {{x: 0.5, y: 2.0, z: 4.0}}
  transform:
    translation: [{}, 1.0, 1.0]
)",
                          offset));
  }
}

TEST(BoxDecompose, ACutoutMayTakeEverything) {
  const std::string nothing =
      "{macro: box_decompose, id: w, axis: x, span: [0, 1], height: 1, thickness: 1, cutouts: "
      "[{id: c, span: [0, 1]}]}";
  const test::ExpandedText result = expand_text(with_primitive(nothing + "\n  - {id: b}"));
  EXPECT_EQ(result.yaml,
            "version: \"0.12\"\nmeshes:\n  - id: m\n    primitives:\n      - {id: b}\n");
  EXPECT_EQ(messages_of(nothing),
            "X02 5:5 nothing is left of box_decompose 'w', so mesh 'm' has no primitives\n");
}

std::string wall(const std::string& more, const std::string& version = "0.12") {
  return messages_of(
      "{macro: box_decompose, id: w, axis: x, span: [0, 8], height: 3, thickness: "
      "0.5" +
          more + "}",
      version);
}

std::string cutouts(const std::string& list) { return wall(", cutouts: [" + list + "]"); }

TEST(BoxDecompose, ChecksItsFields) {
  const auto fields = [](const std::string& written) {
    return messages_of("{macro: box_decompose, " + written + "}");
  };
  EXPECT_EQ(fields("id: 1x, axis: x, span: [0, 8], height: 3, thickness: 1"),
            "X33 5:32 the id of box_decompose is not a name\n");
  EXPECT_EQ(fields("id: w, axis: y, span: [8, 0], height: 0, thickness: -1"),
            "P05 5:41 axis is 'y'; it must be one of: x, z\n"
            "X30 5:50 span is [8, 0]; it must ascend\n"
            "X30 5:66 height is 0; it must be greater than 0\n"
            "X30 5:80 thickness is -1; it must be greater than 0\n");
  EXPECT_EQ(fields("axis: x, span: [0, 8], height: 3, thick: 1"),
            "V34 5:5 missing field 'id' in box_decompose\n"
            "V34 5:5 missing field 'thickness' in box_decompose\n"
            "V57 5:62 unknown field 'thick' in box_decompose\n");
  EXPECT_EQ(wall(", offset: 1, offset_mode: neg_face"),
            "P10 5:109 box_decompose 'w' has both 'offset' and 'offset_mode'\n");
  EXPECT_EQ(
      wall(", offset_mode: middle"),
      "P05 5:98 offset_mode is 'middle'; it must be one of: centerline, neg_face, pos_face\n");
  EXPECT_EQ(wall(", offset_mode: neg_face", "0.11"),
            "V77 5:98 offset_mode in a document of version 0.11\n");
  EXPECT_EQ(wall(", mesh: n"), "V76 5:91 box_decompose 'w' is in mesh 'm', not in 'n'\n");
  EXPECT_EQ(wall(", mesh: n", "0.11"), "");
  EXPECT_EQ(wall(", base_y: 1e308, tags: text"), "");
  EXPECT_EQ(fields("id: w, axis: x, span: [-1e308, 1e308], height: 3, thickness: 1"),
            "X30 5:5 box_decompose 'w' is too large or too far away\n");
}

TEST(BoxDecompose, ChecksItsCutouts) {
  EXPECT_EQ(wall(", cutouts: {}"), "P04 5:94 cutouts must be a list\n");
  EXPECT_EQ(cutouts("{span: [1, 2]}"), "F116 5:95 a cutout of box_decompose 'w' has no id\n");
  EXPECT_EQ(cutouts("{id: 0bad, span: [1, 2]}"),
            "F116 5:100 a cutout of box_decompose 'w' has an id that is not a name\n");
  EXPECT_EQ(cutouts("{id: a, span: [2, 2]}"), "X30 5:109 span is [2, 2]; it must ascend\n");
  EXPECT_EQ(cutouts("{id: a, span: [7, 9]}"),
            "X30 5:109 span of cutout 'a' of box_decompose 'w' is [7, 9]; it must be within the "
            "wall's [0, 8]\n");
  EXPECT_EQ(cutouts("{id: a, span: [1, 2], bottom: -1}"),
            "X30 5:125 bottom of cutout 'a' of box_decompose 'w' is -1; it must be at least 0\n");
  EXPECT_EQ(cutouts("{id: a, span: [1, 2], top: 4}"),
            "X30 5:122 top of cutout 'a' of box_decompose 'w' is 4; it must be at most the wall's "
            "height, 3\n");
  EXPECT_EQ(
      cutouts("{id: a, span: [1, 2], bottom: 2, top: 2}"),
      "X30 5:125 bottom of cutout 'a' of box_decompose 'w' is 2; it must be below its top, 2\n");
  EXPECT_EQ(cutouts("{id: a, span: [1, 2], sill: 2}"),
            "V57 5:117 unknown field 'sill' in a cutout of box_decompose 'w'\n");
}

TEST(BoxDecompose, CutoutsMayTouchButNotOverlap) {
  EXPECT_EQ(cutouts("{id: a, span: [1, 2]}, {id: b, span: [2, 3]}"), "");
  EXPECT_EQ(cutouts("{id: a, span: [1, 4]}, {id: b, span: [2, 3], top: 1}"),
            "X31 5:118 cutouts 'b' and 'a' of box_decompose 'w' overlap: 'a' ends at 4, 'b' begins "
            "at 2\n");
  EXPECT_EQ(cutouts("{id: a, span: [1, 4], top: 1}, {id: b, span: [2, 5], bottom: 1, top: 2}"),
            "W16 5:126 cutouts 'b' and 'a' of box_decompose 'w' are above one another\n");
}

// Every point of the wall's face is covered once, or lies in a cutout; against a brute force.
TEST(BoxDecompose, OverlapsAreFoundLikeByComparingAllPairs) {
  test::Random random(3);
  const auto intersects = [](double a0, double a1, double b0, double b1) {
    return std::max(a0, b0) < std::min(a1, b1);
  };
  for (int run = 0; run < 200; ++run) {
    struct Cut {
      std::size_t s, e, b, t;
    };
    std::vector<Cut> cuts;
    std::string list;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t s = test::below(random, 7);
      const std::size_t b = test::below(random, 2);
      cuts.push_back(
          {s, s + 1 + test::below(random, 8 - s), b, b + 1 + test::below(random, 3 - b)});
      list += fmt::format("{{id: c{}, span: [{}, {}], bottom: {}, top: {}}}, ", i, cuts[i].s,
                          cuts[i].e, cuts[i].b, cuts[i].t);
    }
    bool overlap = false;
    bool above = false;
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const auto real = [](std::size_t n) { return static_cast<double>(n); };
        const bool spans =
            intersects(real(cuts[i].s), real(cuts[i].e), real(cuts[j].s), real(cuts[j].e));
        const bool heights =
            intersects(real(cuts[i].b), real(cuts[i].t), real(cuts[j].b), real(cuts[j].t));
        overlap |= spans && heights;
        above |= spans && !heights;
      }
    }
    const std::string found = cutouts(list.substr(0, list.size() - 2));
    EXPECT_EQ(found.find("X31") != std::string::npos, overlap) << list << found;
    if (overlap) continue;
    EXPECT_EQ(found.find("W16") != std::string::npos, above) << list << found;
  }
}

TEST(Macro, GeneratedIdsMustBeFree) {
  EXPECT_EQ(
      expand_text(R"(version: "0.11"
meshes:
- id: walls
  primitives:
  - {macro: box_decompose, id: wall, axis: x, span: [0, 8], height: 3, thickness: 1}
  - {id: wall_gap_0, type: box, dimensions: {x: 1, y: 1, z: 1}}
- id: other
  primitives:
  - {macro: box_decompose, id: wall, axis: x, span: [0, 8], height: 3, thickness: 1}
)")
          .messages,
      "F114 5:32 box_decompose 'wall' creates 'wall_gap_0', an id that already exists in mesh "
      "'walls'\n");
}

TEST(Macro, UnknownOnes) {
  EXPECT_EQ(messages_of("{macro: box_decompos, id: w}"),
            "P05 5:13 macro is 'box_decompos'; it must be one of: box_decompose, "
            "triangle_prism_on_plane\n");
  EXPECT_EQ(messages_of("{macro: 1, id: w}"), "P04 5:13 macro must be text, not the number 1\n");
  EXPECT_EQ(messages_of("{macro: triangle_prism_on_plane, id: w}", "0.11"),
            "V77 5:13 triangle_prism_on_plane in a document of version 0.11\n");
}

TEST(Macro, OriginsNameRepetitionAndCutout) {
  const test::ExpandedText result = expand_text(
      "version: \"0.11\"\nmeshes:\n- id: m\n  primitives:\n  - repeat: {count: 2, as: i, body: "
      "{macro: box_decompose, id: \"w${i}\", axis: x, span: [0, 2], height: 3, thickness: 1, "
      "cutouts: [{id: door, span: [1, 2], top: 2}]}}\n  - {id: f, type: box, aabb: {min: [0, 0, "
      "0], max: [1, 1, 1]}}\n",
      {}, true);
  EXPECT_EQ(result.yaml, R"(version: "0.11"
meshes:
  - id: m
    primitives:
      # from box_decompose:w0 segment=gap_0
      # from repeat: as=i index=0
      - id: w0_gap_0
        type: box
        dimensions: {x: 1.0, y: 3.0, z: 1.0}
        transform:
          translation: [0.5, 1.5, 0.0]
      # from box_decompose:w0 segment=door_above
      # from repeat: as=i index=0
      - id: w0_door_above
        type: box
        dimensions: {x: 1.0, y: 1.0, z: 1.0}
        transform:
          translation: [1.5, 2.5, 0.0]
      # from box_decompose:w1 segment=gap_0
      # from repeat: as=i index=1
      - id: w1_gap_0
        type: box
        dimensions: {x: 1.0, y: 3.0, z: 1.0}
        transform:
          translation: [0.5, 1.5, 0.0]
      # from box_decompose:w1 segment=door_above
      # from repeat: as=i index=1
      - id: w1_door_above
        type: box
        dimensions: {x: 1.0, y: 1.0, z: 1.0}
        transform:
          translation: [1.5, 2.5, 0.0]
      - id: f
        type: box
        dimensions: {x: 1.0, y: 1.0, z: 1.0}  # derived from aabb(min,max)
        transform:
          translation: [0.5, 0.5, 0.5]
)");
}

std::string prism(const std::string& fields) {
  return "{macro: triangle_prism_on_plane, id: g, " + fields + "}";
}

TEST(Prism, IsAWedgeOnItsPlane) {
  EXPECT_EQ(primitives_of(prism("plane: {origin: [2, 2.4, 0], normal: [0, 0, 2]}, leg_p: [2, 0, "
                                "0], leg_q: [0, 1, 0], length: 0.5, surface: roof")),
            // (p × n)·q is negative: the legs swap.
            R"(- id: g
  type: wedge
  dimensions: {x: 1.0, y: 0.5, z: 2.0}
  transform:
    translation: [3.0, 2.9, 0.25]
    rotation_quat: [0.5, 0.5, 0.5, 0.5]
  surface: roof
)");
  EXPECT_EQ(primitives_of(prism("plane: {origin: [0, 0, 0], normal: [0, 1, 0]}, leg_p: [3, 0, 0], "
                                "leg_q: [0, 0, 4], length: 2")),
            R"(- id: g
  type: wedge
  dimensions: {x: 3.0, y: 2.0, z: 4.0}
  transform:
    translation: [1.5, 1.0, 2.0]
    rotation_quat: [0.0, 0.0, 0.0, 1.0]
)");
}

TEST(Prism, NeedsARightTriangleOnItsPlane) {
  const auto found = [](const std::string& normal, const std::string& p, const std::string& q,
                        const std::string& length = "1") {
    return messages_of(prism(
        fmt::format("plane: {{origin: [0, 0, 0], normal: {}}}, leg_p: {}, leg_q: {}, length: {}",
                    normal, p, q, length)));
  };
  const std::string owner = "of triangle_prism_on_plane 'g' is ";
  EXPECT_EQ(found("[0, 1, 0]", "[1, 0, 0]", "[0, 0, 1]"), "");
  EXPECT_EQ(found("[0, 1, 0]", "[1, 1, 0]", "[0, 0, 1]"),
            "X32 5:99 leg_p " + owner + "not perpendicular to normal\n");
  EXPECT_EQ(found("[0, 1, 0]", "[1, 0, 0]", "[0, 1, 1]"),
            "X32 5:117 leg_q " + owner + "not perpendicular to normal\n");
  EXPECT_EQ(found("[0, 1, 0]", "[1, 0, 0]", "[1, 0, 1]"),
            "X32 5:117 leg_q " + owner + "not perpendicular to leg_p\n");
  EXPECT_EQ(found("[0, 0, 0]", "[1, 0, 0]", "[0, 0, 1]"),
            "X32 5:80 normal " + owner + "too short\n");
  EXPECT_EQ(found("[0, 1, 0]", "[1e200, 0, 0]", "[0, 0, 1]"),
            "X32 5:99 leg_p " + owner + "too long\n");
  EXPECT_EQ(found("[0, 1, 0]", "[1, 0, 0]", "[0, 0, 1]", "0"),
            "X30 5:136 length is 0; it must be greater than 0\n");
}

}  // namespace
}  // namespace rigy
