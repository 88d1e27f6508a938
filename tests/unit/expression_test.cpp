#include "expand/expression.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "expand_support.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::value_of;

std::string value(const std::string& expression) { return value_of("\"" + expression + "\""); }

TEST(Expression, IsQuantized) {
  EXPECT_EQ(value("=0.3"), "0.30000000000000004");
  EXPECT_EQ(value("=31"), "31.000000000000004");
  EXPECT_EQ(value("=1"), "1.0");
  EXPECT_EQ(value("=-0"), "0.0");
  EXPECT_EQ(value("=-1e-10"), "0.0");
  EXPECT_EQ(value("=0.0000000005"), "0.0");  // half to even
  EXPECT_EQ(value("=0.0000000015"), "2e-09");
  EXPECT_EQ(value("=1e290"), "1e+290");
}

TEST(Expression, FollowsTheGrammar) {
  EXPECT_EQ(value("=1+2*3-4/2"), "5.0");
  EXPECT_EQ(value("=(1+2)*3"), "9.0");
  EXPECT_EQ(value("= 2 * ( 3 + 4 ) "), "14.0");
  EXPECT_EQ(value("=--2*-+-3"), "6.0");
  EXPECT_EQ(value("=8/2/2"), "2.0");
  EXPECT_EQ(value("=5-2-1"), "2.0");
  EXPECT_EQ(value("=1.e2+2.5E-1"), "100.25");
  EXPECT_EQ(value("=\t2"), "2.0");
}

TEST(Expression, HasFunctions) {
  EXPECT_EQ(value("=min(3,2)+max(3,2)"), "5.0");
  EXPECT_EQ(value("=clamp(5,1,3)+clamp(0,1,3)+clamp(2,1,3)"), "6.0");
  EXPECT_EQ(value("=clamp(2,3,1)"), "3.0");
  EXPECT_EQ(value("=abs(-2)+sqrt(16)"), "6.0");
  EXPECT_EQ(value("=rad2deg(atan2(1,1))"), "45.0");
  EXPECT_EQ(value("=sin(deg2rad(30))+cos(0)+tan(0)"), "1.5");
  EXPECT_EQ(value("=atan2(0,0)"), "0.0");
  EXPECT_EQ(value("=sin (1)"), "0.8414709850000001");
}

TEST(Expression, UsesParams) {
  EXPECT_EQ(value_of("\"=$w/2+$_a1\"", "w: 3, _a1: 0x10"), "17.5");
  EXPECT_EQ(value_of("=$w*$w", "w: -2"), "4.0");
  EXPECT_EQ(value_of("\"=$v\"", "w: 1"), "V69 4:21 unknown param 'v' in an expression\n");
  EXPECT_EQ(value_of("\"=1+$t\"", "t: a"), "V69 4:23 param 't' is not a number\n");
  EXPECT_EQ(value_of("\"=$b\"", "b: true"), "V69 4:21 param 'b' is not a number\n");
}

TEST(Expression, PointsAtWhatIsWrong) {
  const auto column = [](const std::string& text) { return value("=" + text); };
  EXPECT_EQ(column("1+"), "V68 4:22 the expression is incomplete\n");
  EXPECT_EQ(column("(1"), "V68 4:22 the expression is incomplete\n");
  EXPECT_EQ(column("1 2"), "V68 4:23 unexpected '2' in an expression\n");
  EXPECT_EQ(column("1)"), "V68 4:22 unexpected ')' in an expression\n");
  EXPECT_EQ(column(".5"), "V68 4:21 unexpected '.' in an expression\n");
  EXPECT_EQ(column("1e"), "V68 4:22 unexpected 'e' in an expression\n");
  EXPECT_EQ(column("2^3"), "V68 4:22 unexpected '^' in an expression\n");
  EXPECT_EQ(column("2*ö"), "V68 4:23 unexpected 'ö' in an expression\n");
  EXPECT_EQ(column("1+foo(2)"), "V68 4:23 unknown function 'foo'\n");
  EXPECT_EQ(column("sin"), "V68 4:21 function 'sin' needs arguments\n");
  EXPECT_EQ(column("sin()"), "V68 4:21 'sin' takes 1 argument\n");
  EXPECT_EQ(column("min(1)"), "V68 4:21 'min' takes 2 arguments\n");
  EXPECT_EQ(column("clamp(1,2,3,4)"), "V68 4:21 'clamp' takes 3 arguments\n");
  EXPECT_EQ(column("1/0"), "V70 4:23 division by zero: '0' is 0\n");
  EXPECT_EQ(column("1/(2-2)"), "V70 4:23 division by zero: '(2-2)' is 0\n");
  EXPECT_EQ(column("1+1e308*10"), "V70 4:23 the value of '1e308*10' is too large\n");
  EXPECT_EQ(column("sin(1e308*10)"), "V70 4:25 the value of '1e308*10' is too large\n");
  EXPECT_EQ(column("1e300"), "V70 4:21 the value of '1e300' is too large\n");
  EXPECT_EQ(column("1e999"), "V70 4:21 the value of '1e999' is too large\n");
  EXPECT_EQ(column("2*sqrt(1-2)"),
            "V71 4:23 'sqrt(1-2)' is the square root of a negative number\n");
}

TEST(Expression, NestsSixtyFourLevels) {
  const auto nested = [](int levels) {
    return value("=" + std::string(static_cast<std::size_t>(levels), '(') + "1" +
                 std::string(static_cast<std::size_t>(levels), ')'));
  };
  EXPECT_EQ(nested(64), "1.0");
  EXPECT_EQ(nested(65), "V68 4:85 brackets are nested more than 64 levels deep\n");
  EXPECT_EQ(value("=" + std::string(900, '-') + "1"), "1.0");
}

TEST(Expression, ActsWhereANumberIsExpected) {
  const test::ExpandedText result = test::expand_text(R"(version: "0.12"
name: "=1+1"
tags: ["=1+1"]
dimensions: {x: "=1+1", radius: "="}
transform: {translation: ["=1+1", =2*2, [=1]], rotation_axis_angle: {axis: [=1, 0, 0], degrees: =45*2}}
gradients: [{axis: =x, range: [=0, =1]}]
overrides: [{vertices: [=31, =62/2, =0.5]}]
grid: {nx: =2*3}
)");
  EXPECT_EQ(result.messages, "");
  EXPECT_EQ(result.yaml, R"(version: "0.12"
name: "=1+1"
tags: ["=1+1"]
dimensions: {x: 2.0, radius: "="}
transform:
  translation:
    - 2.0
    - 4.0
    - ["=1"]
  rotation_axis_angle:
    axis: [1.0, 0, 0]
    degrees: 90.0
gradients:
  - axis: "=x"
    range: [0.0, 1.0]
overrides:
  - vertices: [31, 31, 0.5]
grid: {nx: 6}
)");
}

TEST(Expression, TheTextOfAParamIsNone) { EXPECT_EQ(value_of("$t", "t: =1+1"), "\"=1+1\""); }

TEST(Expression, IndexesComeFirst) {
  const test::ExpandedText result = test::expand_text(
      "version: \"0.12\"\nparams: {s: 0.5}\nbones:\n- repeat: {count: 3, as: i, body: {roll: "
      "\"=${i}*$s\"}}\n");
  EXPECT_EQ(result.messages, "");
  EXPECT_EQ(result.yaml,
            "version: \"0.12\"\nbones:\n  - {roll: 0.0}\n  - {roll: 0.5}\n  - {roll: 1.0}\n");
}

// Sums of products of random numbers against the compiler's own arithmetic.
TEST(Expression, ComputesWhatTheCompilerComputes) {
  test::Random random(7);
  Params none;
  for (int i = 0; i < 2000; ++i) {
    const double a = test::uniform(random, -10, 10);
    const double b = test::uniform(random, 0.1, 10);
    const double c = test::uniform(random, -10, 10);
    const std::string text = fmt::format("={}*({}-{})/{}+abs({})", a, c, b, b, c);
    const ExpressionResult result = evaluate(text, none);
    EXPECT_EQ(result.fault, ExpressionFault::None) << text;
    EXPECT_EQ(result.value, a * (c - b) / b + std::abs(c)) << text;
  }
}

}  // namespace
}  // namespace rigy
