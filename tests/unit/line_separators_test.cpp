// Finding the characters at which only YAML 1.1 breaks lines.
#include "yaml/line_separators.hpp"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rigy {
namespace {

std::string refused_of(const LineSeparators& separators) {
  std::string out;
  for (const LineSeparator& one : separators.refused()) {
    out +=
        fmt::format("{:x} {}:{}\n", static_cast<unsigned>(one.point), one.at.line, one.at.column);
  }
  return out;
}

TEST(LineSeparators, ArePlacedByLinesAndCharacters) {
  const std::string text = "é\xc2\x85\r\nab\xe2\x80\xa8\r\xe2\x80\xa9\n";
  LineSeparators separators(text);
  separators.refuse_until(text.size());
  EXPECT_EQ(refused_of(separators), "85 1:2\n2028 3:3\n2029 5:1\n");
}

TEST(LineSeparators, AreRefusedOnlyWhereAsked) {
  const std::string text = "a\xc2\x85\"b\xc2\x85\"c\xc2\x85";
  LineSeparators separators(text);
  separators.refuse_until(2);
  separators.pass_until(6);
  separators.refuse_until(8);
  EXPECT_EQ(refused_of(separators), "85 1:2\n85 3:3\n");
}

TEST(LineSeparators, AHundredAreEnough) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "\xc2\x85";
  LineSeparators separators(text);
  separators.refuse_until(text.size());
  EXPECT_EQ(separators.refused().size(), 100u);
}

TEST(LineSeparators, NothingIsFoundInOtherTexts) {
  LineSeparators separators("a\r\nb\xc2\xa0\xe2\x80\xa7\n");
  separators.refuse_until(100);
  EXPECT_EQ(refused_of(separators), "");
}

}  // namespace
}  // namespace rigy
