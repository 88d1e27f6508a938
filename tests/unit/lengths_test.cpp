// Lengths of a document that are equal but for the rounding of expressions.
#include "math/lengths.hpp"

#include <gtest/gtest.h>

#include "math/rounding.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

TEST(Lengths, ExpressionsAreWhatTheySay) {
  for (int i = -20'000; i <= 20'000; ++i) {
    const double written = i / 1000.0;
    EXPECT_TRUE(is_same_length(written, quantize_expression(written))) << written;
    EXPECT_FALSE(is_longer(quantize_expression(written), written)) << written;
  }
}

TEST(Lengths, DifferBeyondTheirRounding) {
  EXPECT_TRUE(is_same_length(0, 1e-9));
  EXPECT_FALSE(is_same_length(0, 1.001e-9));
  EXPECT_TRUE(is_same_length(4000, 4000.000003));
  EXPECT_FALSE(is_same_length(4000, 4000.000005));
  EXPECT_TRUE(is_longer(2.400000003, 2.4));
  EXPECT_FALSE(is_longer(2.4, 2.400000003));
}

}  // namespace
}  // namespace rigy
