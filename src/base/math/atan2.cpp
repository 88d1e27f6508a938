// The angle of a point, in integer fixed point.
//
// With s the smaller and l the larger of |y| and |x|, the angle is 0, pi/2 or pi, plus or minus
// atan(s/l). Three ways lead to it:
//
//   - s/l so small that the angle is s/l or one of these constants, but for less than any rounding
//     boundary is away. One exact division decides.
//   - atan(s/l) = atan(k/16) + atan(t), t = (16 s - k l) / (16 l + k s), with k/16 next to s/l. The
//     first comes from a table, t is the quotient of two exact integers, and with |t| <= 1/32 a
//     Taylor sum of 20 terms has 192 bits. If the result minus and plus the largest possible error
//     round to the same number, that is it.
//   - Otherwise the series of atan2_series.cpp, with more and more bits. There are 2^128 pairs of
//     arguments, so some may well need more bits than any of those that were ever tried.
//
// That ends, because the angle of a point with rational coordinates off the axes is never a tie: by
// Lindemann's theorem the tangent of a rational number other than 0 is irrational.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "math/atan2_series.hpp"
#include "math/fixed_point.hpp"
#include "math/trig.hpp"

namespace rigy::base {

using namespace fixed_point;

namespace {

constexpr double pi = 0x1.921fb54442d18p+1;
constexpr double half_pi = 0x1.921fb54442d18p+0;
constexpr double quarter_pi = 0x1.921fb54442d18p-1;
constexpr double three_quarters_pi = 0x1.2d97c7f3321d2p+1;

// floor(2^192 * atan(k/16)); the last one is pi/4.
constexpr std::array<Fraction<3>, 17> arctangents = {{
    {0x0000000000000000, 0x0000000000000000, 0x0000000000000000},
    {0x0ffaaddb967ef4e3, 0x6cb2792dc0e2e0d5, 0x1319c12cf59d4b2d},
    {0x1fd5ba9aac2f6dc6, 0x5912f313e7d111de, 0xf1672afb2bb35b24},
    {0x2f72f6979cb6044d, 0x1ec2d3e207271d21, 0xe4eb4035a0e28aca},
    {0x3eb6ebf25901bac5, 0x5b71e7bd7de885f9, 0x6a9fea40e22ce0da},
    {0x4d89dcdc1faf2f34, 0xe2d5da4c693d7994, 0x045247c28597aaff},
    {0x5bd86507937bc239, 0xc55190916e7f2241, 0x9ec21cbbd72a2ae6},
    {0x6993bb0f308ff2db, 0x213e4af4800f389b, 0x3700206e90b0d39e},
    {0x76b19c1586ed3da2, 0xb7f222f65e1d4681, 0xb70a0ac3930e6f80},
    {0x832bf4a6d9867e2a, 0x4b6a09cb61a515c0, 0xf1155cd8774ddfbc},
    {0x8f005d5ef7f59f9b, 0x5c835e1665c43747, 0x918a67e0652b375c},
    {0x9a2f80e671bdda20, 0x4226f8e2204ff3bc, 0xdae46f0617489d5c},
    {0xa4bc7d1934f70924, 0x19a87f2a457dac9e, 0xe3f08689eeb2b9e7},
    {0xaeac4c38b4d8c080, 0x14725e2f3e52070a, 0x03742b4643effe26},
    {0xb8053e2bc2319e73, 0xcb2da55210a4443d, 0x3d7aecc114c79a80},
    {0xc0ce85b8ac526640, 0x89dd62c46e92fa24, 0xd58ee867aef436f6},
    {0xc90fdaa22168c234, 0xc4c6628b80dc1cd1, 0x29024e088a67cc74},
}};

// 1, 1/3, 1/5, ... for the Taylor sum; 1 - 2^-192 is used for 1. The first term left out is below
// 2^-205.
constexpr std::size_t term_count = 20;

constexpr std::array<Fraction<3>, term_count> make_odd_inverses() {
  std::array<Fraction<3>, term_count> table{};
  for (std::size_t i = 0; i < term_count; ++i) {
    table[i] = divide({all_ones, all_ones, all_ones}, 2 * i + 1);
  }
  return table;
}

constexpr auto odd_inverses = make_odd_inverses();

// More than the sum of all truncations: about 4 units per multiplication, of which all but the last
// few are scaled down by t^2 < 2^-10.
constexpr Fraction<3> largest_error = {0, 0, 256};

Fraction<3> small_arctangent(const Fraction<3>& t) {
  const Fraction<3> square = multiply(t, t);
  Fraction<3> sum = odd_inverses[term_count - 1];
  for (std::size_t i = term_count - 1; i-- > 0;) {
    sum = subtract(odd_inverses[i], multiply(square, sum));
  }
  return multiply(t, sum);
}

// numerator / denominator < 1/2.
Fraction<3> ratio(Wide numerator, Wide denominator) {
  const std::uint64_t top = high(denominator);
  const int zeros = top != 0 ? std::countl_zero(top) : 64 + std::countl_zero(low(denominator));
  numerator <<= zeros;
  denominator <<= zeros;
  return quotient({high(numerator), low(numerator), 0}, {high(denominator), low(denominator), 0});
}

// atan(s/l) for s <= l < 2^120.
Fraction<3> arctangent(std::uint64_t s, Wide l) {
  const auto k = static_cast<std::size_t>((32 * Wide{s} + l) / (2 * l));
  const Wide ahead = 16 * Wide{s};
  const Wide behind = k * l;
  const Wide denominator = 16 * l + k * Wide{s};
  if (ahead >= behind) {
    return add(arctangents[k], small_arctangent(ratio(ahead - behind, denominator)));
  }
  return subtract(arctangents[k], small_arctangent(ratio(behind - ahead, denominator)));
}

// A quarter of the angle, which is less than 1.
Fraction<3> quarter_angle(const PointAngle& angle) {
  const Fraction<3> part =
      shifted_down(arctangent(angle.smaller, Wide{angle.larger} << angle.shift), 2);
  if (angle.quadrants == 0) return part;
  const Fraction<3> base = shifted_down(arctangents[16], angle.quadrants == 1 ? 1 : 0);
  return angle.subtracted ? subtract(base, part) : add(base, part);
}

// A finite number that is not zero: mantissa * 2^exponent, 2^52 <= mantissa < 2^53.
struct Magnitude {
  std::uint64_t mantissa;
  int exponent;

  explicit Magnitude(std::uint64_t bits) {
    const auto biased = static_cast<int>(bits >> 52);
    if (biased != 0) {
      mantissa = (bits & (hidden_bit - 1)) | hidden_bit;
      exponent = biased - 1075;
    } else {
      const int zeros = std::countl_zero(bits) - 11;
      mantissa = bits << zeros;
      exponent = -1074 - zeros;
    }
  }
};

// The quotient less an infinitely small part, rounded to nearest: a tie goes toward zero, anything
// else like the quotient itself. The larger one is at least 2^(shift-1) times the other.
std::uint64_t rounded_quotient(std::uint64_t smaller, std::uint64_t larger, int shift) {
  // At least 54 bits of the quotient, then one that is set if anything follows.
  const Wide dividend = Wide{smaller} << 64;
  const Wide digits = dividend / larger;
  const bool sticky = dividend % larger != 0;
  const int exponent = -64 - shift;  // of the last of the digits
  const int width = 128 - (high(digits) != 0 ? std::countl_zero(high(digits))
                                             : 64 + std::countl_zero(low(digits)));
  const int subnormal_cut = -1074 - exponent;
  const int cut = subnormal_cut > width - 53 ? subnormal_cut : width - 53;
  if (cut > width) return 0;
  const auto kept = static_cast<std::uint64_t>(digits >> cut);
  const Wide half = Wide{1} << (cut - 1);
  const Wide rest = digits & (2 * half - 1);
  const bool up = rest > half || (rest == half && sticky);
  // Without a hidden bit the number is subnormal; the carry of the rounding is welcome either way.
  const int biased = exponent + cut + 1074;
  return (static_cast<std::uint64_t>(biased) << 52) + kept + (up ? 1 : 0);
}

std::uint64_t angle_bits(const PointAngle& angle) {
  // Beyond these, s/l is no longer noticed: 2^-64 is less than pi is away from a tie, and the
  // cubic term is below 2^-109 of s/l, while quotients of 53-bit numbers are at least 2^-108 of
  // their size away from a tie unless they are one.
  if (angle.quadrants != 0 && angle.shift > 64) {
    return std::bit_cast<std::uint64_t>(angle.quadrants == 1 ? half_pi : pi);
  }
  if (angle.quadrants == 0 && angle.shift > 56) {
    return rounded_quotient(angle.smaller, angle.larger, angle.shift);
  }
  const Fraction<3> quarter = quarter_angle(angle);
  const std::uint64_t least = rounded_bits(subtract(quarter, largest_error), -2);
  const std::uint64_t most = rounded_bits(add(quarter, largest_error), -2);
  return least == most ? least : angle_bits_by_series(angle);
}

// One of both is zero, infinite or not a number.
double special_angle(double y, double x) {
  const bool left = std::bit_cast<std::uint64_t>(x) >> 63 != 0;
  const bool below = std::bit_cast<std::uint64_t>(y) >> 63 != 0;
  const std::uint64_t infinity = std::uint64_t{0x7ff} << 52;
  const std::uint64_t y_bits = std::bit_cast<std::uint64_t>(y) << 1 >> 1;
  const std::uint64_t x_bits = std::bit_cast<std::uint64_t>(x) << 1 >> 1;
  if (y_bits > infinity || x_bits > infinity) return std::numeric_limits<double>::quiet_NaN();
  double angle = left ? pi : 0.0;
  if (y_bits == infinity && x_bits == infinity) {
    angle = left ? three_quarters_pi : quarter_pi;
  } else if (y_bits == infinity || (x_bits == 0 && y_bits != 0)) {
    angle = half_pi;
  }
  return with_sign(std::bit_cast<std::uint64_t>(angle), below);
}

}  // namespace

std::optional<PointAngle> point_angle(double y, double x) {
  const std::uint64_t infinity = std::uint64_t{0x7ff} << 52;
  const std::uint64_t y_bits = std::bit_cast<std::uint64_t>(y) << 1 >> 1;
  const std::uint64_t x_bits = std::bit_cast<std::uint64_t>(x) << 1 >> 1;
  if (y_bits == 0 || x_bits == 0 || y_bits >= infinity || x_bits >= infinity) return {};
  const bool left = std::bit_cast<std::uint64_t>(x) >> 63 != 0;
  const bool steep = y_bits > x_bits;
  const Magnitude smaller(steep ? x_bits : y_bits);
  const Magnitude larger(steep ? y_bits : x_bits);
  return PointAngle{smaller.mantissa, larger.mantissa, larger.exponent - smaller.exponent,
                    steep  ? 1
                    : left ? 2
                           : 0,
                    steep != left};
}

double atan2(double y, double x) noexcept {
  const std::optional<PointAngle> angle = point_angle(y, x);
  if (!angle) return special_angle(y, x);
  return with_sign(angle_bits(*angle), std::bit_cast<std::uint64_t>(y) >> 63 != 0);
}

}  // namespace rigy::base
