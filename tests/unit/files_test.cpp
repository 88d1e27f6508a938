#include "rigy/files.hpp"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "common/limits.hpp"
#include "disk_files.hpp"
#include "platform/files.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

namespace fs = std::filesystem;

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

TEST_F(DiskFilesTest, ReadsTheEntryAndWhatItNames) {
  DiskFiles files;
  const FileResult entry = files.read_entry("./car.yaml");
  EXPECT_EQ(described(entry), "car (./car.yaml)");
  EXPECT_EQ(identity_of(entry), platform::to_text(folder_ / "work/car.yaml"));
  EXPECT_EQ(read("car.yaml", "parts/wheel.yaml"), "wheel (parts/wheel.yaml)");
  EXPECT_EQ(read("car.yaml", "./parts/wheel.yaml"), "wheel (parts/wheel.yaml)");
  EXPECT_EQ(read("parts/wheel.yaml", "../car.yaml"), "car (car.yaml)");
}

TEST_F(DiskFilesTest, RefusesPathsThatLeaveTheRoot) {
  EXPECT_EQ(read("car.yaml", "../secret.yaml"), "OutsideRoot");
  EXPECT_EQ(read("car.yaml", "../missing.yaml"), "OutsideRoot");
  EXPECT_EQ(read("car.yaml", "missing/../../secret.yaml"), "OutsideRoot");
  EXPECT_EQ(read("car.yaml", "/etc/passwd"), "OutsideRoot");
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

TEST_F(DiskFilesTest, ReadsRegularFilesOnly) {
  DiskFiles files;
  EXPECT_EQ(described(files.read_entry("parts")), "NotRegular");
  EXPECT_EQ(described(files.read_entry("missing.yaml")), "NotFound");
  EXPECT_EQ(described(files.read_entry("car.yaml/x")), "NotFound");
  EXPECT_EQ(described(files.read_entry("")), "NotFound");
  EXPECT_EQ(described(files.read_entry(std::string("car.yaml\0x", 10))), "NotFound");
  EXPECT_EQ(read("car.yaml", "parts"), "NotRegular");
  EXPECT_EQ(read("car.yaml", "."), "NotRegular");
  EXPECT_EQ(read("car.yaml", "missing.yaml"), "NotFound");
  EXPECT_EQ(read("car.yaml", ""), "NotFound");
  EXPECT_EQ(read("car.yaml", std::string("car.yaml\0x", 10)), "NotFound");
  EXPECT_EQ(read("car.yaml", std::string(5000, 'a')), "NotFound");
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

TEST_F(DiskFilesTest, RefusesFilesAboveTheLimit) {
  fs::resize_file("car.yaml", max_file_size + 1);
  write("small.yaml", "");
  DiskFiles files;
  EXPECT_EQ(described(files.read_entry("car.yaml")), "TooLarge");
  EXPECT_EQ(read("small.yaml", "car.yaml"), "TooLarge");
}

}  // namespace
}  // namespace rigy
