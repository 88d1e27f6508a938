// Help that calculates: numbers with units, screen colors, Euler angles.
#include <cmath>

#include <gtest/gtest.h>

#include "document/color_help.hpp"
#include "expand/number_help.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

TEST(NumberHelp, ConvertsUnits) {
  EXPECT_EQ(help_for_number("90deg"),
            "angles are in radians, without a unit: write 1.5707963267948966");
  EXPECT_EQ(help_for_number("-180 degrees"),
            "angles are in radians, without a unit: write -3.141592653589793");
  EXPECT_EQ(help_for_number("1.5 rad"), "angles are in radians, without a unit: write 1.5");
  EXPECT_EQ(help_for_number("10cm"), "lengths are in meters, without a unit: write 0.1");
  EXPECT_EQ(help_for_number("3mm"), "lengths are in meters, without a unit: write 0.003");
  EXPECT_EQ(help_for_number("2m"), "lengths are in meters, without a unit: write 2");
  EXPECT_EQ(help_for_number("50%"), "values are between 0 and 1, without a unit: write 0.5");
}

TEST(NumberHelp, Calculates) {
  EXPECT_EQ(help_for_number("1/2"), "expressions are not evaluated: write 0.5");
  EXPECT_EQ(help_for_number("pi / 2"), "expressions are not evaluated: write 1.5707963267948966");
  EXPECT_EQ(help_for_number("-pi"), "expressions are not evaluated: write -3.141592653589793");
  EXPECT_EQ(help_for_number("2*pi"), "expressions are not evaluated: write 6.283185307179586");
  EXPECT_EQ(help_for_number("2pi"), "expressions are not evaluated: write 6.283185307179586");
  EXPECT_EQ(help_for_number("3*pi/2"), "expressions are not evaluated: write 4.71238898038469");
  EXPECT_EQ(help_for_number("1/2/4"), "expressions are not evaluated: write 0.125");
}

TEST(NumberHelp, KnowsWhatTheFieldHolds) {
  EXPECT_EQ(help_for_number("90deg", "roll"),
            "angles are in radians, without a unit: write 1.5707963267948966");
  EXPECT_EQ(help_for_number("10cm", "roll"), "angles are in radians, without a unit");
  EXPECT_EQ(help_for_number("90deg", "radius"), "lengths are in meters, without a unit");
  EXPECT_EQ(help_for_number("50%", "height"), "lengths are in meters, without a unit");
  EXPECT_EQ(help_for_number("1m", "weight"), "values are between 0 and 1, without a unit");
}

TEST(NumberHelp, ReadsOtherNotations) {
  EXPECT_EQ(help_for_number("0,5"), "write 0.5");
  EXPECT_EQ(help_for_number("1_000"), "write 1000");
  EXPECT_EQ(help_for_number("−0.5"), "write -0.5");
}

TEST(NumberHelp, ConvertsParams) {
  EXPECT_EQ(help_for_param_with_unit("$w", " m", "x", true),
            "lengths are in meters, without a unit: write $w");
  EXPECT_EQ(help_for_param_with_unit("$w", "km", "x", true),
            "lengths are in meters, without a unit: write \"=$w*1000\"");
  EXPECT_EQ(help_for_param_with_unit("$w", " mm", "x", false),
            "lengths are in meters, without a unit");
  EXPECT_EQ(help_for_param_with_unit("$w", "°", "roll", true),
            "angles are in radians, without a unit: write \"=deg2rad($w)\"");
  EXPECT_EQ(help_for_param_with_unit("$w", "deg", "rotation_degrees", true),
            "angles are in degrees here, without a unit: write $w");
  EXPECT_EQ(help_for_param_with_unit("$w", " deg", "x", true),
            "lengths are in meters, without a unit");
  EXPECT_EQ(help_for_param_with_unit("$w", "+1", "x", true), "");
}

TEST(NumberHelp, IsQuietAboutTheRest) {
  for (const char* text :
       {"", "tall", "deg", "1/0", "1//2", "/", "1,2,3", ",", "m", "api", "1e999m"}) {
    EXPECT_EQ(help_for_number(text), "") << text;
  }
}

TEST(ColorHelp, FollowsTheCurveOfSrgb) {
  for (unsigned i = 0; i < 256; ++i) {
    const double share = i / 255.0;
    const double linear = share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    EXPECT_NEAR(linear_component(i), linear, 0.5001e-4) << i;
  }
}

}  // namespace
}  // namespace rigy
