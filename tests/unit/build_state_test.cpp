// --skip-unchanged: the state of a folder that several runs share.
#include "cli/build_state.hpp"

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "cli/digest.hpp"
#include "cli/file_checksum.hpp"
#include "cli/output.hpp"
#include "platform/files.hpp"
#include "platform/output_files.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

namespace fs = std::filesystem;
using cli::BuildState;

class BuildStateTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = platform::make_private_folder(platform::to_text(fs::temp_directory_path()), "rigy");
    ASSERT_FALSE(folder_.empty());
  }
  void TearDown() override { fs::remove_all(platform::to_path(folder_)); }

  [[nodiscard]] std::string document(int i) const {
    return folder_ + "/" + std::to_string(i) + ".rigy.yaml";
  }
  [[nodiscard]] std::string output(int i) const {
    return folder_ + "/" + std::to_string(i) + ".glb";
  }

  // As a run that compiles the document.
  void build(int i, BuildState& state) const {
    const std::string text = "text " + std::to_string(i);
    ASSERT_FALSE(cli::write_file(document(i), {cli::bytes_of(text)}));
    ASSERT_FALSE(cli::write_file(output(i), {cli::bytes_of(text)}));
    std::error_code error;
    const std::string identity = platform::canonical_path(document(i), error);
    cli::BuiltOutput built;
    built.checksum = *cli::checksum_of_file(output(i));
    state.record(output(i), {{{document(i), identity, cli::sha256(text)}}, {}}, built);
  }

  // Whether a run that begins now would skip the document.
  [[nodiscard]] bool is_current(int i) const {
    BuildState state(folder_, "program");
    DiskFiles files;
    return state.find_current(output(i), document(i), files).has_value();
  }

  std::string folder_;
};

TEST_F(BuildStateTest, RunsKeepWhatOthersSaveMeanwhile) {
  BuildState first(folder_, "program");
  BuildState second(folder_, "program");
  build(1, first);
  build(2, second);
  ASSERT_FALSE(first.save());
  ASSERT_FALSE(second.save());
  EXPECT_TRUE(is_current(1));
  EXPECT_TRUE(is_current(2));
}

TEST_F(BuildStateTest, ManyRunsSaveAtTheSameTime) {
  constexpr int runs = 8;
  constexpr int outputs = 10;
  std::vector<std::thread> threads;
  for (int run = 0; run < runs; ++run) {
    threads.emplace_back([this, run] {
      BuildState state(folder_, "program");
      for (int i = 0; i < outputs; ++i) {
        build(run * outputs + i, state);
        ASSERT_FALSE(state.save());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < runs * outputs; ++i) EXPECT_TRUE(is_current(i)) << i;
}

// What a run found to be current is written even if somebody removes the file meanwhile.
TEST_F(BuildStateTest, AStateThatDisappearsIsWrittenAgain) {
  BuildState first(folder_, "program");
  build(1, first);
  ASSERT_FALSE(first.save());
  BuildState second(folder_, "program");
  DiskFiles files;
  ASSERT_TRUE(second.find_current(output(1), document(1), files));
  fs::remove(platform::to_path(second.path()));
  ASSERT_FALSE(second.save());
  EXPECT_TRUE(is_current(1));
}

TEST_F(BuildStateTest, OutputsThatAreGoneAreForgotten) {
  BuildState state(folder_, "program");
  build(1, state);
  build(2, state);
  ASSERT_FALSE(state.save());
  fs::remove(platform::to_path(output(1)));
  BuildState later(folder_, "program");
  ASSERT_FALSE(later.save());
  EXPECT_TRUE(is_current(2));
  // Even an output that comes back is not that of the document.
  ASSERT_FALSE(cli::write_file(output(1), {cli::bytes_of("text 1")}));
  EXPECT_FALSE(is_current(1));
}

}  // namespace
}  // namespace rigy
