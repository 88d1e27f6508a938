// Reading from disk where there are symbolic links, pipes, devices and /proc.
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <variant>

#include <gtest/gtest.h>

#include "disk_files.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

namespace fs = std::filesystem;

TEST_F(DiskFilesTest, GivesOneIdentityToOneFile) {
  fs::create_symlink("parts/wheel.yaml", "link.yaml");
  DiskFiles files;
  const std::string car = identity_of(files.read_entry("car.yaml"));
  const std::string wheel = identity_of(files.read_relative(car, "parts/wheel.yaml"));
  EXPECT_EQ(identity_of(files.read_relative(car, "link.yaml")), wheel);
  EXPECT_EQ(identity_of(files.read_relative(wheel, "../parts/./wheel.yaml")), wheel);
}

TEST_F(DiskFilesTest, RefusesLinksThatLeaveTheRoot) {
  fs::create_symlink("../secret.yaml", "leak.yaml");
  fs::create_symlink(folder_, "up");
  EXPECT_EQ(read("car.yaml", "leak.yaml"), "OutsideRoot");
  EXPECT_EQ(read("car.yaml", "up/secret.yaml"), "OutsideRoot");
  EXPECT_EQ(read("car.yaml", (folder_ / "work/car.yaml").string()), "OutsideRoot");
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

TEST_F(DiskFilesTest, NeverWaitsForPipesAndDevices) {
  ASSERT_EQ(::mkfifo("pipe", 0600), 0);
  fs::create_symlink("loop", "loop");
  DiskFiles files;
  EXPECT_EQ(described(files.read_entry("pipe")), "NotRegular");
  EXPECT_EQ(described(files.read_entry("/dev/zero")), "NotRegular");
  EXPECT_EQ(described(files.read_entry("loop")), "Unreadable");
  EXPECT_EQ(read("car.yaml", "pipe"), "NotRegular");
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
