// Reading goes on after a mistake: all mistakes are found, and what is outside of them is as it
// was.
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"
#include "syntax/parse.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

struct Broken {
  explicit Broken(std::string text) {
    source.name = test::entry_name;
    source.text = std::move(text);
    source.quotable = true;
    tree = parse_yaml(source, 0, diagnostics);
    report = test::findings(diagnostics.report(test::only(source)));
  }

  Source source;
  Diagnostics diagnostics;
  std::optional<Tree> tree;
  std::string report;
};

// The scalars that can be used, "path=text" one after the other.
std::string values(const Broken& broken) {
  std::string out;
  if (!broken.tree) return "no tree";
  const Tree& tree = *broken.tree;
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    const bool is_used = tree[id].kind == NodeKind::Scalar && !tree[id].reported;
    const bool is_key = tree[id].parent != no_index &&
                        tree[tree[id].parent].kind == NodeKind::Mapping && !is_value(tree, id);
    if (is_used && !is_key) out += fmt::format("{}={} ", path_of(tree, id), tree.text_of(id));
  }
  return out;
}

struct Case {
  const char* text;
  const char* report;
  const char* values;
};

class BrokenYaml : public testing::TestWithParam<Case> {};

TEST_P(BrokenYaml, IsReadAroundTheMistakes) {
  const Broken broken(GetParam().text);
  EXPECT_EQ(broken.report, GetParam().report) << GetParam().text;
  EXPECT_EQ(values(broken), GetParam().values) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenYaml,
    testing::Values(
        // A missing colon.
        Case{"a: 1\nb 2\nc: 3\n", "P01 2:1\n", "a=1 b=2 c=3 "},
        Case{"a: 1\nb\n  x: 2\nc: 3\n", "P01 2:1\n", "a=1 b.x=2 c=3 "},
        Case{"b\n  - x: 2\nc: 3\n", "P01 2:6\n", "b[0].x=2 c=3 "},
        Case{"- id foo\n  type: box\n- id: bar\n", "P01 2:7\n",
             "[0].id=foo [0].type=box [1].id=bar "},
        Case{"version \"0.6\"\nmeshes: []\nx: 1\n", "P01 2:7\n", "version=0.6 x=1 "},
        // Two of them take one round.
        Case{"a 1\nb: 2\nc 3\nd: 4\n", "P01 2:2\nP01 3:1\n", "a=1 b=2 c=3 d=4 "},
        // A nameless anchor, which has no text, in place of a key.
        Case{"a: 1\n& b\nc: 3\n", "P01 2:2\n", "a=1 c=3 "},
        // A tab after an item, which tells nothing about where the item belongs.
        Case{"a:\n  - id: b\n    c:\n      - d: 1\n  - id: e\n\tc:\n      - d: 2\n  - id: f\n",
             "P01 6:1\n", "a[0].id=b a[0].c[0].d=1 a[1].id=e a[1].c[0].d=2 a[2].id=f "},
        // An item that is like those before it, whose keys stand too far in.
        Case{"a:\n- id: b\n  c:\n  - 1\n- id: d\n    e: 2\n  c:\n  - 3\n- id: f\n", "P01 6:6\n",
             "a[0].id=b a[0].c[0]=1 a[1].id=d a[1].e=2 a[1].c[0]=3 a[2].id=f "},
        // Complete lines that stand too far out.
        Case{"a:\n  b:\n    c: 1\nd: 2\n    e: 3\n  f: 4\n", "P01 4:1\n",
             "a.b.c=1 a.b.d=2 a.b.e=3 a.f=4 "},
        Case{"a:\n  - {b: 1}\n- {b: 2}\n  - {b: 3}\nc: 4\n", "P01 3:1\n",
             "a[0].b=1 a[1].b=2 a[2].b=3 c=4 "},
        Case{"a:\n  b: 1\n<<<<<<< HEAD\n  c: 2\n", "P01 3:1\n", "a.b=1 a.c=2 "},
        // Brackets over several lines: one too few, one too many, one of the wrong kind.
        Case{"{\n  \"a\": {\n    \"b\": 1\n  ,\n  \"c\": 2\n}\n", "P01 4:3\n", "a.b=1 c=2 "},
        Case{"{\n  \"a\": [1, 2]],\n  \"c\": 2\n}\n", "P01 2:14\n", "a[0]=1 a[1]=2 c=2 "},
        Case{"{\n  \"a\": [\n    1\n  },\n  \"c\": 2\n}\n", "P01 4:3\n", "a[0]=1 c=2 "},
        // A missing comma.
        Case{"[{a: 1}\n {a: 2}, {a: 3}]\n", "P01 2:2\n", "[0].a=1 [1].a=2 [2].a=3 "},
        // An open quote.
        Case{"a: \"x\nb: \"y\"\nc: 'z'\n", "P01 1:4\n", "a=x b=y c=z "},
        Case{"a: 'x\nb: 1\n", "P01 1:4\n", "a=x b=1 "},
        Case{"- {a: \"x, b: 1}\n- {a: \"y\", b: 2}\n", "P01 1:7\n",
             "[0].a=x [0].b=1 [1].a=y [1].b=2 "},
        // An open bracket.
        Case{"a: [1, 2\nb: 3\nc: 4\n", "P01 2:2\n", "a[0]=1 b=3 c=4 "},
        Case{"x:\n  - {a: 1\n  - {a: 2}\ny: 3\n", "P01 3:5\n", "x[1].a=2 y=3 "},
        Case{"a: {b: [0, 1}\nc: 2\n", "P01 1:13\n", "a.b[0]=0 a.b[1]=1 c=2 "},
        Case{"a: [1, 2\n", "P01 1:9\n", "a[0]=1 a[1]=2 "},
        Case{"a: {b: 1 c: 2, d: 3}\ne: 4\n", "P01 1:11\n", "a.d=3 e=4 "},
        Case{"a: [1,, 2]\nb: 3\n", "P01 1:7\n", "a[0]=1 a[2]=2 b=3 "},
        Case{"a: ]\nb: 3\n", "P01 1:4\n", "b=3 "},
        // Tabs.
        Case{"a:\n  b: 1\n\tc: 2\n  d: 3\ne: 4\n", "P01 3:1\n", "a.b=1 a.c=2 a.d=3 e=4 "},
        Case{"a:\n\tb: 1\nc: 2\n", "P01 2:1\n", "a.b=1 c=2 "},
        // Wrong indentation: a block of it is one mistake.
        Case{"a:\n  b: 1\n   c: 2\n   d: 3\n  e: 4\nf: 5\n", "P01 3:5\n",
             "a.b=1 a.c=2 a.d=3 a.e=4 f=5 "},
        Case{"a:\n  b: 1\n c: 2\nd: 3\n", "P01 3:2\n", "a.b=1 a.c=2 d=3 "},
        Case{"a: \"x\"\n  b: 1\nc: 2\n", "P01 2:3\n", "a=x b=1 c=2 "},
        // A first item, a key or an item that stands further in than its block.
        Case{"a:\n    - b: 1\n    c: 2\n    d: 3\n  - b: 4\ne: 5\n", "P01 3:5\n",
             "a[0].b=1 a[0].c=2 a[0].d=3 a[1].b=4 e=5 "},
        Case{"- a: 1\n    b:\n    - c: 2\n  d: 3\n- a: 4\n", "P01 2:6\n",
             "[0].a=1 [0].b[0].c=2 [0].d=3 [1].a=4 "},
        Case{"x: y\n  a:\n  b: 1\n  c: 2\nd: 3\n", "P01 2:4\n", "x=y a.b=1 a.c=2 d=3 "},
        Case{"a:\n  - id: b\n    c: 1\n    - id: d\n    e: 2\nf: 3\n", "P01 4:5\n",
             "a[0].id=b a[0].c=1 a[1].id=d a[1].e=2 f=3 "},
        Case{"a:\n- b: 1\n    c: 2\n    d: 3\n  - b: 4\n    c: 5\ne: 6\n", "P01 3:6\n",
             "a[0].b=1 a[0].c=2 a[0].d=3 a[1].b=4 a[1].c=5 e=6 "},
        // Keys that stand further out, as the lines after them tell.
        Case{"a:\n  - b: 1\nc:\n      - x: 1\n  - b: 2\ne: 3\n", "P01 3:1\n",
             "a[0].b=1 a[0].c[0].x=1 a[1].b=2 e=3 "},
        Case{"a:\n  - b: 1\n    c: 2\n   d: 3\n  - b: 4\ne: 5\n", "P01 4:4\n",
             "a[0].b=1 a[0].c=2 a[0].d=3 a[1].b=4 e=5 "},
        Case{"a:\n  b:\nc: 1\n  d: 2\ne: 3\n", "P01 3:1\n", "a.b.c=1 a.d=2 e=3 "},
        // A quote or a bracket before a key.
        Case{"a: 1\n\"b: 2\n'c: \"x\"\n\"d:\n  e: 3\n", "P01 2:1\nP01 3:1\nP01 4:1\n",
             "a=1 b=2 c=x d.e=3 "},
        Case{"- \"a: \"x\"\n  b: 1\n", "P01 1:3\n", "[0].a=x [0].b=1 "},
        Case{"{\"a: 1, \"b\": 2}\n", "P01 1:2\n", "a=1 b=2 "},
        Case{"- [a: x\n  b: 1\n- {a: y\n  b: 2\n", "P01 1:3\nP01 3:3\n",
             "[0].a=x [0].b=1 [1].a=y [1].b=2 "},
        Case{"a:\n  [b:\n  - 1\n  - 2\nc: 3\n", "P01 2:3\n", "a.b[0]=1 a.b[1]=2 c=3 "},
        // Other marks of items.
        Case{"a:\n  -id: b\n    c: 1\n  * id: d\n    c: 2\n  + {id: e}\nf: 3\n",
             "P01 2:3\nP01 4:3\nP01 6:3\n", "a[0].id=b a[0].c=1 a[1].id=d a[1].c=2 a[2].id=e f=3 "},
        Case{"a:\n  * \"b\"\n  - \"c\"\n", "P01 2:3\n", "a[0]=b a[1]=c "},
        Case{"a:\n  -b: 1\n  -c: 2\n", "", "a.-b=1 a.-c=2 "},
        // Lines in other languages.
        Case{"a:\n  b:\n@todo\n    c: 1\n```\n  d: 2\n>>>>>>> work: on it\n  e: 3\n"
             "... rest\n  f: 4\n// see: there\n  g: 5\n}\n  h: 6\nNote: it is: so\n  i: 7\n",
             "P01 3:1\nP01 5:1\nP01 7:1\nP01 9:1\nP01 11:1\nP01 13:1\nP01 15:1\n",
             "a.b.c=1 a.d=2 a.e=3 a.f=4 a.g=5 a.h=6 a.i=7 "},
        Case{"a:\n  }\n  b: 1\nc:\n  @todo: it\n  - 2\n", "P01 2:3\nP01 5:3\n", "a.b=1 c[0]=2 "},
        // What was read in advance is forgotten.
        Case{"p:\n  a:\n       }\n      b: {x: 2}\n      c: {x: 2}\n  d:\n    e: 1\n  f: 2\n",
             "P01 3:8\n", "p.d.e=1 p.f=2 "},
        Case{"@todo\n---\na: 1\n", "P01 1:1\n", "a=1 "},
        Case{"a: 1\n%macro\nb: 2\n```\nc: 3\n", "P01 2:1\nP01 4:1\n", "a=1 b=2 c=3 "},
        // No line after a wrong one.
        Case{"  - \n  b:\n[b: b:\n", "P01 2:3\nP01 3:1\n", "[0]= "},
        // Text that belongs nowhere.
        Case{"a:\n  - 1\n  stray\n  - 2\nb: 3\n", "P01 3:3\n", "a[0]=1 a[1]=2 b=3 "},
        Case{"a:\n  stray words\n  - x: 2\nb: 3\n", "P01 3:6\n", "a[0].x=2 b=3 "},
        Case{"a: b: c\nd: 1\n", "P01 1:5\n", "d=1 "},
        Case{"a: - b\n   - c\nd: 1\n", "P01 1:4\n", "d=1 "},
        Case{"a: \"x\" y\nb: 1\n", "P01 1:8\n", "a=x b=1 "},
        Case{"a: @b\nc: \"\\q\"\nd: *\ne: 1\n", "P01 1:4\nP01 2:5\nP01 3:5\n", "e=1 "},
        // What Rigy refuses.
        Case{"a: *b\nc: 1\n", "P07 1:4\n", "c=1 "},
        Case{"? [a]\n: x\nb: 1\n", "P07 1:3\n", "=x b=1 "},
        Case{"{{a: b}: c, d: 1}\n", "P07 1:2\n", "=c d=1 "},
        Case{"a: 1\n---\nb: [\n", "P07 2:1\n", "a=1 "}));

TEST(BrokenYaml, WordsAroundTheDocumentAreOneMistake) {
  const Broken chat("Sure, here it is. Have fun\n\n```yaml\nversion: 1\nb: [1}\n```\nBye!\n");
  EXPECT_EQ(chat.report, "P01 1:1\nP01 5:6\n");
  EXPECT_EQ(values(chat), "version=1 b[0]=1 ");
}

TEST(BrokenYaml, MappingsWithLostPartsAreMarked) {
  const Broken broken("a: {b: 1 c: 2}\nd: {e: 1}\n");
  ASSERT_TRUE(broken.tree);
  EXPECT_TRUE((*broken.tree)[2].damaged);
  EXPECT_FALSE((*broken.tree)[6].damaged);
}

// Each text has a mistake on every line; none may take quadratic time.
TEST(BrokenYaml, ManyMistakesEndTheReading) {
  for (const char* line :
       {"a: \"\\q\n", "a: [\n", "a: {\n", "\tb\n", "a: b: c\n", "- ]\n", "a: 'x\" y\n",
        "  a: [b, {c: \"\n", "x\n", "&a *b ? :\n", "- - - {\n", "a: |1x\n"}) {
    std::string text;
    while (text.size() < 400'000) text += line;
    const Broken broken(text);
    EXPECT_FALSE(broken.report.empty()) << line;
    EXPECT_TRUE(broken.diagnostics.has_errors()) << line;
  }
}

}  // namespace
}  // namespace rigy
