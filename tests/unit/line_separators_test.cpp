// Finding the characters at which only YAML 1.1 breaks lines.
#include "syntax/line_separators.hpp"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/every_floor.hpp"

namespace rigy {
namespace {

std::string found_in(std::string_view text) {
  std::string out;
  for (const LineSeparator& one : line_separators_in(text)) {
    out += fmt::format("{} {}:{}\n", escape_of(one), one.at.line, one.at.column);
  }
  return out;
}

TEST(LineSeparators, ArePlacedByLinesAndCharacters) {
  EXPECT_EQ(found_in("é\xc2\x85\r\nab\xe2\x80\xa8\r\xe2\x80\xa9\n"), "\\N 1:2\n\\L 3:3\n\\P 5:1\n");
}

TEST(LineSeparators, AreFoundInsideQuotesAsWell) {
  EXPECT_EQ(found_in("a\xc2\x85\"b\xc2\x85\"c\xc2\x85"), "\\N 1:2\n\\N 2:3\n\\N 3:3\n");
}

TEST(LineSeparators, AHundredAreEnough) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "\xc2\x85";
  EXPECT_EQ(line_separators_in(text).size(), 100u);
}

TEST(LineSeparators, NothingIsFoundInOtherTexts) {
  EXPECT_EQ(found_in("a\r\nb\xc2\xa0\xe2\x80\xa7\n"), "");
}

}  // namespace
}  // namespace rigy
