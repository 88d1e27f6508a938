// Files of the disk as a page in a browser shows and changes them.
#include "live/live_project.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/every_floor.hpp"

namespace rigy {
namespace {

namespace fs = std::filesystem;
using Written = LiveProject::Written;

class LiveProjectTest : public testing::Test {
 protected:
  LiveProjectTest() {
    fs::create_directories(folder_ / "parts");
    save("car.rigy.yaml", "car");
    save("parts/wheel.rigy.yaml", "wheel");
    project_.set_files(path("car.rigy.yaml"), {path("parts/wheel.rigy.yaml")});
  }
  ~LiveProjectTest() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  void save(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::string saved(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] std::vector<std::string> changes(std::uint64_t& seen) const {
    return project_.changes_after(seen, std::chrono::milliseconds(1));
  }

  fs::path folder_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
  LiveProject project_;
};

TEST_F(LiveProjectTest, NamesFilesFromTheFolderOfAll) {
  EXPECT_EQ(project_.json(), R"({"entry":"car.rigy.yaml","revision":2,"files":[)"
                             R"({"path":"car.rigy.yaml","text":"car","revision":1},)"
                             R"({"path":"parts/wheel.rigy.yaml","text":"wheel","revision":2}]})");
}

TEST_F(LiveProjectTest, TellsWhatHasChangedOnce) {
  std::uint64_t seen = 2;
  EXPECT_TRUE(changes(seen).empty());
  save("car.rigy.yaml", "bus");
  project_.refresh();
  project_.refresh();
  EXPECT_EQ(changes(seen),
            std::vector<std::string>{R"({"path":"car.rigy.yaml","text":"bus","revision":3})"});
  EXPECT_EQ(seen, 3u);
  EXPECT_TRUE(changes(seen).empty());
}

TEST_F(LiveProjectTest, WritesOnlyOverWhatWasSeen) {
  std::uint64_t revision = 2;
  EXPECT_EQ(project_.write("parts/wheel.rigy.yaml", revision, "rim"), Written::Done);
  EXPECT_EQ(saved("parts/wheel.rigy.yaml"), "rim");
  EXPECT_EQ(revision, 3u);
  // Nobody has told the project about this change.
  save("parts/wheel.rigy.yaml", "tire");
  EXPECT_EQ(project_.write("parts/wheel.rigy.yaml", revision, "hub"), Written::Changed);
  EXPECT_EQ(saved("parts/wheel.rigy.yaml"), "tire");
  EXPECT_EQ(project_.write("parts/wheel.rigy.yaml", revision, "hub"), Written::Done);
  EXPECT_EQ(project_.write("../elsewhere.yaml", revision, "x"), Written::Unknown);
}

TEST_F(LiveProjectTest, KeepsAFileThatIsMissingForAMoment) {
  fs::remove(folder_ / "car.rigy.yaml");
  project_.refresh();
  EXPECT_NE(project_.json().find(R"("text":"car")"), std::string::npos);
}

}  // namespace
}  // namespace rigy
