// Assets that several compilations share: results are the same as without sharing.
#include "load/shared_assets.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "common/limits.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;

// Files in memory that can be located, and counts how often each is read.
class LocatedFiles final : public FileReader {
 public:
  explicit LocatedFiles(const Files& files) : files_(files) {}

  FileResult read_entry(const std::string& path) override { return files_.read_entry(path); }
  FileResult read_relative(const std::string& from, const std::string& path) override {
    FileResult result = files_.read_relative(from, path);
    if (std::holds_alternative<FileContents>(result)) ++reads;
    return result;
  }
  std::optional<FileLocation> locate(const std::string& from, const std::string& path) override {
    FileResult result = files_.read_relative(from, path);
    const auto* contents = std::get_if<FileContents>(&result);
    if (contents == nullptr) return std::nullopt;
    return FileLocation{contents->identity, contents->shown_path, "memory"};
  }

  std::size_t reads = 0;

 private:
  MemoryFiles files_;
};

std::string box(std::string_view id) {
  return fmt::format(
      "meshes: [{{id: {}, primitives: [{{id: core, type: box, dimensions: {{x: 1, y: 2, z: "
      "3}}}}]}}]\n",
      id);
}

constexpr const char* anchors =
    "anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, "
    "{id: c, translation: [0, 1, 0]}]\n";

std::string importing(const std::vector<std::string>& sources) {
  std::string text = "version: \"0.6\"\nimports:\n";
  for (std::size_t i = 0; i < sources.size(); ++i) {
    text += fmt::format("  n{}: {{source: {}}}\n", i, sources[i]);
  }
  return text;
}

std::string placing(const std::vector<std::string>& sources) {
  std::string text = importing(sources) + anchors + "instances:\n";
  for (std::size_t i = 0; i < sources.size(); ++i) {
    text += fmt::format(
        "  - {{id: i{}, import: n{}, attach3: {{from: [a, b, c], to: [a, b, c], mode: rigid}}}}\n",
        i, i);
  }
  return text;
}

std::string part() { return std::string("version: \"0.6\"\n") + anchors + box("body"); }

// Everything that a compilation gives, as one text.
std::string everything(const std::string& entry, FileReader& files, const CompileOptions& options) {
  const CompileResult result = compile(entry, files, options);
  std::string text = test::messages(result.report);
  for (const std::string& file : result.files) text += file + "\n";
  return text + result.glb.to_string();
}

// Compiles the entries with one SharedAssets, and each alone; the results must be equal.
SharedCounts expect_same(const Files& files, const std::vector<std::string>& entries,
                         CompileOptions options = {}) {
  const std::shared_ptr<SharedAssets> shared = make_shared_assets();
  for (const std::string& entry : entries) {
    LocatedFiles reader(files);
    options.analysis.shared = nullptr;
    const std::string alone = everything(entry, reader, options);
    options.analysis.shared = shared;
    EXPECT_EQ(everything(entry, reader, options), alone) << entry;
  }
  return counts_of(*shared);
}

TEST(SharedAssets, PartsAreReadOnceByAllCompilations) {
  const Files files{{"one", placing({"m", "p"})},
                    {"two", placing({"p", "m"})},
                    {"three", placing({"m"})},
                    {"m", placing({"p", "q"}) + box("m")},
                    {"p", part()},
                    {"q", part()}};
  const SharedCounts counts = expect_same(files, {"one", "two", "three", "one"});
  EXPECT_EQ(counts.read, 3u);
  EXPECT_EQ(counts.reused, 4u);
}

TEST(SharedAssets, ContractsAndWeightFilesAreSharedToo) {
  const std::string weights =
      "{\"primitive_id\": \"core\", \"vertex_count\": 24, \"influences\": []}";
  const std::string bound =
      "version: \"0.6\"\nimports: {n: {source: p, contract: c}}\n" + box("body") +
      "armatures: [{id: rig, bones: [{id: hip, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]\n"
      "bindings:\n  - mesh_id: body\n    armature_id: rig\n"
      "    weights: [{primitive_id: core, bones: [{bone_id: hip, weight: 1.0}]}]\n"
      "    weight_maps: [{primitive_id: core, source: w.json}]\n";
  const Files files{{"one", bound},
                    {"two", bound},
                    {"p", part()},
                    {"c", "contract_version: \"0.1\"\nrequired_anchors: [a, b]\n"},
                    {"w.json", weights}};
  const SharedCounts counts = expect_same(files, {"one", "two"});
  EXPECT_EQ(counts.read, 3u);
  EXPECT_EQ(counts.reused, 3u);
}

TEST(SharedAssets, WarningsAreRepeatedForEveryCompilation) {
  const std::string warned = part() +
                             "armatures: [{id: rig, bones: [{id: hip, parent: none, head: [0, 0, "
                             "0], tail: [0, 1, 0]}]}]\n";
  const Files files{
      {"one", placing({"m"})}, {"two", placing({"p", "m"})}, {"m", placing({"p"})}, {"p", warned}};
  LocatedFiles reader(files);
  EXPECT_NE(test::messages(compile("one", reader).report), "");
  EXPECT_EQ(expect_same(files, {"one", "two", "one"}).read, 2u);
  CompileOptions options;
  options.analysis.warnings_as_errors = {"all"};
  expect_same(files, {"one", "two"}, options);
}

TEST(SharedAssets, WhatHasErrorsIsReportedAsAlone) {
  const Files files{{"one", placing({"good", "bad"})},
                    {"two", placing({"over", "good"})},
                    {"three", placing({"good", "lost"})},
                    {"four", placing({"r0", "good"})},
                    {"five", placing({"good", "broken"}) + "  - {id: x, import: unknown}\n"},
                    {"over", placing({"bad", "good"})},
                    {"good", part()},
                    {"bad", part() + "poses: 3\n"},
                    {"broken", "version: [\n"},
                    {"r0", importing({"r1"})},
                    {"r1", importing({"good", "r0"})}};
  expect_same(files, {"one", "two", "three", "four", "five", "r0", "one", "two"});
}

TEST(SharedAssets, ImportsNestAsDeepAsAlone) {
  Files files{{"l32", part()}};
  for (int i = 0; i < 32; ++i)
    files[fmt::format("l{}", i)] = importing({fmt::format("l{}", i + 1)});
  files["above"] = importing({"l0"});
  files["both"] = importing({"l20", "l0"});
  expect_same(files, {"l10", "l0", "above", "both", "l31"});
}

// Each half of the nodes is within the limit; together they are not.
TEST(SharedAssets, LimitsAreThoseOfOneCompilation) {
  std::string many = "version: \"0.6\"\nanchors:\n";
  for (std::size_t i = 0; i < max_nodes / 13; ++i) {
    many += fmt::format("- {{id: a{}, translation: [0, 0, 0]}}\n", i);
  }
  const Files files{{"one", importing({"p"})},
                    {"two", importing({"p", "q"})},
                    {"three", importing({"q"})},
                    {"p", many},
                    {"q", many}};
  LocatedFiles reader(files);
  EXPECT_NE(test::findings(compile("two", reader).report), "");
  EXPECT_EQ(test::findings(compile("one", reader).report), "");
  expect_same(files, {"one", "three", "two"});
}

TEST(SharedAssets, MirroredItemsAreReportedOnceWhenTheyAreShared) {
  const std::string mirrored =
      "version: \"0.6\"\nsymmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n"
      "meshes: [{id: body, primitives: [{id: L_core, type: box, dimensions: {x: 1, y: 1, z: 1}, "
      "transform: {translation: [1e38, 1e38, 3.4e38]}}]}]\n";
  const Files files{{"one", "version: \"0.6\"\nimports: {n: {source: p}}\ninstances: []\n"},
                    {"two", placing({"q"})},
                    {"q", mirrored + anchors},
                    {"p", mirrored}};
  expect_same(files, {"one", "two", "two"});
}

TEST(SharedAssets, ThreadsShareThemToo) {
  Files files{{"m", placing({"p"})}, {"p", part()}};
  for (int i = 0; i < 20; ++i) files[fmt::format("e{}", i)] = placing({"m", "p"});
  CompileOptions options;
  LocatedFiles alone(files);
  const std::string expected = compile("e0", alone, options).glb.to_string();
  options.analysis.shared = make_shared_assets();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = t; i < 20; i += 4) {
        LocatedFiles reader(files);
        EXPECT_EQ(compile(fmt::format("e{}", i), reader, options).glb.to_string(), expected);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counts_of(*options.analysis.shared).read, 2u);
}

// The asset of a file, as the last analysis of an entry has it.
std::shared_ptr<const Asset> asset_in(const Analysis& analysis, std::string_view name) {
  for (const auto& asset : analysis.assembly->assembly.assets) {
    if (asset->source->name == name) return asset;
  }
  return nullptr;
}

// In another round, after a change of one file, exactly these assets are analyzed again.
void expect_again(Files files, const std::string& changed, std::string text,
                  const std::vector<std::string>& again) {
  AnalyzeOptions options;
  options.shared = make_shared_assets();
  LocatedFiles before(files);
  const Analysis first = analyze("one", before, options);
  ASSERT_TRUE(first.ok()) << test::messages(first.report);
  files[changed] = std::move(text);
  options.shared->look_again();
  LocatedFiles after(files);
  const Analysis second = analyze("one", after, options);
  EXPECT_EQ(test::messages(second.report), test::messages(first.report));
  for (const char* name : {"m", "p", "q"}) {
    const bool is_new = std::find(again.begin(), again.end(), name) != again.end();
    EXPECT_EQ(asset_in(first, name) != asset_in(second, name), is_new)
        << name << " after a change of " << changed;
    EXPECT_EQ(asset_in(second, name)->source->text, files[name]);
  }
  LocatedFiles alone(files);
  EXPECT_EQ(compile(second).glb.to_string(), compile("one", alone).glb.to_string());
}

TEST(SharedAssets, AnotherRoundAnalyzesOnlyWhatHasChanged) {
  const std::string weights =
      "{\"primitive_id\": \"core\", \"vertex_count\": 24, \"influences\": []}";
  const std::string bound =
      part() +
      "armatures: [{id: rig, bones: [{id: hip, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]\n"
      "bindings:\n  - mesh_id: body\n    armature_id: rig\n"
      "    weights: [{primitive_id: core, bones: [{bone_id: hip, weight: 1.0}]}]\n"
      "    weight_maps: [{primitive_id: core, source: w.json}]\n";
  std::string with_contract = placing({"p", "q"}) + box("m");
  with_contract.replace(with_contract.find("source: q"), 9, "source: q, contract: c");
  const Files files{
      {"one", placing({"m"})}, {"m", with_contract},
      {"p", part()},           {"q", bound},
      {"w.json", weights},     {"c", "contract_version: \"0.1\"\nrequired_anchors: [a, b]\n"}};
  expect_again(files, "p", part() + "# other\n", {"m", "p"});
  expect_again(files, "q", bound + "# other\n", {"m", "q"});
  expect_again(files, "m", with_contract + "# other\n", {"m"});
  expect_again(files, "one", placing({"m"}) + "# other\n", {});
  expect_again(files, "w.json", weights + " ", {"m", "q"});
  expect_again(files, "c", files.at("c") + "# other\n", {"m"});
}

TEST(SharedAssets, AMistakeThatComesAndGoesIsSeen) {
  Files files{{"one", placing({"m"})}, {"m", placing({"p"}) + box("m")}, {"p", part()}};
  AnalyzeOptions options;
  options.shared = make_shared_assets();
  const auto findings_now = [&] {
    options.shared->look_again();
    LocatedFiles reader(files);
    return test::findings(analyze("one", reader, options).report);
  };
  const std::string good = files["p"];
  EXPECT_EQ(findings_now(), "");
  files["p"] += "unknown: 1\n";
  const std::string wrong = findings_now();
  EXPECT_NE(wrong, "");
  EXPECT_EQ(findings_now(), wrong);
  files["p"] = good;
  EXPECT_EQ(findings_now(), "");
  files.erase("p");
  EXPECT_NE(findings_now(), "");
}

TEST(SharedAssets, ReadersThatCannotLocateShareNothing) {
  MemoryFiles files({{"one", placing({"p"})}, {"p", part()}});
  CompileOptions options;
  options.analysis.shared = make_shared_assets();
  EXPECT_TRUE(compile("one", files, options).report.ok());
  EXPECT_EQ(counts_of(*options.analysis.shared).read, 0u);
}

}  // namespace
}  // namespace rigy
