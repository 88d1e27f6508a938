#include "expand/expand.hpp"

#include <chrono>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/limits.hpp"
#include "expand_support.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::expand_text;
using test::ExpandedText;

void expect_expanded(const std::string& document, const std::string& yaml) {
  const ExpandedText result = expand_text(document);
  EXPECT_EQ(result.yaml, yaml);
  EXPECT_EQ(result.messages, "");
}

std::string messages_of(const std::string& document) { return expand_text(document).messages; }

// A document of version 0.10 with one list.
std::string with_list(const std::string& elements) {
  return "version: \"0.10\"\nmeshes:\n" + elements;
}

TEST(Repeat, CopiesItsBodyInPlace) {
  expect_expanded(R"(version: "0.10"
meshes:
- id: fence
  primitives:
  - {id: first}
  - repeat:
      count: 3
      as: i
      body:
        id: "post${i}"
        transform: {translation: ["${i}", 1, "1${i}"]}
  - {id: last}
)",
                  R"(version: "0.10"
meshes:
  - id: fence
    primitives:
      - {id: first}
      - id: post0
        transform:
          translation: [0, 1, "10"]
      - id: post1
        transform:
          translation: [1, 1, "11"]
      - id: post2
        transform:
          translation: [2, 1, "12"]
      - {id: last}
)");
}

TEST(Repeat, OuterIndexesReachTheFieldsOfInnerRepeats) {
  expect_expanded(R"(version: "0.10"
meshes:
- repeat:
    count: 3
    as: i
    body:
      id: "m${i}"
      primitives:
      - repeat: {count: "${i}", as: "j${i}", body: {id: "p${i}", at: "${j${i}}", "${": 1}}
)",
                  R"(version: "0.10"
meshes:
  - id: m0
    primitives: []
  - id: m1
    primitives:
      - {id: p1, at: 0, "${": 1}
  - id: m2
    primitives:
      - {id: p2, at: 0, "${": 1}
      - {id: p2, at: 1, "${": 1}
)");
}

TEST(Repeat, AliasesAreCopiedWithTheIndexesOfTheirPlace) {
  expect_expanded(R"(version: "0.10"
meshes:
- repeat: {count: 1, as: i, body: {id: a, d: &d {x: "${i}"}}}
- repeat: {count: 2, as: i, body: {id: b, d: *d}}
)",
                  R"(version: "0.10"
meshes:
  - id: a
    d: {x: 0}
  - id: b
    d: {x: 0}
  - id: b
    d: {x: 1}
)");
}

TEST(Repeat, CountIsAWholeNumber) {
  const auto count = [](const std::string& written) {
    return messages_of(with_list("- repeat: {count: " + written + ", as: i, body: {id: m}}\n"));
  };
  EXPECT_EQ(count("0"), "");
  EXPECT_EQ(count("0x2"), "");
  for (const std::string bad : {"-1", "1.0", "\"3\"", "true", "$n", "=3", "\"${j}\"", "null"}) {
    const std::string text = bad[0] == '"' ? bad.substr(1, bad.size() - 2) : bad;
    EXPECT_EQ(count(bad),
              fmt::format("V62 3:19 'count' is {}; it must be a whole number, at least 0\n", text));
  }
  EXPECT_EQ(count("[1]"), "V62 3:19 'count' must be a whole number, at least 0\n");
}

TEST(Repeat, AsIsANameOfItsOwn) {
  const auto as = [](const std::string& written) {
    return messages_of(with_list("- repeat: {count: 1, as: i, body: {l: [{repeat: {count: 1, as: " +
                                 written + ", body: {id: m}}}]}}\n"));
  };
  EXPECT_EQ(as("_j9"), "");
  for (const std::string bad : {"0bad", "\"\"", "a-b", "true", "7", "[j]", "null"}) {
    EXPECT_EQ(as(bad), "V63 3:64 'as' must be a name, such as i (in repetition 0 of 'i')\n") << bad;
  }
  EXPECT_EQ(as("i"), "V63 3:64 'i' is the index of an enclosing repeat (in repetition 0 of 'i')\n");
}

TEST(Repeat, MisuseIsReported) {
  EXPECT_EQ(messages_of(with_list("- {repeat: {count: 1, as: i, body: {}}, id: m}\n")),
            "V64 3:4 'repeat' must be the only key of its list element\n");
  EXPECT_EQ(messages_of(with_list("- repeat: {count: 1, as: i, body: {}, extra: 1}\n")),
            "V64 3:39 unknown field 'extra' in repeat\n");
  EXPECT_EQ(messages_of(with_list("- repeat: {as: i, body: {}}\n")),
            "V64 3:3 missing field 'count' in repeat\n");
  EXPECT_EQ(messages_of(with_list("- repeat: {count: 1, body: {}}\n")),
            "V64 3:3 missing field 'as' in repeat\n");
  EXPECT_EQ(messages_of(with_list("- repeat: {count: 1, as: i}\n")),
            "V64 3:3 missing field 'body' in repeat\n");
  EXPECT_EQ(messages_of(with_list("- repeat: [1]\n")),
            "V64 3:3 'repeat' must be a mapping with 'count', 'as' and 'body'\n");
  EXPECT_EQ(messages_of(with_list("- repeat: {count: 1, as: i, body: [1]}\n")),
            "V64 3:35 'body' must be a mapping\n");
  EXPECT_EQ(messages_of(with_list("- repeat: {count: 1, as: i, body: {repeat: {}}}\n")),
            "V64 3:35 'body' must not itself be a repeat\n");
  EXPECT_EQ(messages_of("version: \"0.10\"\nmaterials: {repeat: {base_color: [1, 1, 1, 1]}}\n"),
            "V64 2:13 'repeat' must be an element of a list, with no other key\n");
  EXPECT_EQ(messages_of("version: \"0.10\"\nrepeat: 1\n"),
            "V64 2:1 'repeat' must be an element of a list, with no other key\n");
}

TEST(Repeat, TooManyRepetitionsEndAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  const ExpandedText one =
      expand_text(with_list("- repeat: {count: 1000000000, as: i, body: {id: m}}\n"));
  EXPECT_EQ(
      one.messages,
      "P09 3:19 1000000000 repetitions create more than 2000000 nodes in the document and its "
      "imports\n");
  EXPECT_EQ(one.yaml, "");
  const ExpandedText nested = expand_text(with_list(
      "- repeat: {count: 3000, as: i, body: {l: [{repeat: {count: 300000, as: j, body: {id: "
      "m}}}]}}\n"));
  EXPECT_EQ(nested.messages,
            "P09 3:60 300000 repetitions create more than 2000000 nodes in the document and its "
            "imports (in repetition 2 of 'i')\n");
  EXPECT_EQ(
      messages_of(with_list("- repeat: {count: 99999999999999999999, as: i, body: {}}\n")),
      "P09 3:19 9223372036854775807 repetitions create more than 2000000 nodes in the document "
      "and its imports\n");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(Repeat, TextsAndNestingStayWithinTheirLimits) {
  const std::string tokens = [] {
    std::string text;
    for (int i = 0; i < 250; ++i) text += "${i}";
    return text;
  }();
  EXPECT_EQ(messages_of(with_list("- repeat: {count: 100000, as: i, body: {}}\n")), "");
  EXPECT_EQ(
      messages_of(with_list("- repeat: {count: 20000, as: i, body: {a: \"" + tokens + "\"}}\n")),
      "P09 3:43 a text of 1250 bytes; the maximum is 1024 (in repetition 10000 of "
      "'i')\n");
  std::string chain = "version: \"0.10\"\nparams: {}\na0: &a0 [1]\n";
  for (int i = 1; i < 100; ++i) chain += fmt::format("a{0}: &a{0} [*a{1}]\n", i, i - 1);
  EXPECT_EQ(messages_of(chain),
            "P09 3:5 nested more than 64 levels deep, aliases counted in full\n");
}

TEST(Params, ReplaceWholeTextsAndKeepTheirType) {
  expect_expanded(R"(version: "0.10"
params: {w: 4, f: 1.50, t: "12", b: true, d: $w, e: =1}
meshes:
- {id: $t, a: $w, b: $f}
- [$b, $d, $e, $5, a$, $, "$$", "${1}", {$w: 1}]
)",
                  R"(version: "0.10"
meshes:
  - {id: "12", a: 4, b: 1.50}
  -
    - true
    - $d
    - "=1"
    - "$5"
    - "a$"
    - "$"
    - "$$"
    - "${1}"
    - {"$w": 1}
params:
  d: "$w"
)");
}

TEST(Params, WhatIsWrongWithThem) {
  const auto params = [](const std::string& written) {
    return messages_of("version: \"0.10\"\nparams: " + written + "\n");
  };
  EXPECT_EQ(params("null"), "");
  EXPECT_EQ(params("{}"), "");
  EXPECT_EQ(params("[a]"), "V58 2:9 'params' must be a mapping\n");
  EXPECT_EQ(params("{1a: 1}"), "V58 2:10 '1a' is not the name of a param\n");
  EXPECT_EQ(params("{a-b: 1}"), "V58 2:10 'a-b' is not the name of a param\n");
  for (const std::string bad : {"[1]", "{}", "null", ".inf", "-.INF", ".nan", "1e999"}) {
    EXPECT_EQ(params("{a: " + bad + "}"),
              "V58 2:13 param 'a' must be a finite number, text or a boolean\n");
  }
  EXPECT_EQ(params("{a: \"x${i}\"}"), "V65 2:15 '${i}' refers to nothing\n");
  EXPECT_EQ(params("{a: 1, a: 2}"), "V56 2:16 key 'a' appears twice\n");
}

TEST(Params, UnknownOnesAndThoseInsideTexts) {
  EXPECT_EQ(messages_of("version: \"0.10\"\nparams: {w: 1}\na: $v\nb: x $w\nc: \"=$w\"\n"),
            "V59 3:4 unknown param 'v'\n"
            "V60 4:6 '$w' is not replaced inside a longer text\n"
            "V60 5:6 '$w' is not replaced inside a longer text\n");
  EXPECT_EQ(messages_of("version: \"0.12\"\nparams: {w: 1}\nname: \"=$w $v ?\"\n"), "");
}

TEST(Params, TakeOtherValues) {
  const std::string document = "version: \"0.10\"\nparams: {w: 1, t: a}\nx: [$w, $t]\n";
  EXPECT_EQ(expand_text(document, {{"w", "2.5"}, {"t", "\"7\""}}).yaml,
            "version: \"0.10\"\nx: [2.5, \"7\"]\n");
  EXPECT_EQ(expand_text(document, {{"w", "b c"}, {"t", "true"}}).yaml,
            "version: \"0.10\"\nx: [\"b c\", true]\n");
  EXPECT_EQ(expand_text(document, {{"ww", "1"}, {"w", ".inf"}, {"t", ""}}).faults,
            (std::vector<std::string>{"the document has no param 'ww'; did you mean 'w'?",
                                      "'w' must be a finite number, text or a boolean, not '.inf'",
                                      "'t' must be a finite number, text or a boolean, not ''"}));
  EXPECT_EQ(expand_text("version: \"0.9\"\n", {{"w", "1"}}).faults,
            std::vector<std::string>{"'w': the document has no params"});
}

TEST(Tokens, NoneMayBeLeft) {
  EXPECT_EQ(messages_of(R"(version: "0.10"
params: {w: 1}
meshes:
- repeat: {count: 2, as: i, body: {"k${i}": 1, v: "a ${j} ${k}"}}
- {a: "${w}", b: "${1}${", c: "${}"}
)"),
            "V65 4:38 '${i}' refers to nothing (in repetition 0 of 'i')\n"
            "V65 4:54 '${j}' refers to nothing (in repetition 0 of 'i')\n"
            "V65 5:8 '${w}' refers to nothing\n");
}

TEST(Expand, GeometryChecksStayAsTheyAre) {
  expect_expanded(R"(version: "0.12"
params: {w: 1}
geometry_checks: {a: $w, "${b}": "=1", min: [=2], l: [{repeat: {count: 2}}]}
)",
                  R"(version: "0.12"
geometry_checks:
  a: "$w"
  "${b}": "=1"
  min: ["=2"]
  l:
    - repeat: {count: 2}
)");
}

TEST(Expand, OlderVersionsAreLeftAlone) {
  const std::string text =
      "params: {w: 1}\nmeshes:\n  - repeat: {count: 2, as: i, body: \"$w ${i}\"}\n";
  for (const int minor : {1, 6, 9}) {
    const std::string document = fmt::format("version: \"0.{}\"\n", minor) + text;
    const ExpandedText result = expand_text(document);
    EXPECT_EQ(result.messages, "");
    EXPECT_NE(result.yaml.find("body: \"$w ${i}\""), std::string::npos) << result.yaml;
  }
}

TEST(Expand, ExpressionsNeedTheirVersion) {
  for (const int minor : {6, 9, 10, 11}) {
    EXPECT_EQ(messages_of(fmt::format("version: \"0.{}\"\nanchors: [{{translation: [0, =1, 2]}}]\n",
                                      minor)),
              fmt::format("V77 2:29 an expression in a document of version 0.{}\n", minor));
  }
}

TEST(Expand, KeysTwice) {
  EXPECT_EQ(messages_of("version: \"0.10\"\nmaterials: {a: {}, a: {}}\n"),
            "V56 2:20 key 'a' appears twice\n");
  EXPECT_EQ(messages_of("version: \"0.9\"\nmaterials: {a: {}, a: {}}\n"), "");
}

// A mistake in a body is reported once, not once per repetition.
TEST(Expand, FindingsAreSaidOncePerPlace) {
  EXPECT_EQ(messages_of(with_list("- repeat: {count: 500, as: i, body: {id: $x}}\n")),
            "V59 3:42 unknown param 'x' (in repetition 0 of 'i')\n");
}

TEST(Expand, LaterStepsSayNothingAboutWhatWasReported) {
  EXPECT_EQ(test::messages(test::compile_text(R"(version: "0.12"
params: {t: text}
meshes:
- id: m
  primitives:
  - {id: $unknown, type: box, dimensions: {x: $t, y: "=1+", z: "${i}"}}
  - {id: q, type: box, aabb: {min: [0, 0, 0], max: [1, 0, 1]}}
- id: n
  primitives:
  - repeat: {count: 1, as: 2, body: {}}
)")
                               .report),
            "V59 6:10 unknown param 'unknown'\n"
            "V61 6:47 x must be a number, but the param is the text 'text' (from '$t')\n"
            "V68 6:57 the expression is incomplete\n"
            "V65 6:65 '${i}' refers to nothing\n"
            "X29 7:56 max of aabb is 0 on the y axis; min is 0\n"
            "V63 10:28 'as' must be a name, such as i\n");
}

// What a refused macro or repeat would have made is unknown, so nothing is said about references to
// it; the rest of its list is checked, and decides the class with it.
TEST(Expand, RefusedElementsHideNothingOfTheirList) {
  const Report report = test::compile_text(R"(version: "0.11"
meshes:
- id: m
  primitives:
  - {macro: box_decompose, id: w, axis: x, span: [0, 2], height: 1, thickness: 1, offset_mode: neg_face}
  - {id: b, type: box, dimensions: {x: 1, y: 1, z: 1}, pose: red}
- id: n
  primitives:
  - repeat: {count: $n, as: i, body: {id: "p${i}", type: sphere, dimensions: {radius: 1}}}
  - {id: c, type: bxo, dimensions: {x: 1, y: 1, z: 1}}
armatures:
- id: a
  bones:
  - {id: r, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
  - repeat: {count: 3, as: 1, body: {id: "s${i}"}}
bindings:
- {mesh_id: m, armature_id: a, weights: [{primitive_id: w_gap_0, bones: [{bone_id: s0, weight: 1}]}]}
- {mesh_id: n, armature_id: a, weights: [{primitive_id: p1, bones: [{bone_id: r, weight: 1}]}]}
)")
                            .report;
  EXPECT_EQ(test::messages(report),
            "V77 5:96 offset_mode in a document of version 0.11\n"
            "V57 6:56 unknown field 'pose' in primitive 'b'\n"
            "V62 9:21 'count' is $n; it must be a whole number, at least 0\n"
            "P05 10:19 type is 'bxo'; it must be one of: box, sphere, cylinder, capsule, wedge\n"
            "V63 15:28 'as' must be a name, such as i\n");
  EXPECT_EQ(report.error_class, ErrorClass::ParseError);
}

TEST(Expand, WhatIsRepeatedCompilesToTheBytesOfWhatIsWrittenOut) {
  std::string boxes;
  for (int i = 0; i < 20; ++i) {
    boxes += fmt::format(
        "  - {{id: b{0}, type: box, dimensions: {{x: 1, y: 2, z: 3}}, transform: {{translation: "
        "[{0}, 0, 0]}}}}\n",
        i);
  }
  const std::string head = "version: \"0.10\"\nmeshes:\n- id: m\n  primitives:\n";
  EXPECT_EQ(test::bytes_of(head + "  - repeat: {count: 20, as: i, body: {id: \"b${i}\", type: box, "
                                  "dimensions: {x: 1, y: 2, z: 3}, transform: {translation: "
                                  "[\"${i}\", 0, 0]}}}\n"),
            test::bytes_of(head + boxes));
}

}  // namespace
}  // namespace rigy
