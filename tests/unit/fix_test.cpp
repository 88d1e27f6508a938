// Fixes: one of each kind, and what holds for every document of the repository.
#include "rigy/fix.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/every_floor.hpp"
#include "tests/unit/repository_documents.hpp"
#include "tests/unit/support.hpp"

namespace rigy {
namespace {

FixResult fixed(test::Files files, bool with_unsafe = false) {
  MemoryFiles memory(std::move(files));
  FixOptions options;
  options.with_unsafe = with_unsafe;
  return fix(test::entry_name, memory, options);
}

// The text after the safe fixes.
std::string safely(const std::string& text) {
  const FixResult result = fixed({{test::entry_name, text}});
  return result.changed.empty() ? "unchanged" : result.changed[0].after;
}

// The text after all fixes.
std::string boldly(const std::string& text) {
  EXPECT_EQ(safely(text), "unchanged");
  const FixResult result = fixed({{test::entry_name, text}}, true);
  return result.changed.empty() ? "unchanged" : result.changed[0].after;
}

// A document with one mesh of these primitives.
std::string with_primitives(std::string_view primitives, std::string_view rest = "") {
  return fmt::format("version: \"0.13\"\nmeshes:\n  - id: m\n    primitives:\n{}{}", primitives,
                     rest);
}

std::string box(std::string_view fields) {
  return with_primitives(fmt::format("      - {{id: a, type: box, {}}} # c\n", fields));
}

TEST(Fix, RenamesFields) {
  EXPECT_EQ(safely(box("dimensons: {x: 1, y: 1, z: 1}")), box("dimensions: {x: 1, y: 1, z: 1}"));
  EXPECT_EQ(safely(box("size: {x: 1, y: 1, z: 1}")), box("dimensions: {x: 1, y: 1, z: 1}"));
  EXPECT_EQ(safely("rigy_version: \"0.13\" # c\r\nmeshes: []\r\n"),
            "version: \"0.13\" # c\r\nmeshes: []\r\n");
  EXPECT_EQ(boldly(box("dimensions: {x: 1, y: 1, z: 1}, weight: 3")),
            box("dimensions: {x: 1, y: 1, z: 1}"));
}

TEST(Fix, QuotesVersions) {
  EXPECT_EQ(safely("version: 0.13 # c\nmeshes: []\n"), "version: \"0.13\" # c\nmeshes: []\n");
  EXPECT_EQ(safely("rigy_version: 0.13\nmeshes: []\n"), "version: \"0.13\"\nmeshes: []\n");
}

TEST(Fix, WritesNumbersAsNumbers) {
  EXPECT_EQ(safely(box("dimensions: {x: \"1.5\", y: 20cm, z: '1,5'}")),
            box("dimensions: {x: 1.5, y: 0.2, z: 1.5}"));
  const std::string sized = "dimensions: {x: 1, y: 1, z: 1}, transform: ";
  EXPECT_EQ(safely(box(sized + "{rotation_euler: [0, 90deg, 0]}")),
            box(sized + "{rotation_euler: [0, 1.5707963267948966, 0]}"));
  EXPECT_EQ(safely(box(sized + "{rotation_degrees: [0, 90deg, 0]}")),
            box(sized + "{rotation_degrees: [0, 90, 0]}"));
}

TEST(Fix, NamesDimensions) {
  EXPECT_EQ(safely(box("dimensions: [1, 2, 3]")), box("dimensions: {x: 1, y: 2, z: 3}"));
  EXPECT_EQ(boldly(with_primitives("      - {id: a, type: sphere, dimensions: 2}\n")),
            with_primitives("      - {id: a, type: sphere, dimensions: {radius: 2}}\n"));
}

TEST(Fix, WritesLinearColors) {
  const std::string with =
      "      - {id: a, type: sphere, dimensions: {radius: 1}, material: red}\n";
  const auto colored = [&with](std::string_view color) {
    return with_primitives(with, fmt::format("materials:\n  red: {}\n", color));
  };
  EXPECT_EQ(safely(colored("{base_color: \"#f00\"}")), colored("{base_color: [1, 0, 0, 1]}"));
  EXPECT_EQ(safely(colored("\"#f00\"")), colored("{base_color: [1, 0, 0, 1]}"));
  EXPECT_EQ(safely(colored("{base_color: [1, 0, 0]}")), colored("{base_color: [1, 0, 0, 1]}"));
  // Without quotes, '#' begins a comment.
  EXPECT_EQ(boldly(colored("\n    base_color: #f00  # as a brick")),
            colored("\n    base_color: [1, 0, 0, 1]  # as a brick"));
  EXPECT_EQ(boldly(colored("\n    base_color: # as a brick")), "unchanged");
  EXPECT_EQ(boldly(colored("{base_color: [255, 0, 0]}")), colored("{base_color: [1, 0, 0, 1]}"));
}

constexpr std::string_view arm = R"(armatures:
  - id: rig
    bones:
      - {id: shoulder, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: elbow, parent: shoulder, head: [0, 1, 0], tail: [0, 2, 0]}
)";

TEST(Fix, CorrectsIds) {
  const auto bound = [](std::string_view mesh, std::string_view bone) {
    return with_primitives(
        "      - {id: a, type: sphere, dimensions: {radius: 1}}\n",
        fmt::format("{}bindings:\n  - mesh_id: {}\n    armature_id: rig\n    weights:\n      - "
                    "{{primitive_id: a, bones: [{{bone_id: {}, weight: 1}}]}}\n",
                    arm, mesh, bone));
  };
  EXPECT_EQ(safely(bound("m", "elbwo")), bound("m", "elbow"));
  EXPECT_EQ(boldly(bound("mm", "elbow")), bound("m", "elbow"));
  EXPECT_EQ(safely(bound("m", "shouting")), "unchanged");
  EXPECT_EQ(safely(box("dimensions: {x: 1, y: 1, z: 1}, transform: {}")
                       .replace(0, 0, "params: {width: 2}\n")),
            "unchanged");
  EXPECT_EQ(safely("params: {width: 2}\n" + box("dimensions: {x: $widht, y: 1, z: 1}")),
            "params: {width: 2}\n" + box("dimensions: {x: $width, y: 1, z: 1}"));
  for (const char* word : {"Sphere", "ball"}) {
    EXPECT_EQ(safely(with_primitives(
                  fmt::format("      - {{id: a, type: {}, dimensions: {{radius: 1}}}}\n", word))),
              with_primitives("      - {id: a, type: sphere, dimensions: {radius: 1}}\n"));
  }
  // There is no such shape, so nothing takes its place.
  EXPECT_EQ(boldly(with_primitives("      - {id: a, type: torus, dimensions: {radius: 1}}\n")),
            "unchanged");
}

// Its help says what a wedge is for, which is no word to write.
TEST(Fix, OffersNoWordsThatAreNoShapes) {
  for (const char* word : {"prism", "metaball"}) {
    MemoryFiles files(
        {{test::entry_name,
          with_primitives(fmt::format(
              "      - {{id: a, type: {}, dimensions: {{x: 1, y: 1, z: 1}}}}\n", word))}});
    const Analysis analysis = analyze(test::entry_name, files);
    for (const std::vector<Fix>& fixes : find_fixes(analysis, files, analysis.report)) {
      EXPECT_EQ(fixes.size(), 0u) << word;
    }
  }
}

TEST(Fix, CorrectsFunctions) {
  const std::string param = "params: {width: 4}\n";
  EXPECT_EQ(safely(param + box("dimensions: {x: \"=2*sqtr($width)\", y: 1, z: 1}")),
            param + box("dimensions: {x: \"=2*sqrt($width)\", y: 1, z: 1}"));
  EXPECT_EQ(boldly(param + box("dimensions: {x: \"=sqr($width)\", y: 1, z: 1}")),
            param + box("dimensions: {x: \"=sqrt($width)\", y: 1, z: 1}"));
}

TEST(Fix, WritesThatABoneHasNoParent) {
  const std::string bones =
      with_primitives("      - {id: a, type: sphere, dimensions: {radius: 1}}\n",
                      fmt::format("{}bindings: [{{mesh_id: m, armature_id: rig}}]\n", arm));
  std::string without = bones;
  without.replace(without.find("none"), 4, "null");
  EXPECT_EQ(safely(without), bones);
}

TEST(Fix, SwapsRanges) {
  const auto graded = [](std::string_view range) {
    return with_primitives(
        "      - {id: a, type: sphere, dimensions: {radius: 1}}\n",
        fmt::format("{}bindings:\n  - mesh_id: m\n    armature_id: rig\n    weight_maps:\n      - "
                    "primitive_id: a\n        gradients:\n          - {{axis: y, {}}}\n",
                    arm, range));
  };
  EXPECT_EQ(
      safely(graded("range: [1, 0], from: {bone_id: elbow, weight: 1}, to: {bone_id: shoulder, "
                    "weight: 1}")),
      graded("range: [0, 1], from: {bone_id: shoulder, weight: 1}, to: {bone_id: elbow, "
             "weight: 1}"));
  EXPECT_EQ(safely(box("aabb: {min: [1, 0, 0], max: [0, 1, 1]}")),
            box("aabb: {min: [0, 0, 0], max: [1, 1, 1]}"));
  EXPECT_EQ(safely(box("aabb: {min: [3, 2, 1], max: [0, 0, 2]}")),
            box("aabb: {min: [0, 0, 1], max: [3, 2, 2]}"));
}

TEST(Fix, TurnsDegreesAndQuaternions) {
  const std::string sized = "dimensions: {x: 1, y: 1, z: 1}, transform: ";
  EXPECT_EQ(boldly(box(sized + "{rotation_euler: [90, 0, 0]}")),
            box(sized + "{rotation_degrees: [90, 0, 0]}"));
  const auto old = [&](std::string_view angles) {
    return box(fmt::format("{}{{rotation_euler: {}}}", sized, angles))
        .replace(0, 15, "version: \"0.6\"");
  };
  EXPECT_EQ(boldly(old("[90, 0, 0]")), old("[1.5707963267948966, 0, 0]"));
  const auto posed = [](std::string_view bones) {
    return with_primitives(
        "      - {id: a, type: sphere, dimensions: {radius: 1}}\n",
        fmt::format("{}bindings: [{{mesh_id: m, armature_id: rig}}]\nposes:\n  - id: p\n    bones: "
                    "{{{}}}\n",
                    arm, bones));
  };
  EXPECT_EQ(safely(posed("shoulder: {rotation: [2, 0, 0, 0]}, elbow: {translation: [0, 1, 0]}")),
            posed("shoulder: {rotation: [1, 0, 0, 0]}, elbow: {translation: [0, 1, 0]}"));
  EXPECT_EQ(boldly(posed("shoulder: {}")), posed("shoulder: {}, elbow: {translation: [0, 1, 0]}"));
  EXPECT_EQ(boldly(posed("")), posed("elbow: {translation: [0, 1, 0]}"));
}

TEST(Fix, AddsWhatIsMissing) {
  EXPECT_EQ(boldly(with_primitives("      - {type: box, dimensions: {x: 1, y: 1, z: 1}}\n")),
            with_primitives("      - {id: ball, type: box, dimensions: {x: 1, y: 1, z: 1}}\n"));
  EXPECT_EQ(boldly(with_primitives("      - id: a # the first\n        type: sphere\n")),
            with_primitives("      - id: a # the first\n        type: sphere\n        dimensions: "
                            "{radius: 0.1}\n"));
  const auto bound = [](std::string_view weights) {
    return with_primitives(
        "      - {id: a, type: sphere, dimensions: {radius: 1}}\n"
        "      - {id: b, type: sphere, dimensions: {radius: 1}}\n",
        fmt::format("{}bindings:\n  - mesh_id: m\n    armature_id: rig\n    "
                    "weights:\n{}",
                    arm, weights));
  };
  const std::string one = "      - {primitive_id: a, bones: [{bone_id: elbow, weight: 1}]} # a\n";
  EXPECT_EQ(safely(bound(one)),
            bound(one + "      - {primitive_id: b, bones: [{bone_id: shoulder, weight: 1}]}\n"));
}

TEST(Fix, SaysWhatItLeavesAndWhy) {
  const FixResult result =
      fixed({{test::entry_name,
              box("dimensions: {x: \"1\", y: 1, z: 1}, transform: {rotation_euler: [90, 0, 0]}")}});
  EXPECT_EQ(result.applied, 1u);
  ASSERT_EQ(result.left.size(), 1u);
  EXPECT_EQ(result.left[0].id, "W06");
  EXPECT_EQ(result.left[0].title, "Rename 'rotation_euler' to 'rotation_degrees'");
  EXPECT_EQ(result.left[0].reason, "the angles may be meant in radians");
}

// A field that is renamed may have a value that is wrong in another way.
TEST(Fix, LeavesWhatWouldBringUpSomethingElse) {
  const FixResult result = fixed({{test::entry_name, box("dimensons: {x: -1, y: 1, z: 1}")}});
  std::set<std::string> ids;
  for (const Diagnostic& one : result.report.diagnostics) ids.insert(one.id);
  EXPECT_FALSE(ids.contains("V07") && !result.changed.empty() && ids.contains("V57"));
}

TEST(Fix, ChangesImportsToo) {
  const FixResult result = fixed(
      {{test::entry_name,
        "version: '0.13'\nimports: {w: {source: w.rigy.yaml}}\nanchors: [{id: a, translation: [0, "
        "0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]\n"
        "instances: [{id: i, import: w, attach3: {from: [a, b, c], to: [a, b, c], mode: "
        "rigid}}]\n"},
       {"w.rigy.yaml",
        "version: '0.13'\nmeshs: []\nanchors: [{id: a, translation: [0, 0, 0]}, {id: b, "
        "translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]\n"}});
  ASSERT_EQ(result.changed.size(), 1u);
  EXPECT_EQ(result.changed[0].name, "w.rigy.yaml");
  EXPECT_EQ(result.changed[0].after.substr(0, 26), "version: '0.13'\nmeshes: []");
}

// Reads the files of a disk, except those that were fixed.
class FixedDisk final : public FileReader {
 public:
  [[nodiscard]] FileResult read_entry(const std::string& path) override {
    return replaced(disk_.read_entry(path));
  }
  [[nodiscard]] FileResult read_relative(const std::string& from,
                                         const std::string& path) override {
    return replaced(disk_.read_relative(from, path));
  }
  std::map<std::string, std::string> texts;

 private:
  FileResult replaced(FileResult result) {
    auto* contents = std::get_if<FileContents>(&result);
    if (contents == nullptr) return result;
    const auto fixed = texts.find(contents->shown_path);
    if (fixed != texts.end()) contents->text = fixed->second;
    return result;
  }

  DiskFiles disk_{test::repository_folder()};
};

TEST(Fix, IsSafeAndIdempotentInEveryDocument) {
  std::size_t fixed_documents = 0;
  for (const auto& path : test::repository_documents()) {
    FixedDisk files;
    const Analysis before = check(path.string(), files);
    if (before.report.diagnostics.empty()) continue;
    std::set<std::string> ids;
    for (const Diagnostic& one : before.report.diagnostics) ids.insert(one.id);
    const FixResult result = fix(path.string(), files);
    for (const Diagnostic& one : result.report.diagnostics) {
      EXPECT_TRUE(ids.contains(one.id)) << path << ": " << one.id << ' ' << one.message;
    }
    EXPECT_LE(result.report.errors, before.report.errors) << path;
    if (result.changed.empty()) continue;
    ++fixed_documents;
    for (const FixedFile& file : result.changed) files.texts[file.name] = file.after;
    EXPECT_TRUE(fix(path.string(), files).changed.empty()) << path;
  }
  EXPECT_GT(fixed_documents, 20u);
}

}  // namespace
}  // namespace rigy
