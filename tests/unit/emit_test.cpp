#include "expand/emit.hpp"

#include <string>

#include <gtest/gtest.h>

#include "expand/yaml_text.hpp"
#include "expand_support.hpp"
#include "support.hpp"
#include "syntax/parse.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::expand_text;

std::string as_yaml(const std::string& text) {
  std::string out;
  append_yaml_text(out, text);
  return out;
}

TEST(YamlText, HasQuotesWhereItNeedsThem) {
  EXPECT_EQ(as_yaml("wall_gap-0.x/y"), "wall_gap-0.x/y");
  for (const std::string text :
       {"", "true", "null", "No", "0.6", "-a", "a b", "a:", "#", "$w", "on"}) {
    EXPECT_EQ(as_yaml(text), "\"" + text + "\"");
  }
  EXPECT_EQ(as_yaml("a\"\\\n\x7f\xc2\x85\xe2\x80\xa8ö"),
            "\"a\\\"\\\\\\u000a\\u007f\\u0085\\u2028ö\"");
}

// Any text reads back as itself.
TEST(YamlText, ReadsBack) {
  test::Random random(11);
  for (int run = 0; run < 500; ++run) {
    std::string text;
    for (std::size_t i = test::below(random, 12); i-- > 0;) {
      static constexpr std::string_view pieces[] = {" ", "a", "\n", "\"", "\\", "#",
                                                    ":", "-", "ö",  "\t", "0",  "\r",
                                                    "'", "{", "]",  ",",  "&",  "€"};
      text += pieces[test::below(random, std::size(pieces))];
    }
    Source source{"t", "t", "[" + as_yaml(text) + "]\n", true};
    Diagnostics diagnostics;
    const auto tree = parse_yaml(source, 0, diagnostics);
    ASSERT_TRUE(tree) << source.text;
    EXPECT_EQ(tree->text_of(1), text);
  }
}

TEST(ExpandedYaml, SaysWhereValuesComeFrom) {
  EXPECT_EQ(expand_text(R"(version: "0.12"
params: {w: 4}
anchors:
- repeat: {count: 2, as: i, body: {id: "a${i}", translation: ["${i}", $w, "=$w/2"]}}
- {id: b, translation: [$w, 0, 0], scope: null}
)",
                        {}, true)
                .yaml,
            R"(version: "0.12"
anchors:
  # from repeat: as=i index=0
  - id: a0
    translation: [0, 4, 2.0]  # was $w, was =$w/2
  # from repeat: as=i index=1
  - id: a1
    translation: [1, 4, 2.0]  # was $w, was =$w/2
  - id: b
    translation: [4, 0, 0]  # was $w
    scope: null
)");
}

TEST(ExpandedYaml, PathsAreSeenFromItsOwnFolder) {
  const std::string document = R"(version: "0.10"
imports:
  wheel: {source: parts/wheel.rigy.yaml, contract: ../wheel.ricy.yaml}
bindings:
  - weight_maps:
      - {primitive_id: p, source: weights.json}
)";
  CompileOptions options;
  options.expanded_yaml = {.wanted = true, .provenance = true, .path_to_document = "../models"};
  test::Files files{{"a/b/c/doc.rigy.yaml", document}};
  MemoryFiles reader(files);
  EXPECT_EQ(compile("a/b/c/doc.rigy.yaml", reader, options).expanded_yaml, R"(version: "0.10"
imports:
  wheel: {source: "../models/parts/wheel.rigy.yaml", contract: "../models/../wheel.ricy.yaml"}
bindings:
  - weight_maps:
      - {primitive_id: p, source: "../models/weights.json"}
)");
}

// Texts that only a param can hold: written out they would be read as params themselves.
TEST(ExpandedYaml, TextsThatLookLikeParamsStayParams) {
  const std::string document =
      "version: \"0.12\"\nparams: {p: \"$q\", r: \"a $q\"}\nmeshes: [{id: $p, name: $r}]\n";
  const std::string once = expand_text(document).yaml;
  EXPECT_EQ(once, R"(version: "0.12"
meshes:
  - {id: $p, name: $r}
params:
  p: "$q"
  r: "a $q"
)");
  EXPECT_EQ(expand_text(once).yaml, once);
}

// For every document that expands, the result has nothing left to expand.
TEST(ExpandedYaml, IsAFixedPoint) {
  for (const std::string document :
       {"version: \"0.12\"\nmeshes:\n- id: m\n  primitives:\n  - repeat: {count: 3, as: i, body: "
        "{id: "
        "\"b${i}\", type: box, aabb: {min: [\"=${i}*2\", 0, 0], max: [\"=${i}*2+0.1\", 1, 1]}}}\n"
        "  - {macro: box_decompose, id: w, axis: z, span: [0, 0.3], height: 0.7, thickness: 0.1, "
        "cutouts: [{id: c, span: [0.1, 0.2], bottom: 0.2, top: 0.3}]}\n"
        "  - {macro: triangle_prism_on_plane, id: g, plane: {origin: [0.1, 0.2, 0.3], normal: [1, "
        "2, "
        "3]}, leg_p: [-2, 1, 0], leg_q: [-3, -6, 5], length: 0.1}\n",
        "version: \"0.6\"\nmeshes: [{id: m, a: &x [1, 2], b: *x}]\n"}) {
    const test::ExpandedText once = expand_text(document, {}, true);
    EXPECT_EQ(once.messages, "");
    const test::ExpandedText twice = expand_text(once.yaml, {}, false);
    EXPECT_EQ(twice.messages, "");
    EXPECT_EQ(twice.yaml, expand_text(document).yaml);
  }
}

}  // namespace
}  // namespace rigy
