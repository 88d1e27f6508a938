// Sine, cosine and tangent in integer fixed point.
//
//   1. |x| = m * 2^e is multiplied by 4/pi modulo 8, with just those bits of 2/pi that matter
//      (Payne and Hanek): an octant and a 256-bit fraction.
//   2. The fraction times pi/4 is the reduced angle r in [0, pi/4).
//   3. sin(r)/r and cos(r) are Taylor sums of r^2 with 192 bits.
//   4. The octant tells which of the two is the sine, and the signs; the result, or the quotient of
//      both, is rounded once.
//
// No double comes closer to a multiple of pi/2 (zero aside) than 2^-61, hence r keeps about 194
// significant bits, and the results are good to more than 180. Among 2^63 arguments the hardest of
// a binary64 function should need about 53 + 64 + a few bits to be rounded; the hardest one known
// here, 0x1.dffffffffff1fp-22 for the tangent, needs 53 + 80. That leaves a margin of more than 45
// bits. A tie cannot occur: sine, cosine and tangent of a non-zero rational are irrational.

#include "math/trig.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "math/fixed_point.hpp"

namespace rigy::base {

using namespace fixed_point;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Two words of zeros, then the first 1344 bits of 2/pi: floor(2^1344 * 2/pi) in hexadecimal. The
// zeros let small arguments use the same window arithmetic as large ones.
constexpr std::array<std::uint64_t, 23> two_over_pi = {
    0x0000000000000000, 0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
    0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c,
    0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab, 0xf0cfbc209af4361d, 0xa9e391615ee61b08};

// floor(2^256 * pi/4). Both constants come from any arbitrary-precision tool, for instance
//   python3 -c "from mpmath import *; mp.prec = 1500; print(hex(int(2**1344 * (2 / pi))))"
constexpr Fraction<4> quarter_pi = {0xc90fdaa22168c234, 0xc4c6628b80dc1cd1, 0x29024e088a67cc74,
                                    0x020bbea63b139b22};

// 1/n! for the Taylor sums. 1 itself is not a fraction; 1 - 2^-192 is used instead. The first terms
// left out, r^44/44! and r^45/45!, are below 2^-195.
constexpr std::size_t term_count = 22;

constexpr std::array<Fraction<3>, 2 * term_count> make_inverse_factorials() {
  std::array<Fraction<3>, 2 * term_count> table{};
  table[0] = {all_ones, all_ones, all_ones};
  for (std::size_t n = 1; n < table.size(); ++n) table[n] = divide(table[n - 1], n);
  return table;
}

constexpr auto inverse_factorials = make_inverse_factorials();

struct Reduced {
  unsigned octant;    // 0 to 7
  Fraction<4> angle;  // distance from the nearest multiple of pi/2, in radians
};

// |x| = mantissa * 2^exponent, with 2^52 <= mantissa < 2^53 and -79 <= exponent <= 971.
Reduced reduce(std::uint64_t mantissa, int exponent) {
  // The window is 2/pi * 2^exponent modulo 4 with 318 bits after the point. Higher bits of 2/pi
  // would only add multiples of 4 quadrants; lower ones change the product by less than 2^-265.
  const auto first_bit = static_cast<unsigned>(exponent + 126);
  const std::uint64_t* words = &two_over_pi[first_bit / 64];
  std::array<std::uint64_t, 5> turns;
  std::uint64_t carry = 0;
  for (std::size_t i = 5; i-- > 0;) {
    const Wide sum = Wide{joined(words[i], words[i + 1], first_bit % 64)} * mantissa + carry;
    turns[i] = low(sum);
    carry = high(sum);
  }
  const auto octant = static_cast<unsigned>(turns[0] >> 61);
  // In odd octants the nearest multiple of pi/2 lies ahead: 1 - fraction, which is the complement.
  const std::uint64_t flip = octant % 2 == 0 ? 0 : all_ones;
  Fraction<4> fraction;
  for (std::size_t i = 0; i < 4; ++i) fraction[i] = joined(turns[i], turns[i + 1], 3) ^ flip;
  return {octant, multiply(fraction, quarter_pi)};
}

// 1/first! - square/(first + 2)! + square^2/(first + 4)! - ...: cos(r) for first = 0 and sin(r)/r
// for first = 1. Every partial sum is positive, because its terms decrease.
Fraction<3> taylor_sum(const Fraction<3>& square, std::size_t first) {
  std::size_t n = first + 2 * (term_count - 1);
  Fraction<3> sum = inverse_factorials[n];
  while (n > first) {
    n -= 2;
    sum = subtract(inverse_factorials[n], multiply(square, sum));
  }
  return sum;
}

// sin(r) = value * 2^-zeros.
struct Sine {
  Fraction<3> value;  // at least 0.45
  int zeros;
};

Sine sine(const Fraction<4>& angle, const Fraction<3>& square) {
  // The angle is at least 2^-61, so its first limb is not zero.
  const auto zeros = static_cast<unsigned>(std::countl_zero(angle[0]));
  Fraction<3> normalized;
  for (std::size_t i = 0; i < 3; ++i) normalized[i] = joined(angle[i], angle[i + 1], zeros);
  return {multiply(normalized, taylor_sum(square, 1)), static_cast<int>(zeros)};
}

Fraction<3> cosine(const Fraction<3>& square) { return taylor_sum(square, 0); }

std::uint64_t sine_bits(const Fraction<4>& angle, const Fraction<3>& square) {
  const Sine sin = sine(angle, square);
  return rounded_bits(sin.value, sin.zeros);
}

std::uint64_t cosine_bits(const Fraction<3>& square) { return rounded_bits(cosine(square), 0); }

Fraction<3> square_of(const Fraction<4>& angle) {
  const Fraction<3> leading = {angle[0], angle[1], angle[2]};
  return multiply(leading, leading);
}

std::uint64_t tangent_bits(const Fraction<4>& angle) {
  const Fraction<3> square = square_of(angle);
  const Sine sin = sine(angle, square);
  return rounded_bits(quotient(shifted_down(sin.value, 1), cosine(square)), sin.zeros - 1);
}

std::uint64_t cotangent_bits(const Fraction<4>& angle) {
  const Fraction<3> square = square_of(angle);
  const Sine sin = sine(angle, square);
  const auto zeros = static_cast<unsigned>(std::countl_zero(sin.value[0]));
  const Fraction<3> divisor = shifted_up(sin.value, zeros);
  return rounded_bits(quotient(shifted_down(cosine(square), 1), divisor),
                      -1 - sin.zeros - static_cast<int>(zeros));
}

// An argument, inspected as bits: a comparison could see a subnormal number as zero.
struct Argument {
  bool negative;
  int biased_exponent;
  std::uint64_t mantissa;

  explicit Argument(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    negative = (bits >> 63) != 0;
    biased_exponent = static_cast<int>((bits >> 52) & 0x7ff);
    mantissa = (bits & (hidden_bit - 1)) | hidden_bit;
  }

  [[nodiscard]] bool is_finite() const { return biased_exponent != 0x7ff; }
  // Below 2^-27, x^3/3 and x^2/2 are less than half a unit in the last place of x and of 1.
  [[nodiscard]] bool is_tiny() const { return biased_exponent < 1023 - 27; }
};

// Where |x| lies: quadrant * pi/2 + r, or - r in the odd octants, which lie before their multiple
// of pi/2.
struct CirclePosition {
  Fraction<4> angle;
  bool swapped;  // sine and cosine
  bool sin_negative;
  bool cos_negative;

  explicit CirclePosition(const Argument& x) {
    const Reduced reduced = reduce(x.mantissa, x.biased_exponent - 1075);
    const unsigned quadrant = (reduced.octant + 1) / 2 % 4;
    const bool before = reduced.octant % 2 == 1;
    angle = reduced.angle;
    swapped = quadrant % 2 == 1;
    sin_negative = ((quadrant >= 2) != (!swapped && before)) != x.negative;
    cos_negative = (quadrant == 1 || quadrant == 2) != (swapped && before);
  }
};

}  // namespace

SinCos sin_cos(double radians) noexcept {
  const Argument x(radians);
  if (!x.is_finite()) return {nan, nan};
  if (x.is_tiny()) return {radians, 1.0};
  const CirclePosition at(x);
  const Fraction<3> square = square_of(at.angle);
  const std::uint64_t sine = sine_bits(at.angle, square);
  const std::uint64_t cosine = cosine_bits(square);
  return {with_sign(at.swapped ? cosine : sine, at.sin_negative),
          with_sign(at.swapped ? sine : cosine, at.cos_negative)};
}

double sin(double radians) noexcept {
  const Argument x(radians);
  if (!x.is_finite()) return nan;
  if (x.is_tiny()) return radians;
  const CirclePosition at(x);
  const Fraction<3> square = square_of(at.angle);
  return with_sign(at.swapped ? cosine_bits(square) : sine_bits(at.angle, square), at.sin_negative);
}

double cos(double radians) noexcept {
  const Argument x(radians);
  if (!x.is_finite()) return nan;
  if (x.is_tiny()) return 1.0;
  const CirclePosition at(x);
  const Fraction<3> square = square_of(at.angle);
  return with_sign(at.swapped ? sine_bits(at.angle, square) : cosine_bits(square), at.cos_negative);
}

double tan(double radians) noexcept {
  const Argument x(radians);
  if (!x.is_finite()) return nan;
  if (x.is_tiny()) return radians;
  const CirclePosition at(x);
  return with_sign(at.swapped ? cotangent_bits(at.angle) : tangent_bits(at.angle),
                   at.sin_negative != at.cos_negative);
}

}  // namespace rigy::base
