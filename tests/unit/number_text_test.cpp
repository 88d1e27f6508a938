#include "text/number_text.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/every_floor.hpp"

namespace rigy {
namespace {

std::string number(double value) {
  std::string out;
  append_number(out, value);
  return out;
}

std::string six(float value) {
  std::string out;
  append_six_decimals(out, value);
  return out;
}

// The canonical form, composed of the shortest digits and the decimal exponent.
std::string reference(double value) {
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, std::abs(value), std::chars_format::scientific)
          .ptr;
  const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  const std::size_t e = text.find('e');
  std::string digits(text.substr(0, e));
  if (digits.size() > 1) digits.erase(1, 1);  // the point
  const int exponent = std::stoi(std::string(text.substr(e + 1)));
  const std::string sign = std::signbit(value) ? "-" : "";
  const auto count = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16) {
    if (count > 1) digits.insert(1, 1, '.');
    const std::string power = std::to_string(std::abs(exponent));
    const char* zero = power.size() < 2 ? "0" : "";
    return std::string(sign)
        .append(digits)
        .append(exponent < 0 ? "e-" : "e+")
        .append(zero)
        .append(power);
  }
  if (exponent < 0) {
    return std::string(sign)
        .append("0.")
        .append(static_cast<std::size_t>(-exponent - 1), '0')
        .append(digits);
  }
  if (exponent + 1 >= count) {
    return sign + digits + std::string(static_cast<std::size_t>(exponent + 1 - count), '0') + ".0";
  }
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  return sign + digits.substr(0, whole) + "." + digits.substr(whole);
}

TEST(NumberText, KnownForms) {
  EXPECT_EQ(number(0.0), "0.0");
  EXPECT_EQ(number(-0.0), "-0.0");
  EXPECT_EQ(number(1.0), "1.0");
  EXPECT_EQ(number(-12.0), "-12.0");
  EXPECT_EQ(number(0.1), "0.1");
  EXPECT_EQ(number(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(number(0.0001), "0.0001");
  EXPECT_EQ(number(0.00001), "1e-05");
  EXPECT_EQ(number(0.000099999999999999991), "9.999999999999999e-05");
  EXPECT_EQ(number(1.5e-7), "1.5e-07");
  EXPECT_EQ(number(1e15), "1000000000000000.0");
  EXPECT_EQ(number(-9999999999999998.0), "-9999999999999998.0");
  EXPECT_EQ(number(1e16), "1e+16");
  EXPECT_EQ(number(1.2345678901234568e17), "1.2345678901234568e+17");
  EXPECT_EQ(number(123456789012345680.0), "1.2345678901234568e+17");
  EXPECT_EQ(number(1e100), "1e+100");
  EXPECT_EQ(number(5e-324), "5e-324");
  EXPECT_EQ(number(std::numeric_limits<double>::min()), "2.2250738585072014e-308");
  EXPECT_EQ(number(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
  EXPECT_EQ(number(0.1f), "0.10000000149011612");
  EXPECT_EQ(number(9007199254740993.0), "9007199254740992.0");
  EXPECT_EQ(number(1e23), "1e+23");
}

TEST(NumberText, RandomDoublesRoundTripInTheShortestForm) {
  std::mt19937_64 random(30);
  for (int i = 0; i < 100'000; ++i) {
    // Any bit pattern, and numbers of the sizes in documents.
    double value = std::bit_cast<double>(random());
    if (i % 2 == 0)
      value = std::ldexp(static_cast<double>(random() >> 11),
                         static_cast<int>(random() % 80) - 70 - 11);
    if (!std::isfinite(value)) continue;
    const std::string text = number(value);
    double back = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), back);
    ASSERT_EQ(error, std::errc()) << text;
    ASSERT_EQ(end, text.data() + text.size()) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value)) << text;
    ASSERT_EQ(text, reference(value));
  }
}

TEST(NumberText, PowersOfTenAndTheirNeighbors) {
  for (int power = -330; power <= 308; ++power) {
    const double near = std::strtod(("1e" + std::to_string(power)).c_str(), nullptr);
    for (const double value :
         {near, std::nextafter(near, 0.0), std::nextafter(near, 1e308), -near}) {
      EXPECT_EQ(number(value), reference(value));
    }
  }
}

TEST(NumberText, Integers) {
  std::string out = "x";
  append_integer(out, 0);
  append_integer(out, 4294967295u);
  append_integer(out, UINT64_MAX);
  EXPECT_EQ(out, "x0429496729518446744073709551615");
}

TEST(SixDecimals, KnownForms) {
  EXPECT_EQ(six(0.0f), "0.000000");
  EXPECT_EQ(six(1.0f), "1.000000");
  EXPECT_EQ(six(0.9f), "0.900000");
  EXPECT_EQ(six(2.0f / 3), "0.666667");
  EXPECT_EQ(six(0.9999999f), "1.000000");
  EXPECT_EQ(six(0.9999995f), "1.000000");
  EXPECT_EQ(six(0.9999994f), "0.999999");
  EXPECT_EQ(six(5e-7f), "0.000000");  // this binary32 is below the tie
  EXPECT_EQ(six(5.0000006e-7f), "0.000001");
  EXPECT_EQ(six(1e-40f), "0.000000");
}

// The text of units of 10^-6.
std::string millionths(std::uint64_t units) {
  const std::string fraction = std::to_string(units % 1'000'000);
  return std::to_string(units / 1'000'000) + "." + std::string(6 - fraction.size(), '0') + fraction;
}

// Odd multiples of 1/128 lie exactly between two texts: m/128 is m·15625/2 millionths.
TEST(SixDecimals, TiesGoToTheEvenDigit) {
  for (std::uint64_t m = 1; m < std::uint64_t{128} * 64; m += 2) {
    const std::uint64_t below = m * 15625 / 2;
    const std::uint64_t even = below + below % 2;
    ASSERT_EQ(six(static_cast<float>(m) / 128), millionths(even)) << m;
  }
}

// Every other binary32 in [0, 1] is m/2^k: rounded by exact integers.
TEST(SixDecimals, RandomFloatsAgainstIntegers) {
  std::mt19937_64 random(31);
  for (int i = 0; i < 100'000; ++i) {
    const unsigned scale = 24 + static_cast<unsigned>(random() % 16);
    const std::uint64_t m = random() >> 40;  // 24 bits
    const float value = std::ldexp(static_cast<float>(m), -static_cast<int>(scale));
    const std::uint64_t product = m * 1'000'000;
    const std::uint64_t whole = product >> scale;
    const std::uint64_t rest = product & ((std::uint64_t{1} << scale) - 1);
    const std::uint64_t half = std::uint64_t{1} << (scale - 1);
    const bool up = rest > half || (rest == half && whole % 2 == 1);
    ASSERT_EQ(six(value), millionths(whole + (up ? 1 : 0)));
  }
}

}  // namespace
}  // namespace rigy
