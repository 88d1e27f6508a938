#include "text/json_text.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/every_floor.hpp"

namespace rigy {
namespace {

std::string ascii(std::string_view text) {
  std::string out;
  append_json_string_ascii(out, text);
  return out;
}

std::string utf8(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

TEST(JsonText, LeavesPrintableAsciiAlone) {
  EXPECT_EQ(ascii(""), R"("")");
  EXPECT_EQ(ascii("left_arm / 'x' ~"), R"("left_arm / 'x' ~")");
  EXPECT_EQ(utf8("left_arm / 'x' ~"), R"("left_arm / 'x' ~")");
}

TEST(JsonText, EscapesQuotesAndControls) {
  const std::string_view text("\"\\\b\f\n\r\t\0\x1f\x7f", 10);
  EXPECT_EQ(ascii(text), R"("\"\\\b\f\n\r\t\u0000\u001f\u007f")");
  EXPECT_EQ(utf8(text), R"("\"\\\b\f\n\r\t\u0000\u001f\u007f")");
}

TEST(JsonText, AsciiFormEscapesEverythingElse) {
  EXPECT_EQ(ascii("é"), R"("\u00e9")");
  EXPECT_EQ(ascii("骨"), R"("\u9aa8")");
  EXPECT_EQ(ascii("\U0001f9b4"), R"("\ud83e\uddb4")");
  EXPECT_EQ(ascii("\U00010000\U0010ffff\uffff"), R"("\ud800\udc00\udbff\udfff\uffff")");
}

TEST(JsonText, ReadableFormKeepsUnicode) { EXPECT_EQ(utf8("é骨\U0001f9b4"), "\"é骨\U0001f9b4\""); }

TEST(JsonText, ReplacesInvalidBytes) {
  EXPECT_EQ(ascii("a\xff"), R"("a\ufffd")");
  EXPECT_EQ(ascii("\xe9\xaa"), R"("\ufffd\ufffd")");          // cut short
  EXPECT_EQ(ascii("\xc0\x80"), R"("\ufffd\ufffd")");          // overlong
  EXPECT_EQ(utf8("\xed\xa0\x80"), "\"\ufffd\ufffd\ufffd\"");  // surrogate
}

}  // namespace
}  // namespace rigy
