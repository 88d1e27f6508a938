// What systems do differently behaves the same: these tests also run on Windows.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "cli/digest.hpp"
#include "cli/output.hpp"
#include "cli/service_options.hpp"
#include "platform/child_process.hpp"
#include "platform/files.hpp"
#include "platform/memory.hpp"
#include "platform/output_files.hpp"
#include "platform/program.hpp"
#include "rigy/files.hpp"
#include "service/rooted_files.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

namespace fs = std::filesystem;

class PlatformTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = platform::make_private_folder(platform::to_text(fs::temp_directory_path()), "rigy");
    ASSERT_FALSE(folder_.empty());
  }
  void TearDown() override { fs::remove_all(platform::to_path(folder_)); }

  [[nodiscard]] std::string at(std::string_view name) const {
    return folder_ + "/" + std::string(name);
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(platform::to_path(folder_))) {
      names.push_back(platform::to_text(entry.path().filename()));
    }
    return names;
  }
  static std::string contents(const std::string& path) {
    std::ifstream file(platform::to_path(path), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string folder_;
};

TEST_F(PlatformTest, PathsKeepEveryCharacter) {
  const std::string name = "Größe/大きさ/𝄞.yaml";
  EXPECT_EQ(platform::to_text(platform::to_path(name)), name);
  EXPECT_EQ(platform::to_text(platform::to_path("a") / "b"), "a/b");
}

TEST_F(PlatformTest, FilesAreReplaced) {
  const std::string path = at("Größe 大.glb");
  ASSERT_FALSE(cli::write_file(path, {cli::bytes_of("first\r\n")}));
  ASSERT_FALSE(cli::write_file(path, {cli::bytes_of("sec"), {}, cli::bytes_of("ond\n")}));
  EXPECT_EQ(contents(path), "second\n");
  EXPECT_EQ(names(), std::vector<std::string>{"Größe 大.glb"});
}

TEST_F(PlatformTest, FilesThatBelongTogetherAreReplacedTogether) {
  ASSERT_FALSE(cli::write_file(at("a"), {cli::bytes_of("old")}));
  const std::vector<cli::FileToWrite> files = {{at("a"), cli::bytes_of("new")},
                                               {at("a/b"), cli::bytes_of("new")}};
  std::string failed;
  EXPECT_EQ(cli::write_files(files, failed), std::errc::not_a_directory);
  EXPECT_EQ(failed, at("a/b"));
  EXPECT_EQ(contents(at("a")), "old");
  EXPECT_EQ(names(), std::vector<std::string>{"a"});
}

TEST_F(PlatformTest, FoldersAreMadeAndStayIfSomethingIsInThem) {
  ASSERT_FALSE(cli::write_file(at("full/deep/a"), {cli::bytes_of("x")}));
  ASSERT_FALSE(cli::make_folder(at("empty/deep")));
  EXPECT_EQ(names().size(), 2u);
  cli::remove_empty_folders();
  EXPECT_EQ(names(), std::vector<std::string>{"full"});
  EXPECT_EQ(contents(at("full/deep/a")), "x");
}

bool knows_folders_by_descriptors() {
  return platform::status_of("/proc/self/fd", platform::Links::Follow).has_value();
}

std::ptrdiff_t open_files() {
  return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
}

TEST_F(PlatformTest, AHeldFolderTakesOneDescriptor) {
  if (!knows_folders_by_descriptors()) GTEST_SKIP() << "folders are known by their paths";
  ASSERT_FALSE(cli::write_file(at("a/b/c/d/e/file"), {cli::bytes_of("x")}));
  const std::ptrdiff_t before = open_files();
  const platform::HeldFolder held(folder_, "a/b/c/d/e");
  EXPECT_FALSE(held.path().empty());
  EXPECT_EQ(open_files() - before, 1);
}

TEST_F(PlatformTest, HeldFoldersThatAreMadeAreRemovedIfNothingIsInThem) {
  if (!knows_folders_by_descriptors()) GTEST_SKIP() << "folders are known by their paths";
  { const platform::HeldFolder held(folder_, "a/b/c"); }
  EXPECT_EQ(names(), std::vector<std::string>{});
  ASSERT_FALSE(cli::write_file(at("a/file"), {cli::bytes_of("x")}));
  { const platform::HeldFolder held(folder_, "a/b/c"); }
  EXPECT_TRUE(fs::exists(platform::to_path(at("a"))));
  EXPECT_FALSE(fs::exists(platform::to_path(at("a/b"))));
}

TEST_F(PlatformTest, FoldersAreHeldThatSomebodyElseMakesAtThatMoment) {
  constexpr int count = 150;
  const auto hold = [this](std::vector<std::unique_ptr<platform::HeldFolder>>& held) {
    for (int i = 0; i < count; ++i) {
      held.push_back(std::make_unique<platform::HeldFolder>(folder_, "folder" + std::to_string(i)));
    }
  };
  std::vector<std::unique_ptr<platform::HeldFolder>> all[2];
  std::thread other([&] { hold(all[1]); });
  hold(all[0]);
  other.join();
  for (const auto& held : all) {
    for (const auto& one : held) EXPECT_FALSE(one->path().empty());
  }
}

TEST_F(PlatformTest, ManyFilesAreSavedInOneFolder) {
  cli::ServeArguments arguments;
  arguments.root = folder_;
  const ServiceOptions options = cli::service_options(arguments);
  std::vector<SavedFile> files;
  for (int i = 0; i < 200; ++i) {
    files.push_back({"a/b/c/d/e/" + std::to_string(i) + ".json", "{}"});
  }
  std::string failed;
  EXPECT_FALSE(options.write(files, failed)) << failed;
  EXPECT_EQ(contents(at("a/b/c/d/e/199.json")), "{}");
}

// The root may be that of the system.
TEST_F(PlatformTest, ToolsReadNoOtherFilesBelowAnyRoot) {
  ASSERT_FALSE(cli::write_file(at("key.txt"), {cli::bytes_of("hunter2")}));
  const std::string whole = platform::to_text(fs::canonical(platform::to_path(folder_)));
  const std::string top = platform::to_text(fs::path(whole).root_path());
  for (const std::string& root : {whole, top}) {
    const FileResult read = files_below(root)->read_relative(whole + "/a.rigy.yaml", "key.txt");
    const auto* const error = std::get_if<FileError>(&read);
    ASSERT_NE(error, nullptr) << root;
    EXPECT_EQ(*error, FileError::Unreadable);
  }
}

TEST_F(PlatformTest, AFolderIsNotReplaced) {
  EXPECT_EQ(cli::write_file(folder_, {cli::bytes_of("x")}), std::errc::is_a_directory);
}

TEST_F(PlatformTest, AFileHasOneIdentity) {
  ASSERT_FALSE(cli::write_file(at("a"), {cli::bytes_of("x")}));
  ASSERT_FALSE(cli::write_file(at("b"), {cli::bytes_of("x")}));
  EXPECT_EQ(platform::id_of(at("a")), platform::id_of(at("./a")));
  EXPECT_NE(platform::id_of(at("a")), platform::id_of(at("b")));
  EXPECT_EQ(platform::id_of(at("c")), std::nullopt);
  std::error_code error;
  EXPECT_EQ(platform::canonical_path(at("./a"), error), platform::canonical_path(at("a"), error));
  EXPECT_FALSE(error);
  EXPECT_EQ(platform::canonical_path(at("c"), error), "");
  EXPECT_EQ(error, std::errc::no_such_file_or_directory);
}

// Each thread reads the number, and replaces the file by the next one.
TEST_F(PlatformTest, ALockKeepsOthersOutWhileAFileIsReplaced) {
  constexpr int rounds = 50;
  const auto count = [this] {
    for (int i = 0; i < rounds; ++i) {
      const platform::FileLock lock(at("count"));
      const std::string text = contents(at("count"));
      const std::string next = std::to_string(text.empty() ? 1 : std::stoi(text) + 1);
      ASSERT_FALSE(cli::write_file(at("count"), {cli::bytes_of(next)}));
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(count);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(contents(at("count")), std::to_string(4 * rounds));
  EXPECT_EQ(names(), std::vector<std::string>{"count"});
}

TEST_F(PlatformTest, DocumentsReadFilesBelowTheRootOnly) {
  fs::create_directory(platform::to_path(at("räder")));
  ASSERT_FALSE(cli::write_file(at("räder/車.yaml"), {cli::bytes_of("wheel")}));
  ASSERT_FALSE(cli::write_file(at("räder/car.yaml"), {cli::bytes_of("car")}));
  ASSERT_FALSE(cli::write_file(at("secret.yaml"), {cli::bytes_of("secret")}));
  DiskFiles files(at("räder"));
  const FileResult entry = files.read_entry(at("räder/car.yaml"));
  const std::string from = std::get<FileContents>(entry).identity;
  EXPECT_EQ(std::get<FileContents>(files.read_relative(from, "車.yaml")).text, "wheel");
  EXPECT_EQ(std::get<FileError>(files.read_relative(from, "../secret.yaml")),
            FileError::OutsideRoot);
  EXPECT_EQ(std::get<FileError>(files.read_relative(from, "..\\secret.yaml")), FileError::NotFound);
  EXPECT_EQ(std::get<FileError>(files.read_relative(from, "C:/secret.yaml")), FileError::NotFound);
  EXPECT_EQ(std::get<FileError>(files.read_relative(from, "/secret.yaml")), FileError::OutsideRoot);
}

TEST_F(PlatformTest, APathEndsAtTheRoot) {
  std::error_code error;
  const std::string path = platform::current_folder(error);
  ASSERT_FALSE(error);
  const std::size_t size = platform::root_size(path);
  EXPECT_EQ(path.substr(size - 1, 1), "/");
  EXPECT_EQ(path.substr(size).starts_with('/'), false);
}

TEST(Platform, ChildrenAreRunWithTheirWords) {
  const auto missing =
      platform::run_child({"rigy-no-such-program"}, {.limit = std::chrono::seconds(5)});
  EXPECT_EQ(missing.end, platform::ChildResult::End::NotStarted);
  EXPECT_EQ(missing.trouble,
            "'rigy-no-such-program' could not be started: No such file or directory");
}

TEST(Platform, Sha256) {
  EXPECT_EQ(cli::sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(cli::sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Platform, RandomBytesDiffer) {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  ASSERT_TRUE(platform::fill_random(&first, sizeof first));
  ASSERT_TRUE(platform::fill_random(&second, sizeof second));
  EXPECT_NE(first, second);
}

TEST(Platform, ThereIsAProcessor) { EXPECT_GE(platform::processors(), 1u); }

}  // namespace
}  // namespace rigy
