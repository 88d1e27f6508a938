// atan2 against MPFR, which rounds correctly.
#include <bit>
#include <cfenv>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <mpfr.h>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "math/atan2_series.hpp"
#include "math/trig.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least = 0x1p-1074;

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

std::string hex(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", value);
  return text;
}

class Atan2 : public testing::Test {
 protected:
  Atan2() {
    mpfr_inits2(53, y_, x_, angle_, nullptr);
    mpfr_inits2(400, tangent_, ratio_, nullptr);
    // The exponents of binary64, so that subnormal results are rounded once.
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
  }
  ~Atan2() override {
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    mpfr_clears(y_, x_, angle_, tangent_, ratio_, nullptr);
  }

  double expected(double y, double x) {
    mpfr_set_d(y_, y, MPFR_RNDN);
    mpfr_set_d(x_, x, MPFR_RNDN);
    const int inexact = mpfr_atan2(angle_, y_, x_, MPFR_RNDN);
    mpfr_subnormalize(angle_, inexact, MPFR_RNDN);
    return mpfr_get_d(angle_, MPFR_RNDN);
  }

  void check(double y, double x) {
    const double right = expected(y, x);
    const double actual = rigy::atan2(y, x);
    if (!same_bits(actual, right)) {
      ADD_FAILURE() << "y " << hex(y) << " x " << hex(x) << "\n  actual   " << hex(actual)
                    << "\n  expected " << hex(right);
    }
  }

  void check_quadrants(double y, double x) {
    for (const double a : {y, -y}) {
      for (const double b : {x, -x}) {
        check(a, b);
        check(b, a);
      }
    }
  }

  // Any finite number.
  double random_number() {
    for (;;) {
      const double value = std::bit_cast<double>(random_());
      if (std::isfinite(value)) return value;
    }
  }

  // In [1, 2), times 2^exponent.
  double random_at(int exponent) {
    return std::ldexp(1.0 + std::ldexp(static_cast<double>(random_() >> 12), -52), exponent);
  }

  int random_exponent(int from, int to) {
    return from + static_cast<int>(random_() % static_cast<std::uint64_t>(to - from + 1));
  }

  // The fractions of 53-bit numbers that are closest to the tangent of `middle` + half a unit in
  // its last place: where rounding is hardest.
  std::vector<std::pair<double, double>> hard_fractions(double middle) {
    std::vector<std::pair<double, double>> found;
    mpfr_set_d(tangent_, middle, MPFR_RNDN);
    mpfr_set_d(ratio_, (std::nextafter(middle, 10.0) - middle) / 2, MPFR_RNDN);
    mpfr_add(tangent_, tangent_, ratio_, MPFR_RNDN);
    mpfr_tan(tangent_, tangent_, MPFR_RNDN);
    mpfr_abs(ratio_, tangent_, MPFR_RNDN);
    // Continued fraction; both parts stay whole numbers below 2^53.
    double y0 = 0, y1 = 1, x0 = 1, x1 = 0;
    for (;;) {
      const double digit = mpfr_get_d(ratio_, MPFR_RNDZ);
      const double whole = std::floor(digit);
      const double y2 = whole * y1 + y0;
      const double x2 = whole * x1 + x0;
      if (!(y2 < 0x1p53 && x2 < 0x1p53)) return found;
      if (y2 > 0) found.emplace_back(y2, middle > 1.6 ? -x2 : x2);
      y0 = std::exchange(y1, y2);
      x0 = std::exchange(x1, x2);
      mpfr_sub_d(ratio_, ratio_, whole, MPFR_RNDN);
      if (mpfr_zero_p(ratio_)) return found;
      mpfr_ui_div(ratio_, 1, ratio_, MPFR_RNDN);
    }
  }

  std::mt19937_64 random_{20240229};
  mpfr_t y_;
  mpfr_t x_;
  mpfr_t angle_;
  mpfr_t tangent_;
  mpfr_t ratio_;
};

TEST_F(Atan2, AnyBits) {
  for (int i = 0; i < 300000; ++i) check(random_number(), random_number());
}

TEST_F(Atan2, RatiosNearOne) {
  for (int i = 0; i < 60000; ++i) {
    const int exponent = random_exponent(-1000, 1000);
    check_quadrants(random_at(exponent), random_at(exponent + random_exponent(-8, 8)));
  }
}

// Every exponent of the quotient at which another way of computing begins, and all around it.
TEST_F(Atan2, EveryRatio) {
  for (int ratio = 0; ratio <= 130; ++ratio) {
    for (int i = 0; i < 250; ++i) check_quadrants(random_at(-ratio), random_at(0));
  }
}

TEST_F(Atan2, SmallWholeNumbers) {
  for (int y = 1; y <= 100; ++y) {
    for (int x = 1; x <= 100; ++x) check_quadrants(y, x);
  }
}

TEST_F(Atan2, EqualButForTheLastBits) {
  for (int i = 0; i < 5000; ++i) {
    const double x = random_at(random_exponent(-1022, 1022));
    check_quadrants(x, x);
    check_quadrants(x, std::nextafter(x, infinity));
    check_quadrants(x, std::nextafter(x, 0.0));
  }
}

TEST_F(Atan2, HardToRound) {
  std::size_t count = 0;
  for (int i = 0; i < 3000; ++i) {
    const double middle = i % 3 == 0   ? random_at(random_exponent(-30, -1))
                          : i % 3 == 1 ? std::fmod(random_at(1), 3.0)
                                       : random_at(random_exponent(-56, -30));
    for (const auto& [y, x] : hard_fractions(middle)) {
      const int exponent = random_exponent(-900, 900);
      check(std::ldexp(y, exponent), std::ldexp(x, exponent));
      ++count;
    }
  }
  EXPECT_GT(count, 30000u);
}

// Exact quotients, ties among them, less a part too small to see.
TEST_F(Atan2, SubnormalResults) {
  for (int i = 0; i < 60000; ++i) {
    const double quotient = std::ldexp(static_cast<double>(1 + (random_() >> 40)), -1076);
    const double x =
        std::ldexp(static_cast<double>(1 + (random_() >> 38)), random_exponent(0, 900));
    check(std::ldexp(std::ldexp(quotient, 500) * x, -500), x);
    check(quotient, x);
    check(random_at(random_exponent(-1074, -900)), random_at(random_exponent(0, 140)));
  }
  for (int n = 1; n <= 64; ++n) {
    check(n * least, 2.0);
    check(n * least, -2.0);
    check(n * least, 0x1p10);
    check(n * 0x1p-60, 0x1p1015);
  }
  EXPECT_TRUE(same_bits(rigy::atan2(least, 2.0), 0.0));
  EXPECT_TRUE(same_bits(rigy::atan2(-least, 2.0), -0.0));
  EXPECT_TRUE(same_bits(rigy::atan2(3 * least, 2.0), least));  // a tie, but for the cubic term
}

TEST_F(Atan2, Extremes) {
  const double values[] = {least,   2 * least, DBL_MIN, std::nextafter(DBL_MIN, 0.0),
                           0x1p-54, 1.0,       0x1p54,  DBL_MAX};
  for (const double y : values) {
    for (const double x : values) check_quadrants(y, x);
  }
}

TEST_F(Atan2, ZerosAndInfinities) {
  const double values[] = {0.0, least, 1.0, DBL_MAX, infinity};
  for (const double y : values) {
    for (const double x : values) check_quadrants(y, x);
  }
  EXPECT_TRUE(same_bits(rigy::atan2(0.0, 0.0), 0.0));
  EXPECT_TRUE(same_bits(rigy::atan2(-0.0, 0.0), -0.0));
  EXPECT_TRUE(same_bits(rigy::atan2(0.0, -0.0), 0x1.921fb54442d18p+1));
  EXPECT_TRUE(same_bits(rigy::atan2(-0.0, -0.0), -0x1.921fb54442d18p+1));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double value : {0.0, -1.0, infinity, nan}) {
    EXPECT_TRUE(std::isnan(rigy::atan2(nan, value)));
    EXPECT_TRUE(std::isnan(rigy::atan2(value, -nan)));
  }
}

// Arguments that need the series are too rare to be found by chance, so it is called directly.
TEST_F(Atan2, BySeries) {
  const auto check_series = [this](double y, double x) {
    const auto angle = point_angle(y, x);
    ASSERT_TRUE(angle.has_value());
    const double right = expected(std::abs(y), x);
    const double actual = std::bit_cast<double>(angle_bits_by_series(*angle));
    EXPECT_TRUE(same_bits(actual, right)) << "y " << hex(y) << " x " << hex(x);
  };
  for (int i = 0; i < 1500; ++i) {
    const double y = random_at(-random_exponent(0, 55));
    const double x = random_at(0) * (i % 2 == 0 ? 1 : -1);
    check_series(y, x);
    check_series(x, y);
  }
  for (int i = 0; i < 40; ++i) {
    for (const auto& [y, x] : hard_fractions(random_at(-random_exponent(0, 40)))) {
      if (std::abs(std::log2(y / std::abs(x))) < 56) check_series(y, x);
    }
  }
}

TEST_F(Atan2, RoundingModeHasNoEffect) {
  for (int i = 0; i < 1000; ++i) {
    const double y = random_at(random_exponent(-1074, 100));
    const double x = random_at(random_exponent(-20, 60));
    const double right = rigy::atan2(y, x);
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
      std::fesetround(mode);
      const double actual = rigy::atan2(y, x);
      std::fesetround(FE_TONEAREST);
      EXPECT_TRUE(same_bits(actual, right)) << hex(y) << ' ' << hex(x);
    }
  }
}

}  // namespace
}  // namespace rigy
