#include "rigy/files.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <variant>

#include <gtest/gtest.h>

#include "base/limits.hpp"

namespace rigy {
namespace {

namespace fs = std::filesystem;

// "text (shown path)" or the name of the error, so that one comparison covers everything.
std::string described(const FileResult& result) {
  if (const auto* contents = std::get_if<FileContents>(&result)) {
    return contents->text + " (" + contents->shown_path + ")";
  }
  switch (std::get<FileError>(result)) {
    case FileError::NotFound:
      return "NotFound";
    case FileError::NotRegular:
      return "NotRegular";
    case FileError::Unreadable:
      return "Unreadable";
    case FileError::TooLarge:
      return "TooLarge";
    case FileError::OutsideRoot:
      return "OutsideRoot";
  }
  return "?";
}

std::string identity_of(const FileResult& result) {
  const auto* contents = std::get_if<FileContents>(&result);
  return contents == nullptr ? described(result) : contents->identity;
}

TEST(MemoryFiles, ReadsRelativeToTheNamingFile) {
  MemoryFiles files({{"car.yaml", "car"}, {"parts/wheel.yaml", "wheel"}, {"parts/a/b.yaml", "b"}});
  EXPECT_EQ(described(files.read_entry("car.yaml")), "car (car.yaml)");
  EXPECT_EQ(described(files.read_entry("./parts/../car.yaml")), "car (car.yaml)");
  EXPECT_EQ(described(files.read_relative("car.yaml", "parts/wheel.yaml")),
            "wheel (parts/wheel.yaml)");
  EXPECT_EQ(described(files.read_relative("parts/wheel.yaml", "../car.yaml")), "car (car.yaml)");
  EXPECT_EQ(described(files.read_relative("parts/a/b.yaml", "..//wheel.yaml")),
            "wheel (parts/wheel.yaml)");
}

TEST(MemoryFiles, RefusesWhatIsNotThere) {
  MemoryFiles files({{"car.yaml", "car"}, {"parts/wheel.yaml", "wheel"}});
  EXPECT_EQ(described(files.read_relative("car.yaml", "wheel.yaml")), "NotFound");
  EXPECT_EQ(described(files.read_relative("car.yaml", "")), "NotFound");
  EXPECT_EQ(described(files.read_relative("car.yaml", "parts")), "NotRegular");
  EXPECT_EQ(described(files.read_relative("parts/wheel.yaml", "..")), "NotRegular");
  EXPECT_EQ(described(files.read_relative("car.yaml", "/car.yaml")), "OutsideRoot");
  EXPECT_EQ(described(files.read_relative("car.yaml", "../car.yaml")), "OutsideRoot");
  EXPECT_EQ(described(files.read_relative("car.yaml", "../work/../car.yaml")), "OutsideRoot");
  EXPECT_EQ(described(files.read_relative("parts/wheel.yaml", "../../work/car.yaml")),
            "OutsideRoot");
}

// A new folder for each test, with the working directory inside it.
class DiskFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "rigy-files-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = fs::canonical(pattern);
    before_ = fs::current_path();
    fs::create_directories(folder_ / "work/parts");
    fs::current_path(folder_ / "work");
    write("car.yaml", "car");
    write("parts/wheel.yaml", "wheel");
    write("../secret.yaml", "secret");
  }
  void TearDown() override {
    fs::current_path(before_);
    fs::remove_all(folder_);
  }

  static void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

  // What a document at `entry` gets when it names `path`.
  static std::string read(const std::string& entry, const std::string& path,
                          const std::string& root = {}) {
    DiskFiles files(root);
    const std::string from = identity_of(files.read_entry(entry));
    return described(files.read_relative(from, path));
  }

  fs::path folder_;
  fs::path before_;
};

TEST_F(DiskFilesTest, ReadsTheEntryAndWhatItNames) {
  DiskFiles files;
  const FileResult entry = files.read_entry("./car.yaml");
  EXPECT_EQ(described(entry), "car (./car.yaml)");
  EXPECT_EQ(identity_of(entry), (folder_ / "work/car.yaml").string());
  EXPECT_EQ(read("car.yaml", "parts/wheel.yaml"), "wheel (parts/wheel.yaml)");
  EXPECT_EQ(read("car.yaml", "./parts/wheel.yaml"), "wheel (parts/wheel.yaml)");
  EXPECT_EQ(read("parts/wheel.yaml", "../car.yaml"), "car (car.yaml)");
}

TEST_F(DiskFilesTest, GivesOneIdentityToOneFile) {
  fs::create_symlink("parts/wheel.yaml", "link.yaml");
  DiskFiles files;
  const std::string car = identity_of(files.read_entry("car.yaml"));
  const std::string wheel = identity_of(files.read_relative(car, "parts/wheel.yaml"));
  EXPECT_EQ(identity_of(files.read_relative(car, "link.yaml")), wheel);
  EXPECT_EQ(identity_of(files.read_relative(wheel, "../parts/./wheel.yaml")), wheel);
}

TEST_F(DiskFilesTest, RefusesWhatLeavesTheRoot) {
  fs::create_symlink("../secret.yaml", "leak.yaml");
  fs::create_symlink(folder_, "up");
  EXPECT_EQ(read("car.yaml", "../secret.yaml"), "OutsideRoot");
  EXPECT_EQ(read("car.yaml", "../missing.yaml"), "OutsideRoot");
  EXPECT_EQ(read("car.yaml", "missing/../../secret.yaml"), "OutsideRoot");
  EXPECT_EQ(read("car.yaml", "leak.yaml"), "OutsideRoot");
  EXPECT_EQ(read("car.yaml", "up/secret.yaml"), "OutsideRoot");
  EXPECT_EQ(read("car.yaml", (folder_ / "work/car.yaml").string()), "OutsideRoot");
  EXPECT_EQ(read("car.yaml", "/etc/passwd"), "OutsideRoot");
}

TEST_F(DiskFilesTest, FollowsDetoursThatStayInside) {
  fs::create_symlink("parts/wheel.yaml", "inside.yaml");
  fs::create_symlink("..", "parts/up");
  EXPECT_EQ(read("car.yaml", "inside.yaml"), "wheel (inside.yaml)");
  EXPECT_EQ(read("parts/wheel.yaml", "../parts/up/car.yaml"), "car (parts/up/car.yaml)");
  EXPECT_EQ(read("car.yaml", "missing/../car.yaml"), "car (car.yaml)");
  EXPECT_EQ(read("car.yaml", "parts/up/car.yaml"), "car (parts/up/car.yaml)");
}

// Files outside must not influence the message, so they are never looked at.
TEST_F(DiskFilesTest, RefusesDetoursThroughTheOutside) {
  fs::create_symlink("loop", folder_ / "loop");
  fs::create_symlink("work", folder_ / "link");
  fs::create_symlink("../work/car.yaml", "relative.yaml");
  fs::create_symlink(folder_ / "link/car.yaml", "through_a_link.yaml");
  fs::create_symlink(folder_ / "work/../work/car.yaml", "detour.yaml");
  for (const char* path :
       {"../work/car.yaml", "../missing/../work/car.yaml", "../secret.yaml/../work/car.yaml",
        "../loop/../work/car.yaml", "../link/car.yaml", "parts/../../work/car.yaml",
        "relative.yaml", "through_a_link.yaml", "detour.yaml"}) {
    EXPECT_EQ(read("car.yaml", path), "OutsideRoot") << path;
  }
}

TEST_F(DiskFilesTest, FollowsLinksThatLeadIntoTheRoot) {
  fs::create_symlink(folder_ / "work/parts", "absolute");
  EXPECT_EQ(read("car.yaml", "absolute/wheel.yaml"), "wheel (absolute/wheel.yaml)");
  fs::create_symlink(".", "here");
  std::string path = "car.yaml";
  for (int i = 0; i < 63; ++i) path.insert(0, "here/");
  // The system itself would not follow so many, so the name is another.
  const std::string canonical = fs::canonical("car.yaml").string();
  EXPECT_EQ(read("car.yaml", path), "car (" + canonical + ")");
  EXPECT_EQ(read("car.yaml", "here/here/car.yaml"), "car (here/here/car.yaml)");
  for (int i = 0; i < 65; ++i) path.insert(0, "here/");
  EXPECT_EQ(read("car.yaml", path), "Unreadable");
}

TEST_F(DiskFilesTest, ShowsNamesThatLeadToTheFile) {
  const std::string wheel = fs::canonical("parts/wheel.yaml").string();
  // Imports are found from where the entry really lies, so its name does not lead to them.
  fs::create_symlink("parts/wheel.yaml", "linked.yaml");
  EXPECT_EQ(read("linked.yaml", "wheel.yaml"), "wheel (" + wheel + ")");
  EXPECT_EQ(read("linked.yaml", "../car.yaml"), "car (" + fs::canonical("car.yaml").string() + ")");
  // Not even if there is another file of that name.
  write("wheel.yaml", "other");
  EXPECT_EQ(read("linked.yaml", "wheel.yaml"), "wheel (" + wheel + ")");
  fs::create_symlink("parts", "folder");
  EXPECT_EQ(read("folder/wheel.yaml", "wheel.yaml"), "wheel (folder/wheel.yaml)");
}

TEST_F(DiskFilesTest, TheWayIntoTheRootIsNoDetour) {
  fs::create_directories(folder_ / "other");
  write("../other/entry.yaml", "");
  EXPECT_EQ(read("car.yaml", "parts/wheel.yaml", "parts"), "wheel (parts/wheel.yaml)");
  EXPECT_EQ(read("../other/entry.yaml", "../work/car.yaml", "."), "car (../work/car.yaml)");
  EXPECT_EQ(read("../other/entry.yaml", "../other/../work/car.yaml", "."), "OutsideRoot");
  EXPECT_EQ(read("../other/entry.yaml", "entry.yaml", "."), "OutsideRoot");
  EXPECT_EQ(read("../other/entry.yaml", "..", "."), "OutsideRoot");
}

TEST_F(DiskFilesTest, TakesTheRootFromTheEntryOrTheOption) {
  fs::current_path(folder_ / "work/parts");
  // The entry is not below the working directory: its own folder is the root.
  EXPECT_EQ(read("../car.yaml", "parts/wheel.yaml"), "wheel (../parts/wheel.yaml)");
  EXPECT_EQ(read("../car.yaml", "../secret.yaml"), "OutsideRoot");
  EXPECT_EQ(read("../car.yaml", "../secret.yaml", "../.."), "secret (../../secret.yaml)");
  EXPECT_EQ(read("wheel.yaml", "../car.yaml"), "OutsideRoot");
  EXPECT_EQ(read("wheel.yaml", "../car.yaml", ".."), "car (../car.yaml)");
  EXPECT_EQ(read("../car.yaml", "car.yaml", "."), "OutsideRoot");
  EXPECT_EQ(read("../car.yaml", "car.yaml", "no/such/folder"), "OutsideRoot");
}

TEST_F(DiskFilesTest, ReadsRegularFilesOnlyAndNeverWaits) {
  ASSERT_EQ(::mkfifo("pipe", 0600), 0);
  fs::create_symlink("loop", "loop");
  DiskFiles files;
  EXPECT_EQ(described(files.read_entry("pipe")), "NotRegular");
  EXPECT_EQ(described(files.read_entry("parts")), "NotRegular");
  EXPECT_EQ(described(files.read_entry("/dev/zero")), "NotRegular");
  EXPECT_EQ(described(files.read_entry("missing.yaml")), "NotFound");
  EXPECT_EQ(described(files.read_entry("car.yaml/x")), "NotFound");
  EXPECT_EQ(described(files.read_entry("")), "NotFound");
  EXPECT_EQ(described(files.read_entry(std::string("car.yaml\0x", 10))), "NotFound");
  EXPECT_EQ(described(files.read_entry("loop")), "Unreadable");
  EXPECT_EQ(read("car.yaml", "pipe"), "NotRegular");
  EXPECT_EQ(read("car.yaml", "parts"), "NotRegular");
  EXPECT_EQ(read("car.yaml", "."), "NotRegular");
  EXPECT_EQ(read("car.yaml", "missing.yaml"), "NotFound");
  EXPECT_EQ(read("car.yaml", ""), "NotFound");
  EXPECT_EQ(read("car.yaml", std::string("car.yaml\0x", 10)), "NotFound");
  EXPECT_EQ(read("car.yaml", std::string(5000, 'a')), "NotFound");
}

TEST_F(DiskFilesTest, RefusesFilesAboveTheLimit) {
  fs::resize_file("car.yaml", max_file_size + 1);
  write("small.yaml", "");
  DiskFiles files;
  EXPECT_EQ(described(files.read_entry("car.yaml")), "TooLarge");
  EXPECT_EQ(read("small.yaml", "car.yaml"), "TooLarge");
}

TEST_F(DiskFilesTest, ReadsToTheEndWhateverTheSizeSaid) {
  // Files of /proc are regular and claim to be empty.
  if (!fs::exists("/proc/self/status")) GTEST_SKIP() << "there is no /proc";
  DiskFiles files;
  const FileResult result = files.read_entry("/proc/self/status");
  ASSERT_TRUE(std::holds_alternative<FileContents>(result));
  EXPECT_NE(std::get<FileContents>(result).text.find("Pid:"), std::string::npos);
}

}  // namespace
}  // namespace rigy
