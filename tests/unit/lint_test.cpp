// Lint: how parts lie, children of scenes, implicit surfaces, and what is allowed.
#include "rigy/lint.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "lint_support.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::box;
using test::linted;
using test::parts;

TEST(Lint, TakesPartsWithinAMillimeterAsTouching) {
  const std::string two = box("a", {1, 1, 1}, {0, 0.5, 0}) + box("b", {1, 1, 1}, {1, 0.5, 0});
  EXPECT_EQ(linted(parts(two + box("c", {1, 1, 1}, {0, 1.5009, 0}))).report.warning_counts[0].id,
            "L05");
  EXPECT_EQ(linted(parts(two + box("c", {1, 1, 1}, {0, 1.5, 0}))).findings, 0u);
  EXPECT_EQ(test::findings(linted(parts(two + box("c", {1, 1, 1}, {0, 1.9, 0}))).report),
            "L01 7:5\n");
  // Nor does it have to be a large gap.
  EXPECT_EQ(test::findings(linted(parts(two + box("c", {1, 1, 1}, {0, 1.509, 0}))).report),
            "L01 7:5\n");
}

TEST(Lint, FindsWhatFloatsHoweverLargeItIs) {
  const std::string base = box("base", {1, 1, 1}, {0, 0.5, 0});
  EXPECT_EQ(test::findings(linted(parts(base + box("hat", {0.2, 0.2, 0.2}, {0, 5, 0}))).report),
            "L01 6:5\n");
  EXPECT_EQ(test::findings(linted(parts(base + box("roof", {4, 0.2, 4}, {0, 5, 0}))).report),
            "L01 6:5\n");
  const std::string roof = box("roof", {4, 0.2, 4}, {0, 5, 0}) + box("tip", {1, 1, 1}, {0, 5.6, 0});
  EXPECT_EQ(test::findings(linted(parts(roof + base)).report), "L01 5:5\n");
}

TEST(Lint, FindsGapsThatAreSmallForTheWholeButNotForItsParts) {
  const std::string table = box("top", {1.2, 0.03, 0.8}, {0, 0.72, 0}) +
                            box("left", {0.06, 0.7, 0.06}, {-0.5, 0.35, 0}) +
                            box("right", {0.06, 0.7, 0.06}, {0.5, 0.35, 0});
  EXPECT_EQ(test::messages(linted(parts(table)).report),
            "L01 5:5 'm.top' touches nothing: it floats 0.005 m away from 'm.left', in direction "
            "[0, -1, 0]\n");
  const std::string bridge = box("deck", {100, 1, 8}, {0, 21, 0}) +
                             box("west", {2, 20, 6}, {-30, 10, 0}) +
                             box("east", {2, 20, 6}, {30, 10, 0});
  EXPECT_EQ(test::messages(linted(parts(bridge)).report),
            "L01 5:5 'm.deck' touches nothing: it floats 0.5 m away from 'm.west', in direction "
            "[0, -1, 0]\n");
}

TEST(Lint, MeasuresSmallAssetsByTheirSize) {
  const std::string base = box("base", {0.01, 0.002, 0.01}, {0, 0.001, 0});
  const auto findings = [&](const std::string& stone) {
    return test::findings(linted(parts(base + stone)).report);
  };
  const Vec3 size{0.002, 0.004, 0.002};
  EXPECT_EQ(findings(box("stone", size, {0, 0.004, 0})), "");
  EXPECT_EQ(findings(box("stone", size, {0, 0.00405, 0})), "L05 5:5\n");
  EXPECT_EQ(findings(box("stone", size, {0, 0.0045, 0})), "L01 6:5\n");
  EXPECT_EQ(findings(box("stone", size, {0, 0.0015, 0})), "L06 6:5\n");
  const LintResult floating = linted(parts(base + box("stone", size, {0, 0.0045, 0})));
  EXPECT_EQ(floating.report.diagnostics[0].help,
            "move it by [0, -0.0005, 0], or write '# rigy-lint: allow L01' above it");
}

TEST(Lint, FindsGapsWhateverTheRounding) {
  // In binary64 the first gap is more than a millimeter by a bit, others are less.
  for (const double height : {0.5, 0.1, 0.3, 0.7, 1.1, 3.3, 7.9}) {
    const std::string lower = box("a", {1, height, 1}, {0, height / 2, 0});
    const auto upper = [&](double gap) {
      return test::findings(
          linted(parts(lower + box("b", {1, 1, 1}, {0, height + gap + 0.5, 0}))).report);
    };
    EXPECT_EQ(upper(0.001), "L05 5:5\n") << height;
    EXPECT_EQ(upper(0.000001), "") << height;
    EXPECT_EQ(upper(0.0010001), "L01 6:5\n") << height;
  }
}

// Four legs below a top.
std::string legs(const std::string& above_first = "") {
  std::string all;
  for (int i = 0; i < 4; ++i) {
    if (i == 0) all += above_first;
    all += box(fmt::format("leg{}", i), {0.1, 0.7, 0.1},
               {i % 2 == 0 ? -0.4 : 0.4, 0.35, i / 2 == 0 ? -0.3 : 0.3});
  }
  return all;
}

TEST(Lint, NamesThePartThatSeveralGapsHaveInCommon) {
  const std::string top = box("top", {1, 0.1, 0.8}, {0, 0.7505, 0});
  const LintResult table = linted(parts(legs() + top));
  EXPECT_EQ(test::messages(table.report),
            "L05 9:5 between 'm.leg0' and 'm.top' there is a gap of 0.5 mm, in direction [0, 1, "
            "0]; 3 more parts are as far from 'm.top'\n");
  EXPECT_EQ(table.report.diagnostics[0].help,
            "move 'm.top' by [0, -0.0005, 0] to close all of them");
  const LintResult laid = linted(parts(legs() + top + box("cup", {0.1, 0.1, 0.1}, {0, 0.8505, 0})));
  ASSERT_EQ(laid.findings, 1u);
  EXPECT_EQ(laid.report.diagnostics[0].help,
            "to close all of them, move 'm.top' and what it touches by [0, -0.0005, 0], or the "
            "other 4 by [0, 0.0005, 0]");
  // A leg that may have its gap does not allow those of others.
  EXPECT_EQ(test::messages(linted(parts(legs("  # rigy-lint: allow L05\n") + top)).report),
            "L05 10:5 between 'm.leg1' and 'm.top' there is a gap of 0.5 mm, in direction [0, 1, "
            "0]; 2 more parts are as far from 'm.top'\n");
  // Gaps of different sizes have different causes.
  EXPECT_EQ(
      linted(parts(box("base", {3, 1, 1}, {0, 0.5, 0}) + box("b", {1, 1, 1}, {-1, 1.5005, 0}) +
                   box("c", {1, 1, 1}, {1, 1.5003, 0})))
          .findings,
      2u);
}

TEST(Lint, TakesThingsSideBySideAsADisplay) {
  const std::string one = box("one", {1, 1, 1}, {0, 2, 0});
  EXPECT_EQ(linted(parts(one + box("two", {1, 1, 1}, {2, 2, 0}))).findings, 0u);
  EXPECT_EQ(linted(parts(one + box("two", {1, 3, 1}, {2, 2, 0}))).findings, 0u);
  EXPECT_EQ(test::findings(linted(parts(one + box("two", {1, 3, 1}, {0.9, 9, 0}))).report),
            "L01 5:5\n");
  // What stands is no display with what hangs in the air beside it.
  const std::string standing = box("one", {1, 1, 1}, {0, 0.5, 0});
  const auto found_beside = [&](double y) {
    return test::findings(linted(parts(standing + box("two", {1, 1, 1}, {2, y, 0}))).report);
  };
  EXPECT_EQ(found_beside(2), "L01 6:5\n");
  EXPECT_EQ(found_beside(0.5), "");
  EXPECT_EQ(found_beside(-2), "L06 6:5\n");
}

TEST(Lint, LetsThingsStandOnTheGround) {
  const std::string two = box("a", {1, 1, 1}, {0, 0.5, 0}) + box("b", {1, 1, 1}, {1, 0.5, 0});
  EXPECT_EQ(linted(parts(two + box("c", {1, 1, 1}, {5, 0.5, 0}))).findings, 0u);
  EXPECT_EQ(test::findings(linted(parts(two + box("c", {1, 1, 1}, {1, 0.4, 1}))).report),
            "L06 7:5\n");
  // A floor is not below the ground.
  EXPECT_EQ(linted(parts(two + box("floor", {9, 1, 9}, {0, -0.5, 0}))).findings, 0u);
}

TEST(Lint, ReportsAPartOnceHoweverOftenItAppears) {
  const std::string document = R"(version: "0.6"
meshes:
- id: m
  primitives:
  - {id: box, type: box, dimensions: {x: 1, y: 1, z: 1}}
  - {id: ball, type: sphere, dimensions: {radius: 0.1}}
anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
- {id: d, translation: [0, 1, 0]}
- {id: e, translation: [1, 1, 0]}
- {id: f, translation: [0, 2, 0]}
instances:
- {id: two, mesh_id: m, attach3: {from: [a, b, c], to: [d, e, f], mode: rigid}}
)";
  const LintResult result = linted(document);
  const auto count = [&](std::string_view id) {
    std::size_t sum = 0;
    for (const WarningCount& one : result.report.warning_counts) {
      if (one.id == id) sum += one.count;
    }
    return sum;
  };
  EXPECT_EQ(count("L02"), 1u) << test::messages(result.report);
  EXPECT_NE(test::messages(result.report).find(" (and in 1 more instance)\n"), std::string::npos)
      << test::messages(result.report);
}

// A scene with a child of a lamp in a room; the third anchor of its slot is at `third`, that of its
// mount at `of_mount`.
LintResult linted_scene(const std::string& third, const std::string& of_mount = "[0, 1, 0]",
                        const std::string& comment = "") {
  const auto with_anchors = [](const std::string& asset, const std::string& at) {
    return asset +
           "anchors:\n- {id: a, translation: [0, 0, 0]}\n- {id: b, translation: [1, 0, 0]}\n" +
           "- {id: c, translation: " + at + "}\n";
  };
  const std::string scene =
      "rigs_version: \"0.1\"\nimports: {room: room.rigy.yaml, lamp: "
      "lamp.rigy.yaml}\nscene:\n  base: room\n  children:\n" +
      comment +
      "  - id: lamp1\n    base: lamp\n    place:\n"
      "      slot: {anchors: [a, b, c]}\n      mount: {anchors: [a, b, c]}\n"
      "      nudge: {up: 0.18}\n";
  MemoryFiles files(
      test::Files{{"s.rigs.yaml", scene},
                  {"room.rigy.yaml", with_anchors(parts(box("floor", {4, 0.1, 4}, {0, -0.05, 0}) +
                                                        box("wall", {4, 2, 0.1}, {0, 1, 2})),
                                                  third)},
                  {"lamp.rigy.yaml",
                   with_anchors(parts(box("pole", {0.1, 0.5, 0.1}, {0, 0.25, 0})), of_mount)}});
  return lint("s.rigs.yaml", files, {});
}

TEST(Lint, SaysWhichAnchorTurnsAChild) {
  const LintResult upright = linted_scene("[0, 1, 0]");
  EXPECT_EQ(test::findings(upright.report), "L01 lamp.rigy.yaml:5:5\n");
  const LintResult below = linted_scene("[0, -1, 0]");
  EXPECT_EQ(test::messages(below.report),
            "L13 s.rigs.yaml:6:5 child 'lamp1' is upside down: anchor 'c' of 'room', the third of "
            "its slot, lies "
            "below 'a' instead of above it\n");
  EXPECT_EQ(below.report.diagnostics[0].help,
            "move 'c' to [0, 1, 0] or name an anchor there, or write '# rigy-lint: allow L13' "
            "above the child");
  EXPECT_EQ(test::messages(linted_scene("[0, 0, 1]").report),
            "L13 s.rigs.yaml:6:5 child 'lamp1' is on its side: anchor 'c' of 'room', the third of "
            "its slot, lies "
            "beside 'a' instead of above it\n");
  EXPECT_EQ(test::messages(linted_scene("[0, 1, 0]", "[0, 0, 1]").report),
            "L13 s.rigs.yaml:6:5 child 'lamp1' is on its side: anchor 'c' of 'lamp', the third of "
            "its mount, lies "
            "beside 'a' instead of above it\n");
  // Turned and turned back.
  EXPECT_EQ(test::findings(linted_scene("[0, 0, 1]", "[0, 0, 1]").report), "");
  EXPECT_EQ(
      test::findings(linted_scene("[0, -1, 0]", "[0, 1, 0]", "  # rigy-lint: allow L13\n").report),
      "");
}

// Two tables, one on the other, each turned by its slot; the upper one stands in the lower.
TEST(Lint, SaysNothingElseOfATurnedChildOnATurnedChild) {
  const std::string anchors =
      "anchors:\n- {id: a, translation: [0, 0, 0]}\n- {id: b, translation: [1, 0, 0]}\n"
      "- {id: up, translation: [0, 1, 0]}\n- {id: down, translation: [0, -1, 0]}\n"
      "- {id: ta, translation: [0, 1, 0]}\n- {id: tb, translation: [1, 1, 0]}\n"
      "- {id: td, translation: [0, 0.5, 0]}\n";
  MemoryFiles files(test::Files{
      {"s.rigs.yaml",
       "rigs_version: \"0.1\"\nimports: {room: room.rigy.yaml, tab: tab.rigy.yaml}\nscene:\n"
       "  base: room\n  children:\n  - id: t1\n    base: tab\n    place: {slot: {anchors: [a, b, "
       "down]}, mount: {anchors: [a, b, up]}}\n    children:\n    - id: t2\n      base: tab\n"
       "      place: {slot: {anchors: [ta, tb, td]}, mount: {anchors: [a, b, up]}}\n"},
      {"room.rigy.yaml", parts(box("floor", {6, 0.1, 6}, {0, -0.05, 0})) + anchors},
      {"tab.rigy.yaml", parts(box("top", {1, 1, 0.6}, {0, 0.5, 0})) + anchors}});
  EXPECT_EQ(test::findings(lint("s.rigs.yaml", files, {}).report),
            "L13 s.rigs.yaml:6:5\nL13 s.rigs.yaml:10:7\n");
}

std::string blob(const std::string& max, const std::string& more = "") {
  return "version: \"0.13\"\nmeshes:\n- id: m\n  primitives:\n  - id: blob\n"
         "    type: implicit_surface\n    domain: {aabb: {min: [-1, -1, -1], max: " +
         max +
         "}, grid: {nx: 9, ny: 9, nz: 9}}\n    iso: 0.25\n    ops:\n"
         "    - {op: add, field: metaball_sphere@1, radius: 1.5, strength: 1}\n" +
         more;
}

TEST(Lint, FindsSurfacesThatTheirDomainCutsOpen) {
  EXPECT_EQ(linted(blob("[1, 1, 1]")).findings, 0u);
  const LintResult cut = linted(blob("[1, 0.5, 1]"));
  EXPECT_EQ(test::messages(cut.report),
            "L14 5:5 the domain of 'm.blob' cuts it open at +y: there is a hole in the surface\n");
  EXPECT_EQ(cut.report.diagnostics[0].help, "make the domain larger: its ops reach to y = 1.5");
}

TEST(Lint, SaysHowFarOpsReachWithoutCuttingThemOff) {
  const auto help = [](const std::string& min, const std::string& max, const std::string& op) {
    const LintResult cut = linted(fmt::format(
        "version: \"0.13\"\nmeshes:\n- id: m\n  primitives:\n  - id: blob\n    type: "
        "implicit_surface\n    domain: {{aabb: {{min: {}, max: {}}}, grid: {{nx: 9, ny: 9, nz: "
        "9}}}}\n    iso: 0.25\n    ops:\n    - {{op: add, strength: 4, {}}}\n",
        min, max, op));
    return cut.report.diagnostics.empty() ? "" : cut.report.diagnostics[0].help;
  };
  EXPECT_EQ(help("[1226, -2, -2]", "[1231, 2, 2]",
                 "field: metaball_sphere@1, radius: 2, transform: {translation: [1231.5, 0, 0]}"),
            "make the domain larger: its ops reach to x = 1233.5");
  EXPECT_EQ(help("[-1, -1, -1]", "[1, 0, 1]", "field: sdf_sphere@1, radius: 0.41234"),
            "make the domain larger: its ops reach to y = 0.825");
  EXPECT_EQ(help("[-1, 0, -1]", "[1, 3, 1]", "field: metaball_capsule@1, radius: 0.5, height: 2"),
            "make the domain larger: its ops reach to y = -1.5");
  EXPECT_EQ(help("[-1, -1, -1]", "[1, 0, 1]",
                 "field: metaball_sphere@1, radius: 0.5}\n"
                 "    - {op: add, strength: 0.1, field: sdf_sphere@1, radius: 1.0e+308"),
            "make the domain larger");
}

TEST(Lint, FindsOpsOutsideTheDomain) {
  const auto op = [](double x) {
    return fmt::format(
        "    - {{op: subtract, field: sdf_sphere@1, radius: 0.5, strength: 1, transform: "
        "{{translation: [{}, 0, 0]}}}}\n",
        x);
  };
  EXPECT_EQ(linted(blob("[1, 1, 1]", op(1.9))).findings, 0u);
  EXPECT_EQ(
      test::messages(linted(blob("[1, 1, 1]", op(2.1))).report),
      "L15 11:7 an op of 'm.blob' at [2.1, 0, 0] lies outside the domain, from [-1, -1, -1] to "
      "[1, 1, 1]: it has no effect\n");
}

TEST(Lint, ComparesLegsAtTheMiddleAndAtZero) {
  const std::string table = box("top", {1, 0.1, 1}, {0, 1.05, 0}) +
                            box("left", {0.1, 1, 0.1}, {-0.4, 0.5, 0}) +
                            box("right", {0.1, 0.9, 0.1}, {0.4, 0.55, 0});
  EXPECT_EQ(test::findings(linted(parts(table)).report), "L07 7:5\n");
  const std::string handle = box("handle", {0.2, 0.05, 0.05}, {0.6, 1.05, 0});
  EXPECT_EQ(test::findings(linted(parts(table + handle)).report), "L07 7:5\n");
}

TEST(Lint, IsAllowedByCommentsOnly) {
  const auto findings = [](const std::string& above, const std::string& hat) {
    const std::string base = box("base", {1, 1, 1}, {0, 0.5, 0});
    return linted(parts(base + above + box(hat, {1, 1, 1}, {0, 5, 0}))).findings;
  };
  EXPECT_EQ(findings("", "hat"), 1u);
  EXPECT_EQ(findings("  # rigy-lint: allow L01\n", "hat"), 0u);
  EXPECT_EQ(findings("  # rigy-lint: allow L05,L01 , L02\n", "hat"), 0u);
  EXPECT_EQ(findings("  # rigy-lint: allow L01 it is held by magic\n", "hat"), 0u);
  EXPECT_EQ(findings("  # rigy-lint: allow L01\n  # The hat.\n", "hat"), 0u);
  EXPECT_EQ(findings("  # rigy-lint: allow L01\n\n", "hat"), 1u);
  EXPECT_EQ(findings("  # rigy-lint: allow L02, but never L01\n", "hat"), 1u);
  EXPECT_EQ(findings("  # rigy-lint: allow L011\n", "hat"), 1u);
  EXPECT_EQ(findings("", "\"hat # rigy-lint: allow L01\""), 1u);
}

TEST(Lint, WritesNoRoundingErrors) {
  const std::string all =
      box("a", {0.3, 0.1, 0.3}, {0.1, 0.05, 0.2}) + box("b", {0.1, 0.1, 0.1}, {0.1, 0.1502, 0.2});
  const LintResult gap = linted(parts(all));
  ASSERT_EQ(gap.report.diagnostics.size(), 1u);
  EXPECT_EQ(gap.report.diagnostics[0].help, "move 'm.b' by [0, -0.0002, 0] to close it");
  const std::string inner =
      box("a", {0.3, 0.3, 0.3}, {0.1, 0.15, 0.2}) + box("b", {0.1, 0.1, 0.1}, {0.1, 0.15, 0.2});
  EXPECT_EQ(test::messages(linted(parts(inner)).report),
            "L02 6:5 'm.b', 0.1 m in size, is buried in 'm.a', at its middle\n");
}

TEST(Lint, LooksAtAClipOrAPoseOrAllPoses) {
  const auto faults_of = [](std::string pose, std::string clip, bool all_poses) {
    LintOptions options;
    options.pose = std::move(pose);
    options.clip = std::move(clip);
    options.all_poses = all_poses;
    return linted(parts(box("a", {1, 1, 1}, {0, 0.5, 0})), options).option_faults;
  };
  const std::vector<std::string> clip{"lint looks at a clip or at poses, not at both"};
  EXPECT_EQ(faults_of("wave", "walk", false), clip);
  EXPECT_EQ(faults_of("", "walk", true), clip);
  EXPECT_EQ(faults_of("wave", "", true),
            std::vector<std::string>{"lint looks at one pose or at all poses, not at both"});
  EXPECT_EQ(faults_of("", "", true), std::vector<std::string>{});
}

TEST(Lint, ComparesTenThousandPartsButNotAnyNumber) {
  const auto grid = [](int side, double step) {
    std::string all;
    for (int i = 0; i < side * side; ++i) {
      const int row = i / side;
      all += box(fmt::format("b{}", i), {1, 1, 1}, {step * (i % side), 0.5, step * row});
    }
    return parts(all);
  };
  EXPECT_EQ(linted(grid(100, 1)).findings, 0u);
  LintOptions options;
  options.allowed = {"L02", "L03", "L05"};
  const LintResult heap = linted(grid(40, 0.001), options);
  EXPECT_EQ(test::findings(heap.report), "X67 0:0\n");
}

}  // namespace
}  // namespace rigy
