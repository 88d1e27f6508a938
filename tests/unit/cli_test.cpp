#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/batch.hpp"
#include "cli/depfile.hpp"
#include "cli/progress.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

TEST(Depfile, EscapesWhatMakeWouldRead) {
  const std::vector<std::string> files = {"a b.yaml", "#1.yaml", "$x.yaml", "a:b.yaml"};
  EXPECT_EQ(cli::depfile_rule("out:1.glb", files),
            "out\\:1.glb: \\\n  a\\ b.yaml \\\n  \\#1.yaml \\\n  $$x.yaml \\\n  a\\:b.yaml\n");
}

TEST(Depfile, EscapesBackslashesWhereMakeWouldReadThem) {
  EXPECT_EQ(cli::depfile_rule(R"(a\b)", {}), "a\\b:\n");
  EXPECT_EQ(cli::depfile_rule(R"(a\ b)", {}), "a\\\\\\ b:\n");
  EXPECT_EQ(cli::depfile_rule(R"(a\:b)", {}), "a\\\\\\:b:\n");
  EXPECT_FALSE(cli::depfile_can_name(R"(a\)"));
}

TEST(Progress, ShowsCountTimeAndFile) {
  using std::chrono::duration;
  EXPECT_EQ(cli::progress_line({40, 100, duration<double>(2.0), "arm.rigy.yaml"}, 80),
            "[#########---------------]  40/100  eta 3 s  arm.rigy.yaml");
  EXPECT_EQ(cli::progress_line({40, 100, duration<double>(2.0), "arm.rigy.yaml"}, 10),
            "[#########");
  EXPECT_EQ(cli::progress_line({0, 3, duration<double>(2.0),
                                "a\x1b"
                                "b"},
                               80),
            "[------------------------]  0/3  eta ?  a?b");
  EXPECT_EQ(cli::progress_line({0, 3, duration<double>(2.0), "a\u202eb"}, 80),
            "[------------------------]  0/3  eta ?  a?b");
}

TEST(Batch, FinishesInOrderWhateverTheThreads) {
  for (const unsigned threads : {1u, 2u, 7u}) {
    std::vector<int> worked(100);
    std::vector<std::size_t> finished;
    cli::Batch batch;
    batch.count = worked.size();
    batch.threads = threads;
    batch.work = [&](std::size_t i) { ++worked[i]; };
    batch.finish = [&](std::size_t i) {
      EXPECT_EQ(worked[i], 1);
      finished.push_back(i);
      return std::string();
    };
    batch.name = [](std::size_t) { return std::string(); };
    cli::run(batch);
    ASSERT_EQ(finished.size(), worked.size());
    for (std::size_t i = 0; i < finished.size(); ++i) EXPECT_EQ(finished[i], i);
  }
}

}  // namespace
}  // namespace rigy
