#include "disk_files.hpp"

#include <fstream>
#include <system_error>
#include <variant>

#include "platform/files.hpp"
#include "platform/output_files.hpp"
#include "tests/every_floor.hpp"

namespace rigy {

namespace fs = std::filesystem;

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

void DiskFilesTest::SetUp() {
  const std::string made =
      platform::make_private_folder(platform::to_text(fs::temp_directory_path()), "rigy-files");
  ASSERT_FALSE(made.empty());
  std::error_code error;
  folder_ = platform::to_path(platform::canonical_path(made, error));
  ASSERT_FALSE(error);
  before_ = fs::current_path();
  fs::create_directories(folder_ / "work/parts");
  fs::current_path(folder_ / "work");
  write("car.yaml", "car");
  write("parts/wheel.yaml", "wheel");
  write("../secret.yaml", "secret");
}

void DiskFilesTest::TearDown() {
  fs::current_path(before_);
  fs::remove_all(folder_);
}

void DiskFilesTest::write(const fs::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

std::string DiskFilesTest::read(const std::string& entry, const std::string& path,
                                const std::string& root) {
  DiskFiles files(root);
  const std::string from = identity_of(files.read_entry(entry));
  return described(files.read_relative(from, path));
}

}  // namespace rigy
