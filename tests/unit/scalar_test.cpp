#include "syntax/scalar.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/every_floor.hpp"

namespace rigy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string type_of(std::string_view text) {
  switch (scalar_type(text, true)) {
    case ScalarType::Null:
      return "null";
    case ScalarType::Bool:
      return "bool";
    case ScalarType::Int:
      return "int";
    case ScalarType::Float:
      return "float";
    case ScalarType::String:
      break;
  }
  return "string";
}

TEST(Scalar, Null) {
  for (const char* text : {"", "~", "null", "Null", "NULL"}) EXPECT_EQ(type_of(text), "null");
  for (const char* text : {"nULL", "none", "nil", "~~", "nu"}) EXPECT_EQ(type_of(text), "string");
}

TEST(Scalar, Bool) {
  for (const char* text : {"true", "True", "TRUE", "false", "False", "FALSE"}) {
    EXPECT_EQ(type_of(text), "bool") << text;
  }
  // YAML 1.1 took these for booleans.
  for (const char* text : {"yes", "Yes", "no", "on", "off", "y", "n", "tRUE", "truE"}) {
    EXPECT_EQ(type_of(text), "string") << text;
  }
}

TEST(Scalar, Int) {
  for (const char* text : {"0", "-0", "+12", "-19", "017", "00", "0o17", "0o7", "0x1F", "0xaF"}) {
    EXPECT_EQ(type_of(text), "int") << text;
  }
  for (const char* text : {"0o8", "0o", "0x", "0xg", "-0o7", "+0x1", "-0x1", "0X1", "0O7", "1_000",
                           "0b1", "12:30", "1 2", "--1", "+-1", "-", "+"}) {
    EXPECT_EQ(type_of(text), "string") << text;
  }
}

TEST(Scalar, Float) {
  for (const char* text : {"1.0",   "1.",   ".5",   "-.5",  "+1.5",  "1e3",  "1E3",  "1e+3",
                           "1e-3",  "-0.0", "1.e3", ".5e1", "12e03", "01.5", ".inf", "-.inf",
                           "+.inf", ".Inf", ".INF", ".nan", ".NaN",  ".NAN"}) {
    EXPECT_EQ(type_of(text), "float") << text;
  }
  for (const char* text : {".", "-.", "e3", ".e3", "1e", "1e+", "1e3.5", "1.2.3", "1e3e3", "1,5",
                           "inf", "nan", "-.nan", "+.nan", ".iNF", ".Nan", "..5", "0x1p3", "1f"}) {
    EXPECT_EQ(type_of(text), "string") << text;
  }
}

TEST(Scalar, QuotedIsAlwaysText) {
  for (const char* text : {"", "null", "true", "1", "0x1", "1.5", ".nan"}) {
    EXPECT_EQ(scalar_type(text, false), ScalarType::String) << text;
  }
}

TEST(Scalar, Values) {
  EXPECT_EQ(scalar_number("017"), 17);
  EXPECT_EQ(scalar_number("0o17"), 15);
  EXPECT_EQ(scalar_number("0x1F"), 31);
  EXPECT_EQ(scalar_number("-19"), -19);
  EXPECT_EQ(scalar_number("+12"), 12);
  EXPECT_EQ(scalar_number("1e3"), 1000);
  EXPECT_EQ(scalar_number(".5"), 0.5);
  EXPECT_EQ(scalar_number("-.5e1"), -5);
  EXPECT_EQ(scalar_number("7."), 7);
  EXPECT_EQ(scalar_number("1.e2"), 100);
  EXPECT_EQ(scalar_number("0.1"), 0.1);
  EXPECT_EQ(scalar_number("2.2250738585072011e-308"), 2.2250738585072011e-308);
  EXPECT_EQ(scalar_number("4.9406564584124654e-324"), 4.9406564584124654e-324);
  EXPECT_EQ(scalar_number("1e-400"), 0);
  EXPECT_EQ(scalar_number(".inf"), infinity);
  EXPECT_EQ(scalar_number("+.INF"), infinity);
  EXPECT_EQ(scalar_number("-.Inf"), -infinity);
  EXPECT_TRUE(std::isnan(scalar_number(".nan")));
}

TEST(Scalar, SignOfZero) {
  EXPECT_FALSE(std::signbit(scalar_number("-0")));  // an integer
  EXPECT_FALSE(std::signbit(scalar_number("-00")));
  EXPECT_TRUE(std::signbit(scalar_number("-0.0")));
  EXPECT_TRUE(std::signbit(scalar_number("-0e5")));
  EXPECT_TRUE(std::signbit(scalar_number("-.0")));
  EXPECT_TRUE(std::signbit(scalar_number("-1e-400")));
  EXPECT_FALSE(std::signbit(scalar_number("0.0")));
}

TEST(Scalar, NumbersBeyondBinary64AreInfinite) {
  EXPECT_EQ(scalar_number("1e400"), infinity);
  EXPECT_EQ(scalar_number("-1e400"), -infinity);
  EXPECT_EQ(scalar_number("1" + std::string(400, '0')), infinity);
  EXPECT_EQ(scalar_number("0x1" + std::string(256, '0')), infinity);
  EXPECT_EQ(scalar_number("0xf" + std::string(100'000, 'f')), infinity);
  EXPECT_EQ(scalar_number("1.7976931348623157e308"), std::numeric_limits<double>::max());
}

TEST(Scalar, LongIntegersAreRoundedOnce) {
  EXPECT_EQ(scalar_number("9007199254740993"), 9007199254740992.0);  // a tie, to even
  EXPECT_EQ(scalar_number("9007199254740995"), 9007199254740996.0);
  EXPECT_EQ(scalar_number("0x20000000000001"), 0x1p53);
  EXPECT_EQ(scalar_number("0x20000000000003"), 0x1.0000000000002p53);
  EXPECT_EQ(scalar_number("0xffffffffffffffff"), 0x1p64);
  EXPECT_EQ(scalar_number("0x8000000000000000"), 0x1p63);
  EXPECT_EQ(scalar_number("0o1777777777777777777777"), 0x1p64);
  EXPECT_EQ(scalar_number("0x1" + std::string(255, '0')), 0x1p1020);
  // A tie that a far digit decides.
  EXPECT_EQ(scalar_number("0x100000000000008" + std::string(20, '0')), 0x1p136);
  EXPECT_EQ(scalar_number("0x100000000000008" + std::string(19, '0') + "1"), 0x1.0000000000001p136);
  EXPECT_EQ(scalar_number("0x" + std::string(300, '0') + "12"), 18);
}

TEST(Scalar, Integers) {
  EXPECT_EQ(scalar_integer("0"), 0);
  EXPECT_EQ(scalar_integer("-19"), -19);
  EXPECT_EQ(scalar_integer("017"), 17);
  EXPECT_EQ(scalar_integer("0o17"), 15);
  EXPECT_EQ(scalar_integer("0x1f"), 31);
  EXPECT_EQ(scalar_integer("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(scalar_integer("9223372036854775808"), std::nullopt);
  EXPECT_EQ(scalar_integer("0x8000000000000000"), std::nullopt);
}

}  // namespace
}  // namespace rigy
