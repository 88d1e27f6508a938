// External weight files: any fault is V20 at the place that names the file, and nothing of the file
// is quoted.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;

constexpr const char* document = R"(version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures:
- id: a
  bones:
  - {id: r, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
  - {id: s, parent: r, head: [0, 0, 0], tail: [0, 1, 0]}
bindings:
- {mesh_id: m, armature_id: a, weight_maps: [{primitive_id: p, source: w.json}]}
)";

// The findings with this weight file, without the beginning that all lines share.
std::string faults(const std::string& json) {
  const std::string report = test::messages(
      test::compile_files(Files{{test::entry_name, document}, {"w.json", json}}).report);
  const std::string common = "V20 9:72 weight file 'w.json'";
  std::string text;
  for (std::size_t at = 0; at < report.size();) {
    const std::size_t end = report.find('\n', at) + 1;
    std::string line = report.substr(at, end - at);
    if (line.starts_with(common + ": ")) line = line.substr(common.size() + 2);
    text += line;
    at = end;
  }
  return text;
}

std::string entries(std::string_view list) {
  return faults(
      fmt::format(R"({{"primitive_id": "p", "vertex_count": 24, "influences": [{}]}})", list));
}

std::string influence(std::string_view fields) {
  return entries(fmt::format(R"({{"vertex": 0, "bones": [{{{}}}]}})", fields));
}

TEST(WeightFile, SoundFiles) {
  EXPECT_EQ(entries(""), "");
  EXPECT_EQ(influence(R"("bone_id": "r", "weight": 1)"), "");
  EXPECT_EQ(influence(R"("weight": 0.5e0, "bone_id": "\u0073")"), "");
  EXPECT_EQ(
      entries(
          R"({"bones": [{"bone_id": "r", "weight": 0}, {"bone_id": "s", "weight": 1.0}], "vertex": 23})"),
      "");
  EXPECT_EQ(
      faults("\n\t{\"influences\": [],\r\n\"vertex_count\": 24, \"primitive_id\": \"p\"}\n\n"), "");
}

TEST(WeightFile, MustBeThere) { EXPECT_EQ(test::findings_of(std::string(document)), "V20 9:72\n"); }

TEST(WeightFile, MustBeJson) {
  for (const char* text :
       {"", "   ", "{", "{]", R"({"primitive_id": "p" "vertex_count": 24})", "{'a': 1}",
        R"({"primitive_id": "p", "vertex_count": 24, "influences": [] } trailing)",
        R"({"primitive_id": "p", "vertex_count": 24, "influences": []}{})",
        R"({"primitive_id": "p", "vertex_count": 24, "influences": [})",
        R"({"primitive_id": "p", "vertex_count": 24, "influences": [,]})",
        R"({"primitive_id": "p", "vertex_count": 24, "influences": [],})",
        R"({"primitive_id": "\ud800", "vertex_count": 24, "influences": []})"}) {
    const std::string report = faults(text);
    EXPECT_TRUE(report == "it is not valid JSON\n" || report == "it is not a JSON object\n")
        << text << "\n"
        << report;
  }
  EXPECT_EQ(faults("\xff"), "it is not UTF-8\n");
  EXPECT_EQ(faults(R"({"primitive_id": ")"
                   "\xc3\x28"
                   R"("})"),
            "it is not UTF-8\n");
}

TEST(WeightFile, MustBeAnObjectWithItsFields) {
  EXPECT_EQ(faults("[]"), "the file must be an object\n");
  EXPECT_EQ(faults("{}"),
            "the file has no 'primitive_id'\nthe file has no 'vertex_count'\n"
            "the file has no 'influences'\n");
  EXPECT_EQ(
      faults(R"({"primitive_id": "p", "vertex_count": 24, "influences": [], "extra": {"a": [1]}})"),
      "the file has an unknown field\n");
  EXPECT_EQ(
      faults(R"({"primitive_id": "p", "vertex_count": 24, "vertex_count": 24, "influences": []})"),
      "the file has 'vertex_count' twice\n");
  EXPECT_EQ(faults(R"({"primitive_id": 5, "vertex_count": "24", "influences": {}})"),
            "primitive_id must be text\nvertex_count must be a non-negative integer\n"
            "influences must be a list\n");
}

TEST(WeightFile, IndicesAreWholeAndInRange) {
  const auto vertex = [](std::string_view value) {
    return entries(
        fmt::format(R"({{"vertex": {}, "bones": [{{"bone_id": "r", "weight": 1}}]}})", value));
  };
  EXPECT_EQ(vertex("23"), "");
  const std::string whole = "influences[0].vertex must be a non-negative integer\n";
  for (const char* bad :
       {"1.0", "1e0", "-1", "\"1\"", "true", "null", "[1]", "18446744073709551616"}) {
    EXPECT_EQ(vertex(bad), whole) << bad;
  }
  const std::string range = "influences[0].vertex is out of range\n";
  for (const char* far : {"24", "4294967295", "4294967296", "18446744073709551615"}) {
    EXPECT_EQ(vertex(far), range) << far;
  }
  for (const char* bad : {"24.0", "-24", "\"24\""}) {
    EXPECT_EQ(faults(fmt::format(R"({{"primitive_id": "p", "vertex_count": {}, "influences": []}})",
                                 bad)),
              "vertex_count must be a non-negative integer\n");
  }
}

TEST(WeightFile, VerticesAndBonesAreNamedOnce) {
  const std::string r = R"("bones": [{"bone_id": "r", "weight": 1}])";
  EXPECT_EQ(entries(fmt::format(
                R"({{"vertex": 3, {0}}}, {{"vertex": 4, {0}}}, {{"vertex": 3, {0}}})", r)),
            "influences[2] repeats a vertex\n");
  EXPECT_EQ(
      entries(
          R"({"vertex": 3, "bones": [{"bone_id": "r", "weight": 0.5}, {"bone_id": "s", "weight": 1}, {"bone_id": "r", "weight": 0.5}]})"),
      "influences[0].bones[2] repeats a bone\n");
}

TEST(WeightFile, BonesAreListsOfInfluences) {
  EXPECT_EQ(entries(R"({"vertex": 0, "bones": []})"), "influences[0].bones is empty\n");
  EXPECT_EQ(entries(R"({"vertex": 0, "bones": {}})"), "influences[0].bones must be a list\n");
  EXPECT_EQ(entries(R"({"bones": []})"),
            "influences[0].bones is empty\ninfluences[0] has no 'vertex'\n");
  EXPECT_EQ(entries(R"(7)"), "influences[0] must be an object\n");
  EXPECT_EQ(entries(R"({"vertex": 0, "bones": [7]})"),
            "influences[0].bones[0] must be an object\n");
  EXPECT_EQ(influence(R"("bone_id": "r")"), "influences[0].bones[0] has no 'weight'\n");
  EXPECT_EQ(influence(R"("weight": 1)"), "influences[0].bones[0] has no 'bone_id'\n");
  EXPECT_EQ(influence(R"("bone_id": "", "weight": 1)"),
            "influences[0].bones[0].bone_id is empty\n");
  EXPECT_EQ(influence(R"("bone_id": 7, "weight": 1)"),
            "influences[0].bones[0].bone_id must be text\n");
  EXPECT_EQ(influence(R"("bone_id": "r", "weight": 1, "note": null)"),
            "influences[0].bones[0] has an unknown field\n");
}

TEST(WeightFile, WeightsAreNumbersInRange) {
  const auto weight = [](std::string_view value) {
    return influence(fmt::format(R"("bone_id": "r", "weight": {})", value));
  };
  for (const char* good : {"0", "1", "1.0", "0.5", "1e-300", "0e5", "-0.0"})
    EXPECT_EQ(weight(good), "") << good;
  for (const char* far : {"1.0000000000000002", "-1e-300", "2", "-1"}) {
    EXPECT_EQ(weight(far), "influences[0].bones[0].weight is outside [0, 1]\n") << far;
  }
  for (const char* bad : {"\"1\"", "true", "null", "[]", "1e400"}) {
    EXPECT_EQ(weight(bad), "influences[0].bones[0].weight must be a number\n") << bad;
  }
  for (const char* bad : {"NaN", "nan", "Infinity", "01", "1.", ".5", "+1", "0x1"}) {
    EXPECT_NE(weight(bad), "") << bad;
  }
}

TEST(WeightFile, EveryFaultIsReported) {
  EXPECT_EQ(
      entries(
          R"({"vertex": -1, "bones": [{"bone_id": "r", "weight": 2}, {"weight": "x", "bone_id": ""}]}, {"vertex": 99, "bones": []})"),
      "influences[0].vertex must be a non-negative integer\n"
      "influences[0].bones[0].weight is outside [0, 1]\n"
      "influences[0].bones[1].weight must be a number\n"
      "influences[0].bones[1].bone_id is empty\n"
      "influences[1].bones is empty\n"
      "influences[1].vertex is out of range\n");
}

TEST(WeightFile, MustBeForThisPrimitiveAndArmature) {
  EXPECT_EQ(faults(R"({"primitive_id": "q", "vertex_count": 25, "influences": []})"),
            "V22 9:72 weight file 'w.json' is not for primitive 'p'\n"
            "V21 9:72 weight file 'w.json' has vertex_count 25, but box 'p' has 24 vertices\n");
  EXPECT_EQ(influence(R"("bone_id": "secret", "weight": 1)"),
            "V20 9:72 weight file 'w.json' names a bone that armature 'a' does not have\n");
}

TEST(WeightFile, OneEntryWithManyBonesIsReadQuickly) {
  std::string list;
  for (int i = 0; i < 60'000; ++i) {
    list += fmt::format("{}{{\"bone_id\": \"b{}\", \"weight\": 1}}", i == 0 ? "" : ",", i);
  }
  const std::string report = entries(fmt::format("{{\"vertex\": 0, \"bones\": [{}]}}", list));
  EXPECT_EQ(report,
            "V20 9:72 weight file 'w.json' names 60000 bones that armature 'a' does not have\n");
}

TEST(WeightFile, AnUnknownBoneIsFoundByItsPlace) {
  const std::string json =
      R"({"primitive_id": "p", "vertex_count": 24, "influences": [
        {"vertex": 0, "bones": [{"bone_id": "r", "weight": 1}]},
        {"vertex": 1, "bones": [{"bone_id": "r", "weight": 0}, {"bone_id": "x", "weight": 1}]},
        {"vertex": 2, "bones": [{"bone_id": "x", "weight": 1}, {"bone_id": "y", "weight": 0}]}]})";
  const Report report =
      test::compile_files(Files{{test::entry_name, document}, {"w.json", json}}).report;
  ASSERT_EQ(report.diagnostics.size(), 1u);
  EXPECT_EQ(report.diagnostics[0].help, "see influences[1].bones[1].bone_id");
}

TEST(WeightFile, IsNotLookedUpInEndlesslyManyArmatures) {
  std::string text =
      "version: \"0.6\"\n"
      "meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]\n"
      "armatures:\n";
  std::string bindings = "bindings:\n";
  for (int i = 0; i < 40; ++i) {
    text += fmt::format(
        "- {{id: a{}, bones: [{{id: r, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}]}}\n", i);
    bindings += fmt::format(
        "- {{mesh_id: m, armature_id: a{}, weight_maps: [{{primitive_id: p, source: w.json}}]}}\n",
        i);
  }
  const std::string json = fmt::format(
      R"({{"primitive_id": "p", "vertex_count": 24, "influences": [{{"vertex": 0, "bones": [)"
      R"({{"bone_id": "{}", "weight": 0}}]}}]}})",
      std::string(2u << 20, 'x'));
  const std::string report = test::messages(
      test::compile_files(Files{{test::entry_name, text + bindings}, {"w.json", json}}).report);
  EXPECT_NE(report.find("names a bone that armature 'a30' does not have"), std::string::npos);
  EXPECT_NE(
      report.find("V20 76:74 weight file 'w.json': bone names in weight files, counted once per "
                  "armature, exceed 64 MiB\n"),
      std::string::npos)
      << report;
}

}  // namespace
}  // namespace rigy
