#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/limits.hpp"
#include "document/text_encoding.hpp"
#include "support.hpp"
#include "syntax/parse.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

struct Parsed {
  explicit Parsed(std::string text, const ParseOptions& options = {}) {
    source.name = test::entry_name;
    source.text = std::move(text);
    source.quotable = true;
    std::size_t nodes_left = max_nodes;
    tree = parse_yaml(source, 0, diagnostics, options, nodes_left);
    const Report made = diagnostics.report(test::only(source));
    report = test::findings(made);
    if (!made.diagnostics.empty()) help = made.diagnostics[0].help;
  }

  Source source;
  Diagnostics diagnostics;
  std::optional<Tree> tree;
  std::string report;
  std::string help;
};

// Every node on a line: "path kind start-end".
std::string listing(const Tree& tree) {
  static constexpr std::string_view kinds[] = {"scalar", "list", "mapping", "alias"};
  std::string text;
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    const Node& node = tree[id];
    text += fmt::format("{} {} {}:{}-{}:{}\n", path_of(tree, id),
                        kinds[static_cast<std::size_t>(node.kind)], node.start.line,
                        node.start.column, node.end.line, node.end.column);
  }
  return text;
}

TEST(Yaml, KeepsMarksAndPathsOfEveryNode) {
  const Parsed parsed("a: 1\nb:\n  - x\n  - {c: \"é\", d: [2]}\n");
  ASSERT_TRUE(parsed.tree);
  EXPECT_EQ(listing(*parsed.tree),
            " mapping 1:1-4:21\n"
            "a scalar 1:1-1:2\n"
            "a scalar 1:4-1:5\n"
            "b scalar 2:1-2:2\n"
            "b list 3:3-4:21\n"
            "b[0] scalar 3:5-3:6\n"
            "b[1] mapping 4:5-4:21\n"
            "b[1].c scalar 4:6-4:7\n"
            "b[1].c scalar 4:9-4:12\n"
            "b[1].d scalar 4:14-4:15\n"
            "b[1].d list 4:17-4:20\n"
            "b[1].d[0] scalar 4:18-4:19\n");
  EXPECT_EQ(parsed.report, "");
}

// Looking for stray lines is for texts with mistakes.
TEST(Yaml, ReadsKeysThatLookLikeStrayLines) {
  for (const char* const text : {
           "meshes:\n  - id: m\n    x:\n      wide: 1\n?\n  version\n: \"0.13\"\n",
           "meshes:\n  - id: m\n? version\n: \"0.13\"\n",
           "a:\n  b: 1\n// spare:\n  wide: 2\n",
           "a:\n  b: 1\n// d: [a,\n  {b: c}\n  ]\n",
           "a:\n  b: 1\n=======:\n  wide: 2\n",
           "list:\n   - &x\n      a: 1\n      b: &b\n      - &c 1\n # why\n      - *c\n",
       }) {
    const Parsed parsed(text);
    EXPECT_TRUE(parsed.tree) << text;
    EXPECT_EQ(parsed.report, "") << text;
  }
}

TEST(Yaml, CountsColumnsInCodePoints) {
  const Parsed parsed("{骨: 1, \U0001f9b4: x}\n");
  ASSERT_TRUE(parsed.tree);
  EXPECT_EQ(listing(*parsed.tree),
            " mapping 1:1-1:13\n"
            "骨 scalar 1:2-1:3\n"
            "骨 scalar 1:5-1:6\n"
            "\U0001f9b4 scalar 1:8-1:9\n"
            "\U0001f9b4 scalar 1:11-1:12\n");
}

TEST(Yaml, ReadsQuotesAndFolds) {
  const Parsed parsed(
      "- 'it''s'\n- \"a\\tb\\u00e9\\U0001F9B4\"\n- |\n  two\n  lines\n- >-\n  one\n  line\n");
  ASSERT_TRUE(parsed.tree);
  const Tree& tree = *parsed.tree;
  EXPECT_EQ(tree.text_of(1), "it's");
  EXPECT_FALSE(tree[1].plain);
  EXPECT_EQ(tree.text_of(2), "a\tbé\U0001f9b4");
  EXPECT_EQ(tree.text_of(3), "two\nlines\n");
  EXPECT_EQ(tree.text_of(4), "one line");
}

TEST(Yaml, ReadsSurrogatePairsInDoubleQuotes) {
  const Parsed parsed(
      "a: \"ü\\ud83d\\ude00y\\uD834\\udd1e\" # \"\\ud83d\\ude00\"\n"
      "b: '\\uD83d\\ude00'\n"
      "c: \\\\ud83d\\ude00\\ud83d\\ude00\n"
      "d: \"\\ue001\\ud83d\\ude00\"\n");
  ASSERT_TRUE(parsed.tree) << parsed.report;
  const Tree& tree = *parsed.tree;
  EXPECT_EQ(tree.text_of(2), "ü\U0001f600y\U0001d11e");
  EXPECT_EQ(tree.text_of(4), "\\uD83d\\ude00");
  EXPECT_EQ(tree.text_of(6), "\\\\ud83d\\ude00\\ud83d\\ude00");
  EXPECT_EQ(tree.text_of(8), "\ue001\U0001f600");
  EXPECT_EQ(tree[2].end.column, 32u);
}

TEST(Yaml, RefusesHalvesOfSurrogatePairs) {
  for (const char* text : {"\\ud83d", "\\ude00", "\\ude00\\ud83d", "\\ud83d\\ud83d\\ude00",
                           "\\\\ud83d\\ude00", "\\ud83d \\ude00"}) {
    EXPECT_EQ(Parsed(fmt::format("a: \"{}\"\n", text)).report.substr(0, 4), "P01 ") << text;
  }
}

TEST(Yaml, ReadsPairsBesideCharactersForPrivateUse) {
  const Parsed parsed("a: \"\\ue000\ue007\\ud83d\\ude00\"\n");
  ASSERT_TRUE(parsed.tree) << parsed.report;
  EXPECT_EQ(parsed.tree->text_of(2), "\ue000\ue007\U0001f600");
}

TEST(Yaml, AliasesStandForTheirAnchors) {
  const Parsed parsed("- &p [1, 2]\n- *p\n- {x: *p}\n- &s text\n- *s\n");
  ASSERT_TRUE(parsed.tree) << parsed.report;
  const Tree& tree = *parsed.tree;
  const NodeId list = 1;
  EXPECT_EQ(tree[list].size, 2u);
  EXPECT_EQ(tree[4].kind, NodeKind::Alias);
  EXPECT_EQ(tree.resolve(4), list);
  EXPECT_EQ(tree.resolve(7), list);
  EXPECT_EQ(tree.text_of(tree.resolve(9)), "text");
  // The later of two anchors of one name counts from there on.
  const Parsed again("- &a 1\n- *a\n- &a 2\n- *a\n");
  ASSERT_TRUE(again.tree);
  EXPECT_EQ(again.tree->text_of(again.tree->resolve(2)), "1");
  EXPECT_EQ(again.tree->text_of(again.tree->resolve(4)), "2");
}

TEST(Yaml, RefusesAliasesThatLeadNowhere) {
  EXPECT_EQ(Parsed("a: *b\n").report, "P07 1:4\n");
  EXPECT_EQ(Parsed("a: &a [1, *a]\n").report, "P07 1:11\n");
  EXPECT_EQ(Parsed("&r {a: {b: [*r]}}\n").report, "P07 1:13\n");
}

TEST(Yaml, FindsDuplicateKeys) {
  for (const int keys : {2, 40}) {  // few and many keys are compared differently
    std::string text;
    for (int i = 0; i < keys; ++i) text += fmt::format("key{}: {}\n", i, i);
    const Parsed parsed(text + "key1: again\n\"key0\": quoted\n");
    ASSERT_TRUE(parsed.tree);
    const Tree& tree = *parsed.tree;
    std::set<std::string> found;
    for (const DuplicateKey& one : tree.duplicates) {
      found.insert(fmt::format("{} {} {}", tree.text_of(one.key), tree[one.key].start.line,
                               tree[one.first].start.line));
      EXPECT_TRUE(tree[one.key].duplicate);
      EXPECT_FALSE(tree[one.first].duplicate);
    }
    EXPECT_EQ(found, (std::set<std::string>{fmt::format("key0 {} 1", keys + 2),
                                            fmt::format("key1 {} 2", keys + 1)}));
  }
  EXPECT_TRUE(Parsed("a: {x: 1}\nb: {x: 1}\n").tree->duplicates.empty());
}

TEST(Yaml, RefusesWhatRigyDoesNotUse) {
  EXPECT_EQ(Parsed("a: 1\n---\nb: 2\n").report, "P07 2:1\n");
  EXPECT_EQ(Parsed("%YAML 1.2\n---\na: 1\n").report, "P07 1:1\n");
  EXPECT_EQ(Parsed("%TAG ! tag:x:\n---\na: 1\n").report, "P07 1:1\n");
  EXPECT_EQ(Parsed("a: !!str 1\n").report, "P07 1:4\n");
  EXPECT_EQ(Parsed("a: !local [1]\n").report, "P07 1:4\n");
  EXPECT_EQ(Parsed("!!map {a: 1}\n").report, "P07 1:1\n");
  // Markers around the only document are allowed.
  EXPECT_EQ(Parsed("---\na: 1\n...\n").report, "");
}

TEST(Yaml, KeysAreText) {
  for (const char* key : {"1", "1.5", "true", "null", "~", ".nan", "0x1f"}) {
    const Parsed parsed(fmt::format("{}: x\n", key));
    EXPECT_EQ(parsed.report, "P07 1:1\n") << key;
    EXPECT_EQ(parsed.help, "put it in quotes");
  }
  EXPECT_EQ(Parsed("\"1\": x\n'true': y\nyes: z\n").report, "");
  EXPECT_EQ(Parsed("? [a]\n: x\n").report, "P07 1:3\n");
  EXPECT_EQ(Parsed("{{a: b}: c}\n").report, "P07 1:2\n");
  EXPECT_EQ(Parsed("- &k [x]\n- *k : 1\n").report, "P07 2:3\n");
  EXPECT_EQ(Parsed("- &k 1\n- *k : 1\n").report, "P07 2:3\n");
}

TEST(Yaml, AnAliasOfATextIsAKey) {
  const Parsed parsed("- &k x\n- {*k : 1, x: 2}\n");
  ASSERT_TRUE(parsed.tree);
  EXPECT_EQ(parsed.tree->text_of(3), "x");
  ASSERT_EQ(parsed.tree->duplicates.size(), 1u);
  EXPECT_EQ(parsed.tree->duplicates[0].first, 3u);
}

TEST(Yaml, TextsAndAnchorsHaveALimit) {
  const std::string longest(max_text, 'x');
  EXPECT_EQ(Parsed("a: " + longest).report, "");
  EXPECT_EQ(Parsed("a: " + longest + "x").report, "P09 1:4\n");
  EXPECT_EQ(Parsed("? '" + longest + "x'").report, "P09 1:3\n");
  std::string anchors = "[";
  for (std::size_t i = 0; i < max_yaml_anchors; ++i) anchors += fmt::format("&{} 0,", i);
  EXPECT_EQ(Parsed(anchors + "]").report, "");
  EXPECT_EQ(Parsed(anchors + "&last [0]]").report.substr(0, 6), "P09 1:");
}

TEST(Yaml, MergeKeysAreOrdinaryKeys) {
  const Parsed parsed("- &m {a: 1}\n- {<<: *m}\n");
  ASSERT_TRUE(parsed.tree);
  EXPECT_EQ(parsed.tree->text_of(5), "<<");
  EXPECT_EQ(parsed.report, "");
}

TEST(Yaml, ByteOrderMarkAndLineEndings) {
  const Parsed plain("a: 1\nb: [2]\n");
  for (const char* text : {"\xef\xbb\xbf"
                           "a: 1\nb: [2]\n",
                           "a: 1\r\nb: [2]\r\n", "a: 1\rb: [2]\r"}) {
    const Parsed parsed(text);
    ASSERT_TRUE(parsed.tree) << parsed.report;
    EXPECT_EQ(listing(*parsed.tree), listing(*plain.tree));
  }
}

TEST(Yaml, NothingIsAnError) {
  EXPECT_EQ(Parsed("").report, "P04 1:1\n");
  EXPECT_EQ(Parsed("# only a comment\n").report, "P04 1:1\n");
  EXPECT_EQ(Parsed("\xef\xbb\xbf").report, "P04 1:1\n");
}

TEST(Yaml, SyntaxErrorsSayWhere) {
  EXPECT_EQ(Parsed("a: [1, 2\nb: 3\n").report, "P01 2:2\n");
  for (const char* tab : {"a:\n\tb: 2\n", "a: 1\n\tb: 2\n", "- a: b\n\tc: d\n"}) {
    EXPECT_EQ(Parsed(tab).report, "P01 2:1\n") << tab;
    EXPECT_NE(Parsed(tab).help.find("spaces"), std::string::npos) << tab;
  }
  EXPECT_EQ(Parsed("a: b: c\n").report, "P01 1:5\n");
  EXPECT_EQ(Parsed(std::string("a: \x01\n")).report, "P01 1:4\n");
  EXPECT_EQ(Parsed(std::string("a: b\0c\n", 7)).report.substr(0, 4), "P01 ");
  EXPECT_EQ(Parsed("a: \"\\ud800\"\n").report.substr(0, 4), "P01 ");  // a lone surrogate
  EXPECT_EQ(Parsed("a: \"open\n").report.substr(0, 4), "P01 ");
}

TEST(Yaml, ControlCharactersAreFoundWhereTheyStand) {
  std::string text = "\xef\xbb\xbf";
  for (int i = 0; i < 3000; ++i) text += i % 2 == 0 ? "# comment\r\n" : "# 骨\n";
  EXPECT_EQ(Parsed(text + "é: \"\x01\"\n").report, "P01 3001:5\n");
}

TEST(Yaml, UtfSixteenIsNotUtfEight) {
  const Parsed parsed(
      std::string("\xff\xfe"
                  "a\0:\0 \0"
                  "1\0",
                  10));
  EXPECT_NE(parsed.report.find("P02 1:1"), std::string::npos) << parsed.report;
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']') + "\n";
}

TEST(Yaml, NestingHasALimit) {
  EXPECT_TRUE(Parsed(nested(max_nesting)).tree);
  EXPECT_EQ(Parsed(nested(max_nesting + 1)).report, "P09 1:65\n");
  EXPECT_EQ(Parsed(std::string(100'000, '[')).report, "P09 1:65\n");
  std::string blocks;
  for (std::size_t i = 0; i <= max_nesting; ++i) blocks += std::string(i, ' ') + "a:\n";
  EXPECT_EQ(Parsed(blocks).report, "P09 65:65\n");
}

// Each line holds ten times the line before: 10^9 nodes in a few hundred bytes.
TEST(Yaml, AliasesCountAsWhatTheyStandFor) {
  std::string text = "- &l0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    text += fmt::format("- &l{} [", i);
    for (int j = 0; j < 10; ++j) text += fmt::format("*l{}{}", i - 1, j < 9 ? ", " : "]\n");
  }
  const Parsed parsed(text);
  EXPECT_FALSE(parsed.tree);
  EXPECT_EQ(parsed.report.substr(0, 4), "P09 ");
}

TEST(Yaml, NodesHaveALimitWithoutAliases) {
  std::string text = "[";
  for (std::size_t i = 0; i < max_nodes; ++i) text += "0,";
  const Parsed parsed(text + "]");
  EXPECT_EQ(parsed.report.substr(0, 4), "P09 ");
}

TEST(Yaml, BadBytesInABoneIdAreAValidationError) {
  const auto report = [](const std::string& text) {
    return Parsed(text, {.code_of_bad_bytes = &code_of_bad_bytes}).report;
  };
  // Bone ids, wherever they occur.
  EXPECT_EQ(report("armatures:\n- bones:\n  - id: a\xff\n"), "X17 3:10\n");
  EXPECT_EQ(report("armatures:\n- bones:\n  - parent: \"\xff\"\n"), "X17 3:14\n");
  EXPECT_EQ(report("bindings:\n- weights:\n  - bones: [{bone_id: b\xc3}]\n"), "X17 3:24\n");
  EXPECT_EQ(report("poses: [{bones: {\xff: {}}}]\n"), "X17 1:18\n");
  // Anywhere else, a bone's other fields and comments included.
  EXPECT_EQ(report("armatures:\n- id: a\xff\n"), "P02 2:8\n");
  EXPECT_EQ(report("armatures:\n- bones:\n  - name: a\xff\n"), "P02 3:12\n");
  EXPECT_EQ(report("a: 1 # \xff\n"), "P02 1:8\n");
  // The YAML reader by itself knows no bones.
  EXPECT_EQ(Parsed("armatures:\n- bones:\n  - id: a\xff\n").report, "P02 3:10\n");
}

TEST(Yaml, EveryBadByteIsReported) {
  const Parsed parsed("a: \xff\xfe\nb: é\xc3(\n");
  EXPECT_EQ(parsed.report, "P02 1:4\nP02 1:5\nP02 2:5\n");
  ASSERT_TRUE(parsed.tree);
  EXPECT_EQ(parsed.tree->text_of(2), "\ufffd\ufffd");
  const Report many = [] {
    Parsed all("a: " + std::string(300, '\xff') + "\n");
    return all.diagnostics.report(test::only(all.source));
  }();
  EXPECT_LE(many.errors, 100u);
}

TEST(Yaml, OverlongAndSurrogateFormsAreNotUtfEight) {
  for (const char* bytes : {"\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                            "\xf8\x88\x80\x80\x80", "\x80", "\xe9\xaa"}) {
    const Parsed parsed(fmt::format("a: {}\n", bytes));
    EXPECT_EQ(parsed.report.substr(0, 8), "P02 1:4\n") << bytes;
  }
  EXPECT_EQ(Parsed("a: \xef\xbf\xbf\n").report.substr(0, 3), "P01");  // U+FFFF is not a character
  EXPECT_EQ(Parsed("a: \xf4\x8f\xbf\xbd\n").report, "");
}

}  // namespace
}  // namespace rigy
