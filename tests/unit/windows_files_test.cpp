// Writing files where another program, or an attribute, can keep one from being replaced.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <windows.h>

#include <gtest/gtest.h>

#include "cli/output.hpp"
#include "platform/files.hpp"
#include "platform/output_files.hpp"
#include "platform/windows/wide.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

namespace fs = std::filesystem;

class WindowsFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = platform::make_private_folder(platform::to_text(fs::temp_directory_path()), "rigy");
    ASSERT_FALSE(folder_.empty());
    path_ = folder_ + "/außen.glb";
    ASSERT_FALSE(cli::write_file(path_, {cli::bytes_of("before")}));
  }
  void TearDown() override {
    ::SetFileAttributesW(platform::to_wide(path_).c_str(), FILE_ATTRIBUTE_NORMAL);
    fs::remove_all(platform::to_path(folder_));
  }

  // The file is as it was, and alone.
  void expect_untouched() const {
    std::ifstream file(platform::to_path(path_), std::ios::binary);
    EXPECT_EQ((std::string{std::istreambuf_iterator<char>(file), {}}), "before");
    const fs::directory_iterator entries(platform::to_path(folder_));
    EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
  }

  std::string folder_;
  std::string path_;
};

TEST_F(WindowsFiles, AFileThatIsOpenElsewhereIsNotReplaced) {
  {
    const platform::Handle other(
        ::CreateFileW(platform::to_wide(path_).c_str(), GENERIC_READ | GENERIC_WRITE,
                      FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING, 0, nullptr));
    ASSERT_TRUE(other.is_open());
    EXPECT_EQ(cli::write_file(path_, {cli::bytes_of("after")}), std::errc::permission_denied);
    expect_untouched();
  }
  EXPECT_FALSE(cli::write_file(path_, {cli::bytes_of("after")}));
}

TEST_F(WindowsFiles, AReadOnlyFileIsNotReplaced) {
  ASSERT_NE(::SetFileAttributesW(platform::to_wide(path_).c_str(), FILE_ATTRIBUTE_READONLY), 0);
  EXPECT_EQ(cli::write_file(path_, {cli::bytes_of("after")}), std::errc::permission_denied);
  expect_untouched();
}

TEST_F(WindowsFiles, NamesThatDifferInCaseAreOneFile) {
  EXPECT_EQ(platform::name_key("C:/A/ÄRGER.glb"), platform::name_key("c:/a/ärger.glb"));
  EXPECT_NE(platform::name_key("a"), platform::name_key("b"));
}

TEST(WindowsPaths, NamesThatWindowsChangesAndDevicesNameNoFile) {
  for (const char* path :
       {"a.yaml", "../a/b.yaml", "./a", "..", "console.yaml", "COM10", "nulls"}) {
    EXPECT_TRUE(platform::is_portable(path)) << path;
  }
  for (const char* path : {"a.", "a ", "b./c", "x/.../y", "NUL", "nul.yaml", "a/con", "com9.x",
                           "LPT9 .x", "COM²", "CONIN$", R"(a\b)", "c:d"}) {
    EXPECT_FALSE(platform::is_portable(path)) << path;
  }
}

}  // namespace
}  // namespace rigy
