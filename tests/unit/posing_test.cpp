// Poses made from turns: against baked vertices that are turned one bone after the other, and put
// into texts of all kinds.
#include "rigy/posing.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::below;
using test::distance;
using test::exact;
using test::Random;

Analysis analysis_of(const std::string& text) {
  MemoryFiles files({{test::entry_name, text}});
  AnalyzeOptions options;
  options.suppressed_warnings = {"all"};
  return analyze(test::entry_name, files, options);
}

MadePose pose_of(const std::string& text, const std::vector<BoneTurn>& turns,
                 std::string_view id = {}) {
  return make_pose(analysis_of(text), turns, id);
}

// A tree of bones, listed children first, each with a box of its own.
struct Tree {
  std::vector<Vec3> heads;
  std::vector<std::size_t> parents;  // always less than the bone; 0 is the root

  [[nodiscard]] std::string text() const;
};

std::string Tree::text() const {
  std::string primitives;
  std::string bones;
  std::string weights;
  for (std::size_t i = heads.size(); i-- > 0;) {
    bones += fmt::format("  - {{id: b{}, parent: {}, head: {}, tail: [90, 90, 90]}}\n", i,
                         i == 0 ? "none" : fmt::format("b{}", parents[i]), exact(heads[i]));
  }
  for (std::size_t i = 0; i < heads.size(); ++i) {
    primitives += fmt::format("  - {{id: p{}, type: box, dimensions: {{x: 1, y: 2, z: 3}}}}\n", i);
    weights +=
        fmt::format("  - {{primitive_id: p{0}, bones: [{{bone_id: b{0}, weight: 1}}]}}\n", i);
  }
  return fmt::format(
      "version: \"0.11\"\nmeshes:\n- id: m\n  primitives:\n{}armatures:\n- id: a\n  bones:\n{}"
      "bindings:\n- mesh_id: m\n  armature_id: a\n  weights:\n{}",
      primitives, bones, weights);
}

Vec3 turned(const BoneTurn& turn, const Vec3& v) {
  const double c = std::cos(turn.radians);
  const double s = std::sin(turn.radians);
  if (turn.axis == 'x') return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
  if (turn.axis == 'y') return {c * v.x + s * v.z, v.y, c * v.z - s * v.x};
  return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}

// Where the turns of the bone and of its parents, those first, bring a point that follows it.
Vec3 expected(const Tree& tree, std::size_t bone, const std::vector<BoneTurn>& turns, Vec3 point) {
  std::vector<std::size_t> chain{bone};
  while (chain.back() != 0) chain.push_back(tree.parents[chain.back()]);
  std::vector<Vec3> heads = tree.heads;
  for (std::size_t i = chain.size(); i-- > 0;) {
    const Vec3 center = heads[chain[i]];
    for (const BoneTurn& turn : turns) {
      if (turn.bone != fmt::format("b{}", chain[i])) continue;
      const auto move = [&](const Vec3& p) { return turned(turn, p - center) + center; };
      point = move(point);
      for (std::size_t j = 0; j < i; ++j) heads[chain[j]] = move(heads[chain[j]]);
    }
  }
  return point;
}

double some_length(Random& random) { return static_cast<double>(below(random, 2001)) / 500 - 2; }

TEST(Posing, BakedVerticesAreWhereTheTurnsBringThem) {
  Random random(20);
  for (int round = 0; round < 60; ++round) {
    Tree tree;
    const std::size_t count = 1 + below(random, 6);
    for (std::size_t i = 0; i < count; ++i) {
      tree.heads.push_back({some_length(random), some_length(random), some_length(random)});
      tree.parents.push_back(i == 0 ? 0 : below(random, i));
    }
    std::vector<BoneTurn> turns;
    for (std::size_t i = 0, end = below(random, 5); i < end; ++i) {
      turns.push_back({fmt::format("b{}", below(random, count)), "xyz"[below(random, 3)],
                       3 * some_length(random)});
    }
    const std::string text = tree.text();
    const MadePose pose = pose_of(text, turns);
    ASSERT_TRUE(pose.faults.empty()) << pose.faults.front();
    CompileOptions options;
    options.pose = pose.id;
    const std::optional<std::string> posed = with_pose(text, pose);
    ASSERT_TRUE(posed);
    const std::vector<Vec3> rest = test::glb_of(text).positions();
    const std::vector<Vec3> baked = test::glb_of(*posed, options).positions();
    ASSERT_EQ(rest.size(), baked.size());
    for (std::size_t v = 0; v < rest.size(); ++v) {
      ASSERT_LT(distance(baked[v], expected(tree, v / 24, turns, rest[v])), 2e-6)
          << *posed << "vertex " << v;
    }
  }
}

constexpr const char* arm = R"(version: "0.13"
meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}]
armatures:
- id: rig
  bones:
  - {id: hand, parent: elbow, head: [0.25, 1, 0], tail: [0.5, 1, 0]}
  - {id: elbow, parent: base, head: [0, 1, 0], tail: [0.25, 1, 0]}
  - {id: base, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
bindings: [{mesh_id: m, armature_id: rig}]
)";

TEST(Posing, ListsEveryBoneInTheOrderOfTheArmature) {
  const double right_angle = 90 * 0.017453292519943295;
  EXPECT_EQ(
      pose_entry(pose_of(arm, {{"elbow", 'z', right_angle}}, "up"), 2),
      "  - id: up\n    bones:\n"
      "      hand: {rotation: [0.707106781187, 0, 0, 0.707106781187], translation: [0, 1.25, 0]}\n"
      "      elbow: {rotation: [0.707106781187, 0, 0, 0.707106781187], translation: [0, 1, 0]}\n"
      "      base: {rotation: [1, 0, 0, 0], translation: [0, 0, 0]}\n");
}

TEST(Posing, NamesAreFreeAndQuotedWhereYamlNeedsIt) {
  std::string text = arm;
  EXPECT_EQ(pose_of(text, {}).id, "pose");
  text = *with_pose(text, pose_of(text, {}));
  text = *with_pose(text, pose_of(text, {}, "pose_2"));
  EXPECT_EQ(pose_of(text, {}).id, "pose_3");
  EXPECT_EQ(pose_of(text, {}, "pose").faults,
            std::vector<std::string>{
                "there already is a pose 'pose'; choose another id, or use --replace"});
  EXPECT_EQ(pose_entry(pose_of(text, {}, "yes: no"), 0).substr(0, 17), "- id: \"yes: no\"\n ");
}

TEST(Posing, SaysWhatIsWrong) {
  EXPECT_EQ(pose_of(arm, {{"elbwo", 'x', 1}, {"knee", 'x', 1}}).faults,
            (std::vector<std::string>{"there is no bone 'elbwo'; did you mean 'elbow'?",
                                      "there is no bone 'knee'"}));
  EXPECT_EQ(pose_of("version: \"0.13\"\n", {}).faults,
            std::vector<std::string>{"the document has no armature, so there is nothing to turn"});
  EXPECT_EQ(pose_of("version: \"0.13\"\nmeshs: []\n", {}).faults,
            std::vector<std::string>{"the document has errors"});
  const std::string twice = std::string(arm) + "geometry_checks: 1\n";
  const std::string second =
      "- {id: other, bones: [{id: elbow, parent: none, head: [5, 0, 0], tail: [6, 0, 0]}]}\n";
  std::string text = twice;
  text.insert(text.find("bindings"), second);
  EXPECT_EQ(pose_of(text, {}).faults,
            std::vector<std::string>{
                "several armatures have a bone 'elbow', and one entry cannot place all of them"});
}

// --- the text ---

struct Insertion {
  const char* before;
  const char* after;
};

TEST(Posing, EverythingElseStaysAsItIsWritten) {
  const MadePose pose{"up", {"a: {}", "b: {}"}, {}};
  const std::vector<Insertion> cases{
      {"version: \"0.13\"\n",
       "version: \"0.13\"\n\nposes:\n  - id: up\n    bones:\n      a: {}\n      b: {}\n"},
      {"version: \"0.13\" # é",
       "version: \"0.13\" # é\n\nposes:\n  - id: up\n    bones:\n      a: {}\n      b: {}\n"},
      {"version: \"0.13\"\r\n",
       "version: \"0.13\"\r\n\r\nposes:\r\n  - id: up\r\n    bones:\r\n      a: {}\r\n      b: "
       "{}\r\n"},
      {"poses:\n- id: é # last\n\n# next\nversion: \"0.13\"\n",
       "poses:\n- id: é # last\n- id: up\n  bones:\n    a: {}\n    b: {}\n\n# next\nversion: "
       "\"0.13\"\n"},
      {"poses:\n    - {id: é}\nversion: x\n",
       "poses:\n    - {id: é}\n    - id: up\n      bones:\n        a: {}\n        b: {}\nversion: "
       "x\n"},
      {"poses: []\nversion: x\n", "poses: [{id: up, bones: {a: {}, b: {}}}]\nversion: x\n"},
      {"é: 1\nposes: [{id: z}]\n", "é: 1\nposes: [{id: z}, {id: up, bones: {a: {}, b: {}}}]\n"},
      {"poses: [\n  {id: z},\n]\n",
       "poses: [\n  {id: z},\n  {id: up, bones: {a: {}, b: {}}},\n]\n"},
      {"{version: x}\n", "{version: x, poses: [{id: up, bones: {a: {}, b: {}}}]}\n"},
      {"poses:\nversion: x\n",
       "poses:\n  - id: up\n    bones:\n      a: {}\n      b: {}\nversion: x\n"},
      {"poses: ~\nversion: x\n",
       "poses:\n  - id: up\n    bones:\n      a: {}\n      b: {}\nversion: x\n"},
  };
  for (const auto& [before, after] : cases) EXPECT_EQ(with_pose(before, pose), after) << before;
}

TEST(Posing, ThereIsNoPlaceInSomeTexts) {
  const MadePose pose{"up", {"a: {}"}, {}};
  for (const char* text : {"", "[]", "a: [", "poses: {a: 1}\n", "a: \xff\n"}) {
    EXPECT_EQ(with_pose(text, pose), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace rigy
