// Documents for newer versions of the language: the geometry and the rest of the text stay.
#include "rigy/upgrade.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <variant>

#include <gtest/gtest.h>

#include "rigy/meshes.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

namespace fs = std::filesystem;

UpgradeResult upgraded(const std::string& text, const std::string& to = {}) {
  MemoryFiles files(std::map<std::string, std::string>{{test::entry_name, text}});
  UpgradeOptions options;
  options.to = to;
  return upgrade(test::entry_name, files, options);
}

bool says(const UpgradeResult& result, const std::string& part) {
  return std::any_of(result.notes.begin(), result.notes.end(),
                     [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

const std::string box =
    "meshes:\n  - id: m\n    primitives: [{id: b, type: box, dimensions: {x: 1, y: 1, z: 1}}]\n";

TEST(Upgrade, ChangesTheVersionAndNothingElse) {
  const UpgradeResult result = upgraded("# top\nversion:   '0.6'   # v\n\n\n" + box, "0.10");
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.text, "# top\nversion:   \"0.10\"   # v\n\n\n" + box);
  EXPECT_TRUE(says(result, "V33 becomes V57"));
}

TEST(Upgrade, GivesTheMaterialThatIsRequired) {
  const UpgradeResult result =
      upgraded("version: \"0.11\"\nmaterials: {red: {base_color: [1, 0, 0, 1]}}\n" + box);
  EXPECT_EQ(
      result.text,
      "version: \"0.13\"\nmaterials: {red: {base_color: [1, 0, 0, 1]}, plain: {base_color: [1, "
      "1, 1, 1]}}\n" +
          box + "    material: plain\n");
  EXPECT_TRUE(says(result, "meshes[0] has the new material 'plain'"));
  EXPECT_TRUE(says(result, "every primitive is a part of its own"));
}

TEST(Upgrade, RefusesWhatCannotBe) {
  EXPECT_FALSE(upgraded("version: \"0.12\"\n" + box, "0.11").ok());
  EXPECT_FALSE(upgraded("version: \"0.12\"\n" + box, "0.99").ok());
  EXPECT_FALSE(upgraded("version: \"0.12\"\nmeshes: 1\n").ok());
  const UpgradeResult same = upgraded("version: \"0.13\"\n" + box);
  EXPECT_TRUE(same.ok());
  EXPECT_FALSE(same.is_changed);
}

// The greatest distance between vertices; a large number if there are others.
double moved(const Meshes& before, const Meshes& after) {
  if (before.primitives.size() != after.primitives.size()) return 1e30;
  double most = 0;
  for (std::size_t i = 0; i < before.primitives.size(); ++i) {
    const auto& a = before.primitives[i].positions;
    const auto& b = after.primitives[i].positions;
    if (a.size() != b.size()) return 1e30;
    for (std::size_t k = 0; k < a.size(); ++k) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        most =
            std::max(most, std::abs(a[k][axis] - b[k][axis]) / std::max(1.0, std::abs(a[k][axis])));
      }
    }
  }
  return most;
}

// Gives the entry another text.
class OtherEntry final : public FileReader {
 public:
  OtherEntry(FileReader& files, std::string text) : files_(files), text_(std::move(text)) {}
  FileResult read_entry(const std::string& path) override {
    FileResult read = files_.read_entry(path);
    if (auto* const contents = std::get_if<FileContents>(&read)) contents->text = text_;
    return read;
  }
  FileResult read_relative(const std::string& from, const std::string& path) override {
    return files_.read_relative(from, path);
  }

 private:
  FileReader& files_;
  std::string text_;
};

TEST(Upgrade, VerticesStayOverTheSuite) {
  const fs::path root = fs::path(RIGY_SOURCE_DIR) / "conformance";
  std::size_t changed = 0;
  std::size_t refused = 0;
  for (const fs::directory_entry& one : fs::recursive_directory_iterator(root)) {
    const std::string path = one.path().string();
    if (!path.ends_with(".rigy.yaml")) continue;
    DiskFiles files(root.string());
    if (!analyze(path, files).ok()) continue;
    const UpgradeResult result = upgrade(path, files);
    refused += result.ok() ? 0 : 1;
    if (!result.is_changed) continue;
    ++changed;
    OtherEntry newer(files, result.text);
    EXPECT_LE(moved(evaluate_meshes(path, files).meshes, evaluate_meshes(path, newer).meshes), 1e-9)
        << path;
  }
  EXPECT_GT(changed, 100u);
  EXPECT_LT(refused, changed / 10);
}

}  // namespace
}  // namespace rigy
