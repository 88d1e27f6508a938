// The one style: comments stay at their keys, and what a text says never changes.
#include "rigy/format.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "format/line_diff.hpp"
#include "rigy/compile.hpp"
#include "rigy/lint.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

namespace fs = std::filesystem;

// The text in the style, which formatting again leaves as it is.
std::string formatted(std::string_view text) {
  const FormatResult once = format(text);
  EXPECT_TRUE(once.ok()) << text;
  EXPECT_EQ(once.is_changed, once.text != text);
  EXPECT_EQ(format(once.text).text, once.text) << text;
  return once.text;
}

void expect_kept(std::string_view text) { EXPECT_EQ(formatted(text), text); }

TEST(Format, ACommentAfterAKeyStaysOnItsLine) {
  expect_kept("a:  # about a\n  b: 1\n");
  expect_kept("a:  # about a\n  - 1\n");
  expect_kept("a: &x  # about a\n  b: 1\n");
  expect_kept("a:  # about a\n  text\n");
  expect_kept("a: 1  # about 1\nb:  # about nothing\nc: 2\n");
  expect_kept("-  # about the item\n  a: 1\n");
  EXPECT_EQ(formatted("a:    # about a\n    b:   1\n"), "a:  # about a\n  b: 1\n");
  EXPECT_EQ(formatted("a: { # about a\n  b: 1, # about b\n  c: 2 }\n"),
            "a:  # about a\n  b: 1  # about b\n  c: 2\n");
  EXPECT_EQ(formatted("a: [ # about a\n  1, # one\n  # two\n  2\n  # end\n  ] # after\n"),
            "a:  # about a\n  - 1  # one\n  # two\n  - 2\n  # end\n  # after\n");
  EXPECT_EQ(formatted("anchors:\n  - id: a\n    translation: [ # about it\n      0, 1, 2]\n"),
            "anchors:\n  - id: a\n    translation:  # about it\n      - 0\n      - 1\n      - 2\n");
  EXPECT_EQ(formatted("a: [{b: 1} # one\n  , {b: 2}, # two\n  {b: 3}]\n"),
            "a:\n  - {b: 1}  # one\n  - {b: 2}  # two\n  - {b: 3}\n");
}

TEST(Format, AHeadingAfterABlankLineKeepsItsIndentation) {
  expect_kept("a:\n  b:\n    c: 1\n\n  # about d\n  d: 2\n\n# about e\ne: 3\n");
  expect_kept("a:\n  - b: 1\n\n# heading\n\n  - c: 2\n");
  EXPECT_EQ(formatted("a:\n    b:\n        c: 1\n\n    # about d\n    d: 2\n"),
            "a:\n  b:\n    c: 1\n\n  # about d\n  d: 2\n");
  expect_kept("list:\n- a: 1\n\n# about b\n- b: 2\n\n# about c\nc: 3\n");
}

TEST(Format, CommentsAtTheEndOfABlockStayInIt) {
  expect_kept("a:\n  b: 1\n  # end of a\nc: 2\n");
  expect_kept("a:\n  - b: 1\n    # end of the item\n  # end of a\nc: 2\n# end\n");
  expect_kept("a:\n  b: 1\n  # end of a\n");
  EXPECT_EQ(formatted("a:\n      b: 1\n      # end of a\nc: 2\n"),
            "a:\n  b: 1\n  # end of a\nc: 2\n");
  expect_kept("a: {b: 1}\n    # further\nc: 2\n");
  // Neither inside nor outside: it does not get into the block.
  EXPECT_EQ(formatted("a:\n    b: 1\n  # between\nc: 2\n"), "a:\n  b: 1\n # between\nc: 2\n");
}

TEST(Format, CommentsGoWithTheirKeys) {
  EXPECT_EQ(formatted("# the file\n\n# the meshes\nmeshes: []  # none\n# after meshes\n\n"
                      "# the version\nversion: \"0.13\"  # newest\n# end\n"),
            "# the file\n\n# the version\nversion: \"0.13\"  # newest\n\n# the meshes\n"
            "meshes: []  # none\n# after meshes\n# end\n");
  EXPECT_EQ(formatted("# yaml-language-server: $schema=s\nmeshes: []\nversion: \"0.13\"\n"),
            "# yaml-language-server: $schema=s\nversion: \"0.13\"\nmeshes: []\n");
  // There is no place for a comment between a dash and a key.
  expect_kept("version: \"0.13\"\nmeshes:\n  - primitives: []\n    # the id\n    id: a\n");
}

// Formatting again would otherwise give the comment to another key.
void expect_settled(const std::string& text, const std::string& expected) {
  EXPECT_EQ(formatted(text), expected);
  expect_kept(expected);
}

TEST(Format, ACommentThatABlankLineFollowsStaysWithItsKey) {
  const std::string head = "version: \"0.13\"\nmeshes:\n  - id: m\n    primitives:\n";
  expect_settled(head +
                     "      - type: box\n        # of the type\n\n        id: x\n"
                     "        dimensions: {x: 1, y: 1, z: 1}\n",
                 head +
                     "      - id: x\n\n        type: box\n        # of the type\n\n"
                     "        dimensions: {x: 1, y: 1, z: 1}\n");
  // Between brackets, too.
  expect_settled(head +
                     "      - {type: box,\n         # of the type\n\n         id: x,\n"
                     "         dimensions: {x: 1, y: 1, z: 1}}\n",
                 head +
                     "      - id: x\n\n        type: box\n        # of the type\n\n"
                     "        dimensions: {x: 1, y: 1, z: 1}\n");
  // Before the comma.
  expect_settled("meshes: [{id: m  # it\n  # further\n  , primitives: []}]\n",
                 "meshes:\n  - id: m  # it\n    # further\n\n    primitives: []\n");
}

TEST(Format, ACommentAfterAListAtTheColumnOfItsKeyIsOneOfTheMapping) {
  expect_settled(
      "version: \"0.13\"\nmeshes:\n  - id: m\n    primitives:\n"
      "      - {id: a, type: box, dimensions: {x: 1, y: 1, z: 1}}\n"
      "armatures:\n  - id: rig\n    bones:\n      - id: root\n        parent: none\n"
      "        tail: [0, 1, 0]\n        head:\n        - 0\n        - 0\n        - 0\n"
      "        # end of the bone\n",
      "version: \"0.13\"\nmeshes:\n  - id: m\n    primitives:\n"
      "      - {id: a, type: box, dimensions: {x: 1, y: 1, z: 1}}\n"
      "armatures:\n  - id: rig\n    bones:\n      - id: root\n        parent: none\n"
      "        head: [0, 0, 0]\n        tail: [0, 1, 0]\n        # end of the bone\n");
}

TEST(Format, FieldsHaveTheOrderOfTheTable) {
  EXPECT_EQ(
      formatted("meshes:\n  - primitives:\n      - {dimensions: {z: 1, y: 2, x: 3}, type: box,"
                " id: a}\n    id: m\nparams: {b: 1, a: 2}\nversion: \"0.13\"\n"),
      "version: \"0.13\"\nparams: {b: 1, a: 2}\nmeshes:\n  - id: m\n    primitives:\n"
      "      - {id: a, type: box, dimensions: {x: 3, y: 2, z: 1}}\n");
  EXPECT_EQ(
      formatted("version: \"0.13\"\nmeshes:\n  - repeat:\n      body: {primitives: [], id: a}\n"
                "      count: 2\n      as: i\n"),
      "version: \"0.13\"\nmeshes:\n  - repeat:\n      count: 2\n      as: i\n"
      "      body: {id: a, primitives: []}\n");
  EXPECT_EQ(formatted("scene: {base: a}\nimports: {a: b.rigy.yaml}\nrigs_version: \"0.1\"\n"),
            "rigs_version: \"0.1\"\nimports: {a: b.rigy.yaml}\nscene: {base: a}\n");
  // A key that is no field stays after the one before it.
  EXPECT_EQ(formatted("meshes: []\nextra: 1\nversion: \"0.13\"\n"),
            "version: \"0.13\"\nmeshes: []\nextra: 1\n");
}

TEST(Format, MotionsHaveTheOrderOfTheirTable) {
  EXPECT_EQ(formatted("clips:\n  nod:\n    keys: [{pose: down, at: 0}]\n    length: 1\n"
                      "poses:  # all of them\n  down: {turn: {head: {x: 30}}}\n"
                      "asset: fox.rigy.yaml\nrigm_version: \"0.1\"\n"),
            "rigm_version: \"0.1\"\nasset: fox.rigy.yaml\n"
            "poses:  # all of them\n  down: {turn: {head: {x: 30}}}\n"
            "clips:\n  nod:\n    length: 1\n    keys: [{at: 0, pose: down}]\n");
}

TEST(Format, AnAliasStaysAfterItsAnchor) {
  expect_kept("version: \"0.13\"\nanchors: &a []\nmeshes: *a\n");
  EXPECT_EQ(formatted("anchors: &a []\nmeshes: *a\nversion: \"0.13\"\n"),
            "version: \"0.13\"\nanchors: &a []\nmeshes: *a\n");
  expect_kept("- &a b: 1\n  c: *a\n- &d\n  b: 1\n- [{&e b: 1}, *e]\n");
  // Which of two anchors is meant depends on the order.
  expect_kept("anchors: &a []\nmeshes: &a []\nposes: *a\nversion: \"0.13\"\n");
}

TEST(Format, LengthDecidesBetweenFlowAndBlock) {
  const std::string fits = "a: {b: " + std::string(92, 'x') + "}\n";
  EXPECT_EQ(fits.size(), 101u);
  expect_kept(fits);
  EXPECT_EQ(formatted("a: {b: " + std::string(93, 'x') + "}\n"),
            "a:\n  b: " + std::string(93, 'x') + "\n");
  EXPECT_EQ(formatted("a: [\n  1,\n  2\n]\n"), "a: [1, 2]\n");
  EXPECT_EQ(formatted("{'a': [1,2], \"b c\": {\"d\":null}}"), "{a: [1, 2], \"b c\": {d: null}}\n");
  EXPECT_EQ(formatted("a: [b: 1, {c}, {}, []]\n"), "a: [{b: 1}, {c}, {}, []]\n");
  expect_kept("a:\n  b: 1\n  c: [x, y]\n");  // a block stays one
  EXPECT_EQ(
      formatted("version: \"0.13\"\nanchors:\n  - id: a\n    translation:\n      - 0\n      - 1\n"
                "      - \"=2\"\n"),
      "version: \"0.13\"\nanchors:\n  - id: a\n    translation: [0, 1, \"=2\"]\n");
  std::string numbers = "a: [1000";
  for (int i = 1; i < 40; ++i) numbers += ", " + std::to_string(1000 + i);
  const std::string filled = formatted(numbers + "]\n");
  EXPECT_EQ(std::count(filled.begin(), filled.end(), '\n'), 3);
  EXPECT_NE(filled.find(",\n  10"), std::string::npos);
}

TEST(Format, WhatIsInBracketsIsWrapped) {
  // Below the first key after a dash, two columns further than a key, whatever its length.
  expect_kept(
      "- {id: L_forearm, type: capsule, material: skin, dimensions: {radius: 0.045, height: "
      "0.22},\n"
      "   transform: {translation: [-0.38, 1.02, 0], rotation_euler: [0, 0, -0.35]}}  # an arm\n");
  expect_kept(
      "body: {id: \"coil${i}\", type: cylinder, material: steel, dimensions: {radius: 0.012, "
      "height: 1},\n"
      "  transform: {translation: [0, \"=0.1+0.0107*${i}\", 0]}}\n");
  expect_kept(
      "a:  # about it\n"
      "  {id: L_forearm, type: capsule, material: skin, dimensions: {radius: 0.045, height: "
      "0.22},\n"
      "   transform: {translation: [-0.38, 1.02, 0], rotation_euler: [0, 0, -0.35]}}  # after\n");
}

TEST(Format, WhatCannotBeWrappedIsABlock) {
  const std::string wide(60, 'x');
  const std::string both = "{a: " + wide + ", b: " + wide + "}";
  EXPECT_EQ(formatted("k: {c: 1, d: " + both + "}\n"),
            "k:\n  c: 1\n  d: {a: " + wide + ",\n    b: " + wide + "}\n");
  // Rows of which no two fit on a line.
  const std::string half(44, 'x');
  EXPECT_EQ(formatted("k: [{a: " + half + "}, {b: " + half + "}]\n"),
            "k:\n  - {a: " + half + "}\n  - {b: " + half + "}\n");
  const std::string narrow(30, 'x');
  const std::string row = "{a: " + narrow + "}";
  EXPECT_EQ(formatted("k: [" + row + ", " + row + ", " + row + "]\n"),
            "k: [" + row + ", " + row + ",\n  " + row + "]\n");
}

TEST(Format, JsonStaysJson) {
  EXPECT_EQ(formatted("{\"a\": [1,2], \"b c\": {\"d\":null}}"),
            "{\"a\": [1, 2], \"b c\": {\"d\": null}}\n");
  const std::string wide = "\"" + std::string(80, 'x') + "\"";
  EXPECT_EQ(formatted("{\"meshes\": [{\"name\": " + wide +
                      ", \"id\": \"m\"}, {}], \"version\": \"0.13\"}"),
            "{\n  \"version\": \"0.13\",\n  \"meshes\": [\n    {\n      \"id\": \"m\",\n      "
            "\"name\": " +
                wide + "\n    },\n    {}\n  ]\n}\n");
  EXPECT_EQ(formatted("{\"influences\": [], \"vertex_count\": 0, \"primitive_id\": \"p\"}"),
            "{\"primitive_id\": \"p\", \"vertex_count\": 0, \"influences\": []}\n");
  for (const char* no_json : {"{\"a\": 1}  # c\n", "{\"a\": b}\n", "[{\"a\": &x 1}]\n"}) {
    EXPECT_EQ(formatted(no_json).find('"'), std::string::npos) << no_json;
  }
}

// The reader of weight files rejects them; formatting must not make them right.
TEST(Format, WeightFilesThatAreNoJsonStayAsTheyAre) {
  expect_kept("{\"primitive_id\": \"p\", \"vertex_count\": 0, \"influences\": [],}\n");
  expect_kept("{\"primitive_id\": \"p\", \"vertex_count\":  1, \"influences\": [1, ]}\n");
  expect_kept("primitive_id:   p\nvertex_count: 0\ninfluences: []\n");
}

TEST(Format, IsOffWhereACommentAboveTheFirstKeySaysSo) {
  expect_kept("# a table\n# rigy-fmt: off\na:    1\n");
  EXPECT_EQ(formatted("a:   1  # rigy-fmt: off\nb:   2\n"), "a: 1  # rigy-fmt: off\nb: 2\n");
}

TEST(Format, QuotesAreDoubleAndNumbersAsWritten) {
  EXPECT_EQ(formatted("'a': 'b'\n\"c\": 'say \"d\"'\n'e f': '\\'\ng: 'it''s'\n"),
            "a: \"b\"\nc: 'say \"d\"'\n\"e f\": '\\'\ng: \"it's\"\n");
  expect_kept("\"1\": 0x1F\n\"null\": 1.50\n\"true\": +1e3\ny: \"yes\"\n\"\": ~\n");
}

TEST(Format, TextsOfSeveralLinesStay) {
  expect_kept("a: |\n  b\n    c\n\n  d\ne: >-\n  f\ng: \"h\n  i\"\nj: k\n  l\n");
  EXPECT_EQ(formatted("a: |\n      b\n        c\n\n\n# d\ne: 1\n"),
            "a: |\n  b\n    c\n\n# d\ne: 1\n");
  expect_kept("a: |+\n  b\n\n\nc: 1\n");
  const std::string_view given = "a:\n    - |2\n        b\n";  // says how far it is indented
  EXPECT_EQ(formatted(given), given);
}

TEST(Format, BlankLinesAndBreaks) {
  EXPECT_EQ(formatted("\n\na: 1\n\n\n\nb: 2\n\n\n"), "a: 1\n\nb: 2\n");
  EXPECT_EQ(formatted("a:   1\r\n\r\n\r\n# c\r\nb:\r\n    c: 2"),
            "a: 1\r\n\r\n# c\r\nb:\r\n  c: 2\r\n");
  EXPECT_EQ(formatted("\xef\xbb\xbf"
                      "a:  1"),
            "\xef\xbb\xbf"
            "a: 1\n");
  expect_kept("# head\n---  # start\n# top\na: 1\n# end\n...\n# after\n");
  expect_kept("a:\n- 1\n- 2\nb:\n  - 1\n");  // lists are not indented needlessly
  expect_kept("- - 1\n  - - 2\n-\n- [3]\n");
}

TEST(Format, KeysAfterAQuestionMarkAreLeftAlone) {
  const std::string_view text = "? a\n:    b\nc:    1\n";
  EXPECT_EQ(formatted(text), text);
}

TEST(Format, BrokenTextHasItsMistakesAndNoOutput) {
  for (const char* text : {"a: [1\nb: 2\n", "a: 1\n b: 2\n", "a: \"b\n", "a: !t b\n", "a: *b\n",
                           "a: 1\n---\nb: 2\n", "", "a: \xff\n"}) {
    const FormatResult result = format(text);
    EXPECT_FALSE(result.ok()) << text;
    EXPECT_EQ(result.text, "") << text;
  }
  EXPECT_TRUE(format("meshes: 1\nmeshes: 2\n").ok());  // not a mistake of YAML
}

TEST(Format, FilesThatCannotBeReadAreReported) {
  MemoryFiles files(std::map<std::string, std::string>{{"a.rigy.yaml", "a:  1\n"}});
  EXPECT_EQ(format("a.rigy.yaml", files).text, "a: 1\n");
  const FormatResult missing = format("b.rigy.yaml", files);
  EXPECT_TRUE(missing.entry_unreadable);
  EXPECT_FALSE(missing.ok());
}

TEST(Format, CommentsForTheLinterStillCount) {
  const std::string text =
      "version: \"0.13\"\nmeshes:\n  - id: m\n    primitives:\n"
      "      - {id: ground, type: box, dimensions: {x: 1, y: 1, z: 1}}\n"
      "      - {id: moon, type: sphere, dimensions: {radius: 0.25}, transform: {translation: [0, "
      "\"=" +
      std::string(90, '+') +
      "9\", 0]}}  # rigy-lint: allow L01\n"
      "      - {id: star_of_the_evening, type: sphere, dimensions: {radius: 0.25},\n"
      "         transform: {translation: [0, 5, 0]}}  # rigy-lint: allow L01\n";
  const auto findings = [](const std::string& document) {
    MemoryFiles files(std::map<std::string, std::string>{{test::entry_name, document}});
    return lint(test::entry_name, files).findings;
  };
  const std::string result = formatted(text);
  EXPECT_NE(result.find("      # rigy-lint: allow L01\n      - id: moon\n"), std::string::npos)
      << result;
  EXPECT_NE(result.find("[0, 5, 0]}}  # rigy-lint: allow L01\n"), std::string::npos) << result;
  EXPECT_EQ(findings(text), findings(result));
}

// --- the whole suite ---

// Gives every document in the style.
class FormattedFiles final : public FileReader {
 public:
  explicit FormattedFiles(FileReader& files) : files_(files) {}

  FileResult read_entry(const std::string& path) override {
    return in_style(files_.read_entry(path));
  }
  FileResult read_relative(const std::string& from, const std::string& path) override {
    return in_style(files_.read_relative(from, path));
  }

 private:
  static FileResult in_style(FileResult read) {
    auto* const contents = std::get_if<FileContents>(&read);
    if (contents == nullptr || !contents->shown_path.ends_with(".yaml")) return read;
    const FormatResult once = format(contents->text);
    if (!once.ok()) return read;
    EXPECT_EQ(format(once.text).text, once.text) << contents->shown_path;
    contents->text = once.text;
    return read;
  }

  FileReader& files_;
};

// The bytes, and the ids of what is found, sorted: lines move.
std::pair<std::string, std::vector<std::string>> compiled(const std::string& entry,
                                                          FileReader& files) {
  CompileOptions options;
  options.analysis.max_errors = 10'000;
  const CompileResult result = compile(entry, files, options);
  std::vector<std::string> ids;
  for (const Diagnostic& one : result.report.diagnostics) ids.push_back(one.id);
  std::sort(ids.begin(), ids.end());
  return {result.glb.to_string(), std::move(ids)};
}

TEST(Format, BytesAndDiagnosticsStayOverAllDocuments) {
  const fs::path root = RIGY_SOURCE_DIR;
  std::size_t count = 0;
  for (const char* folder : {"conformance", "examples", "templates"}) {
    DiskFiles files((root / folder).string());
    FormattedFiles in_style(files);
    for (const fs::directory_entry& one : fs::recursive_directory_iterator(root / folder)) {
      const std::string path = one.path().string();
      if (!path.ends_with(".rigy.yaml") && !path.ends_with(".rigs.yaml")) continue;
      EXPECT_EQ(compiled(path, files), compiled(path, in_style)) << path;
      ++count;
    }
  }
  EXPECT_GT(count, 1'000u);
}

TEST(Format, ShowsWhatChanges) {
  EXPECT_EQ(line_diff("a", "1\n2\n3\n", "1\n2\n3\n"), "");
  EXPECT_EQ(line_diff("a", "1\n2\n3\n", "1\nx\ny\n3\n"),
            "--- a\n+++ a\n@@ -1,3 +1,4 @@\n 1\n-2\n+x\n+y\n 3\n");
  EXPECT_EQ(line_diff("a", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n"),
            "--- a\n+++ a\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -6,4 +7,3 @@\n 6\n 7\n 8\n-9\n");
  EXPECT_EQ(line_diff("a", "1", "1\n"),
            "--- a\n+++ a\n@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+1\n");
  EXPECT_EQ(line_diff("a", "", "1\n"), "--- a\n+++ a\n@@ -0,0 +1 @@\n+1\n");
}

}  // namespace
}  // namespace rigy
