// Folders with files for tests of DiskFiles.
#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "rigy/files.hpp"
#include "tests/every_floor.hpp"

namespace rigy {

// "text (shown path)" or the name of the error, so that one comparison covers everything.
std::string described(const FileResult& result);

std::string identity_of(const FileResult& result);

// A new folder for each test, with the working directory inside it.
class DiskFilesTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  static void write(const std::filesystem::path& path, const std::string& text);

  // What a document at `entry` gets when it names `path`.
  static std::string read(const std::string& entry, const std::string& path,
                          const std::string& root = {});

  std::filesystem::path folder_;
  std::filesystem::path before_;
};

}  // namespace rigy
