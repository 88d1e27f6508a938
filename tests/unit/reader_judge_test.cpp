// Our own reader of YAML against libyaml, over every document of the repository and random texts.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/judge/compare_readings.hpp"

namespace rigy {
namespace {

std::vector<std::string> all_documents() {
  std::vector<std::string> documents;
  for (const char* folder : {"conformance", "examples", "templates", "tests", "web/playground"}) {
    const std::filesystem::path root = std::filesystem::path(RIGY_SOURCE_DIR) / folder;
    auto file = std::filesystem::recursive_directory_iterator(root);
    for (; file != std::filesystem::end(file); ++file) {
      const std::string name = file->path().filename().string();
      if (name == "node_modules") file.disable_recursion_pending();
      if (!file->is_regular_file()) continue;
      if (!name.ends_with(".yaml") && !name.ends_with(".yml")) continue;
      std::ifstream stream(file->path(), std::ios::binary);
      documents.emplace_back(std::istreambuf_iterator<char>(stream),
                             std::istreambuf_iterator<char>());
    }
  }
  return documents;
}

TEST(ReaderJudge, EveryDocumentOfTheRepositoryHasTheSameTree) {
  const std::vector<std::string> documents = all_documents();
  EXPECT_GT(documents.size(), 1500u);
  for (const std::string& text : documents) {
    ASSERT_EQ(judge::compare_readings(text), "") << text;
  }
}

// Each occurrence replaced.
std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

// Such texts take the same short way as ASCII with LF.
TEST(ReaderJudge, LettersAndLineBreaksOfOtherKindsHaveTheSameTree) {
  for (const std::string& text : all_documents()) {
    if (text.find('\r') != std::string::npos) continue;
    const std::string lines = replaced(text, "\n", "\r\n");
    ASSERT_EQ(judge::compare_readings(lines), "") << lines;
    const std::string letters = replaced(replaced(text, "o", "\xc3\xb6"), "e", "\xf0\x9f\x99\x82");
    ASSERT_EQ(judge::compare_readings(letters), "") << letters;
    ASSERT_EQ(judge::compare_readings(replaced(letters, "\n", "\r\n")), "") << letters;
  }
}

// Nearly all of them have mistakes.
TEST(ReaderJudge, ChangedDocumentsHaveTheSameTreeOrAnError) {
  const std::vector<std::string> documents = all_documents();
  unsigned seed = 1;
  for (const std::string& text : documents) {
    if (text.size() > 6000) continue;
    const std::string changed = judge::mutated(text, seed++);
    ASSERT_EQ(judge::compare_readings(changed), "") << changed;
  }
}

TEST(ReaderJudge, RandomTextsHaveTheSameTreeOrAnError) {
  for (unsigned seed = 1; seed <= 20'000; ++seed) {
    const std::string text = judge::random_text(seed);
    ASSERT_EQ(judge::compare_readings(text), "") << "seed " << seed << "\n" << text;
  }
}

}  // namespace
}  // namespace rigy
