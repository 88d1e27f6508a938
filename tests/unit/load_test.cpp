// Loading: imports, contracts and weight files, their limits, and what is never quoted.
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;

std::string chain_link(int next) {
  return fmt::format("version: \"0.6\"\nimports: {{n: {{source: l{}.rigy.yaml}}}}\n", next);
}

TEST(Load, ImportsNestAtMost32Levels) {
  Files files{{test::entry_name, chain_link(1)}};
  for (int i = 1; i < 32; ++i) files[fmt::format("l{}.rigy.yaml", i)] = chain_link(i + 1);
  files["l32.rigy.yaml"] = "version: \"0.6\"\n";
  EXPECT_EQ(test::findings_of(files), "");
  files["l32.rigy.yaml"] = chain_link(33);
  files["l33.rigy.yaml"] = "version: \"0.6\"\n";
  EXPECT_EQ(test::findings_of(files), "X22 l32.rigy.yaml:2:23\n");
}

// The depth of an asset that was loaded closer to the root is that of its deepest use.
TEST(Load, ImportsNestAtMost32LevelsByAnyPath) {
  std::string all = "version: \"0.6\"\nimports:\n";
  Files files;
  for (int i = 40; i >= 1; --i) {
    all += fmt::format("  a{0}: {{source: l{0}.rigy.yaml}}\n", i);
    files[fmt::format("l{}.rigy.yaml", i)] = i == 40 ? "version: \"0.6\"\n" : chain_link(i + 1);
  }
  files[test::entry_name] = all;
  const std::string report = test::findings_of(files);
  EXPECT_EQ(report, "X22 l8.rigy.yaml:2:23\n");
}

TEST(Load, OneFileIsLoadedOnceHoweverItIsSpelled) {
  Files files{{test::entry_name,
               "version: \"0.6\"\nimports: {a: {source: parts/w.rigy.yaml}, b: {source: "
               "./parts/../parts/w.rigy.yaml}, c: {source: d.rigy.yaml}}\n"},
              {"parts/w.rigy.yaml", "version: \"0.6\"\nmesh: 1\n"},
              {"d.rigy.yaml", "version: \"0.6\"\nimports: {w: {source: parts/w.rigy.yaml}}\n"}};
  const CompileResult result = test::compile_files(files);
  EXPECT_EQ(test::findings(result.report), "V33 parts/w.rigy.yaml:2:1\n");
  EXPECT_EQ(result.files,
            (std::vector<std::string>{test::entry_name, "parts/w.rigy.yaml", "d.rigy.yaml"}));
}

// Nothing of a file that is not a Rigy document gets into a message.
TEST(Load, OtherFilesAreNeverQuoted) {
  for (const char* secret :
       {"password: hunter2\n", "hunter2\n", "[hunter2]\n", "!hunter2 x\n", "a: *hunter2\n",
        "hunter2: {\n", "&hunter2 [*hunter2]\n", "a: b: hunter2\n", "hunter2: 1\nhunter2: 2\n",
        "hunter2\xff: 1\n", "--- hunter2\n--- hunter2\n", "1: hunter2\n"}) {
    for (const char* document :
         {"version: \"0.6\"\nimports: {w: {source: other}}\n",
          "version: \"0.6\"\nimports: {w: {source: w.rigy.yaml, contract: other}}\n"}) {
      const Report report = test::compile_files(Files{{test::entry_name, document},
                                                      {"other", secret},
                                                      {"w.rigy.yaml", "version: \"0.6\"\n"}})
                                .report;
      EXPECT_FALSE(report.ok()) << secret;
      for (const Diagnostic& one : report.diagnostics) {
        std::string all = one.message + one.help + one.path + one.place.source_line;
        for (const Related& related : one.related)
          all += related.message + related.place.source_line;
        EXPECT_EQ(all.find("hunter2"), std::string::npos) << secret << all;
      }
    }
  }
}

// A reader that fails in a given way for every file but the entry.
class FailingFiles final : public FileReader {
 public:
  FailingFiles(std::string entry, FileError error) : entry_(std::move(entry)), error_(error) {}
  FileResult read_entry(const std::string& path) override {
    return FileContents{entry_, path, path};
  }
  FileResult read_relative(const std::string&, const std::string&) override { return error_; }

 private:
  std::string entry_;
  FileError error_;
};

// Of the 4,096 files that may be named, the same path counts once.
TEST(Load, AMissingFileIsLookedForOnce) {
  constexpr int uses = 5000;
  std::string document = "version: \"0.6\"\nimports:\n";
  std::string expected;
  for (int i = 0; i < uses; ++i) {
    document += fmt::format("  i{}: {{source: none}}\n", i);
    expected += fmt::format("X20 {}:{} cannot read import 'none': there is no such file\n", i + 3,
                            15 + std::to_string(i).size());
  }
  CompileOptions options;
  options.analysis.max_errors = uses;
  EXPECT_EQ(test::messages(test::compile_text(document, options).report), expected);
}

// A reader whose files have different contents each time they are read.
class ChangingFiles final : public FileReader {
 public:
  FileResult read_entry(const std::string& path) override {
    return FileContents{
        "version: \"0.6\"\nimports: {a: {source: w, contract: c}, b: {source: w, "
        "contract: c}}\n",
        path, path};
  }
  FileResult read_relative(const std::string&, const std::string& path) override {
    const bool first = read_.insert(path).second;
    const char* text = path == "c" ? "contract_version: \"0.1\"\n" : "version: \"0.6\"\n";
    return FileContents{first ? text : "nonsense", path, path};
  }

 private:
  std::set<std::string> read_;
};

TEST(Load, NoFileIsReadTwice) {
  ChangingFiles files;
  EXPECT_EQ(test::messages(compile(test::entry_name, files).report), "");
}

TEST(Load, FilesThatCannotBeReadAreNamedWithTheReason) {
  const std::string document =
      "version: \"0.6\"\nimports: {w: {source: w, contract: c}}\nmeshes: [{id: m, primitives: "
      "[{id: p, type: sphere, "
      "dimensions: {radius: 1}}]}]\narmatures: [{id: a, bones: [{id: b, parent: none, head: [0, 0, "
      "0], tail: [0, 1, "
      "0]}]}]\nbindings: [{mesh_id: m, armature_id: a, weight_maps: [{primitive_id: p, source: "
      "j}]}]\n";
  const std::pair<FileError, std::string> reasons[] = {
      {FileError::NotFound, "there is no such file"},
      {FileError::NotRegular, "it is not a regular file"},
      {FileError::Unreadable, "it cannot be read"},
      {FileError::TooLarge, "it is larger than 64 MiB"},
      {FileError::OutsideRoot, "it is outside the root directory"}};
  for (const auto& [error, reason] : reasons) {
    FailingFiles files(document, error);
    EXPECT_EQ(test::messages(compile(test::entry_name, files).report),
              fmt::format("X20 2:23 cannot read import 'w': {0}\n"
                          "X24 2:36 cannot read contract 'c': {0}\n"
                          "V20 5:81 cannot read weight file 'j': {0}\n",
                          reason));
  }
}

TEST(Load, PathsHaveAtMost64Parts) {
  const auto report = [](int parts) {
    std::string path = "p";
    for (int i = 1; i < parts; ++i) path.insert(0, "./");
    test::Files files{
        {test::entry_name, "version: \"0.6\"\nimports: {x: {source: " + path + "}}\n"},
        {"p", "version: \"0.6\"\n"}};
    return test::messages(test::compile_files(std::move(files)).report);
  };
  EXPECT_EQ(report(64), "");
  EXPECT_TRUE(report(65).ends_with("p': the path has more than 64 parts\n")) << report(65);
}

}  // namespace
}  // namespace rigy
